"""Strategies for Royal Parade: `random`, `greedy` and `careful`.

`greedy` discards, builds, then fills; it moves a card only to a right place, and deals when it has
none. `careful` plays the hint that the game gives its players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules import Options, royal_parade
from games.rules.royal_parade import State

Dice = Callable[[int], int]
# One end in so many choices: moves without use could go on for ever.
ENDS_IN = 400


def deal(deck: Sequence[str], options: Options) -> State:
    """The table at the start, with what the house does at once."""
    return _with_the_house(royal_parade.deal(deck, options))


def step(state: State, notation: str) -> State:
    """The table after a move, with what the house does then."""
    return _with_the_house(royal_parade.step(state, notation))


def _with_the_house(state: State) -> State:
    while notation := royal_parade.automatic(state):
        state = royal_parade.step(state, notation)
    return state


def counted(state: State) -> int:
    """Cards in right piles."""
    return int(royal_parade.view(state).fact("placed") or 0)


def won(state: State) -> bool:
    """Whether the parade is complete."""
    return royal_parade.over(state) == "won"


def random(state: State, dice: Dice) -> str | None:
    """Any legal move, evenly; once in a while the end."""
    legal = [notation for notation, _ in royal_parade.moves(state)]
    if not legal or not dice(ENDS_IN):
        return None
    return legal[dice(len(legal))]


def greedy(state: State, dice: Dice) -> str | None:
    """The move after which most cards lie right, if it is more than before; else deal."""
    now, best, most = counted(state), None, 0
    for notation, after in royal_parade.moves(state):
        if notation == "deal":
            best = best or notation
            continue
        gain = counted(after) - now + len(after.discard) - len(state.discard)
        if gain > most:
            best, most = notation, gain
    return best


def careful(state: State, dice: Dice) -> str | None:
    """What the game's own hint says."""
    if royal_parade.over(state):
        return None
    return royal_parade.hint(royal_parade.view(state))


STRATEGIES: Mapping[str, Any] = {"random": random, "greedy": greedy, "careful": careful}
