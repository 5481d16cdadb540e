"""The table of a player's round in play, at the desk: to be looked at, as its player sees it.

It is made from the view of the round, so that it holds no card that the player does not see, and
is drawn as a replay is: nothing on it can be pressed. While it is looked at it is asked for again;
as long as nothing has changed the answer is empty.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.console import desk_access
from games import table
from games.models import Round
from games.positions import position
from support.models import Conversation


class Shown(NamedTuple):
    """A round as it is drawn: `mark` says which one, and after how many entries."""

    round: Round
    table: table.Table
    facts: dict[str, Any]
    mark: str


def in_play(player_id: int) -> list[Round]:
    """The player's rounds in play, the one that was touched last first; without their tables."""
    rounds = Round.objects.open().filter(player=player_id).defer("kept")
    return list(rounds.order_by("-touched_at", "-pk"))


def chosen(chat: Conversation, wanted: str = "") -> int | None:
    """Which round is shown: the one asked for, that of the hand-off, or the last one touched."""
    rounds = in_play(chat.player_id)
    by_number = {round.pk: round for round in rounds}
    for number in (int(wanted[:18]) if wanted.isdecimal() else 0, chat.round_id or 0):
        if number in by_number:
            return number
    return rounds[0].pk if rounds else None


def shown(number: int | None) -> Shown | None:
    """The table of a round in play; None when it is in play no longer."""
    rounds = Round.objects.open().select_related("deal", "player")
    round = rounds.filter(pk=number).first() if number else None
    if round is None:
        return None
    at = position(round)
    mark = f"{round.pk}-{round.entries}"
    return Shown(round, table.table(at.view, ()), dict(at.view.facts), mark)


def context(chat: Conversation, wanted: str = "") -> dict[str, Any]:
    """What `admin/desk_table.html` draws."""
    seen = shown(chosen(chat, wanted))
    found: dict[str, Any] = {"chat": chat, "seen": seen, "rounds": in_play(chat.player_id)}
    found["wanted_round"] = int(wanted[:18]) if wanted.isdecimal() else ""
    if seen:
        found |= {
            "round": seen.round,
            "entry": seen.round.entry,
            "code": seen.round.currency,
            "table": seen.table,
            "facts": seen.facts,
            "for_staff": True,
        }
    return found


@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """The fragment; nothing when the table that the page shows (`at`) is still how it stands."""
    chat = desk_access.opened(desk_access.worker(request), pk)
    wanted = request.GET.get("round", "")
    number = chosen(chat, wanted)
    if number and request.GET.get("at") == _mark(number):
        return HttpResponse(status=204)
    if number is None and request.GET.get("at") == "none":
        return HttpResponse(status=204)
    return render(request, "admin/desk_table.html", context(chat, wanted))


def _mark(number: int) -> str:
    entries = Round.objects.filter(pk=number).values_list("entries", flat=True).first()
    return f"{number}-{entries}"
