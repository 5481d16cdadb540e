"""Requests of a signed-in player, and what everybody else is answered: the sign-in, or no."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from accounts.models import Player
from accounts.requests import page_behind

View = Callable[..., HttpResponse]


class PlayerRequest(HttpRequest):
    """A request as the views of play get it."""

    user: Player
    htmx: HtmxDetails


def signed_in(view: View) -> View:
    """Sign-in first. A fragment's request leads the whole page there, and back to this table."""

    @wraps(view)
    def inner(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if not request.htmx:
            here = request.get_full_path() if request.method == "GET" else reverse("lobby")
            return redirect_to_login(here)
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = redirect_to_login(page_behind(request)).url
        return answer

    return inner


def player_only(view: View) -> View:
    """Sign-in first, and no members of staff: they have no wallet, so nothing is made for them."""

    @signed_in
    @wraps(view)
    def inner(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_staff:
            raise PermissionDenied(
                _(
                    "Members of staff have no wallet and do not play. "
                    "Sign in as a player to open this table."
                )
            )
        return view(request, *args, **kwargs)

    return inner
