"""100,000 greedy games of 3-Card Solitaire on all processors: seconds, return, half-width.

ROUNDS in the environment plays another number of games. The same seed gives the same games: two
parts are played once more, and must come to the same.
"""

from __future__ import annotations

import os
import time

GAME, STRATEGY, SEED = "three-card-solitaire", "greedy", "1"
# The return that docs/rules/three-card-solitaire.md publishes, and how wide an interval may be.
PUBLISHED = 0.516
HALF_WIDTH_MOST = 0.005


def main() -> int:
    """Simulate and print; 1 when the interval is too wide, misses, or is not repeated."""
    from django.core.management import call_command

    from games.simulation_models import Simulation
    from games.theory import CARDS, WIN_PER_PRICE

    rounds = int(os.environ.get("ROUNDS", "100000"))
    began = time.monotonic()
    call_command("simulate", GAME, STRATEGY, rounds, seed=SEED)
    seconds = time.monotonic() - began
    made = Simulation.objects.latest("pk")
    share = WIN_PER_PRICE / CARDS
    mean, half = made.mean * share, made.half_width * share
    same = repeated(made)
    agrees = abs(mean - PUBLISHED) <= half
    print(
        f"simulate: {rounds:,} games in {seconds:.0f} s on {os.cpu_count()} processors, return "
        f"{mean:.2%} +- {half:.2%} (at most +- {HALF_WIDTH_MOST:.1%}), which "
        f"{'holds' if agrees else 'does NOT hold'} the published {PUBLISHED:.1%}; "
        f"{'the same again' if same else 'NOT the same again'}"
    )
    return int(half > HALF_WIDTH_MOST or not agrees or not same)


def repeated(made) -> bool:
    """Whether the first and the last part come to the same when they are played once more."""
    from games import simulations

    parts = made.parts.order_by("first")
    for part in (parts.first(), parts.last()):
        question = {
            "game": made.game,
            "module": simulations.module_of(made.entry),
            "options": made.options,
            "strategy": made.strategy,
            "seed": made.seed,
            "first": part.first,
            "count": part.count,
        }
        answer = simulations.asked(question)
        if (answer["cards"], answer["won"]) != (part.cards, part.won):
            return False
    return True
