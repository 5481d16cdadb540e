"""Pages of the leaderboards, for everybody: a board, and the replay of an entry."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from games import boards, statistics
from games.catalogue import ENTRIES, Entry
from games.history_views import replay_context, some_steps
from games.models import Result, Round
from games.statistics_views import counted_entry


@require_safe
def board(request: HttpRequest, slug: str = "", mode: str = "", period: str = "") -> HttpResponse:
    """A board; of the first game, its first mode that has one, and all time, unless named."""
    entry = counted_entry(slug) if slug else _first()
    if not mode and not boards.is_ranked(entry, mode):
        mode = boards.ranked_modes(entry)[0]
    if mode not in statistics.modes_of(entry):
        raise Http404(_("This game has no such mode."))
    period = period or boards.ALL
    ranked = boards.is_ranked(entry, mode)
    context: dict[str, Any] = {
        "entry": entry,
        "mode": mode,
        "mode_title": statistics.mode_title(entry, mode),
        "period": period,
        "periods": boards.PERIODS,
        "games": [one for one in ENTRIES.values() if one.counted],
        "modes": [(one, statistics.mode_title(entry, one)) for one in boards.ranked_modes(entry)],
        "unranked": [
            statistics.mode_title(entry, one)
            for one in statistics.modes_of(entry)
            if not boards.is_ranked(entry, one)
        ],
        "ranked": ranked,
        "in_points": statistics.has_points(entry, mode),
        "listed": boards.LISTED,
    }
    if ranked:
        results = boards.ranked(entry, mode, period, timezone.now())
        context["board"] = boards.board(results, viewer=_viewer(request))
    return render(request, "games/board.html", context)


def _first() -> Entry:
    return next(entry for entry in ENTRIES.values() if boards.ranked_modes(entry))


def _viewer(request: HttpRequest) -> Player | None:
    return request.user if request.user.is_authenticated else None


@require_safe
def entry(request: HttpRequest, result_id: int) -> HttpResponse:
    """The replay of an entry of a board."""
    try:
        result = boards.entry_open_to_all(result_id, timezone.now())
    except Result.DoesNotExist:
        sentence = _("This entry stands on no board now, so its replay is not shown to others.")
        return not_shown(request, sentence)
    address = reverse("games:entry-steps", args=[result.pk])
    context = public_replay(request, result.round, address)
    context |= {
        "result": result,
        "row": boards.Row(0, result, result.player.display_name),
        "mode_title": statistics.mode_title(context["entry"], result.mode),
        "in_points": statistics.has_points(context["entry"], result.mode),
    }
    return render(request, "games/board_replay.html", context)


@require_safe
def entry_steps(request: HttpRequest, result_id: int) -> HttpResponse:
    """The next steps of an entry's replay, for the page's script."""
    try:
        result = boards.entry_open_to_all(result_id, timezone.now())
    except Result.DoesNotExist:
        raise Http404(_("This entry stands on no board now.")) from None
    return some_steps(request, result.round, public=True)


def not_shown(request: HttpRequest, sentence: str) -> HttpResponse:
    """Not found, with the reason and a way on."""
    return render(request, "games/not_shown.html", {"sentence": sentence}, status=404)


def public_replay(request: HttpRequest, round: Round, steps_address: str) -> dict[str, Any]:
    """What a replay shows to others: the cards and the moves, and nothing of money."""
    context = replay_context(request, round, steps_address, for_others=True)
    if row := context.pop("row", None):
        context["outcome"] = row.outcome
    return context | {"public": True}
