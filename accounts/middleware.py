"""What each request takes from its player: the time zone, and pages that no cache keeps."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class PlayerMiddleware:
    """Times in the player's zone; `no-store` on every page of somebody signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the player's time zone."""
        if not request.user.is_authenticated:
            return self.get_response(request)
        try:
            zone = zoneinfo.ZoneInfo(request.user.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            zone = zoneinfo.ZoneInfo("UTC")
        with timezone.override(zone):
            response = self.get_response(request)
        response.setdefault("Cache-Control", "no-store")
        return response
