"""Sessions on the server: their list, their end, their clocks.

django-allauth keeps a row for each session, which is its entry in the list. The session itself
keeps the time of the last request that the person made (not the page by itself): it is ended after
the profile's time without one, and in any case the profile's time after the sign-in.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.auth import logout
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, sittings
from accounts.jurisdiction import profile
from accounts.models import Player
from accounts.requests import address_of

# The clock is written at most so often, or each move would write a row more.
BETWEEN_NOTES = timedelta(seconds=15)
BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


# Kept in the session itself, which each request has loaded anyway: when the person was last there,
# when the sign-in was, and the session key that the row in the list was made for.
SEEN, BEGAN, LISTED = "seen_at", "began_at", "listed_as"


def row_of(request: HttpRequest) -> UserSession:
    """The row of the request's session in the list of sessions, made if there is none."""
    agent = request.headers.get("user-agent", "")[:200]
    row, _made = UserSession.objects.get_or_create(
        session_key=request.session.session_key,
        defaults={"user": request.user, "ip": address_of(request), "user_agent": agent},
    )
    return row


def note_begin(request: HttpRequest) -> None:
    """List a session that is new, or has a new key; its clocks start with its row."""
    session = request.session
    if session.get(LISTED) == session.session_key:
        return
    row = row_of(request)
    session[LISTED] = session.session_key
    session.setdefault(SEEN, row.last_seen_at.timestamp())
    session.setdefault(BEGAN, row.created_at.timestamp())
    _note_sitting(request, timezone.now())


def why_over(request: HttpRequest, now: datetime) -> str | None:
    """Why the session has to end now: `idle`, `old`, or None."""
    if now.timestamp() - request.session[SEEN] >= profile().idle.total_seconds():
        return "idle"
    if now.timestamp() - request.session[BEGAN] >= profile().full_sign_in.total_seconds():
        return "old"
    return None


def note_activity(request: HttpRequest, now: datetime) -> None:
    """The person is there."""
    if now.timestamp() - request.session[SEEN] < BETWEEN_NOTES.total_seconds():
        return
    request.session[SEEN] = now.timestamp()
    agent = request.headers.get("user-agent", "")[:200]
    UserSession.objects.filter(session_key=request.session.session_key).update(
        last_seen_at=now, ip=address_of(request), user_agent=agent
    )
    _note_sitting(request, now)


def _note_sitting(request: HttpRequest, now: datetime) -> None:
    """The player's clock goes on, on whichever device; staff have none."""
    if isinstance(request.user, Player) and not request.user.is_staff:
        sittings.note(request.user, now)


def end_here(request: HttpRequest, why: str) -> str:
    """End the request's own session; the sentence for whoever sits there."""
    player = request.user
    row_of(request).delete()
    events.record("session ended", f"player:{player.pk}", reason=why, address=address_of(request))
    logout(request)
    if why == "idle":
        minutes = int(profile().idle.total_seconds() // 60)
        return _(
            "You were signed out after %(minutes)s minutes without anything being done. Sign in "
            "and go on where you were; your game is as you left it."
        ) % {"minutes": minutes}
    return _("It is a while since you signed in. Please sign in again and go on where you were.")


def end(player: Player, rows: Iterable[UserSession], *, address: str, why: str) -> int:
    """End sessions of a player at once, wherever they are; how many."""
    ended = 0
    for row in rows:
        row.end()
        ended += 1
    if ended:
        events.record(
            "sessions ended", f"player:{player.pk}", actor=player, after=ended, reason=why,
            address=address,
        )  # fmt: skip
    return ended


def device(user_agent: str) -> str:
    """What a person would call the browser: `Firefox, Linux`."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), _("A browser"))
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    return f"{browser}, {system}" if system else str(browser)


def sweep() -> int:
    """Drop sessions that nobody can use any more; how many."""
    now = timezone.now()
    UserSession.objects.filter(last_seen_at__lt=now - profile().full_sign_in).delete()
    return int(Session.objects.filter(expire_date__lt=now).delete()[0])
