"""What a game returns in theory, as a share of the stake: exact, simulated, or as published.

Of rummy it is exact (docs/rules/three-card-rummy.md): ante and raise by the best strategy. Of a
solitaire it is what the newest finished simulation of its best strategy found, else what
docs/rules/three-card-solitaire.md publishes of greedy play.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import NamedTuple

from games.catalogue import THREE_CARD_RUMMY, THREE_CARD_SOLITAIRE, Entry
from games.rules import three_card_rummy_odds
from games.rules.klondike import WIN_PER_PRICE
from games.simulation_models import WITHIN_95, Simulation

CARDS = 52
STRATEGIES = ("careful", "greedy")
ROUNDS_LEAST = 1000


class Theory(NamedTuple):
    """The mean return of a round and its standard deviation, as shares of the stake."""

    mean: float
    spread: float
    # Where it comes from, in a few words: `exact`, or the strategy.
    source: str

    @property
    def percent(self) -> str:
        """The mean, per cent."""
        return f"{self.mean * 100:.2f} %"


# Greedy play, as published. The standard deviation is that of our own greedy strategy, by the
# half-width of 100,000 simulated rounds (0.39 points: `python -m benchmarks simulate`).
PUBLISHED = Theory(0.516, 0.63, "greedy, published")


def of(entry: Entry) -> Theory | None:
    """The theory of a game that takes bets; None for any other."""
    if entry.slug == THREE_CARD_RUMMY.slug:
        return _rummy()
    if entry.slug == THREE_CARD_SOLITAIRE.slug:
        return _simulated(entry) or PUBLISHED
    return None


@cache
def _rummy() -> Theory:
    """Of all that is staked on a hand of ante and raise, by the best strategy."""
    figures = three_card_rummy_odds.ante_and_raise()
    staked = float(figures.staked)
    return Theory(1 + float(figures.expected) / staked, sqrt(figures.variance) / staked, "exact")


def _simulated(entry: Entry) -> Theory | None:
    """By the strategy that returns most."""
    found = []
    for strategy in STRATEGIES:
        finished = Simulation.objects.filter(
            game=entry.slug,
            strategy=strategy,
            rules_version=entry.version,
            rounds__gte=ROUNDS_LEAST,
            ended_at__isnull=False,
        )
        if newest := finished.order_by("-pk").first():
            share = WIN_PER_PRICE / CARDS
            spread = newest.half_width / WITHIN_95 * sqrt(newest.rounds)
            found.append(Theory(newest.mean * share, spread * share, f"{strategy}, simulated"))
    return max(found, default=None)
