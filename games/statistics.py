"""What a player's games come to: a result for each that was played, and the figures of them all.

A game counts as played from its first move on. Moves are all that the player made, those that were
taken back included. Seconds are the server's: the gaps between the player's entries, each counted
as a minute at most. A second go at a deal that was played is kept, and counts in no figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Q

from accounts.models import Player
from games.catalogue import Entry
from games.models import Move, Result, Round
from games.rules import ENDS, PLAYER, UNDO

LONGEST_GAP_SECONDS = 60


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
        if self.least_seconds is None:
            return ""
        minutes, seconds = divmod(self.least_seconds, 60)
        return f"{minutes}:{seconds:02}"


def record(round: Round, state: Any) -> None:
    """Keep the result of a round that has just ended at this state, if it was played at all."""
    if not round.entry.counted or round.outcome == "void" or round.ended_at is None:
        return
    log = Move.objects.filter(round=round, actor=PLAYER).order_by("no")
    entries = list(log.values_list("notation", "made_at"))
    moves = sum(notation != UNDO and notation not in ENDS for notation, _at in entries)
    if not moves:
        return
    seconds = played_seconds([round.started_at, *(at for _notation, at in entries)])
    facts = dict(round.rules.view(state).facts)
    Result.objects.create(
        round=round,
        player_id=round.player_id,
        game=round.game,
        currency=round.currency,
        mode=round.mode,
        options=options_key(round.options),
        won=round.outcome == "won",
        cards=facts[round.entry.counted],
        score=round.rules.score(state, seconds),
        moves=moves,
        seconds=seconds,
        restarted=not round.still_counts(),
        ended_at=round.ended_at,
    )


def played_seconds(times: Sequence[datetime]) -> int:
    """The seconds between the first and the last of these times, each gap a minute at most."""
    gaps = (later - earlier for earlier, later in pairwise(times))
    spent = (min(max(gap.total_seconds(), 0), LONGEST_GAP_SECONDS) for gap in gaps)
    return int(sum(spent))


def options_key(options: dict[str, Any]) -> str:
    """The options as one text, the same for the same options."""
    return ", ".join(f"{name}={options[name]}" for name in sorted(options))


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
