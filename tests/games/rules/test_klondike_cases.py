"""Deals with winning lines found by independent solvers, each replayed here to its win."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.rules import UNDO, klondike, replay, states
from tests.games.rules.offered import Game
from tests.games.rules.secrecy import known_of, with_hidden_cards_shuffled

CASES = json.loads((Path(__file__).parents[2] / "cases" / "klondike.json").read_text())
OPTIONS: dict[str, dict[str, str | int]] = {
    "draw3_unlimited": {"draw": 3},
    "draw3_3pass": {"draw": 3, "passes": 3},
    "draw3_3pass_no_back": {"draw": 3, "passes": 3, "back": "no"},
    "draw3_1pass": {"draw": 3, "passes": 1},
    "draw1_unlimited": {"draw": 1},
    "draw1_1pass": {"draw": 1, "passes": 1},
}
LINES = [
    pytest.param(deal["deck"].split(), variant, result, id=f"{deal['seed']} {variant}")
    for deal in CASES["deals"]
    for variant, result in deal["results"].items()
    if "line" in result
]
every_line = pytest.mark.parametrize(("deck", "variant", "result"), LINES)


def test_the_cases_hold_lines_of_every_variant() -> None:
    assert {line.values[1] for line in LINES} == set(OPTIONS)
    assert len(LINES) == 198


@every_line
def test_a_winning_line_wins_within_its_passes_with_its_score(
    deck: list[str], variant: str, result: dict[str, Any]
) -> None:
    log = [("player", notation) for notation in result["line"]]
    state = replay(klondike, deck, OPTIONS[variant], log).state
    assert klondike.over(state) == "won"
    assert klondike.score(state, seconds=0) == result["standard"]
    assert not list(klondike.moves(state))


@pytest.mark.parametrize(("deck", "variant", "result"), LINES[::8])
def test_every_position_of_a_winning_line_keeps_its_secrets_and_offers_its_move(
    deck: list[str], variant: str, result: dict[str, Any]
) -> None:
    game = Game(variant, klondike, OPTIONS[variant], {"card price": 5})
    log = [("player", notation) for notation in result["line"]]
    for state, (_, notation) in zip(states(klondike, deck, game.options, log), log, strict=False):
        assert notation in dict(klondike.moves(state))
        other = with_hidden_cards_shuffled(game, state, random.Random(notation))
        assert known_of(game, other) == known_of(game, state)


@every_line
def test_once_nothing_is_left_to_decide_the_finish_wins_and_stays_open_until_then(
    deck: list[str], variant: str, result: dict[str, Any]
) -> None:
    log = [("player", notation) for notation in result["line"]]
    for state in states(klondike, deck, OPTIONS[variant], log):
        rest = klondike.finish(state)
        if rest:
            for notation in rest:
                assert not klondike.over(state)
                state = klondike.step(state, notation, "house")
            assert klondike.over(state) == "won"
            return
    # With a few passes the stock may hold cards up to the last move of all.
    assert state.options.passes != "unlimited" or state.options.draw == 3


@every_line
@pytest.mark.parametrize("scoring", ["standard", "vegas"])
def test_a_winning_line_scores_the_same_through_any_undo(
    deck: list[str], variant: str, result: dict[str, Any], scoring: str
) -> None:
    dice = random.Random(result["line"][0] + variant)
    log: list[tuple[str, str]] = []
    for notation in result["line"]:
        move, back = ("player", notation), ("player", UNDO)
        log += [move, back] * (dice.random() < 0.3) + [move]
    options = {**OPTIONS[variant], "scoring": scoring, "undo": "without limit"}
    state = replay(klondike, deck, options, log).state
    assert len(log) > len(result["line"])
    assert klondike.over(state) == "won"
    assert klondike.score(state, 0) == (208 if scoring == "vegas" else result["standard"])
