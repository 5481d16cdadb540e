"""PF1, how a deck is dealt so that anyone can check it. The only dice and the only shuffle.

The whole of it stands in `docs/fair-deals.md`. The server's seed is committed to before the
player adds a seed of his own, and revealed when the round is settled.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping

from games.cards import card

SEED_BYTES = 96
CLIENT_SEED_BYTES = 64
# Royal Parade's openers: codes of a 2, a 3 and a 4 of clubs in the first pack.
OPENERS = (1, 2, 3)


def new_seed() -> bytes:
    """A server seed: 96 random bytes of the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(server_seed: bytes) -> str:
    """What is shown before the stake, as 64 hex digits; it tells nothing of the deck."""
    return hashlib.sha256(b"PF1-commit" + server_seed).hexdigest()


def codes(
    game: str, server_seed: bytes, client_seed: bytes, nonce: int, count: int, openers: bool = False
) -> list[int]:
    """The shuffled codes 0 .. count-1, in dealing order. `openers`: Royal Parade's set openers."""
    numbers = _numbers(game, server_seed, client_seed, nonce)
    opening: list[int] = []
    if openers:
        for code in OPENERS:
            place = _below(8, numbers)
            opening.append(code + 13 * (place % 4) + 52 * (place // 4))
    rest = [code for code in range(count) if code not in opening]
    for last in range(len(rest) - 1, 0, -1):
        other = _below(last + 1, numbers)
        rest[last], rest[other] = rest[other], rest[last]
    return opening + rest


def deck(
    game: str, server_seed: bytes, client_seed: bytes, nonce: int, options: Mapping[str, object]
) -> tuple[str, ...]:
    """The deck of a round as card texts, first dealt first. `options` are the round's."""
    # The one game of two packs is the one that knows openers.
    packs = 2 if "openers" in options else 1
    order = codes(
        game, server_seed, client_seed, nonce, 52 * packs, options.get("openers") == "set"
    )
    return tuple(card(code, packs) for code in order)


def dice(seed: bytes) -> Callable[[int], int]:
    """Repeatable dice for simulations: a number from 0 to n - 1. Nobody's game is dealt by them."""
    numbers = _numbers("dice", seed, b"", 0)
    return lambda n: _below(n, numbers)


def _numbers(game: str, server_seed: bytes, client_seed: bytes, nonce: int) -> Iterator[int]:
    """The stream of HMAC-SHA512, cut into numbers of 4 bytes."""
    name = game.encode()
    head = b"PF1" + len(name).to_bytes(4, "big") + name
    head += len(client_seed).to_bytes(4, "big") + client_seed + nonce.to_bytes(8, "big")
    counter = 0
    while True:
        block = hmac.digest(server_seed, head + counter.to_bytes(8, "big"), "sha512")
        counter += 1
        for start in range(0, 64, 4):
            yield int.from_bytes(block[start : start + 4], "big")


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number below `limit`, each equally likely: what would favour some is drawn again."""
    fair = 2**32 // limit * limit
    number = next(numbers)
    while number >= fair:
        number = next(numbers)
    return number % limit
