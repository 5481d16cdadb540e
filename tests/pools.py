"""Pools of winnable deals for tests: decks of known seeds, each won once for a whole run."""

from __future__ import annotations

from functools import cache

from games import dealing, modes, winnable
from games.catalogue import KLONDIKE
from games.models import Deal
from games.solving import SOLVABLE, answers

EASY, VEGAS_EASY = (
    modes.options(KLONDIKE.modes, mode) or {} for mode in ("standard-easy", "vegas-easy")
)


def add(number: int = 1) -> list[Deal]:
    """Put so many more deals into the pool of Standard, Easy."""
    rules = next(pool for pool in winnable.pools() if "unlimited" in pool.key)
    first = Deal.objects.filter(kind=Deal.Kind.WINNABLE).count()
    return [winnable.keep(rules, *won(n)) for n in range(first, first + number)]


@cache
def won(number: int) -> tuple[bytes, tuple[str, ...]]:
    """The seed of a deck that can be won under these rules, and how; each number has its own."""
    seeds = (n.to_bytes(96, "big") for n in range(1000 * number, 1000 * number + 1000))
    for seed in seeds:
        deck = dealing.deck(KLONDIKE.slug, seed, b"", 0, EASY)
        answer = answers.solve(deck, EASY, 5, brief=True)
        if answer.verdict == SOLVABLE:
            return seed, answer.line
    raise AssertionError("no deck was won")
