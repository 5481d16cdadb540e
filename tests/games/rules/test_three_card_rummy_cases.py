"""Hands of Vegas Three Card Rummy with their right points, settlement and odds."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from games import cards
from games.rules import play, three_card_rummy
from games.rules.three_card_rummy import BONUS_TABLE, RAISE_TABLE, scored
from games.rules.three_card_rummy_odds import (
    ante_and_bonus,
    ante_and_raise,
    best_strategy,
    bonus,
    bonus_rows,
    hands_by_points,
    value_of_raising,
)

CASES = json.loads((Path(__file__).parents[2] / "cases" / "three_card_rummy.json").read_text())
FIGURES = CASES["figures"]
ROUNDS = CASES["rounds"]
every_round = pytest.mark.parametrize(
    "case", ROUNDS, ids=[f"{number} {case['outcome']}" for number, case in enumerate(ROUNDS)]
)


def dealt(case: dict[str, Any]) -> three_card_rummy.State:
    first = [*case["player"], *case["dealer"]]
    return three_card_rummy.deal(first + [c for c in cards.pack() if c not in first], {})


def test_the_cases_hold_every_outcome_and_meld() -> None:
    assert len(ROUNDS) == 121
    assert len({case["outcome"] for case in ROUNDS}) == 5
    assert len({case["player_meld"] for case in ROUNDS}) == 5


@every_round
def test_both_hands_show_their_points_and_meld(case: dict[str, Any]) -> None:
    view = three_card_rummy.view(play(three_card_rummy, dealt(case), case["decision"]))
    assert view.fact("points") == case["player_score"]
    assert view.fact("meld") == case["player_meld"]
    assert view.fact("meld_cards") == " ".join(case["player_meld_cards"])
    assert view.fact("dealer_points") == case["dealer_score"]
    assert view.fact("dealer_meld") == case["dealer_meld"]
    assert view.fact("dealer_meld_cards") == " ".join(case["dealer_meld_cards"])
    assert view.fact("dealer_qualifies") == ("yes" if case["dealer_qualifies"] else "no")


@every_round
def test_every_bet_brings_back_what_it_should(case: dict[str, Any]) -> None:
    bets = {"ante": case["ante"], "bonus": case["bonus"]}
    state = play(three_card_rummy, dealt(case), case["decision"])
    lines = three_card_rummy.returns(state, bets)
    assert list(lines) == [
        (bet, case[f"{bet}_return"])
        for bet in ("ante", "raise", "bonus")
        if case[f"{bet}_return"] > 0
    ]
    assert three_card_rummy.staked(state, bets) == case["total_staked"]
    assert sum(amount for _, amount in lines) - case["total_staked"] == case["net"]


@every_round
def test_the_result_names_the_outcome_and_the_rows_that_were_hit(case: dict[str, Any]) -> None:
    view = three_card_rummy.view(play(three_card_rummy, dealt(case), case["decision"]))
    assert str(view.fact("outcome")).replace(" ", "_") == case["outcome"]
    assert view.fact("raise_odds") == case["raise_odds"]
    assert view.fact("bonus_odds") == case["bonus_odds"]


def test_the_paytables_are_those_of_the_cases() -> None:
    paid = {f"{row.low}-{row.high}": row.odds for row in RAISE_TABLE}
    assert paid == {"0-0": 4, "1-5": 2, "6-19": 1}
    assert {key: CASES["paytables"]["raise"][key] for key in ("0", "1-5", "6-19")} == {
        "0": 4,
        "1-5": 2,
        "6-19": 1,
    }
    rows = list(CASES["paytables"]["bonus"].values())[: len(BONUS_TABLE)]
    assert [row.odds if row.odds is not None else "lose" for row in BONUS_TABLE] == rows


def test_so_many_hands_have_each_number_of_points() -> None:
    counted = {str(points): hands for points, hands in sorted(hands_by_points().items())}
    assert counted == CASES["score_histogram"]


@pytest.mark.parametrize("raise_up_to", range(-1, 31))
def test_raising_on_so_many_points_has_its_exact_figures(raise_up_to: int) -> None:
    case, figures = FIGURES["by_raise_threshold"][str(raise_up_to)], ante_and_raise(raise_up_to)
    assert figures.expected == Fraction(case["ev"])
    assert figures.raised == Fraction(case["p_raise"])
    assert figures.element_of_risk == Fraction(case["element_of_risk"])
    assert figures.deviation == pytest.approx(case["sd"], rel=1e-12)


def test_the_best_strategy_has_its_exact_figures() -> None:
    case, figures = FIGURES["optimal"], ante_and_raise()
    assert figures.house_edge == -Fraction(case["ev_per_ante"])
    assert figures.variance == Fraction(case["variance"])
    assert figures.raised == Fraction(case["p_raise"])
    assert figures.staked == Fraction(case["mean_staked_antes"])
    assert figures.element_of_risk == Fraction(case["element_of_risk"])


def test_every_result_and_outcome_is_as_frequent_as_it_should_be() -> None:
    case, figures = FIGURES["optimal"], ante_and_raise()
    deals = 22_100 * 18_424
    assert {str(net): share * deals for net, share in figures.nets.items()} == (
        case["net_distribution"]
    )
    names = {"dealer not qualified": "nq", "win": "win"}
    outcomes = {
        f"{names.get(outcome, outcome)}{odds or ''}": share * deals
        for (outcome, odds), share in figures.outcomes.items()
    }
    assert outcomes == case["outcomes"]


def test_a_tie_is_no_win() -> None:
    nets = FIGURES["optimal"]["net_distribution"]
    won = sum(deals for net, deals in nets.items() if int(net) > 0)
    assert ante_and_raise().hit_rate == Fraction(won, 22_100 * 18_424)


def test_raising_is_worth_more_than_folding_with_20_points_or_less_and_no_other_hand() -> None:
    for case in FIGURES["by_player_score"]:
        least, most = value_of_raising()[case["score"]]
        assert least == Fraction(case["ev_raise_min"])
        assert most == Fraction(case["ev_raise_max"])
    assert [points for points, (least, _) in value_of_raising().items() if least > -1] == (
        list(range(21))
    )
    assert all(most < -1 for points, (_, most) in value_of_raising().items() if points > 20)
    assert best_strategy() == three_card_rummy.RAISE_UP_TO == 20


def test_the_bonus_has_its_exact_figures() -> None:
    case = FIGURES["bonus"]
    assert bonus().expected == Fraction(case["ev"])
    assert bonus().variance == Fraction(case["variance"])
    assert bonus().hit_rate == Fraction(case["hit"])
    counts = {str(net): share * 22_100 for net, share in bonus().nets.items()}
    assert counts == case["counts_of_22100"]
    by_row = [case["counts_of_22100"][str(row.odds or -1)] for row in BONUS_TABLE]
    assert [share * 22_100 for share in bonus_rows()] == by_row


def test_ante_and_bonus_together_have_their_exact_figures() -> None:
    case = FIGURES["equal_ante_and_bonus_optimal"]
    assert ante_and_bonus().expected == Fraction(case["ev"])
    assert ante_and_bonus().deviation == pytest.approx(case["sd"], rel=1e-12)
    apart = ante_and_raise().variance + bonus().variance
    assert (ante_and_bonus().variance - apart) / 2 == Fraction(case["covariance"])


@pytest.mark.parametrize("hand", ["Ac 2c 3c", "Tc Td Jd", "5c 9d Ks", "Qh Kh Ah"])
def test_raising_is_worth_what_the_game_itself_pays_against_every_dealer(hand: str) -> None:
    bets, player = {"ante": 1}, tuple(hand.split())
    left = [card for card in cards.pack() if card not in player]
    nets: Counter[int] = Counter()
    for dealer in combinations(left, 3):
        state = three_card_rummy.State(player, dealer, (), "raise")
        back = sum(amount for _, amount in three_card_rummy.returns(state, bets))
        nets[back - three_card_rummy.staked(state, bets)] += 1
    worth = Fraction(sum(net * count for net, count in nets.items()), 18_424)
    least, most = value_of_raising()[scored(player).points]
    assert sum(nets.values()) == 18_424
    assert least <= worth <= most
