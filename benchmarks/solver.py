"""`python -m benchmarks solver`: how many deals that can be won the solver wins, and how fast.

The deals and what is known of each stand in tests/cases/klondike.json. Seconds are of computing.
FAIRDEAL_SOLVER_SECONDS sets the limit for a deal, 20 by default.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from pathlib import Path

from games.solving import NOT_SOLVABLE, SOLVABLE, answers

CASES = Path(__file__).resolve().parent.parent / "tests" / "cases" / "klondike.json"
RULES: dict[str, dict[str, str | int]] = {
    "draw1_unlimited": {"draw": 1},
    "draw3_unlimited": {"draw": 3},
    "draw3_3pass": {"draw": 3, "passes": 3},
    "draw3_3pass_no_back": {"draw": 3, "passes": 3, "back": "no"},
    "draw1_1pass": {"draw": 1, "passes": 1},
    "draw3_1pass": {"draw": 3, "passes": 1},
}
# The options of the pools, whose deals nobody has looked at before.
POOLS: dict[str, dict[str, str | int]] = {
    "standard-easy": {"draw": 1},
    "vegas-easy": {"draw": 1, "passes": 3},
}


def main() -> int:
    """Print a line for each set of rules; 1 if an answer contradicts what is known, else 0."""
    seconds = float(os.environ.get("FAIRDEAL_SOLVER_SECONDS", "20"))
    deals = json.loads(CASES.read_text())["deals"]
    wrong = 0
    for name, options in RULES.items():
        wrong += measure(name, options, deals, seconds)
    for name, options in POOLS.items():
        measure_pool(name, options, deals)
    return 1 if wrong else 0


def measure(name: str, options: dict[str, str | int], deals: list, seconds: float) -> int:
    """Answer every deal under these options; how many answers contradict."""
    told: Counter[tuple[str, str]] = Counter()
    wrong, spent = 0, []
    for deal in deals:
        known = deal["results"][name]["verdict"]
        start = time.process_time()
        answer = answers.solve(deal["deck"].split(), options, seconds)
        spent.append(time.process_time() - start)
        told[known, answer.verdict] += 1
        wrong += (known, answer.verdict) in {
            ("solvable", NOT_SOLVABLE),
            ("unsolvable", SOLVABLE),
        }
    spent.sort()
    print(
        f"{name}: solvable {told['solvable', SOLVABLE]} of {known_as(told, 'solvable')}, "
        f"not solvable {told['unsolvable', NOT_SOLVABLE]} of {known_as(told, 'unsolvable')}, "
        f"unknown {known_as(told, 'unknown')}, contradictions {wrong}; "
        f"median {spent[len(spent) // 2]:.2f} s, mean {sum(spent) / len(spent):.2f} s, "
        f"longest {spent[-1]:.1f} s",
        flush=True,
    )
    return wrong


def known_as(told: Counter[tuple[str, str]], verdict: str) -> int:
    """How many deals have that verdict in the cases."""
    return sum(count for (known, _answer), count in told.items() if known == verdict)


def measure_pool(name: str, options: dict[str, str | int], deals: list) -> None:
    """The seconds of computing that a deal for the pool costs, those in vain included."""
    start = time.process_time()
    won = sum(
        answers.solve(deal["deck"].split(), options, 20, brief=True).verdict == SOLVABLE
        for deal in deals
    )
    spent = time.process_time() - start
    print(f"pool {name}: {won} of {len(deals)} decks won, {spent / won:.2f} s for each", flush=True)
