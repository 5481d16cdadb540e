"""Pages of the daily deal, for everybody: the calendar, a day with its boards, its proofs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from games import boards, daily
from games.catalogue import ENTRIES, Entry
from games.models import Deal
from games.proofs import NotRevealed, daily_proof, until_the_day_ends

# How many days back the file of commitments goes.
FILE_DAYS = 400
PLACES = 10


class Game(NamedTuple):
    """A game of a day: where the player stands, and the board of the results that count."""

    at: daily.Standing
    board: boards.Board


@require_safe
def today(request: HttpRequest, slug: str) -> HttpResponse:
    """Leads to the table of today's deal."""
    entry = entry_of(slug)
    return HttpResponseRedirect(
        reverse("games:table", args=[entry.slug, daily.today().isoformat()])
    )


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Today's deals, the promises of tomorrow, and a month with the player's own results."""
    player, day = _player(request), daily.today()
    first = _month(request.GET.get("month", ""))
    tomorrow = day + timedelta(days=1)
    context = {
        "day": day,
        "ends_at": daily.ends_at(day),
        "standings": daily.standings(player, day),
        "promises": daily.published(tomorrow, tomorrow),
        "tomorrow": tomorrow,
        "first": first,
        "weeks": daily.month(player, first.year, first.month),
        "entries": daily.entries(),
        "earlier": _step(first, -1),
        "later": _step(first, 1),
    }
    return render(request, "games/daily.html", context)


@require_safe
def one_day(request: HttpRequest, day: date) -> HttpResponse:
    """A day: its commitments, and once it has begun its games, own results and boards."""
    if not daily.published(day, day):
        raise Http404(str(daily.NoDailyDeal()))
    player = _player(request)
    begun = day <= daily.today()
    context = {
        "day": day,
        "begun": begun,
        "over": day < daily.today(),
        "ends_at": daily.ends_at(day),
        "games": [
            Game(at, boards.board(daily.counted(day, at.entry), viewer=player, most=PLACES))
            for at in daily.standings(player, day)
        ],
        "earlier": _neighbour(day, -1),
        "later": _neighbour(day, 1),
    }
    return render(request, "games/daily_day.html", context)


@require_safe
def proof(request: HttpRequest, day: date, slug: str) -> HttpResponse:
    """What a day's deal was made of, checked in the browser; till the day ends, when that is."""
    entry, deal = entry_of(slug), _deal(day, slug)
    context: dict[str, Any] = {"entry": entry, "deal": deal, "late": daily.is_late(deal)}
    try:
        context["proof"] = daily_proof(deal)
    except NotRevealed:
        context["sealed"] = until_the_day_ends(deal)
    return render(request, "games/daily_proof.html", context)


@require_safe
def proof_file(request: HttpRequest, day: date, slug: str) -> HttpResponse:
    """The same as JSON to keep; not found before the day has ended."""
    deal = _deal(day, slug)
    try:
        answer = JsonResponse(daily_proof(deal), json_dumps_params={"indent": 1})
    except NotRevealed as sealed:
        raise Http404(str(sealed)) from sealed
    name = f"fairdeal-proof-{slug}-{day.isoformat()}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
def commitments(request: HttpRequest) -> HttpResponse:
    """Every commitment of the last year and of the days to come, as JSON to keep."""
    last = daily.today() + timedelta(days=daily.AHEAD_DAYS)
    deals = daily.published(last - timedelta(days=FILE_DAYS), last)
    answer = JsonResponse(
        {"scheme": "PF1", "commitments": [_told(deal) for deal in deals]},
        json_dumps_params={"indent": 1},
    )
    answer["Content-Disposition"] = 'attachment; filename="fairdeal-daily-commitments.json"'
    return answer


def _told(deal: Deal) -> dict[str, Any]:
    return {
        "day": deal.day.isoformat() if deal.day else None,
        "game": deal.game,
        "commitment": deal.commitment,
        "committed_at": deal.made_at.isoformat(timespec="seconds"),
    }


def entry_of(slug: str) -> Entry:
    """A game that has daily deals; any other is not found."""
    entry = ENTRIES.get(slug)
    if entry is None or not entry.daily:
        raise Http404(_("There is no such game."))
    return entry


def _deal(day: date, slug: str) -> Deal:
    """The deal of a day, begun or not; not found where none was committed to."""
    deal = next((deal for deal in daily.published(day, day) if deal.game == slug), None)
    if deal is None:
        raise Http404(str(daily.NoDailyDeal()))
    return deal


def _player(request: HttpRequest) -> Player | None:
    """Who has results of his own; members of staff do not play."""
    user = request.user
    return user if user.is_authenticated and not user.is_staff else None


def _month(text: str) -> date:
    """The first day of a month written as 2026-12; of the current one for anything else."""
    now = daily.today().replace(day=1)
    try:
        wanted = date.fromisoformat(f"{text}-01")
    except ValueError:
        return now
    return min(max(wanted, daily.first_day().replace(day=1)), _last_month())


def _step(first: date, by: int) -> date | None:
    """The month before or after; None where there is nothing to see."""
    other = _after(first) if by > 0 else (first - timedelta(days=1)).replace(day=1)
    oldest, newest = daily.first_day().replace(day=1), _last_month()
    return other if oldest <= other <= newest else None


def _last_month() -> date:
    """The month of the last day that is committed to."""
    return (daily.today() + timedelta(days=daily.AHEAD_DAYS)).replace(day=1)


def _after(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)


def _neighbour(day: date, by: int) -> date | None:
    """The day before or after, where it has deals."""
    other = day + timedelta(days=by)
    return other if daily.published(other, other) else None
