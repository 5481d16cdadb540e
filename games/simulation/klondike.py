"""Strategies for Klondike: `random`, `greedy` and `careful`.

They look at what the player sees and at nothing else: the last card of the play deck and the
face-up cards of the columns. A test reshuffles the hidden cards and finds the same choice.

`greedy` plays up what goes up; else turns up a card, in the deepest column first; else empties a
column; else brings down the card of the play deck; else frees a card that goes up; else draws.
`careful` turns up cards first and plays up only what no card to come could need, empties a column
only for a king that waits, and frees a card last of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules import PLAYER, Options
from games.rules.klondike import deal as dealt
from games.rules.klondike import finish, moves
from games.rules.klondike_table import (
    NOTATIONS,
    RANK,
    SUITS,
    State,
    fits,
    goes_up,
    made,
    may_turn_over,
)

Dice = Callable[[int], int]
Step = Callable[[State], str | None]
# Without a limit of passes a deck could be turned over for ever.
TURNED_MOST = 30
# One end in so many choices, since a game without a limit of passes never ends by itself.
ENDS_IN = 200


def deal(deck: Sequence[str], options: Options) -> State:
    """The table at the start."""
    return dealt(deck, options)


def step(state: State, notation: str) -> State:
    """The table after a move of a strategy, which is a legal one."""
    return made(state, NOTATIONS[notation], PLAYER)


def counted(state: State) -> int:
    """Cards on the foundations, where the house's finish brings the rest."""
    return 52 if finish(state) else sum(state.foundations)


def won(state: State) -> bool:
    """Whether all are there."""
    return counted(state) == 52


def random(state: State, dice: Dice) -> str | None:
    """Any legal move, evenly; once in a while the end."""
    legal = [notation for notation, _ in moves(state)]
    if not legal or finish(state) or not dice(ENDS_IN):
        return None
    return legal[dice(len(legal))]


def greedy(state: State, dice: Dice) -> str | None:
    """The first of these that there is; it never ends while it can draw."""
    return _first(state, (_up, _turning, _emptying, _waste_down, _freeing, _stock))


def careful(state: State, dice: Dice) -> str | None:
    """The same with more thought."""
    steps = (_safe_up, _turning, _making_room, _waste_down, _up, _freeing, _stock)
    return _first(state, steps)


def _first(state: State, steps: Sequence[Step]) -> str | None:
    if sum(state.foundations) == 52 or state.turned > TURNED_MOST:
        return None
    return next((notation for one in steps if (notation := one(state))), None)


def _up(state: State) -> str | None:
    if state.waste and goes_up(state, state.waste[-1]):
        return "w>f"
    for t, column in enumerate(state.columns, 1):
        if column and goes_up(state, column[-1]):
            return f"t{t}>f"
    return None


def _safe_up(state: State) -> str | None:
    """What goes up and no card of the other colour still to come could need."""
    if state.waste and goes_up(state, state.waste[-1]) and _is_safe(state, state.waste[-1]):
        return "w>f"
    for t, column in enumerate(state.columns, 1):
        if column and goes_up(state, column[-1]) and _is_safe(state, column[-1]):
            return f"t{t}>f"
    return None


def _is_safe(state: State, card: str) -> bool:
    others = [s for s, suit in enumerate(SUITS) if (suit in "dh") != (card[1] in "dh")]
    return RANK[card] <= max(2, min(state.foundations[s] for s in others) + 2)


def _turning(state: State) -> str | None:
    """All face-up cards of a column to another one, so that a card is turned up."""
    for i in sorted(range(7), key=lambda i: -state.hidden[i]):
        column, hidden = state.columns[i], state.hidden[i]
        if hidden and len(column) > hidden and (to := _place(state, column[hidden], i)):
            return f"t{i + 1}:{len(column) - hidden}>t{to}"
    return None


def _freeing(state: State) -> str | None:
    """Part of a run to another column, so that the card above it can go up."""
    for i, column in enumerate(state.columns):
        for place in range(state.hidden[i] + 1, len(column)):
            if goes_up(state, column[place - 1]) and (
                to := _place(state, column[place], i, empty=False)
            ):
                return f"t{i + 1}:{len(column) - place}>t{to}"
    return None


def _emptying(state: State) -> str | None:
    """A column without face-down cards to another one."""
    for i, column in enumerate(state.columns):
        if not column or state.hidden[i] or column[0][0] == "K":
            continue
        if to := _place(state, column[0], i, empty=False):
            return f"t{i + 1}:{len(column)}>t{to}"
    return None


def _making_room(state: State) -> str | None:
    """A column emptied where a king waits for the space."""
    waiting = [*state.waste[-1:]]
    for column, hidden in zip(state.columns, state.hidden, strict=True):
        waiting += column[hidden : hidden + 1] if hidden else ()
    return _emptying(state) if any(card[0] == "K" for card in waiting) else None


def _waste_down(state: State) -> str | None:
    if state.waste and (to := _place(state, state.waste[-1], -1)):
        return f"w>t{to}"
    return None


def _stock(state: State) -> str | None:
    if state.stock:
        return "draw"
    return "redeal" if may_turn_over(state) else None


def _place(state: State, card: str, source: int, empty: bool = True) -> int | None:
    """The first column, from 1, that takes the card; empty ones only where allowed."""
    for to, column in enumerate(state.columns):
        if to != source and (column or empty) and fits(card, column):
            return to + 1
    return None


STRATEGIES: Mapping[str, Any] = {"random": random, "greedy": greedy, "careful": careful}
