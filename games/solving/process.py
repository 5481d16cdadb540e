"""A deal solved in a process of its own, which can be killed and knows none of our secrets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from games.rules import Options
from games.solving.judging import Answer, wins

CHECKOUT = Path(__file__).resolve().parents[2]
# On a busy machine computing takes longer than it counts; nobody waits longer than this.
SLOWNESS, START_SECONDS = 4, 10


def wall_seconds(seconds: float) -> float:
    """How long the process may live that computes so many seconds."""
    return SLOWNESS * seconds + START_SECONDS


class SolverFailed(Exception):
    """The process was killed, ran into a limit or wrote nonsense."""


def solve(deck: Sequence[str], options: Options, seconds: float, *, brief: bool = False) -> Answer:
    """The answer to a deal, of a process that computes so many seconds. Raises SolverFailed.

    A winning line is replayed once more here, by the rules.
    """
    asked = {"deck": list(deck), "options": dict(options), "seconds": seconds, "brief": brief}
    with subprocess.Popen(
        [sys.executable, "-m", "games.solving"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=CHECKOUT,
        # The deck goes by the pipe: arguments and environment are for all to read.
        env={"PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
        text=True,
    ) as process:
        try:
            written, _nothing = process.communicate(json.dumps(asked), wall_seconds(seconds))
        except subprocess.TimeoutExpired:
            raise SolverFailed("The solver took longer than it may.") from None
        finally:
            process.kill()
    if process.returncode:
        raise SolverFailed(f"The solver ended with {process.returncode}.")
    return _read(written, deck, options)


def _read(written: str, deck: Sequence[str], options: Options) -> Answer:
    try:
        told = json.loads(written)
        answer = Answer(told["verdict"], tuple(told["line"]), told["nodes"])
    except (ValueError, KeyError, TypeError):
        raise SolverFailed("The solver's answer cannot be read.") from None
    if answer.line and not wins(deck, options, answer.line):
        raise SolverFailed("The solver's line does not win by our rules.")
    return answer
