"""What a player's games come to: a result for each that was played, and the figures of them all.

A game counts as played from its first move on. Moves are all that the player made, those that were
taken back included. Seconds are the server's: the gaps between the player's entries, each counted
as a minute at most. A second go at a deal that was played is kept, and counts in no figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Avg, Count, DateField, Max, Min, Q
from django.db.models.functions import Trunc
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import modes
from games.catalogue import ENTRIES, Entry
from games.models import VOID, Move, Result, Round
from games.rules import ENDS, PLAYER, UNDO, chosen

LONGEST_GAP_SECONDS = 60
# Stands for all modes of a game together.
EVERY = "*"
CUSTOM = modes.CUSTOM
# How many days, weeks and months a chart goes back.
SPANS = {"day": 30, "week": 26, "month": 24}


class Figures(NamedTuple):
    """A player's figures of a game; the last three are None where nothing was won or played."""

    played: int
    won: int
    most_cards: int | None
    fewest_moves: int | None
    least_seconds: int | None

    @property
    def best_time(self) -> str:
        """The least seconds as `4:05`."""
        return clock(self.least_seconds)


class Standing(NamedTuple):
    """A player's figures of a mode of a game, or of all of them together (`EVERY`).

    Time and moves are those of games that were won, None before the first. `best` and `average`
    are points, or cards where the games of the mode have no points in common.
    """

    entry: Entry
    mode: str
    played: int
    won: int
    best: int
    average: float
    least_seconds: int | None
    fewest_moves: int | None
    streak: int
    longest_streak: int

    @property
    def title(self) -> str:
        """The mode in words."""
        return mode_title(self.entry, self.mode)

    @property
    def lost(self) -> int:
        """What was played and not won."""
        return self.played - self.won

    @property
    def rate(self) -> float:
        """The games won, per cent of those played."""
        return 100 * self.won / self.played if self.played else 0

    @property
    def best_time(self) -> str:
        """The least seconds as `4:05`; empty before the first win."""
        return clock(self.least_seconds)

    @property
    def in_points(self) -> bool:
        """Whether `best` and `average` are points; else they are cards."""
        return has_points(self.entry, self.mode)


def record(round: Round, state: Any) -> None:
    """Keep the result of a round that has just ended at this state, if it was played at all."""
    if measured := measure(round, state):
        Result.objects.create(round=round, **measured)


def measure(round: Round, state: Any) -> dict[str, Any]:
    """What a round comes to that ended at this state: the fields of its result.

    Empty for one that was not played, is void, or whose game keeps no results.
    """
    if not round.entry.counted or round.outcome == VOID or round.ended_at is None:
        return {}
    log = Move.objects.filter(round=round, actor=PLAYER).order_by("no")
    entries = list(log.values_list("notation", "made_at"))
    moves = sum(notation != UNDO and notation not in ENDS for notation, _at in entries)
    if not moves:
        return {}
    seconds = played_seconds([round.started_at, *(at for _notation, at in entries)])
    facts = dict(round.rules.view(state).facts)
    return {
        "player_id": round.player_id,
        "game": round.game,
        "currency": round.currency,
        "mode": mode_of(round),
        "day": round.day,
        "options": options_key(round.options),
        "won": round.rules.over(state) == "won",
        "cards": facts[round.entry.counted],
        "score": round.rules.score(state, seconds),
        "moves": moves,
        "seconds": seconds,
        "restarted": not round.still_counts(),
        "ended_at": round.ended_at,
    }


def played_seconds(times: Sequence[datetime]) -> int:
    """The seconds between the first and the last of these times, each gap a minute at most."""
    gaps = (later - earlier for earlier, later in pairwise(times))
    spent = (min(max(gap.total_seconds(), 0), LONGEST_GAP_SECONDS) for gap in gaps)
    return int(sum(spent))


def clock(seconds: int | None) -> str:
    """Seconds as `4:05` or `1:04:05`; empty for None."""
    if seconds is None:
        return ""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def options_key(options: dict[str, Any]) -> str:
    """The options as one text, the same for the same options."""
    return ", ".join(f"{name}={options[name]}" for name in sorted(options))


# --- modes --------------------------------------------------------------------------------------


def mode_of(round: Round) -> str:
    """The mode that a round counts in: its own, or `custom` for other rules than the usual ones."""
    entry = round.entry
    if round.mode or not entry.choices:
        return round.mode
    usual = chosen(entry.rules.OPTIONS, entry.options)
    return "" if dict(round.options) == usual else CUSTOM


def modes_of(entry: Entry) -> tuple[str, ...]:
    """The modes of a game, `custom` last; the empty one is that of a game without a choice."""
    if entry.modes:
        return tuple(slug for mode in entry.modes for slug in mode.slugs)
    return ("", CUSTOM) if entry.choices else ("",)


def mode_title(entry: Entry, mode: str) -> str:
    """A mode in words."""
    if mode == EVERY:
        return _("All modes")
    if mode == CUSTOM:
        return _("Custom rules")
    return modes.titles(entry.modes).get(mode) or _("Usual rules")


def has_points(entry: Entry, mode: str) -> bool:
    """Whether games of this mode have points that can be compared; the others count cards."""
    return bool(entry.modes) and mode not in (CUSTOM, EVERY)


# --- figures ------------------------------------------------------------------------------------


def figures(player: Player, entry: Entry) -> Figures:
    """The player's figures of a game, whatever its options."""
    results = Result.objects.filter(player=player, game=entry.slug, restarted=False)
    won = Q(won=True)
    found = results.aggregate(
        played=Count("pk"),
        most_cards=Max("cards"),
        fewest_moves=Min("moves", filter=won),
        least_seconds=Min("seconds", filter=won),
        # Last, since the filters before it mean the column of that name.
        won=Count("pk", filter=won),
    )
    return Figures(**found)


# Each result counts in its mode and in EVERY. Wins in a row have one `run`: within it the number
# among all games and the number among the wins grow together.
BY_MODE = """
WITH counted AS (
    SELECT r.game, m.mode, r.won, r.score, r.cards, r.moves, r.seconds,
           row_number() OVER everything AS place,
           row_number() OVER everything - row_number() OVER (
               PARTITION BY r.game, m.mode, r.won ORDER BY r.ended_at, r.id) AS run
      FROM games_result r CROSS JOIN LATERAL (VALUES (r.mode), (%(every)s)) AS m (mode)
     WHERE r.player_id = %(player)s AND NOT r.restarted
    WINDOW everything AS (PARTITION BY r.game, m.mode ORDER BY r.ended_at, r.id)
), runs AS (
    SELECT game, mode, count(*) AS length, max(place) AS until
      FROM counted WHERE won GROUP BY game, mode, run
), totals AS (
    SELECT game, mode, count(*) AS played, count(*) FILTER (WHERE won) AS won,
           max(score) AS best_score, avg(score) AS average_score,
           max(cards) AS most_cards, avg(cards) AS average_cards,
           min(seconds) FILTER (WHERE won) AS least_seconds,
           min(moves) FILTER (WHERE won) AS fewest_moves
      FROM counted GROUP BY game, mode
)
SELECT game, mode, played, won, best_score, average_score, most_cards, average_cards,
       least_seconds, fewest_moves,
       (SELECT max(length) FROM runs
         WHERE (runs.game, runs.mode, until) = (totals.game, totals.mode, played)),
       (SELECT max(length) FROM runs
         WHERE (runs.game, runs.mode) = (totals.game, totals.mode))
  FROM totals
"""


def standings(player: Player) -> dict[tuple[str, str], Standing]:
    """The figures of every game and mode that the player has played, by slug and mode.

    One query. A streak is of games won one after the other, in the order in which they ended.
    """
    with connection.cursor() as cursor:
        cursor.execute(BY_MODE, {"player": player.pk, "every": EVERY})
        rows = cursor.fetchall()
    found = (_standing(*row) for row in rows if row[0] in ENTRIES)
    return {(one.entry.slug, one.mode): one for one in found}


def _standing(
    game: str, mode: str, played: int, won: int, best_score: int | None, average_score: Any,
    most_cards: int, average_cards: Any, least_seconds: int | None, fewest_moves: int | None,
    streak: int | None, longest: int | None,
) -> Standing:  # fmt: skip
    entry = ENTRIES[game]
    best, average = most_cards, average_cards
    if has_points(entry, mode) and best_score is not None:
        best, average = best_score, average_score
    return Standing(
        entry=entry,
        mode=mode,
        played=played,
        won=won,
        best=best,
        average=round_half(average),
        least_seconds=least_seconds,
        fewest_moves=fewest_moves,
        streak=streak or 0,
        longest_streak=longest or 0,
    )


def round_half(average: Any) -> float:
    """An average with one decimal."""
    return round(float(average), 1)


def nothing(entry: Entry, mode: str) -> Standing:
    """The figures before the first game."""
    return Standing(entry, mode, 0, 0, 0, 0.0, None, None, 0, 0)


# --- over time ----------------------------------------------------------------------------------


class Span(NamedTuple):
    """A day, week or month, by the date of its first day, and what was played in it.

    `average` is of points or cards, as in `Standing`; None where nothing was played.
    """

    first: date
    played: int
    won: int
    average: float | None


def over_time(player: Player, one: Standing, by: str, now: datetime) -> list[Span]:
    """The last days, weeks or months (`by`), those without a game too, the oldest first.

    Days are cut in the current time zone. One query.
    """
    firsts = _firsts(by, timezone.localtime(now).date())
    since = timezone.make_aware(datetime.combine(firsts[0], time.min))
    results = Result.objects.filter(player=player, game=one.entry.slug, restarted=False)
    if one.mode != EVERY:
        results = results.filter(mode=one.mode)
    # Named so that no name is that of a column.
    rows = (
        results.filter(ended_at__gte=since)
        .annotate(first=Trunc("ended_at", by, output_field=DateField()))
        .values("first")
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(won=True)),
            mean=Avg("points" if one.in_points else "cards"),
        )
    )
    found = {
        row["first"]: Span(row["first"], row["games"], row["wins"], round_half(row["mean"]))
        for row in rows
    }
    return [found.get(first, Span(first, 0, 0, None)) for first in firsts]


def _firsts(by: str, today: date) -> list[date]:
    """The first days of the last spans, the oldest first."""
    count = SPANS[by]
    if by == "month":
        months = today.year * 12 + today.month - 1
        return [date(m // 12, m % 12 + 1, 1) for m in range(months - count + 1, months + 1)]
    days = 7 if by == "week" else 1
    last = today - timedelta(days=today.weekday()) if by == "week" else today
    return [last - timedelta(days=days * back) for back in reversed(range(count))]
