"""The house closed for maintenance: every page says so and till when, and nothing is done.

The switch is a file (`maintenance.json` in FAIRDEAL_VAR), so that it holds while the database is
away, and each machine that serves pages has its own. Open stay the console and the sign-in that
leads there, what watches the house, and what payment providers tell. Taking single games out of
service is another switch (games/switches.py).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import events
from accounts.requests import page_behind
from config.security import HEADERS, among_messages

ABOUT = "house:maintenance"
SAFE = ("GET", "HEAD")
RETRY_SECONDS = 120
OPEN_VIEWS = frozenset(
    {
        *("health", "metrics", "live", "process_payment"),
        *("favicon", "manifest", "worker", "offline"),
        *("account_login", "account_logout", "account_reauthenticate", "mfa_authenticate"),
        *("mfa_reauthenticate", "mfa_login_webauthn", "mfa_reauthenticate_webauthn"),
    }
)


class Closed(NamedTuple):
    """Why the house is closed, and about till when, if that is known."""

    reason: str = ""
    until: datetime | None = None

    @property
    def sentence(self) -> str:
        """What players read."""
        if self.until is None:
            begun = _("We are at work on Fairdeal and open again soon.")
        else:
            until = timezone.localtime(self.until, timezone.get_fixed_timezone(0))
            words = {"until": date_format(until, "j M, H:i")}
            begun = _("We are at work on Fairdeal until about %(until)s (UTC).") % words
        return f"{begun} {self.reason}".strip()

    @property
    def seconds(self) -> int:
        """After which to ask again."""
        if self.until is None:
            return RETRY_SECONDS
        return max(RETRY_SECONDS, int((self.until - timezone.now()).total_seconds()))


def closed() -> Closed | None:
    """How the house is closed; None while it is open. A file that cannot be read closes it too."""
    try:
        kept = json.loads(_file().read_text(encoding="utf-8"))
        return Closed(str(kept["reason"]), parse_datetime(kept["until"] or ""))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        return Closed()


def close(*, reason: str, until: datetime | None) -> None:
    """Close the house on this machine from the next request on, and write the event.

    The database may be away: it is closed all the same, and the error passes on.
    """
    kept = {"reason": reason, "until": until.isoformat() if until else None}
    _file().parent.mkdir(parents=True, exist_ok=True)
    new = _file().with_suffix(".new")
    new.write_text(json.dumps(kept), encoding="utf-8")
    os.replace(new, _file())
    events.record("closed for maintenance", ABOUT, reason=reason, after={"until": kept["until"]})


def reopen() -> bool:
    """Open it again, and write the event; False if it was open."""
    try:
        _file().unlink()
    except FileNotFoundError:
        return False
    events.record("opened after maintenance", ABOUT)
    return True


class MaintenanceMiddleware:
    """Answers in place of all pages while the house is closed, and asks no database for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The page, or why there is none for the moment."""
        how = closed()
        if how is None or _stays_open(request):
            return self.get_response(request)
        response = _answer(request, how)
        response["Retry-After"] = str(how.seconds)
        response["Cache-Control"] = "no-store"
        for name, value in HEADERS.items():
            response.setdefault(name, value)
        # No fault of ours, as Django would log each of them.
        response._has_been_logged = True  # type: ignore[attr-defined]
        return response


def _answer(request: HttpRequest, how: Closed) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return among_messages(how.sentence, status=503)
    again = request.get_full_path() if request.method in SAFE else page_behind(request)
    # Without the request: what pages know of a player is in the database.
    page = render_to_string("maintenance.html", {"sentence": how.sentence, "again": again})
    return HttpResponse(page, status=503)


def _stays_open(request: HttpRequest) -> bool:
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return False
    return match.namespace == "admin" or match.view_name in OPEN_VIEWS


def _file() -> Path:
    return Path(settings.VAR_DIR) / "maintenance.json"
