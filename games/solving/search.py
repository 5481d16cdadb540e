"""A search of our own, the most promising table first, which keeps passes and options exactly.

It visits every table once at most, so it can come to an end without a win: then there is none.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Sequence

from games.rules import Options
from games.solving.tables import RANK, SUIT, Game, Table

# What makes a table less promising, each a whole number of points: a card face down; one of them
# that lies under a higher one of its suit; a card in stock and play deck; a turn-over where passes
# are counted; a drawn card, which lies under others; and what speaks for it, a card that is up.
FACE_DOWN, BURIED, IN_TALON, TURNED, DRAWN, UP = 6, 2, 3, 40, 8, 3
# Tables are kept in memory, about half a kilobyte each.
MOST_TABLES = 700_000


class Search:
    """The search of one deal, or from a later table of it; `nodes` counts tables looked at."""

    def __init__(self, deck: Sequence[str], options: Options, start: Table | None = None) -> None:
        self.game = Game(deck, options)
        self.nodes = 0
        self.line: list[str] | None = None
        # A table is let go once its steps are known; how it was reached is kept.
        self._tables: list[Table | None] = []
        self._before: list[int] = []
        self._steps: list[tuple[str, ...]] = []
        self._seen: set[bytes] = set()
        self._open: list[tuple[int, int]] = []
        self._add(start or self.game.start, -1, ())

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left to look at and no win was found."""
        return not self._open and self.line is None

    def run(self, nodes: int, deadline: float) -> None:
        """Look at so many more tables, until `time.process_time()` is at the deadline."""
        last = self.nodes + nodes
        while self._open and self.line is None and self.nodes < last:
            if self.nodes % 256 == 0 and time.process_time() > deadline:
                return
            if len(self._tables) > MOST_TABLES:
                return
            self._look()

    def _look(self) -> None:
        self.nodes += 1
        number = -heapq.heappop(self._open)[1]
        table = self._tables[number]
        assert table is not None
        self._tables[number] = None
        for notations, after in self.game.steps(table):
            if sum(after.up) == 52:
                self.line = [*self._line(number), *notations]
                return
            self._add(after, number, notations)

    def _add(self, table: Table, before: int, notations: tuple[str, ...]) -> None:
        key = self.game.key(table)
        if key in self._seen:
            return
        self._seen.add(key)
        # Of tables that promise the same the newest comes first.
        heapq.heappush(self._open, (self._points(table), -len(self._tables)))
        self._tables.append(table)
        self._before.append(before)
        self._steps.append(notations)

    def _line(self, number: int) -> list[str]:
        """The moves from the deal to a table."""
        steps = []
        while number > 0:
            steps.append(self._steps[number])
            number = self._before[number]
        return [notation for step in reversed(steps) for notation in step]

    def _points(self, table: Table) -> int:
        """How far a table looks from a win: the fewer the better."""
        points = IN_TALON * table.rest.bit_count() - UP * sum(table.up)
        for column in table.columns:
            if column[0]:
                points += self._covered(column)
        if self.game.turns is not None:
            left = self.game.turns - table.turned
            points += TURNED * table.turned + DRAWN * table.drawn // (left + 1)
        return points

    def _covered(self, column: bytes) -> int:
        j, count = divmod(column[0], 8)
        points = FACE_DOWN * count
        for card in self.game.hidden[j][:count]:
            if any(SUIT[c] == SUIT[card] and RANK[c] > RANK[card] for c in column[1:]):
                points += BURIED
        return points
