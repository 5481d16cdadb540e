"""Ways to play 3-Card Solitaire in tests. They see what a player sees: the view and its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games import dealing
from games.catalogue import THREE_CARD_SOLITAIRE, Entry
from games.rules import View, chosen, play

Strategy = Callable[[View, Sequence[str]], str | None]


def greedy(view: View, moves: Sequence[str]) -> str | None:
    """Up if possible; else what turns a card up; else from the play deck; else draw. None: done."""
    up = [move for move in moves if move.endswith(">f")]
    turning = [move for move in moves if ":" in move and _turns_up(view, move)]
    waste = [move for move in moves if move.startswith("w>t")]
    stock = [move for move in moves if move in ("draw", "redeal")]
    return next(iter([*up, *turning, *waste, *stock]), None)


def _turns_up(view: View, move: str) -> bool:
    """Whether a run leaves a face-down card behind."""
    source, rest = move.split(":")
    count = int(rest.split(">")[0])
    column = view.pile(source)
    return len(column) > count and column[-count - 1] is None


def random(seed: int) -> Strategy:
    """Any legal move, evenly; ends by itself once in a while."""
    dice = Random(seed)

    def choose(view: View, moves: Sequence[str]) -> str | None:
        return dice.choice(moves) if moves and dice.random() > 0.03 else None

    return choose


def winning_seed(
    entry: Entry = THREE_CARD_SOLITAIRE, client_seed: bytes = bytes(16), nonce: int = 1
) -> bytes:
    """A server seed whose deck greedy play brings to the house's finish."""
    return next(seed for seed in _seeds() if _wins(entry, seed, client_seed, nonce))


def _seeds():
    for number in range(10_000):
        yield number.to_bytes(96, "big")


def _wins(entry: Entry, seed: bytes, client_seed: bytes, nonce: int) -> bool:
    options = chosen(entry.rules.OPTIONS, entry.options)
    deck = dealing.deck(entry.slug, seed, client_seed, nonce, options)
    state = entry.rules.deal(deck, options)
    while not entry.rules.finish(state):
        moves = [notation for notation, _ in entry.rules.moves(state)]
        move = greedy(entry.rules.view(state), moves)
        if move is None:
            return False
        state = play(entry.rules, state, move)
    return True
