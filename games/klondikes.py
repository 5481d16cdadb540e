"""What a page shows of a game of free Klondike besides its table: its standing, and the modes.

Moves and seconds come from the log.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise

from accounts.models import Player
from games import carried, modes, statistics
from games.catalogue import Entry
from games.models import Move
from games.positions import Position
from games.rules import ENDS, PLAYER, UNDO


class Standing(NamedTuple):
    """How a game stands. Seconds are whole; `room` of them may still pass before the next entry.

    `points` is None without scoring, `carried` where no score is carried on or this game does not
    count in it.
    """

    mode: str
    points: int | None
    vegas: bool
    seconds: int
    room: int
    moves: int
    carried: int | None

    @property
    def time(self) -> str:
        """The seconds as `4:05`."""
        return statistics.clock(self.seconds)


def standing(player: Player, position: Position) -> Standing:
    """Points, time and moves of a round; of one that has ended as its result has them."""
    round = position.round
    log = Move.objects.filter(round=round, actor=PLAYER).order_by("no")
    entries = list(log.values_list("notation", "made_at"))
    times = [round.started_at, *(at for _notation, at in entries)]
    spent = statistics.played_seconds(times)
    points = round.rules.score(position.state, spent)
    ticks = round.is_open and not round.finish_due
    shown = statistics.played_seconds([*times, timezone.now()]) if ticks else spent
    gap = (timezone.now() - times[-1]).total_seconds()
    return Standing(
        mode=modes.titles(round.entry.modes).get(round.mode, ""),
        points=points,
        vegas=round.options["scoring"] == "vegas",
        seconds=shown,
        room=max(0, statistics.LONGEST_GAP_SECONDS - int(gap)) if ticks else 0,
        moves=sum(notation != UNDO and notation not in ENDS for notation, _at in entries),
        carried=_carried(player, position, points),
    )


def _carried(player: Player, position: Position, points: int | None) -> int | None:
    """The Vegas score with this game in it."""
    round = position.round
    if points is None or not carried.counts(player, round):
        return None
    ended = carried.before(player, round.game)
    return ended + points if ended is not None and round.is_open else ended


class Pick(NamedTuple):
    """A button among others, of which one is chosen."""

    slug: str
    title: str | Promise
    chosen: bool


class Picker(NamedTuple):
    """The choice of mode and level: what is chosen, and of each choice what it changes."""

    modes: list[Pick]
    levels: list[Pick]
    lines: list[tuple[str, str]]
    carry: bool


def picker(player: Player, entry: Entry, chosen: str) -> Picker:
    """The choice as it stands for a player; `chosen` is mode and level as one text."""
    mode, level = modes.apart(chosen)
    level = level or modes.apart(entry.usual_mode)[1]
    levels = {one.slug: one.title for each in entry.modes for one in each.levels}
    lines = [
        (modes.slug(each.slug, one.slug), f"{each.line} {one.line}")
        for each in entry.modes
        for one in each.levels
    ]
    lines += [(each.slug, str(each.line)) for each in entry.modes if not each.levels]
    return Picker(
        modes=[Pick(each.slug, each.title, each.slug == mode) for each in entry.modes],
        levels=[Pick(slug, title, slug == level) for slug, title in levels.items()],
        lines=lines,
        carry=bool(player.preferences.carried_since),
    )
