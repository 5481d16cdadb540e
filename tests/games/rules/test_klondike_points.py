"""What Klondike's moves earn, in points and in money."""

from typing import Any

import pytest

from games.rules import HOUSE, klondike
from tests.games.rules.tables import DECK, VEGAS_RULES, after, table


def standard(text: str, *notations: str, points: int = 200, **options: Any) -> int:
    """What the moves earn by standard scoring."""
    state = after(table(text, points=points, **options), *notations)
    score = klondike.score(state, 0)
    assert score is not None
    return score - points


def test_each_event_of_standard_scoring_has_its_points() -> None:
    assert standard("w 8h\nt1 9c", "w>t1") == 5
    assert standard("w Ah", "w>f") == 10
    assert standard("t1 Ah", "t1>f") == 10
    assert standard("t1 (5c) Ah", "t1>f") == 15
    assert standard("t1 (5c) 8h\nt2 9c", "t1:1>t2") == 5
    assert standard("t1 9s 8h\nt2 9c", "t1:1>t2") == 0
    assert standard("f h2\nt1 3c", "fh>t1") == -15
    assert standard("w 2h\nt1 3c\nf h1", "w>t1", "t1>f") == 15


def test_turning_over_costs_100_with_draw_1_and_20_from_the_third_with_draw_3() -> None:
    assert standard("w 8h", "redeal") == -100
    assert standard("w 8h", "redeal", "draw", "redeal") == -200
    again = ["redeal", "draw"]
    assert standard("w 8h", *again, *again, draw=3) == 0
    assert standard("w 8h", *again, *again, *again, *again, draw=3) == -40


def test_points_never_fall_below_nothing_and_rise_from_there() -> None:
    assert standard("w Ah", "redeal", "draw", "w>f", points=30) == 10 - 30


def test_the_house_turns_over_for_nothing_in_a_finish() -> None:
    state = table("w 8h", points=200)
    assert klondike.score(after(state, "redeal", actor=HOUSE), 0) == 200


@pytest.mark.parametrize(
    ("seconds", "score"), [(0, 300), (9, 300), (10, 298), (95, 282), (1500, 0), (9999, 0)]
)
def test_time_is_taken_once_from_the_result(seconds: int, score: int) -> None:
    assert klondike.score(table("t1 5h", points=300, timed="yes"), seconds) == score
    assert klondike.score(table("t1 5h", points=300), seconds) == 300


@pytest.mark.parametrize(
    ("seconds", "bonus"), [(30, 0), (31, 22580), (100, 7000), (90_000, 7), (700_001, 0)]
)
def test_a_timed_win_after_more_than_30_seconds_earns_a_bonus(seconds: int, bonus: int) -> None:
    won = table("f c13 d13 h13 s13", points=300, timed="yes")
    assert klondike.score(won, seconds) == max(0, 300 - 2 * (seconds // 10)) + bonus


def test_vegas_scoring_counts_the_cards_up_and_pays_none_of_them_twice() -> None:
    state = table("w Ah\nt1 2c", scoring="vegas")
    scores = [klondike.score(state, 0)]
    for notation in ["w>f", "fh>t1", "t1>f"]:
        state = after(state, notation)
        scores.append(klondike.score(state, 0))
    assert scores == [-52, -47, -52, -47]
    assert klondike.score(table("f c13 d13 h13 s13", scoring="vegas"), 0) == 208


def test_a_game_without_scoring_has_no_points() -> None:
    assert klondike.score(klondike.deal(DECK, VEGAS_RULES), 0) is None


@pytest.mark.parametrize(
    ("price", "bet", "card", "most"),
    [
        (2, 104, 6, 312),
        (5, 260, 15, 780),
        (10, 520, 30, 1560),
        (25, 1300, 75, 3900),
        (50, 2600, 150, 7800),
        (100, 5200, 300, 15600),
        (200, 10400, 600, 31200),
        (500, 26000, 1500, 78000),
        (1000, 52000, 3000, 156000),
        (2000, 104000, 6000, 312000),
    ],
)
def test_the_ten_rows_of_the_paytable(price: int, bet: int, card: int, most: int) -> None:
    bets = {"card price": price}
    state = klondike.deal(DECK, VEGAS_RULES)
    assert klondike.staked(state, bets) == bet
    assert klondike.reserved(state, bets) == 0
    assert klondike.returns(state, bets) == ()
    assert klondike.returns(table("f h1"), bets) == (("cards", card),)
    assert klondike.returns(table("f c13 d13 h13 s13"), bets) == (("cards", most),)
    assert klondike.most(bets) == most


def test_a_free_game_stakes_and_returns_nothing() -> None:
    state = table("f h5")
    assert (klondike.staked(state, {}), klondike.returns(state, {}), klondike.most({})) == (
        0,
        (),
        0,
    )
