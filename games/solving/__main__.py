"""`python -m games.solving`: reads a deal as JSON on stdin, writes the answer as JSON.

In: {"deck": [...], "options": {...}, "seconds": 20, "brief": false}
Out: {"verdict": "solvable", "line": [...], "nodes": 12}
"""

from __future__ import annotations

import json
import os
import resource
import sys

from games.solving import NOT_FOUND, answers
from games.solving.judging import Answer

MEMORY_BYTES = 1 << 30
NICE = 10
# Beyond the limit that the search keeps by itself; then the system ends the process.
GRACE_SECONDS = 5


def main() -> None:
    """Answer one deal within the limits."""
    asked = json.load(sys.stdin)
    _limit(asked["seconds"])
    try:
        answer = answers.solve(asked["deck"], asked["options"], asked["seconds"], asked["brief"])
    except MemoryError:
        answer = Answer(NOT_FOUND, (), 0)
    json.dump(answer._asdict(), sys.stdout)


def _limit(seconds: float) -> None:
    """Wait behind everybody else, and end, whatever happens."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    most = int(seconds) + GRACE_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


if __name__ == "__main__":
    main()
