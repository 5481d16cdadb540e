"""Requests of the cashier: a player's own; members of staff have no wallet."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from accounts import requests

View = Callable[..., HttpResponse]


class PlayerRequest(requests.PlayerRequest):
    """A request as the cashier's views get it."""

    htmx: HtmxDetails


def player_only(view: View) -> View:
    """Sign-in first, and no members of staff."""

    @login_required
    @wraps(view)
    def inner(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_staff:
            raise PermissionDenied(
                _("A member of staff has no wallet. Sign in as a player to open the cashier.")
            )
        return view(request, *args, **kwargs)

    return inner
