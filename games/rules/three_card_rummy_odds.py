"""The exact odds of Vegas Three Card Rummy, over every deal of two hands.

The points and every settlement come from the game's own functions; only the counting is done here.
Everything is computed at its first use, in less than a second, and kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple, TypeVar

from games import cards
from games.rules import Bets
from games.rules.three_card_rummy import (
    ANTE,
    BONUS,
    BONUS_TABLE,
    FOLD,
    MOST_POINTS,
    RAISE,
    RAISE_TABLE,
    RAISE_UP_TO,
    WIN,
    Worth,
    odds,
    outcome,
    scored,
    settled,
    stakes,
)

HANDS = comb(52, 3)
DEALERS = comb(49, 3)
DEALS = HANDS * DEALERS
ALWAYS = MOST_POINTS

K = TypeVar("K")
# How many of the dealer's hands have 0, 1, ... 30 points.
Spread = tuple[int, ...]
# Such counts are added as one number with a digit for each of the points; no count of hands, of
# which there are 22,100 in all, overflows its digit.
DIGIT = 16


class Figures(NamedTuple):
    """A way to play as shares of all deals.

    `nets`: by what is won or lost in all, in units of the bets; `outcomes`: by outcome and, where
    the raise has won, its odds; `raised`: the share of hands raised; `staked`: the mean of all
    that is staked; `opened`: what is bet before the deal.
    """

    nets: Mapping[int, Fraction]
    outcomes: Mapping[tuple[str, int | None], Fraction]
    raised: Fraction
    staked: Fraction
    opened: int

    @property
    def expected(self) -> Fraction:
        """The mean of what is won or lost, in units of the bets."""
        return sum((net * share for net, share in self.nets.items()), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps on average of the bets before the deal."""
        return -self.expected / self.opened

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps on average of all that is staked."""
        return -self.expected / self.staked

    @property
    def variance(self) -> Fraction:
        """The mean square of the distance from the expected value."""
        square = sum((net * net * share for net, share in self.nets.items()), Fraction())
        return square - self.expected**2

    @property
    def deviation(self) -> float:
        """The standard deviation, in units of the bets."""
        return sqrt(self.variance)

    @property
    def hit_rate(self) -> Fraction:
        """The share of deals that win something in all."""
        return sum((share for net, share in self.nets.items() if net > 0), Fraction())


@cache
def ante_and_raise(raise_up_to: int = RAISE_UP_TO) -> Figures:
    """An ante of 1 without a bonus, raised on that many points or fewer."""
    return _figures(raise_up_to, {ANTE: 1, BONUS: 0})


@cache
def bonus(raise_up_to: int = RAISE_UP_TO) -> Figures:
    """A bonus of 1 alone, in hands raised on that many points or fewer."""
    return _figures(raise_up_to, {ANTE: 0, BONUS: 1})


@cache
def ante_and_bonus(raise_up_to: int = RAISE_UP_TO) -> Figures:
    """An ante and a bonus of 1 each, raised on that many points or fewer."""
    return _figures(raise_up_to, {ANTE: 1, BONUS: 1})


@cache
def bonus_rows() -> tuple[Fraction, ...]:
    """The share of hands that each row of the bonus table takes, in its order."""
    hands = Counter(odds(BONUS_TABLE, worth) for worth in _hands().values())
    return tuple(Fraction(hands[row.odds], HANDS) for row in BONUS_TABLE)


@cache
def hands_by_points() -> Mapping[int, int]:
    """How many of the 22,100 hands have so many points."""
    return Counter(worth.points for worth in _hands().values())


@cache
def value_of_raising() -> Mapping[int, tuple[Fraction, Fraction]]:
    """By points: what raising is worth with the least and with the best hand of those points.

    In antes, the ante included; folding is worth -1. Hands of the same points differ in the cards
    that they keep from the dealer.
    """
    values: dict[int, list[Fraction]] = {}
    nets = {worth: _nets(RAISE, worth, {ANTE: 1}) for worth in _deals()}
    for worth, dealers in _spreads():
        total = sum(net * count for net, count in zip(nets[worth], dealers, strict=True))
        values.setdefault(worth.points, []).append(Fraction(total, DEALERS))
    return {points: (min(found), max(found)) for points, found in sorted(values.items())}


def best_strategy() -> int:
    """Raise with so many points or fewer: no hand then does better otherwise.

    Raises ValueError if that were true of no number.
    """
    worth = value_of_raising()
    for raise_up_to in range(-1, MOST_POINTS + 1):
        raised = all(low >= -1 for points, (low, _) in worth.items() if points <= raise_up_to)
        folded = all(high <= -1 for points, (_, high) in worth.items() if points > raise_up_to)
        if raised and folded:
            return raise_up_to
    raise ValueError("No number of points divides the hands to raise from those to fold.")


def _figures(raise_up_to: int, bets: Bets) -> Figures:
    nets: Counter[int] = Counter()
    outcomes: Counter[tuple[str, int | None]] = Counter()
    raised = staked = 0
    for worth, dealers in _deals().items():
        decision = RAISE if worth.points <= raise_up_to else FOLD
        raised += sum(dealers) * (decision == RAISE)
        staked += sum(dealers) * sum(stakes(decision, bets).values())
        won = _nets(decision, worth, bets)
        for points, count in enumerate(dealers):
            nets[won[points]] += count
            outcomes[_named(decision, worth, points)] += count
    return Figures(
        _shares(nets),
        _shares(outcomes),
        Fraction(raised, DEALS),
        Fraction(staked, DEALS),
        sum(bets.values()),
    )


def _nets(decision: str, worth: Worth, bets: Bets) -> list[int]:
    """What is won or lost in all against a dealer of 0, 1, ... 30 points."""
    placed = sum(stakes(decision, bets).values())
    ended = (settled(decision, worth, dealer, bets) for dealer in range(MOST_POINTS + 1))
    return [sum(amount for _, amount in lines) - placed for lines in ended]


def _named(decision: str, worth: Worth, dealer: int) -> tuple[str, int | None]:
    """The outcome, and the odds of the raise if it has won."""
    ended = outcome(decision, worth.points, dealer)
    return ended, odds(RAISE_TABLE, worth) if ended == WIN else None


def _shares(counts: Counter[K]) -> dict[K, Fraction]:
    return {key: Fraction(count, DEALS) for key, count in counts.items() if count}


# The counting


@cache
def _deals() -> Mapping[Worth, Spread]:
    """Every deal: by what the player's hand is worth, how many deals give the dealer which points.

    A settlement depends on these two alone, so that each is computed once for all its deals.
    """
    deals: dict[Worth, list[int]] = {}
    for (worth, dealers), hands in _spreads().items():
        sums = deals.setdefault(worth, [0] * (MOST_POINTS + 1))
        for points, count in enumerate(dealers):
            sums[points] += hands * count
    return {worth: tuple(sums) for worth, sums in deals.items()}


@cache
def _spreads() -> Mapping[tuple[Worth, Spread], int]:
    """How many of the player's hands are worth that and leave the dealer such a spread of points.

    The dealer's hands are all hands less those that hold one of the player's cards, plus those
    that hold two and were taken off twice, less the one that holds all three.
    """
    holding = _holding()
    return Counter(
        (worth, _digits(sum((-1) ** len(held) * holding[held] for held in _parts(hand))))
        for hand, worth in _hands().items()
    )


def _holding() -> Mapping[tuple[str, ...], int]:
    """For no card, one, two and three cards: how many hands hold them, a digit for each points."""
    holding: Counter[tuple[str, ...]] = Counter()
    for hand, worth in _hands().items():
        for part in _parts(hand):
            holding[part] += 1 << DIGIT * worth.points
    return holding


@cache
def _hands() -> Mapping[tuple[str, ...], Worth]:
    return {hand: scored(hand).worth for hand in combinations(cards.pack(), 3)}


def _parts(hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """No card, each card, each two cards and all cards of a hand."""
    for size in range(len(hand) + 1):
        yield from combinations(hand, size)


@cache
def _digits(counts: int) -> Spread:
    return tuple(counts >> DIGIT * points & (1 << DIGIT) - 1 for points in range(MOST_POINTS + 1))
