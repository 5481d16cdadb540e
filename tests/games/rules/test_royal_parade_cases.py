"""Whole games of Royal Parade by an independent engine, replayed here move by move."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules import Refusal, play, royal_parade
from games.rules.royal_parade_table import State
from tests.games.rules.offered import Game
from tests.games.rules.parades import after, drawing, fact, legal, settled
from tests.games.rules.secrecy import known_of, with_hidden_cards_shuffled

CASES = json.loads((Path(__file__).parents[2] / "cases" / "royal_parade.json").read_text())
GAMES = CASES["games"]
# What the independent engine calls a refusal, and the reasons that the rules may give here: a card
# that may not move at all is told before the place that it may not go to.
REASONS = {
    "interchange puts only one card right": {"not both right"},
    "interchange with a card already right": {"stands right"},
    "pile not in its proper row": {"on misplaced"},
    "card already in a correct pile": {"stands right"},
    "wrong suit": {"does not fit"},
    "wrong rank": {"does not fit", "pile finished", "ace"},
    "wrong card for that space": {"not the base", "ace"},
    "not an ace": {"aces only", "stands right"},
    "reserve never receives cards": {"nothing to the reserve", "stands right"},
    "deal not allowed now": {"stock empty"},
    "no card there": {"empty pile"},
    "game already won": {"over"},
}
every_game = pytest.mark.parametrize("case", GAMES, ids=lambda case: case["id"])


def tables(case: dict[str, Any]) -> Iterator[State]:
    """The table before the first move and after each one, the house's discards made."""
    state = settled(royal_parade.deal(case["deck"].split(), case["options"]))
    yield state
    for notation in case["moves"]:
        state = after(state, notation)
        yield state


def test_the_cases_hold_games_with_every_option_and_every_end() -> None:
    values = {value for case in GAMES for value in case["options"].values()}
    assert values == {value for values in royal_parade.OPTIONS.values() for value in values}
    assert {case["outcome"] for case in GAMES} == {"won", "stuck", "stopped"}
    assert len(GAMES) == 24


@every_game
def test_the_game_has_the_same_piles_and_legal_moves_at_each_checkpoint(
    case: dict[str, Any],
) -> None:
    states = list(tables(case))
    for checkpoint in case["checkpoints"]:
        state = states[checkpoint["after"]]
        assert drawing(state) == checkpoint["piles"]
        assert sorted(legal(state)) == checkpoint["legal"]


@every_game
def test_what_must_be_refused_is_refused_for_that_reason(case: dict[str, Any]) -> None:
    states = list(tables(case))
    for refused in case["refused"]:
        with pytest.raises(Refusal) as told:
            play(royal_parade, states[refused["after"]], refused["move"])
        assert vars(told.value)["code"] in REASONS[refused["why"]]


@every_game
def test_the_game_ends_as_it_did_with_as_many_cards_placed(case: dict[str, Any]) -> None:
    *_, last = tables(case)
    stuck = "stuck" if fact(last, "stuck") else "stopped"
    assert (royal_parade.over(last) or stuck) == case["outcome"]
    assert fact(last, "placed") == case["placed"]


@every_game
def test_every_move_is_offered_and_leads_where_playing_it_does(case: dict[str, Any]) -> None:
    for state, notation in zip(tables(case), case["moves"], strict=False):
        assert dict(royal_parade.moves(state))[notation] == play(royal_parade, state, notation)


@pytest.mark.parametrize("case", GAMES[::6], ids=lambda case: case["id"])
def test_the_stock_decides_nothing_that_is_shown(case: dict[str, Any]) -> None:
    game = Game("royal parade", royal_parade, case["options"], {})
    dice = random.Random(case["id"])
    for state in list(tables(case))[::5]:
        other = with_hidden_cards_shuffled(game, state, dice)
        assert known_of(game, other) == known_of(game, state)
