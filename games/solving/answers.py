"""The answer to a deal: both solvers in turn, and our rules as the judge of what they find."""

from __future__ import annotations

import time
from collections.abc import Sequence

from games.rules import Options
from games.solving import NOT_FOUND, NOT_SOLVABLE, SOLVABLE, borrowed
from games.solving.judging import Answer, decisive, wins
from games.solving.search import Search

# Tables that each solver looks at, in turn: first what is quick, then what is thorough.
BRIEF = ((60_000, 6_000),)
THOROUGH = (*BRIEF, (0, 40_000), (500_000, 10**9))


def solve(deck: Sequence[str], options: Options, seconds: float, brief: bool = False) -> Answer:
    """The answer after so many seconds of computing at most. `brief` gives up much earlier."""
    rules = decisive(options)
    deadline = time.process_time() + seconds
    search = Search(deck, rules)
    for borrowed_nodes, own_nodes in BRIEF if brief else THOROUGH:
        if borrowed_nodes and time.process_time() < deadline:
            line = borrowed.line(deck, int(rules["draw"]), borrowed_nodes)
            if line and wins(deck, rules, line):
                return Answer(SOLVABLE, tuple(line), search.nodes)
        search.run(own_nodes, deadline)
        if search.line and wins(deck, rules, search.line):
            return Answer(SOLVABLE, tuple(search.line), search.nodes)
        if search.exhausted:
            return Answer(NOT_SOLVABLE, (), search.nodes)
    return Answer(NOT_FOUND, (), search.nodes)
