"""What decides whether a deal can be won, and our rules as the judge of a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules import PLAYER, Options, Refusal, klondike, replay

# Every other option leaves the moves as they are.
DECISIVE = ("draw", "passes", "back")


class Answer(NamedTuple):
    """A verdict with the winning line, if there is one; `nodes` are those of our own search."""

    verdict: str
    line: tuple[str, ...]
    nodes: int


def decisive(options: Options) -> dict[str, int | str]:
    """The options of these that decide whether a deal can be won, with their defaults."""
    return {name: options.get(name, klondike.OPTIONS[name][0]) for name in DECISIVE}


def wins(deck: Sequence[str], options: Options, line: Iterable[str]) -> bool:
    """Whether our rules replay the line to a win under exactly these options."""
    try:
        state = replay(klondike, deck, options, [(PLAYER, notation) for notation in line]).state
    except Refusal:
        return False
    return klondike.over(state) == "won"
