"""Simulated games: a strategy plays so many deals of a solitaire by the very rules of the game.

Deal i of a seed is the same whoever plays it, in whatever order and process, so a simulation can be
cut into parts and repeated. No player's deal comes from here, and nothing here reads the database.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from games import dealing
from games.dealing import SEED_BYTES
from games.rules import Options
from games.simulation import klondike, royal_parade

Strategy = Callable[[Any, Callable[[int], int]], str | None]

# By the name of the rules module and that of the strategy.
STRATEGIES: Mapping[str, Mapping[str, Strategy]] = {
    "klondike": klondike.STRATEGIES,
    "royal_parade": royal_parade.STRATEGIES,
}
# A strategy that goes round in circles is stopped; what lies then counts.
MOVES_MOST = 2000


class NoSuchStrategy(ValueError):
    """The game is not simulated by a strategy of that name."""

    def __init__(self, strategy: str) -> None:
        super().__init__(f"There is no strategy {strategy!r} for this game.")


def play(
    game: str, module: str, options: Options, strategy: str, seed: str, number: int
) -> tuple[int, bool]:
    """Deal `number` of the seed played to its end: the cards that count, and whether it was won.

    Raises NoSuchStrategy.
    """
    playing = STRATEGIES.get(module, {})
    if strategy not in playing:
        raise NoSuchStrategy(strategy)
    deck = dealing.deck(game, _server_seed(seed), b"simulation", number, options)
    rules = {"klondike": klondike, "royal_parade": royal_parade}[module]
    dice = dealing.dice(f"{seed} {number}".encode())
    state = rules.deal(deck, options)
    for _ in range(MOVES_MOST):
        notation = playing[strategy](state, dice)
        if notation is None:
            break
        state = rules.step(state, notation)
    return rules.counted(state), rules.won(state)


def run(
    game: str, module: str, options: Options, strategy: str, seed: str, first: int, count: int
) -> tuple[Counter[int], int]:
    """Deals `first` to `first + count - 1`: how often each number of cards came, and the wins."""
    cards: Counter[int] = Counter()
    wins = 0
    for number in range(first, first + count):
        counted, won = play(game, module, options, strategy, seed, number)
        cards[counted] += 1
        wins += won
    return cards, wins


def _server_seed(seed: str) -> bytes:
    """As many bytes as a seed of the house has."""
    return hashlib.shake_256(seed.encode()).digest(SEED_BYTES)
