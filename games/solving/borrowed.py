"""The solver of pyksolve: quick, and blind to passes and options, so that its word is no proof.

Its lines are put into our notation here; whether they hold is for our rules to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pyksolve.solver import Solitaire

from games import cards

# Its numbers of the suits in a deck, and the letters of its piles.
SUIT_NUMBERS = {"c": 1, "d": 2, "h": 3, "s": 4}
MOVE = re.compile(r"([W1-7CDSH])([1-7CDSH])(?:-(\d+))?")
DRAWS = re.compile(r"DR(\d+)")


def line(deck: Sequence[str], draw: int, nodes: int) -> list[str] | None:
    """A line that wins the deal with passes without limit; None when it finds none.

    `nodes` is how many tables it looks at, at most.
    """
    solver = Solitaire()
    solver.draw_count = draw
    solver.load_solitaire("".join(map(_text, deck)))
    solver.reset_game()
    result = solver.solve_fast(max_closed_count=nodes)
    # 1 is a shortest line, -1 any other; 0 and -2 are none.
    return list(_notations(solver.moves_made())) if abs(result.value) == 1 else None


def _text(card: str) -> str:
    return f"{cards.rank(card):02}{SUIT_NUMBERS[card[1]]}"


def _notations(text: str) -> Iterator[str]:
    for word in text.split():
        if draws := DRAWS.fullmatch(word):
            yield from ["draw"] * int(draws[1])
        elif word == "NEW":
            yield "redeal"
        elif move := MOVE.fullmatch(word):
            yield _notation(move[1], move[2], move[3] or "1")
        # The rest turns a card up, which our moves do by themselves.


def _notation(source: str, target: str, count: str) -> str:
    to = f"t{target}" if target.isdecimal() else "f"
    if source == "W":
        return f"w>{to}"
    if not source.isdecimal():
        return f"f{source.lower()}>{to}"
    return f"t{source}>f" if to == "f" else f"t{source}:{count}>{to}"
