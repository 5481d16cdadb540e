"""What games returned, by game and price, against the theory: the report and its alarm."""

from __future__ import annotations

from datetime import datetime
from math import sqrt
from typing import Any, NamedTuple

from django.db import connection

from games import theory
from games.catalogue import ENTRIES
from games.simulation_models import WITHIN_95
from games.theory import Theory

# So far from the theory, in standard errors, opens a case (GLI-19 2.9: a deviation is looked into).
ALARM = 3
# Fewer rounds say nothing.
ROUNDS_LEAST = 200
# Of ended rounds by what was bet before the deal; a share is what came back of the stake. Void ones
# are counted, and in nothing else: what they gave back was no return of the game.
ROUNDS = """
SELECT round.game, round.bets::text, count(*) FILTER (WHERE round.outcome <> 'void'),
       coalesce(sum(round.staked) FILTER (WHERE round.outcome <> 'void'), 0),
       coalesce(sum(round.returned) FILTER (WHERE round.outcome <> 'void'), 0),
       count(*) FILTER (WHERE round.returned > round.staked AND round.outcome <> 'void'),
       sum(round.returned::float8 / nullif(round.staked, 0))
           FILTER (WHERE round.outcome <> 'void'),
       sum((round.returned::float8 / nullif(round.staked, 0)) ^ 2)
           FILTER (WHERE round.outcome <> 'void'),
       count(*) FILTER (WHERE round.outcome = 'void')
FROM games_round AS round JOIN accounts_player AS player ON player.id = round.player_id
WHERE round.currency = %(currency)s AND round.ended_at >= %(first)s AND round.ended_at < %(last)s
      AND (%(tests)s OR NOT player.is_test)
GROUP BY 1, 2 ORDER BY 1, 4 DESC
"""
OPEN = """
SELECT round.game, count(*), sum(round.staked + round.reserved), min(round.touched_at)
FROM games_round AS round JOIN accounts_player AS player ON player.id = round.player_id
WHERE round.currency = %(currency)s AND round.ended_at IS NULL
      AND (%(tests)s OR NOT player.is_test)
GROUP BY 1 ORDER BY 1
"""


class Row(NamedTuple):
    """A game at one bet. Amounts are minor units; `mean` and `half_width` shares of the stake.

    The mean is of each round's own share, so that it compares with the theory; `half_width` is
    half of its 95 % interval.
    """

    game: str
    bets: str
    rounds: int
    staked: int
    returned: int
    wins: int
    voids: int
    mean: float
    half_width: float
    theory: Theory | None

    @property
    def deviate(self) -> float | None:
        """How far the mean is from the theory, in standard errors; None where it says nothing."""
        if self.theory is None or self.rounds < ROUNDS_LEAST:
            return None
        return (self.mean - self.theory.mean) / (self.theory.spread / sqrt(self.rounds))

    @property
    def percent(self) -> str:
        """The mean and its interval, per cent."""
        return f"{self.mean * 100:.2f} % ± {self.half_width * 100:.2f}"

    @property
    def alarm(self) -> bool:
        """Whether it has left the band."""
        return self.deviate is not None and abs(self.deviate) > ALARM


class Open(NamedTuple):
    """Rounds of a game that are in play or were interrupted, and the money in them."""

    game: str
    rounds: int
    held: int
    untouched_since: datetime | None


def report(currency: str, first: datetime, last: datetime, tests: bool) -> list[Row]:
    """A row for each game and bet, and one without activity for a game that had none.

    `tests`: test players too, who are left out of reports otherwise.
    """
    values: dict[str, Any] = {"currency": currency, "first": first, "last": last, "tests": tests}
    with connection.cursor() as cursor:
        cursor.execute(ROUNDS, values)
        found = [_row(*row) for row in cursor.fetchall()]
    played = {row.game for row in found}
    idle = [
        Row(slug, "", 0, 0, 0, 0, 0, 0.0, 0.0, theory.of(entry))
        for slug, entry in ENTRIES.items()
        if entry.bets and slug not in played
    ]
    return [row for row in [*found, *idle] if ENTRIES[row.game].bets]


def in_play(currency: str, tests: bool) -> list[Open]:
    """The rounds in play and what they hold."""
    with connection.cursor() as cursor:
        cursor.execute(OPEN, {"currency": currency, "tests": tests})
        return [Open(game, count, int(held), at) for game, count, held, at in cursor.fetchall()]


def _row(
    game: str,
    bets: str,
    rounds: int,
    staked: int,
    returned: int,
    wins: int,
    shares: float | None,
    squares: float | None,
    voids: int,
) -> Row:
    # A price at which every round was void has returned nothing that says anything.
    played = max(rounds, 1)
    mean = (shares or 0) / played
    variance = max((squares or 0) / played - mean * mean, 0)
    half = WITHIN_95 * sqrt(variance / played)
    expected = theory.of(ENTRIES[game])
    return Row(game, bets, rounds, int(staked), int(returned), wins, voids, mean, half, expected)
