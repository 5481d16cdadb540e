"""The table of Klondike: options, deal, notation, and what each move does to cards and points.

Whether a move is legal stands in `games/rules/klondike.py`, and the rules in `docs/rules/`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games import cards
from games.rules import HOUSE, Options, Value, chosen

PACKS = 1
OPTIONS: Mapping[str, tuple[Value, ...]] = {
    "draw": (1, 3),
    "passes": ("unlimited", 1, 2, 3),
    "back": ("yes", "no"),
    "scoring": ("standard", "vegas", "none"),
    "undo": ("without limit", "to the last reveal", "off"),
    "timed": ("no", "yes"),
    "hints": ("yes", "no"),
    "finish": ("offered", "by the house"),
    "deals": ("any", "winnable"),
}

SUITS = cards.SUITS
RANK = {card: cards.rank(card) for card in cards.pack()}
SUIT = {card: SUITS.index(card[1]) for card in cards.pack()}
KINGS = tuple("K" + suit for suit in SUITS)
# The two cards that may lie on a card in a column: one lower, of the other colour.
TAKES = {
    card: tuple(
        other
        for other in cards.pack()
        if RANK[other] == RANK[card] - 1 and cards.colour(other) != cards.colour(card)
    )
    for card in cards.pack()
}


class Chosen(NamedTuple):
    """The options of a game, as in OPTIONS."""

    draw: int
    passes: int | str
    back: str
    scoring: str
    undo: str
    timed: str
    hints: str
    finish: str
    deals: str


class State(NamedTuple):
    """A table.

    `stock` is in the order of drawing; `waste`, the play deck, too, so its last card is playable,
    and `fan` counts those of the last draw that still lie on it. `foundations` counts the cards
    of each suit. The first `hidden[i]` cards of column i are face down. `turned` counts the
    turn-overs. `points` are those of standard scoring, without time.
    """

    options: Chosen
    stock: tuple[str, ...]
    waste: tuple[str, ...]
    fan: int
    foundations: tuple[int, ...]
    columns: tuple[tuple[str, ...], ...]
    hidden: tuple[int, ...]
    turned: int
    points: int


class Move(NamedTuple):
    """A notation taken apart: columns and suits by their number from 0."""

    kind: str
    source: int = 0
    length: int = 1
    target: int = 0


def _notations() -> Iterator[tuple[str, Move]]:
    """Every notation of the game; whether it is legal depends on the table."""
    yield "draw", Move("draw")
    yield "redeal", Move("redeal")
    yield "w>f", Move("waste up")
    for t in range(7):
        yield f"w>t{t + 1}", Move("waste down", target=t)
        yield f"t{t + 1}>f", Move("column up", t)
        for s, suit in enumerate(SUITS):
            yield f"f{suit}>t{t + 1}", Move("back", s, target=t)
        for to in range(7):
            for n in range(1, 14):
                yield f"t{t + 1}:{n}>t{to + 1}", Move("run", t, n, to)


NOTATIONS = dict(_notations())


def deal(deck: Sequence[str], options: Options) -> State:
    """The table at the start: 28 cards in seven columns, row by row, and 24 in the stock.

    Raises ValueError for a deck that is not the 52 cards, or options that do not exist.
    """
    if sorted(deck) != sorted(cards.pack()):
        raise ValueError("The deck is not the 52 cards.")
    columns: list[list[str]] = [[] for _ in range(7)]
    next_card = iter(deck)
    for row in range(7):
        for column in columns[row:]:
            column.append(next(next_card))
    return State(
        options=Chosen(**chosen(OPTIONS, options)),
        stock=tuple(next_card),
        waste=(),
        fan=0,
        foundations=(0, 0, 0, 0),
        columns=tuple(map(tuple, columns)),
        hidden=(0, 1, 2, 3, 4, 5, 6),
        turned=0,
        points=0,
    )


def goes_up(state: State, card: str) -> bool:
    """Whether a foundation takes the card."""
    return state.foundations[SUIT[card]] == RANK[card] - 1


def fits(card: str, column: tuple[str, ...]) -> bool:
    """Whether a column takes the card."""
    return card in TAKES[column[-1]] if column else card[0] == "K"


def top(state: State, suit: int) -> str:
    """The top card of a foundation that has one."""
    return cards.RANKS[state.foundations[suit] - 1] + SUITS[suit]


def may_turn_over(state: State) -> bool:
    """Whether the play deck may become the stock again."""
    return not state.stock and bool(state.waste) and passes_left(state) != 0


def passes_left(state: State) -> int | None:
    """Passes through the stock that have not ended, the running one included; None: no limit.

    A pass ends with the last card drawn, so that a turn-over is possible while any is left.
    """
    passes = state.options.passes
    if not isinstance(passes, int):
        return None
    return passes - state.turned - (0 if state.stock else 1)


def made(state: State, move: Move, actor: str) -> State:
    """The table after a legal move."""
    return MADE[move.kind](state, move, actor)


def _drawn(state: State, move: Move, actor: str) -> State:
    n = state.options.draw
    new = state.stock[:n]
    return state._replace(stock=state.stock[n:], waste=state.waste + new, fan=len(new))


def _turned_over(state: State, move: Move, actor: str) -> State:
    turned = state.turned + 1
    cost = 0
    if actor != HOUSE:
        cost = 100 if state.options.draw == 1 else 20 if turned > 2 else 0
    return state._replace(
        stock=state.waste, waste=(), fan=0, turned=turned, points=_points(state, -cost)
    )


def _waste_up(state: State, move: Move, actor: str) -> State:
    return state._replace(
        waste=state.waste[:-1],
        fan=_fan_less_one(state),
        foundations=_raised(state, SUIT[state.waste[-1]], 1),
        points=_points(state, 10),
    )


def _waste_down(state: State, move: Move, actor: str) -> State:
    columns = list(state.columns)
    columns[move.target] += state.waste[-1:]
    return state._replace(
        waste=state.waste[:-1],
        fan=_fan_less_one(state),
        columns=tuple(columns),
        points=_points(state, 5),
    )


def _column_up(state: State, move: Move, actor: str) -> State:
    card = state.columns[move.source][-1]
    columns, hidden, gain = _taken(state, move.source, 1)
    return state._replace(
        foundations=_raised(state, SUIT[card], 1),
        columns=tuple(columns),
        hidden=hidden,
        points=_points(state, 10 + gain),
    )


def _run(state: State, move: Move, actor: str) -> State:
    columns, hidden, gain = _taken(state, move.source, move.length)
    columns[move.target] += state.columns[move.source][-move.length :]
    return state._replace(columns=tuple(columns), hidden=hidden, points=_points(state, gain))


def _back(state: State, move: Move, actor: str) -> State:
    columns = list(state.columns)
    columns[move.target] += (top(state, move.source),)
    return state._replace(
        foundations=_raised(state, move.source, -1),
        columns=tuple(columns),
        points=_points(state, -15),
    )


def _taken(
    state: State, source: int, count: int
) -> tuple[list[tuple[str, ...]], tuple[int, ...], int]:
    """Columns and face-down counts without the last cards of a column, a face-down card left at
    its end turned up, and the points that the turning earns."""
    columns = list(state.columns)
    columns[source] = left = columns[source][:-count]
    if not left or state.hidden[source] < len(left):
        return columns, state.hidden, 0
    hidden = list(state.hidden)
    hidden[source] -= 1
    return columns, tuple(hidden), 5


def _raised(state: State, suit: int, by: int) -> tuple[int, ...]:
    heights = list(state.foundations)
    heights[suit] += by
    return tuple(heights)


def _fan_less_one(state: State) -> int:
    """The card under the last one of the fan shows in any case, as long as there is one."""
    return max(state.fan - 1, min(1, len(state.waste) - 1))


def _points(state: State, gain: int) -> int:
    """Standard scoring, never below 0."""
    return max(0, state.points + gain) if state.options.scoring == "standard" else 0


MADE: dict[str, Callable[[State, Move, str], State]] = {
    "draw": _drawn,
    "redeal": _turned_over,
    "waste up": _waste_up,
    "waste down": _waste_down,
    "column up": _column_up,
    "run": _run,
    "back": _back,
}
