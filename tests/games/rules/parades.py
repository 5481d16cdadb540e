"""Royal Parade's tables drawn as text, and short questions to them."""

from collections import Counter
from typing import Any

import pytest

from games.rules import HOUSE, IllegalMove, play, royal_parade
from games.rules.royal_parade_table import PARADE, RESERVE, State
from tests.games.rules.offered import ROYAL_PARADE

DECK = ROYAL_PARADE.deck(1)
BY_THE_HOUSE = {"aces": "by the house"}
# Cards that a stock may hold, in the order of dealing.
STOCK = ("9c", "Tc", "Jc", "Qc", "Kc", "9d", "Td", "Jd", "Qd", "Kd", "9h", "Th", "Jh", "Qh", "Kh")
# What stands finished in each place that a drawing marks with `full`.
BUILT = {"a": "258J", "b": "369Q", "c": "47TK"}


def table(text: str, **options: Any) -> State:
    """A table from lines like `s 2c 3c`, `a1 2h 5h`, `v1 9d Ac`, bottom card first.

    Cards get their pack by the order of their naming. Places of the parade that are not named are
    empty; with a line `full` they are finished, and with `dead` too but for a misplaced king in
    the last, so that the game is not won. Cards that a test does not need are left out.
    """
    lines = [line.split() for line in text.strip().splitlines()]
    count: Counter[str] = Counter()

    def named(face: str) -> str:
        count[face] += 1
        return f"{face}{count[face]}"

    piles = {name: tuple(map(named, faces)) for name, *faces in lines}
    if "full" in piles or "dead" in piles:
        last = {"c8": ("Kc3",)} if "dead" in piles else {}
        piles = {**{name: finished(name) for name in PARADE}, **last, **piles}
    return royal_parade.deal(DECK, options)._replace(
        stock=piles.get("s", ()),
        parade=tuple(piles.get(name, ()) for name in PARADE),
        reserve=tuple(piles.get(name, ()) for name in RESERVE),
        discard=piles.get("x", ()),
    )


def finished(name: str) -> tuple[str, ...]:
    """Four cards of a place's row; of packs of their own, so that a drawing may name any card."""
    place = int(name[1]) - 1
    return tuple(f"{rank}{'cdhs'[place % 4]}{place // 4 + 3}" for rank in BUILT[name[0]])


def legal(state: State) -> set[str]:
    """The notations of the legal moves."""
    return {notation for notation, _ in royal_parade.moves(state)}


def why(state: State, notation: str) -> IllegalMove:
    """The refusal of a move that is none now."""
    with pytest.raises(IllegalMove) as refused:
        play(royal_parade, state, notation)
    return refused.value


def after(state: State, *notations: str) -> State:
    """The table after those moves of the player, each with what the house does then."""
    for notation in notations:
        state = settled(play(royal_parade, state, notation))
    return state


def settled(state: State) -> State:
    """The table after the house's discards."""
    while notation := royal_parade.automatic(state):
        state = play(royal_parade, state, notation, HOUSE)
    return state


def at(state: State, name: str) -> str:
    """The cards of a pile, packs left out; `##` for a hidden one."""
    return " ".join(card[:2] if card else "##" for card in royal_parade.view(state).pile(name))


def fact(state: State, name: str) -> int | str | None:
    """A fact of the table's view."""
    return royal_parade.view(state).fact(name)


def drawing(state: State) -> str:
    """The table as the cases draw it, packs left out."""

    def row(piles: tuple[tuple[str, ...], ...]) -> str:
        return "|".join("".join(card[:2] for card in pile) or "-" for pile in piles)

    rows = {
        "a": row(state.parade[:8]),
        "b": row(state.parade[8:16]),
        "c": row(state.parade[16:]),
        "v": row(state.reserve),
        "stock": len(state.stock),
        "aces": len(state.discard),
    }
    return ";".join(f"{name}={value}" for name, value in rows.items())
