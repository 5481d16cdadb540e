"""Golden playthroughs: whole games with what the player saw at each step, kept as files.

A changed view of an old log means that rounds in play would change under their players. Run this
file as a module to write the views anew after a change that is meant, and read the difference.
"""

import json
from pathlib import Path
from typing import Any

from games.rules import states
from tests.games.rules.offered import GAMES, drawn

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


def played(golden: dict[str, Any]) -> list[str]:
    """The view at the deal and after each entry of the golden log, each as a line of text."""
    rules = next(game.rules for game in GAMES if game.name == golden["game"])
    log = [tuple(entry.split(": ", 1)) for entry in golden["log"]]
    table = states(rules, golden["deck"].split(), golden["options"], log)
    return [drawn(rules.view(state)) for state in table]


if __name__ == "__main__":
    for path in GOLDEN:
        golden = json.loads(path.read_text())
        golden["views"] = played(golden)
        path.write_text(json.dumps(golden, indent=1) + "\n")
