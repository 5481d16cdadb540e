"""The solver's work in a worker: verdicts that are due first, then decks for the pools.

One thread of a process does it at a time, so that the others stay free for what players wait for.
"""

from __future__ import annotations

import threading
import time

from games import verdicts, winnable

# After this long a worker goes on with other tasks; the sweep comes back to the rest.
WORK_SECONDS = 15
_alone = threading.Lock()


def work(seconds: float = WORK_SECONDS) -> dict[str, int]:
    """Answer what is due and fill the pools for so many seconds; what was done, by kind."""
    done = {"verdicts": 0, "winnable deals": 0}
    if not _alone.acquire(blocking=False):
        return done
    try:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if verdicts.answer_next():
                done["verdicts"] += 1
            elif rules := winnable.lacking():
                done["winnable deals"] += winnable.try_a_deck(rules)
            else:
                break
    finally:
        _alone.release()
    return done


def sweep() -> dict[str, int]:
    """Do what a lost message has left."""
    return work()
