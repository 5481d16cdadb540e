"""Pages of a player's own figures: all games and modes, and one of them with its chart."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games import boards, charts, statistics
from games.catalogue import ENTRIES, Entry
from games.requests import PlayerRequest, signed_in
from games.statistics import EVERY, Span, Standing

# What the chart goes back by: the title of its button, its own title, the head of its column.
BY = {
    "day": (gettext_lazy("Days"), gettext_lazy("The last 30 days"), gettext_lazy("Day")),
    "week": (gettext_lazy("Weeks"), gettext_lazy("The last 26 weeks"), gettext_lazy("Week of")),
    "month": (gettext_lazy("Months"), gettext_lazy("The last 24 months"), gettext_lazy("Month")),
}
FORMATS = {"day": ("j M", "j M Y"), "week": ("j M", "j M Y"), "month": ("M Y", "F Y")}


class Sheet(NamedTuple):
    """A game with its figures by mode; `whole` is all of them together."""

    entry: Entry
    whole: Standing
    modes: list[Standing]
    ranked: bool


@signed_in
@require_safe
def statistics_page(request: PlayerRequest) -> HttpResponse:
    """The player's figures of every solitaire, by mode and level."""
    found = statistics.standings(request.user)
    sheets = [_sheet(entry, found) for entry in ENTRIES.values() if entry.counted]
    return render(request, "games/statistics.html", {"sheets": sheets})


def _sheet(entry: Entry, found: Mapping[tuple[str, str], Standing]) -> Sheet:
    """The modes that were played; those of a game without a choice of modes also before that."""
    played = [
        found.get((entry.slug, mode)) or statistics.nothing(entry, mode)
        for mode in statistics.modes_of(entry)
        if (entry.slug, mode) in found or (not entry.modes and mode == "")
    ]
    whole = found.get((entry.slug, EVERY)) or statistics.nothing(entry, EVERY)
    return Sheet(entry, whole, played, bool(boards.ranked_modes(entry)))


@signed_in
@require_safe
def figures(request: PlayerRequest, slug: str, mode: str = EVERY) -> HttpResponse:
    """The figures of one game, or of one mode of it, and a chart of them over time."""
    entry = counted_entry(slug)
    if mode not in (EVERY, *statistics.modes_of(entry)):
        raise Http404(_("This game has no such mode."))
    found = statistics.standings(request.user)
    one = found.get((slug, mode)) or statistics.nothing(entry, mode)
    by = request.GET.get("by", "")
    by = by if by in BY else "week"
    spans = statistics.over_time(request.user, one, by, timezone.now())
    context = {
        "one": one,
        "entry": entry,
        "others": _others(entry, found),
        "ranked": boards.is_ranked(entry, mode),
        "by": by,
        "spans_by": [(name, words[0]) for name, words in BY.items()],
        "column": BY[by][2],
        "chart_title": BY[by][1],
        "chart": charts.bars([_value(span, by) for span in spans]),
        "rows": [(_says(span.first, by, 1), span) for span in reversed(spans) if span.played],
    }
    return render(request, "games/statistics_of_game.html", context)


def counted_entry(slug: str) -> Entry:
    """The solitaire of that slug; anything else is not found."""
    entry = ENTRIES.get(slug)
    if entry is None or not entry.counted:
        raise Http404(_("There are no figures of such a game."))
    return entry


def _others(entry: Entry, found: Mapping[tuple[str, str], Standing]) -> list[tuple[str, str]]:
    """The modes to go on to, with their titles; none where there is but one."""
    played = [mode for mode in statistics.modes_of(entry) if (entry.slug, mode) in found]
    if len(played) < 2:
        return []
    return [(mode, statistics.mode_title(entry, mode)) for mode in (EVERY, *played)]


def _value(span: Span, by: str) -> charts.Value:
    return charts.Value(_says(span.first, by, 0), span.played, span.won)


def _says(first: date, by: str, length: int) -> Any:
    return date_format(first, FORMATS[by][length])
