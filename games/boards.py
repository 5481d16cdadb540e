"""Leaderboards: the best result of each player, of a game and mode, in a day, a week, or ever.

A board ranks results, and a result exists only where the end of its round has replayed the log.
An entry is listed once its replay opens to everybody. `docs/decisions` says who stands on a board.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import events
from accounts.models import Player
from games import modes, statistics
from games.catalogue import ENTRIES, Entry
from games.encryption import Tampered
from games.models import Disproof, Result, Round
from games.positions import replayed
from games.rules import WITHOUT_LIMIT, Refusal

logger = logging.getLogger(__name__)

DAY, WEEK, ALL = "day", "week", "all"
PERIODS = {DAY: _("Today"), WEEK: _("This week"), ALL: _("All time")}
# The best of a player comes first; equal points are ordered by time, then by the earlier end.
ORDER = ("-points", "seconds", "ended_at", "pk")
LISTED = 50
AT_ONCE = 200


class Row(NamedTuple):
    """A place on a board. `name` is the player's display name."""

    place: int
    result: Result
    name: str
    mine: bool = False

    @property
    def clock(self) -> str:
        """The time of play as `4:05`."""
        return statistics.clock(self.result.seconds)

    @property
    def opens(self) -> bool:
        """Whether everybody may see its replay now: of a daily deal once its day has ended."""
        return is_over(self.result)


class Board(NamedTuple):
    """The first places, and where the player who looks stands beyond them, if anywhere.

    `absent` says why others do not see that player: `staff`, `test`, `nameless` or `hidden`.
    """

    rows: tuple[Row, ...]
    own: Row | None
    absent: str

    @property
    def beyond(self) -> bool:
        """Whether the player who looks stands behind the last one that is listed."""
        return self.own is not None and self.own not in self.rows


# --- who and what stands on a board -------------------------------------------------------------


def is_ranked(entry: Entry, mode: str) -> bool:
    """Whether there is a board: not of custom rules, nor of a mode in which undo has no limit."""
    if mode == modes.CUSTOM or mode not in statistics.modes_of(entry):
        return False
    options = modes.options(entry.modes, mode) if entry.modes else entry.options
    return (options or {}).get("undo") != WITHOUT_LIMIT


def ranked_modes(entry: Entry) -> tuple[str, ...]:
    """The modes of a game that have a board."""
    if not entry.counted:
        return ()
    return tuple(mode for mode in statistics.modes_of(entry) if is_ranked(entry, mode))


def since(period: str, now: datetime) -> datetime | None:
    """When a period began: midnight, or that of Monday, by UTC; None for all time."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if period == ALL:
        return None
    return midnight - timedelta(days=midnight.weekday() if period == WEEK else 0)


def ranked(entry: Entry, mode: str, period: str, now: datetime) -> QuerySet[Result]:
    """The results that a board ranks: of no daily deal, no second go, and open to everybody.

    A deal that is being played again keeps its results back till then, since a replay would tell
    its cards.
    """
    results = verified().filter(game=entry.slug, mode=mode, day=None)
    again = Round.objects.open().filter(deal=OuterRef("round__deal"))
    if begun := since(period, now):
        results = results.filter(ended_at__gte=begun)
    return results.filter(~Exists(again))


def verified() -> QuerySet[Result]:
    """Results that count, without those whose log did not lead to them when it was replayed."""
    # Not `disproof=None`: of that join the database expects next to no rows, and plans for few.
    fell = Disproof.objects.filter(result=OuterRef("pk"))
    return Result.objects.filter(~Exists(fell), restarted=False).select_related("player")


def shown() -> Q:
    """Results of players whom others may see: with a name, not hidden, no staff, nobody closed.

    Test players stand on the boards of a demo only.
    """
    # As what is left out: the database knows that few hide, and not that many do not.
    hidden = Q(player__settings__contains={"leaderboards": False})
    who = Q(player__is_staff=False, player__is_active=True) & ~Q(player__display_name="") & ~hidden
    return who if _with_test_players() else who & Q(player__is_test=False)


def absence(player: Player) -> str:
    """Why others do not see this player on a board; empty for one whom they see."""
    if player.is_staff:
        return "staff"
    if player.is_test and not _with_test_players():
        return "test"
    if not player.preferences.leaderboards:
        return "hidden"
    return "" if player.display_name else "nameless"


def _with_test_players() -> bool:
    return settings.MODE != "production"


# --- a board ------------------------------------------------------------------------------------


def board(results: QuerySet[Result], *, viewer: Player | None = None, most: int = LISTED) -> Board:
    """The board of these results as the viewer, None for a visitor, may see it."""
    best = best_of_each(results.filter(shown()), most)
    rows = tuple(
        Row(place, result, result.player.display_name, _is(result, viewer))
        for place, result in enumerate(best, 1)
    )
    if viewer is None:
        return Board(rows, None, "")
    absent = absence(viewer)
    own = next((row for row in rows if row.mine), None)
    if own is None and absent in ("", "nameless", "hidden"):
        own = _place_of(viewer, results)
    return Board(rows, own, absent)


def best_of_each(results: QuerySet[Result], most: int) -> list[Result]:
    """The best result of each player, best first, no more than so many.

    Reads down the index of the order: who has been found already is left out of the next rows.
    """
    best: dict[int, Result] = {}
    ordered = results.order_by(*ORDER)
    while len(best) < most:
        rows = list(ordered.exclude(player__in=list(best))[:AT_ONCE])
        for result in rows:
            best.setdefault(result.player_id, result)
        if len(rows) < AT_ONCE:
            break
    return list(best.values())[:most]


def _place_of(player: Player, results: QuerySet[Result]) -> Row | None:
    """Where the player's best stands, or would stand if others saw it."""
    result = results.filter(player=player).order_by(*ORDER).first()
    if result is None:
        return None
    ahead = results.filter(shown(), better(result)).exclude(player=player)
    place = ahead.values("player").distinct().count() + 1
    return Row(place, result, player.display_name, True)


def better(result: Result) -> Q:
    """The results that are ranked before this one."""
    same, first = Q(points=result.points), Q(points__gt=result.points)
    for name in ("seconds", "ended_at", "pk"):
        value = getattr(result, name)
        first |= same & Q(**{f"{name}__lt": value})
        same &= Q(**{name: value})
    return first


def _is(result: Result, viewer: Player | None) -> bool:
    return viewer is not None and result.player_id == viewer.pk


def is_over(result: Result) -> bool:
    """Whether its deal is no secret any more, as far as its day goes."""
    return result.day is None or timezone.now().astimezone(UTC).date() > result.day


def entry_open_to_all(result_id: int, now: datetime) -> Result:
    """A result that stands on a board now, or on that of a day that has ended.

    Raises Result.DoesNotExist for any other, so that no other round of a player can be looked at.
    """
    results = verified().filter(shown()).select_related("round__deal", "player")
    result = results.defer("round__kept").get(pk=result_id)
    entry = ENTRIES.get(result.game)
    if result.day is not None and entry is not None and is_over(result):
        return result
    for period in PERIODS if entry and is_ranked(entry, result.mode) else ():
        listed = ranked(ENTRIES[result.game], result.mode, period, now)
        own = listed.filter(player=result.player)
        if own.filter(pk=result.pk).exists() and not own.filter(better(result)).exists():
            return result
    raise Result.DoesNotExist


# --- verification -------------------------------------------------------------------------------


def standing(now: datetime) -> Iterator[Result]:
    """Every result that is listed on some board now, once."""
    seen: set[int] = set()
    for entry in ENTRIES.values():
        for mode in ranked_modes(entry):
            for period in PERIODS:
                for result in best_of_each(ranked(entry, mode, period, now), LISTED):
                    if result.pk not in seen:
                        seen.add(result.pk)
                        yield result


def verify(now: datetime | None = None) -> tuple[int, int]:
    """Replay what the boards list once more: how many results, and how many of them fell.

    A result that fell makes room for another, which is verified too.
    """
    checked, fell, held = 0, 0, set[int]()
    while fresh := [one for one in standing(now or timezone.now()) if one.pk not in held]:
        for result in fresh:
            held.add(result.pk)
            checked += 1
            if reason := fault_of(result):
                disprove(result, reason)
                fell += 1
    return checked, fell


def fault_of(result: Result) -> str:
    """What its round's log, replayed, tells otherwise; empty where it leads to the result."""
    round = Round.objects.select_related("deal").get(pk=result.round_id)
    try:
        found = statistics.measure(round, replayed(round).state)
    except (Refusal, Tampered) as fault:
        return f"The log does not replay: {fault}"
    wrong = [name for name, value in found.items() if getattr(result, name) != value]
    if not found or wrong:
        return f"The log leads to another result: {', '.join(wrong) or 'none at all'}."
    return ""


@transaction.atomic
def disprove(result: Result, reason: str) -> None:
    """Take a result off the boards for good, and tell the operator."""
    Disproof.objects.create(result=result, reason=reason)
    events.record("result disproved", result.round.cause, reason=reason)
    logger.error("%s does not hold and stands on no board any more: %s", result, reason)
