"""The table of Klondike as the search keeps it: small, quick to compare, every card known.

A card is a number: 13 times its suit (c d h s) and its rank from 0. Draws stand in no table of
their own: they touch no column, so each is made just before the card that it is made for. Which
other moves are left out, and why nothing is lost by it, stands in `docs/solver.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games import cards
from games.rules import Options

CARDS = cards.pack()
SUITS = cards.SUITS
KING = 12
SUIT = bytes(card // 13 for card in range(52))
RANK = bytes(card % 13 for card in range(52))
RED = tuple(cards.colour(text) == cards.colour("Ah") for text in CARDS)
# Which two suits are of the other colour, and which is the other of the same.
OTHER = tuple(tuple(s for s in range(4) if RED[13 * s] != RED[13 * suit]) for suit in range(4))
TWIN = tuple(
    next(s for s in range(4) if s != suit and RED[13 * s] == RED[13 * suit]) for suit in range(4)
)
# The cards that a card may lie on in a column.
HOSTS = tuple(
    frozenset(h for h in range(52) if RANK[h] == RANK[card] + 1 and RED[h] != RED[card])
    for card in range(52)
)


class Table(NamedTuple):
    """`up` counts the cards of each suit on the foundations.

    A column is bytes: first what lies face down in it (`Game.hidden`), then the cards face up.
    `rest` has a bit for each card left in stock and play deck, `drawn` counts those of them that
    are drawn, `turned` the turn-overs.
    """

    up: tuple[int, ...]
    columns: tuple[bytes, ...]
    rest: int
    drawn: int
    turned: int


Step = tuple[tuple[str, ...], Table]
EMPTY = b"\0"


class Reached(NamedTuple):
    """A card of the stock or play deck that can be played after `draws`, and what that leaves."""

    draws: tuple[str, ...]
    card: int
    rest: int
    drawn: int
    turns: int


class Game:
    """A deal and its rules: where it starts, and where each table leads."""

    def __init__(self, deck: Sequence[str], options: Options) -> None:
        codes = [CARDS.index(card) for card in deck]
        columns: list[list[int]] = [[] for _ in range(7)]
        left = iter(codes)
        for row in range(7):
            for column in columns[row:]:
                column.append(next(left))
        self.hidden = [bytes(column[:-1]) for column in columns]
        self.talon = tuple(left)
        self.draw = int(options.get("draw", 1))
        passes = options.get("passes", "unlimited")
        self.turns = passes - 1 if isinstance(passes, int) else None
        self.back = options.get("back", "yes") == "yes"
        self.start = Table(
            (0, 0, 0, 0),
            tuple(bytes((8 * j + j, column[-1])) for j, column in enumerate(columns)),
            (1 << len(self.talon)) - 1,
            0,
            0,
        )
        self._reached: dict[tuple[int, int], tuple[Reached, ...]] = {}

    def key(self, table: Table) -> bytes:
        """The same for tables that offer the same: columns in any order, draws that only wait."""
        drawn, turned = table.drawn, table.turned
        if self.turns is None:
            turned = 0
            if drawn % self.draw == 0 or drawn == table.rest.bit_count():
                drawn = 0
        talon = table.rest | drawn << 24 | turned << 32
        parts = (bytes(table.up), talon.to_bytes(5, "big"), *sorted(table.columns))
        # No card and no count is 255, so that different tables never look alike.
        return b"\xff".join(parts)

    def steps(self, table: Table) -> list[Step]:
        """Every step that may have to be made; one alone where it can do no harm."""
        sure = self._sure(table)
        if sure:
            return [sure]
        empty = next((i for i, column in enumerate(table.columns) if column == EMPTY), None)
        found = list(self._columns_up(table))
        found += self._runs(table, empty)
        found += self._from_talon(table, empty)
        if self.back:
            found += self._returns(table, empty)
        return found

    # A card goes up at once when nothing that is left could ever need to lie on it.

    def _sure(self, table: Table) -> Step | None:
        for i, column in enumerate(table.columns):
            if len(column) > 1 and self._is_sure(table.up, column[-1]):
                return self._column_up(table, i)
        if self.draw == 1:
            for reached in self._reach(table):
                # Drawing costs nothing where passes are without limit.
                if (not reached.draws or self.turns is None) and self._is_sure(
                    table.up, reached.card
                ):
                    return self._talon_up(table, reached)
        return None

    def _is_sure(self, up: tuple[int, ...], card: int) -> bool:
        """Whether it goes up, and is of no more use below."""
        return up[SUIT[card]] == RANK[card] and self._is_useless_below(up, card)

    def _is_useless_below(self, up: tuple[int, ...], card: int) -> bool:
        suit, rank = SUIT[card], RANK[card]
        one, other = OTHER[suit]
        if up[one] < rank or up[other] < rank:
            return False
        # What has come back could be needed below a card of its own, but none of those is left.
        return not self.back or up[TWIN[suit]] >= rank - 1

    def _columns_up(self, table: Table) -> Iterator[Step]:
        for i, column in enumerate(table.columns):
            if len(column) > 1 and table.up[SUIT[column[-1]]] == RANK[column[-1]]:
                yield self._column_up(table, i)

    def _column_up(self, table: Table, i: int) -> Step:
        column = table.columns[i]
        columns = _with(table.columns, i, self._left(column, column[1:-1]))
        return (f"t{i + 1}>f",), table._replace(up=_raised(table.up, column[-1]), columns=columns)

    def _runs(self, table: Table, empty: int | None) -> Iterator[Step]:
        for i, column in enumerate(table.columns):
            if len(column) < 2:
                continue
            if RANK[column[1]] == KING and column[0] and empty is not None:
                yield self._whole(table, i, empty)
            for to, target in enumerate(table.columns):
                if to != i and len(target) > 1:
                    length = RANK[target[-1]] - RANK[column[-1]]
                    if 0 < length < len(column) and target[-1] in HOSTS[column[-length]]:
                        yield from self._run(table, i, length, to)

    def _run(self, table: Table, i: int, length: int, to: int) -> Iterator[Step]:
        """The move of a run: the whole of it, or a part that lets the card under it go up."""
        column = table.columns[i]
        if length == len(column) - 1:
            yield self._whole(table, i, to)
            return
        card = column[-length - 1]
        if table.up[SUIT[card]] != RANK[card]:
            return
        columns = _with(table.columns, to, table.columns[to] + column[-length:])
        columns = _with(columns, i, self._left(column, column[1 : -length - 1]))
        notations = (f"t{i + 1}:{length}>t{to + 1}", f"t{i + 1}>f")
        yield notations, table._replace(up=_raised(table.up, card), columns=columns)

    def _whole(self, table: Table, i: int, to: int) -> Step:
        column = table.columns[i]
        columns = _with(table.columns, to, table.columns[to] + column[1:])
        columns = _with(columns, i, self._left(column, b""))
        return (f"t{i + 1}:{len(column) - 1}>t{to + 1}",), table._replace(columns=columns)

    def _left(self, column: bytes, shown: bytes) -> bytes:
        """A column with these cards face up; where there are none its last hidden card turns up."""
        covered = column[0]
        if shown:
            return bytes((covered,)) + shown
        if not covered:
            return EMPTY
        j, count = divmod(covered, 8)
        return bytes((covered - 1 if count > 1 else 0, self.hidden[j][count - 1]))

    def _from_talon(self, table: Table, empty: int | None) -> Iterator[Step]:
        for reached in self._reach(table):
            if self.turns is not None and table.turned + reached.turns > self.turns:
                continue
            card = reached.card
            if table.up[SUIT[card]] == RANK[card]:
                yield self._talon_up(table, reached)
            for i in self._places(table, card, empty):
                columns = _with(table.columns, i, table.columns[i] + bytes((card,)))
                after = self._taken(table, reached)._replace(columns=columns)
                yield (*reached.draws, f"w>t{i + 1}"), after

    def _talon_up(self, table: Table, reached: Reached) -> Step:
        after = self._taken(table, reached)._replace(up=_raised(table.up, reached.card))
        return (*reached.draws, "w>f"), after

    def _taken(self, table: Table, reached: Reached) -> Table:
        turned = table.turned + reached.turns
        return table._replace(rest=reached.rest, drawn=reached.drawn, turned=turned)

    def _reach(self, table: Table) -> tuple[Reached, ...]:
        """The cards of stock and play deck that can be played, the fewest draws first."""
        place = table.rest, table.drawn
        if place not in self._reached:
            self._reached[place] = tuple(self._reachable(*place))
        return self._reached[place]

    def _reachable(self, rest: int, drawn: int) -> Iterator[Reached]:
        left = [k for k in range(len(self.talon)) if rest >> k & 1]
        seen = {drawn} if drawn else set()
        if drawn:
            yield self._at(rest, left, drawn, (), 0)
        draws: tuple[str, ...] = ()
        for turns in (0, 1):
            while drawn < len(left):
                drawn = min(drawn + self.draw, len(left))
                draws += ("draw",)
                # Met again after a turn-over it is the same card, for one pass more.
                if drawn not in seen:
                    yield self._at(rest, left, drawn, draws, turns)
                seen.add(drawn)
            drawn = 0
            draws += ("redeal",)

    def _at(
        self, rest: int, left: list[int], drawn: int, draws: tuple[str, ...], turns: int
    ) -> Reached:
        k = left[drawn - 1]
        return Reached(draws, self.talon[k], rest ^ 1 << k, drawn - 1, turns)

    def _returns(self, table: Table, empty: int | None) -> Iterator[Step]:
        for suit, height in enumerate(table.up):
            if not height:
                continue
            card = 13 * suit + height - 1
            up = _raised(table.up, card, -1)
            if self._is_useless_below(up, card):
                continue
            for i in self._places(table, card, empty):
                columns = _with(table.columns, i, table.columns[i] + bytes((card,)))
                yield (f"f{SUITS[suit]}>t{i + 1}",), table._replace(up=up, columns=columns)

    def _places(self, table: Table, card: int, empty: int | None) -> Iterator[int]:
        """The columns that take a card; of empty ones the first stands for all."""
        if RANK[card] == KING:
            if empty is not None:
                yield empty
            return
        hosts = HOSTS[card]
        for i, column in enumerate(table.columns):
            if len(column) > 1 and column[-1] in hosts:
                yield i


def _with(columns: tuple[bytes, ...], i: int, column: bytes) -> tuple[bytes, ...]:
    return (*columns[:i], column, *columns[i + 1 :])


def _raised(up: tuple[int, ...], card: int, by: int = 1) -> tuple[int, ...]:
    suit = SUIT[card]
    return (*up[:suit], up[suit] + by, *up[suit + 1 :])
