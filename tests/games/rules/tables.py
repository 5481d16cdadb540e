"""Klondike's tables drawn as text, and short questions to them."""

from typing import Any

import pytest

from games.rules import IllegalMove, klondike, play
from games.rules.klondike_table import State
from tests.games.rules.offered import THREE_CARD_SOLITAIRE

VEGAS_RULES = THREE_CARD_SOLITAIRE.options
DECK = THREE_CARD_SOLITAIRE.deck(1)
# Columns on which few cards fit.
DEAD = "t1 9c\nt2 9s\nt3 9h\nt4 9d\nt5 Ks\nt6 Kh\nt7 Kc"


def table(text: str, **changed: Any) -> State:
    """A table from lines like `s 2c 3c`, `w 5h`, `f c2 d1` and `t1 (Ks 4d) 5h`.

    The stock and play deck are in the order of drawing; cards in brackets are face down; cards
    that a test does not need are left out. `changed` are options and fields of the state.
    """
    piles = {line.split()[0]: line.split(maxsplit=1)[1:] for line in text.strip().splitlines()}
    options = {name: changed.pop(name) for name in list(changed) if name in klondike.OPTIONS}
    words = {name: " ".join(rest) for name, rest in piles.items()}
    columns = [words.get(f"t{t}", "") for t in range(1, 8)]
    heights = {word[0]: int(word[1:]) for word in words.get("f", "").split()}
    waste = tuple(words.get("w", "").split())
    return klondike.deal(DECK, options)._replace(
        stock=tuple(words.get("s", "").split()),
        waste=waste,
        fan=min(len(waste), 1),
        foundations=tuple(heights.get(suit, 0) for suit in "cdhs"),
        columns=tuple(tuple(c.replace("(", "").replace(")", "").split()) for c in columns),
        hidden=tuple(len(c[1:].split(")")[0].split()) if "(" in c else 0 for c in columns),
        **changed,
    )


def legal(state: State) -> set[str]:
    """The notations of the legal moves."""
    return {notation for notation, _ in klondike.moves(state)}


def why(state: State, notation: str) -> IllegalMove:
    """The refusal of a move that is none now."""
    with pytest.raises(IllegalMove) as refused:
        play(klondike, state, notation)
    return refused.value


def after(state: State, *notations: str, actor: str = "player") -> State:
    """The table after those moves."""
    for notation in notations:
        state = play(klondike, state, notation, actor)
    return state


def facts(state: State) -> tuple[bool, bool]:
    """Whether the player is told that no move is legal, and that going on is in vain."""
    view = klondike.view(state)
    return bool(view.fact("stuck")), bool(view.fact("in_vain"))
