"""What each request of somebody signed in is held to: whose page it comes from, the idle clock,
fresh proofs, accepted terms. Besides: the player's language and zone, and pages no cache keeps."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts import documents, second_factors, sessions
from accounts.models import Player
from accounts.requests import page_behind
from accounts.views import CLEARED, another_sign_in

SAFE = ("GET", "HEAD", "OPTIONS")


def tab_of(player: Player) -> str:
    """What a page carries and its fragments' requests send back: whose page it is."""
    return salted_hmac("accounts.tab", str(player.pk), algorithm="sha256").hexdigest()[:32]


class PlayerMiddleware:
    """Everything about a request that depends on who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the player's language and zone, or say why not."""
        if not request.user.is_authenticated:
            return self.get_response(request)
        request.tab = tab_of(request.user)  # type: ignore[attr-defined]
        with timezone.override(_zone(request.user)), translation.override(_language(request.user)):
            response = self._answer(request)
        response.setdefault("Cache-Control", "no-store")
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        sent = request.headers.get("x-player", "")
        if sent and not constant_time_compare(sent, request.tab):  # type: ignore[attr-defined]
            return another_sign_in(request)
        sessions.note_begin(request)
        if why := sessions.why_over(request, timezone.now()):
            return _sign_in_again(request, why)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Note that somebody is there; lead to a proof or to changed terms where one is missing."""
        match = request.resolver_match
        if not request.user.is_authenticated or match is None:
            return None
        if match.view_name not in settings.BACKGROUND_VIEWS:
            sessions.note_activity(request, timezone.now())
        if first := second_factors.proof_missing(request, match.view_name):
            return redirect(first)
        if _plays(request, match) and _terms_wait(request):
            back = urlencode({"next": _way_back(request)})
            return _lead(request, f"{reverse('accounts:accept')}?{back}")
        return None


def _zone(player: Player) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(player.time_zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")


def _language(player: Player) -> str:
    return player.language if player.language in dict(settings.LANGUAGES) else "en"


def _plays(request: HttpRequest, match: Any) -> bool:
    """Whether this is a game's table, or does anything in games or with money."""
    if match.view_name in settings.PLAY_VIEWS:
        return True
    return request.method not in SAFE and match.namespace in settings.PLAY_NAMESPACES


def _terms_wait(request: HttpRequest) -> bool:
    """Whether a player has not accepted the versions in force; asked once a session."""
    player = request.user
    assert isinstance(player, Player)
    if player.is_staff or request.session.get("accepted") == documents.in_force():
        return False
    if documents.waiting(player):
        return True
    request.session["accepted"] = documents.in_force()
    return False


def _sign_in_again(request: HttpRequest, why: str) -> HttpResponse:
    """End the session, and lead to the sign-in and back to the page that was open."""
    back = _way_back(request)
    sentence = sessions.end_here(request, why)
    messages.info(request, sentence)
    response = _lead(request, redirect_to_login(back).url)
    response["Clear-Site-Data"] = CLEARED
    return response


def _way_back(request: HttpRequest) -> str:
    """The page that the person was looking at."""
    if request.method in SAFE and not request.htmx:  # type: ignore[attr-defined]
        return request.get_full_path()
    return page_behind(request)


def _lead(request: HttpRequest, to: str) -> HttpResponse:
    """Lead the whole page there, also from a fragment's request."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(to)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = to
    return response
