"""A part of a simulation as a process of its own: a JSON question on standard input, an answer out.

A worker's threads share one processor; its processes do not, and can be killed.
"""

from __future__ import annotations

import json
import os
import sys

from games.simulation import run

NICE = 10


def main() -> None:
    """Read the question, play, write how often each number of cards came and how many were won."""
    os.nice(NICE)
    cards, wins = run(**json.load(sys.stdin))
    json.dump({"cards": dict(sorted(cards.items())), "won": wins}, sys.stdout)


if __name__ == "__main__":
    main()
