"""How often somebody may do something: counted in PostgreSQL, so that all web processes agree.

`REQUEST_LIMITS` of the settings names the views; only requests that do something count. Sign-in has
its own counts. Whoever asks too often is told so and nothing is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.requests import address_of
from config.models import RequestCount
from config.security import refused

SAFE = ("GET", "HEAD", "OPTIONS")
COUNT = """
    INSERT INTO house_requestcount AS c (key, count, ends_at) VALUES (%s, 1, %s)
    ON CONFLICT (key) DO UPDATE SET count = c.count + 1 RETURNING c.count
"""


def counted(what: str, who: str, seconds: int, now: float | None = None) -> tuple[int, int]:
    """Count one more in the span of `seconds` that has begun: the count, and seconds till its end.

    Two processes that count at the same time both count.
    """
    now = time.time() if now is None else now
    began = int(now) // seconds
    ends = (began + 1) * seconds
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [f"{what}:{who}:{began}", datetime.fromtimestamp(ends, UTC)])
        (count,) = cursor.fetchone()
    return count, max(1, ends - int(now))


class LimitMiddleware:
    """Refuses what is done more often than a person does it, with 429 and a sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass it on; what counts is known once the view is."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Count a request of a limited view."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        if request.method in SAFE or name not in settings.REQUEST_LIMITS:
            return None
        most, seconds = settings.REQUEST_LIMITS[name]
        count, wait = counted(name, _who(request), seconds)
        if count <= most:
            return None
        sentence = ngettext(
            "That was too quick. Nothing was done; please wait %(count)s second and try again.",
            "That was too quick. Nothing was done; please wait %(count)s seconds and try again.",
            wait,
        ) % {"count": wait}
        response = refused(request, sentence, status=429)
        response["Retry-After"] = str(wait)
        return response


def _who(request: HttpRequest) -> str:
    """The player, or the address of whoever is not signed in."""
    if request.user.is_authenticated:
        return f"player:{request.user.pk}"
    return f"address:{address_of(request)}"


def sweep() -> dict[str, int]:
    """Drop counts of spans that are over."""
    over = RequestCount.objects.filter(ends_at__lt=timezone.now() - timedelta(minutes=1))
    return {"counts of requests": over.delete()[0]}
