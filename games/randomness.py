"""Whether dealt decks look as shuffled cards do: the statistical tests of `manage.py rng_report`.

They look at the final output, whole decks of `games/dealing.py`, as GLI-19 3.2 asks. Unbiased
scaling is shown by construction, not here (docs/fair-deals.md); the controls are shuffles known to
be wrong, which must fail, so that a pass means something.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from games import dealing

CARDS = 52
# Two-sided, over all tests together: a good shuffle fails one report in a hundred.
LEVEL = 0.01
Deck = Sequence[int]
Shuffle = Callable[[bytes, int], Deck]


class Finding(NamedTuple):
    """One test: its statistic as a standard normal deviate, and how likely one so large is."""

    name: str
    deviate: float
    chance: float


def report(decks: Iterable[Deck]) -> list[Finding]:
    """Every test, on two decks or more of the numbers from 0 to 51, as they were dealt."""
    counted = _Counts()
    for deck in decks:
        counted.add(deck)
    tests = {
        "each card in each position": counted.positions_deviate(),
        "distance between neighbours": counted.neighbours_deviate(),
        "rising neighbours": counted.ascents_deviate(),
        "top cards of deals in a row": counted.serial_deviate(),
        "equal decks": math.inf if counted.equal else 0.0,
    }
    return [Finding(name, z, _chance(z)) for name, z in tests.items()]


def passes(findings: Sequence[Finding]) -> bool:
    """Whether no test is so far off as to come once in 1 / LEVEL reports by chance."""
    return all(finding.chance >= LEVEL / len(findings) for finding in findings)


class _Counts:
    """What the tests need of the decks, counted as they come."""

    def __init__(self) -> None:
        self.decks = self.ascents = self.equal = 0
        self.positions = [[0] * CARDS for _ in range(CARDS)]
        self.distances: Counter[int] = Counter()
        self.tops: list[int] = []
        self.seen: set[bytes] = set()

    def add(self, deck: Deck) -> None:
        """Count one deck."""
        self.decks += 1
        for row, card in zip(self.positions, deck, strict=True):
            row[card] += 1
        for one, other in pairwise(deck):
            self.distances[(other - one) % CARDS] += 1
            self.ascents += one < other
        self.tops.append(deck[0])
        self.equal += bytes(deck) in self.seen
        self.seen.add(bytes(deck))

    def positions_deviate(self) -> float:
        """Chi-square of card by position. Rows and columns have fixed sums, so (n-1)^2 degrees of
        freedom, and the factor (n-1)/n, without which a perfect shuffle fails too often."""
        expected = self.decks / CARDS
        square = sum((count - expected) ** 2 / expected for row in self.positions for count in row)
        return _of_chi_square(square * (CARDS - 1) / CARDS, (CARDS - 1) ** 2)

    def neighbours_deviate(self) -> float:
        """Chi-square of the 51 distances, going round, that a neighbour can have."""
        # Of 51 neighbours a deck, one for each distance.
        expected = self.decks
        square = sum((self.distances[one] - expected) ** 2 / expected for one in range(1, CARDS))
        return _of_chi_square(square, CARDS - 2)

    def ascents_deviate(self) -> float:
        """Neighbours that rise: (n-1)/2 of a deck on average, with a variance of (n+1)/12."""
        expected = self.decks * (CARDS - 1) / 2
        return (self.ascents - expected) / math.sqrt(self.decks * (CARDS + 1) / 12)

    def serial_deviate(self) -> float:
        """Correlation of the top cards of one deal and the next."""
        first, second = self.tops[:-1], self.tops[1:]
        mean = (CARDS - 1) / 2
        variance = (CARDS**2 - 1) / 12
        products = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
        return products / variance / math.sqrt(len(first))


def _of_chi_square(square: float, freedom: int) -> float:
    """The normal deviate of a chi-square (Wilson and Hilferty), good for many degrees."""
    share = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - share)) / math.sqrt(share))


def _chance(deviate: float) -> float:
    """How likely a deviate so far from 0, on either side, is."""
    return math.erfc(abs(deviate) / math.sqrt(2))


# What deals decks


def dealt(seed: bytes, nonce: int) -> Deck:
    """The deck that this house deals."""
    return dealing.codes("rng-report", seed, b"report", nonce, CARDS)


def swap_any(seed: bytes, nonce: int) -> Deck:
    """Wrong: each card is swapped with any other one."""
    below = dealing.dice(seed + nonce.to_bytes(8, "big"))
    deck = list(range(CARDS))
    for here in range(CARDS):
        other = below(CARDS)
        deck[here], deck[other] = deck[other], deck[here]
    return deck


def off_by_one(seed: bytes, nonce: int) -> Deck:
    """Wrong: no card can stay where it is."""
    below = dealing.dice(seed + nonce.to_bytes(8, "big"))
    deck = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = below(last)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def one_byte_modulo(seed: bytes, nonce: int) -> Deck:
    """Wrong: a byte, which has 256 values, brought below 52 by its remainder."""
    below = dealing.dice(seed + nonce.to_bytes(8, "big"))
    deck = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = below(256) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


CONTROLS: dict[str, Shuffle] = {
    "swap with any": swap_any,
    "off by one": off_by_one,
    "one byte modulo": one_byte_modulo,
}


def decks(shuffle: Shuffle, seed: bytes, count: int) -> Iterable[Deck]:
    """So many decks of a seed, of nonces in a row."""
    return (shuffle(seed, nonce) for nonce in range(1, count + 1))
