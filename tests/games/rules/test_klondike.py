"""Klondike's deal and moves. The faults that users of such games report are each a test here."""

from typing import Any

import pytest

from games.rules import NotAMove, klondike, play
from games.rules.klondike_table import passes_left
from tests.games.rules.tables import DECK, VEGAS_RULES, after, legal, table, why

# The deal


def test_the_deck_is_dealt_row_by_row_and_the_next_card_is_the_next_one_drawn() -> None:
    state = klondike.deal(DECK, VEGAS_RULES)
    assert [column[0] for column in state.columns] == list(DECK[:7])
    assert [column[1] for column in state.columns[1:]] == list(DECK[7:13])
    assert state.columns[6][-1] == DECK[27]
    assert state.hidden == (0, 1, 2, 3, 4, 5, 6)
    assert after(state, "draw").waste == DECK[28:31]


def test_the_same_deck_deals_the_same_table_again() -> None:
    assert klondike.deal(DECK, VEGAS_RULES) == klondike.deal(list(DECK), dict(VEGAS_RULES))


@pytest.mark.parametrize("deck", [DECK[:51], DECK[:51] + DECK[:1], [f"{c}1" for c in DECK]])
def test_a_deck_that_is_not_the_52_cards_is_refused(deck: Any) -> None:
    with pytest.raises(ValueError, match="52"):
        klondike.deal(deck, VEGAS_RULES)


@pytest.mark.parametrize("options", [{"draw": 2}, {"draw": "3"}, {"passes": True}, {"jokers": 1}])
def test_options_that_do_not_exist_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        klondike.deal(DECK, options)


# Stock and play deck


@pytest.mark.parametrize(
    ("stock", "drawn", "left"),
    [
        ("2c", "2c", 0),
        ("2c 3c", "2c 3c", 0),
        ("2c 3c 4c", "2c 3c 4c", 0),
        ("2c 3c 4c 5c", "2c 3c 4c", 1),
    ],
)
def test_a_draw_takes_three_cards_or_what_is_left(stock: str, drawn: str, left: int) -> None:
    state = after(table(f"s {stock}\nw 9h Th", draw=3), "draw")
    assert state.waste == ("9h", "Th", *drawn.split())
    assert state.fan == len(drawn.split())
    assert len(state.stock) == left


def test_an_empty_stock_says_why_nothing_is_drawn() -> None:
    state = table("w 9h", draw=3)
    assert why(state, "draw").code == "stock empty"


def test_the_last_card_drawn_is_playable_and_when_it_goes_the_one_before_it() -> None:
    state = table("s 9c 4d 5s\nt1 6h\nt2 5c", draw=3)
    state = after(state, "draw")
    assert legal(state) == {"w>t1", "t2:1>t1", "redeal"}
    state = after(state, "w>t1")
    assert state.waste == ("9c", "4d")
    assert state.fan == 2
    assert {"w>t1", "w>t2"} <= legal(state)


def test_the_card_under_a_fan_played_off_shows_and_can_be_played() -> None:
    state = after(table("s 9c\nw 4d\nt1 Td\nt2 5c", draw=3), "draw", "w>t1")
    assert (state.waste, state.fan) == (("4d",), 1)
    assert after(state, "w>t2").fan == 0


def test_a_turn_over_keeps_the_order_of_drawing() -> None:
    state = table("w 2c 3c 4c 5c 6c", draw=3)
    state = after(state, "redeal")
    assert (state.stock, state.waste, state.fan) == (("2c", "3c", "4c", "5c", "6c"), (), 0)
    assert after(state, "draw").waste == ("2c", "3c", "4c")


def test_a_turn_over_waits_for_the_stock_to_be_empty() -> None:
    assert why(table("s 2c\nw 3c"), "redeal").code == "stock not empty"
    assert why(table("t1 Kc"), "redeal").code == "nothing to turn over"


def test_three_passes_are_two_turn_overs_and_the_count_is_never_off_by_one() -> None:
    state = klondike.deal(DECK, VEGAS_RULES)
    seen = []
    for _ in range(3):
        seen.append(passes_left(state))
        state = after(state, *["draw"] * 7)
        assert passes_left(state) == seen[-1]
        state = after(state, "draw")
        turn_over = klondike.view(state).fact("turn_over")
        assert (turn_over == "yes") == ("redeal" in legal(state)) == (len(seen) < 3)
        if turn_over:
            state = after(state, "redeal")
    assert seen == [3, 2, 1]
    assert passes_left(state) == 0
    assert why(state, "redeal").code == "no pass left"


@pytest.mark.parametrize(("passes", "turn_overs"), [(1, 0), (2, 1), (3, 2)])
def test_turn_overs_are_one_fewer_than_passes(passes: int, turn_overs: int) -> None:
    state = klondike.deal(DECK, {"passes": passes})
    made = 0
    while {"draw", "redeal"} & legal(state):
        made += "redeal" in legal(state)
        state = after(state, "draw" if state.stock else "redeal")
    assert made == turn_overs


def test_passes_without_limit_never_end() -> None:
    state = klondike.deal(DECK, {"draw": 3})
    for _ in range(20):
        state = after(state, *["draw"] * 8, "redeal")
    assert klondike.view(state).fact("passes_left") is None


# Columns


def test_a_column_takes_one_lower_of_the_other_colour_only() -> None:
    for card, fits in {"8h": True, "8d": True, "8s": False, "7h": False, "Th": False}.items():
        assert ("w>t1" in legal(table(f"w {card}\nt1 9c"))) == fits
    refused = why(table("w 8s\nt1 9c"), "w>t1")
    assert (refused.code, refused.card, refused.pile) == ("does not fit", "8s", "t1")
    assert refused.wanted == ("8d", "8h")


def test_nothing_goes_on_an_ace() -> None:
    assert why(table("w Kc\nt1 Ah"), "w>t1").wanted == ()


def test_only_a_king_goes_to_an_empty_column() -> None:
    state = table("w Qh\nt1 (2c) Kc\nt2 Qd")
    assert {n for n in legal(state) if n.endswith("t3")} == {"t1:1>t3"}
    assert why(state, "w>t3").code == "king only"
    assert why(state, "t2:1>t3").wanted == ("Kc", "Kd", "Kh", "Ks")


def test_a_kings_run_goes_to_an_empty_column_and_turns_up_what_it_lay_on() -> None:
    state = after(table("t1 (2c 3c) Kc Qh Js"), "t1:3>t4")
    assert state.columns[3] == ("Kc", "Qh", "Js")
    assert (state.columns[0], state.hidden[0]) == (("2c", "3c"), 1)


def test_a_king_that_is_first_in_its_column_changes_nothing_elsewhere() -> None:
    state = table("t1 Kc Qh\nt2 (3c) Kd")
    assert "t1:2>t5" not in legal(state)
    assert why(state, "t1:2>t5").code == "king moves nothing"


def test_any_part_of_a_run_moves_or_all_of_it() -> None:
    state = table("t1 (Kc) 9h 8c 7d\nt2 8s\nt3 9d\nt4 Tc")
    assert {n for n in legal(state) if n.startswith("t1")} == {"t1:1>t2", "t1:2>t3", "t1:3>t4"}
    moved = after(state, "t1:2>t3")
    assert (moved.columns[0], moved.columns[2]) == (("Kc", "9h"), ("9d", "8c", "7d"))
    assert moved.hidden[0] == 1


def test_a_whole_run_does_not_go_where_only_one_card_may() -> None:
    state = table("t1 9h 8c\nt2 9d\nf c7")
    assert legal(state) >= {"t1>f", "t1:1>t2"}
    assert why(state, "t1:2>t2").code == "does not fit"
    with pytest.raises(NotAMove):
        play(klondike, state, "t1:2>f")


def test_a_face_down_card_is_no_part_of_a_run_and_cannot_be_clicked_open() -> None:
    state = table("t1 (9h) 8c\nt2 Ts")
    refused = why(state, "t1:2>t2")
    assert (refused.code, refused.pile, refused.card) == ("face down", "t1", None)
    assert why(state, "t1:3>t2").code == "too few cards"
    assert why(state, "t1:1>t1").code == "same pile"


@pytest.mark.parametrize("notation", ["t1>f", "t1:1>t2"])
def test_the_card_uncovered_is_turned_up_at_once(notation: str) -> None:
    state = after(table("t1 (9h Js) 8c\nt2 9d\nf c7"), notation)
    assert klondike.view(state).pile("t1") == (None, "Js")


def test_a_face_up_card_left_behind_turns_up_nothing() -> None:
    state = after(table("t1 (5s) 9h 8c\nt2 9d"), "t1:1>t2")
    assert klondike.view(state).pile("t1") == (None, "9h")


@pytest.mark.parametrize("notation", ["w>f", "w>t2", "t1>f", "t1:1>t2"])
def test_an_empty_pile_gives_nothing(notation: str) -> None:
    assert why(table("t2 9d"), notation).code == "empty pile"


@pytest.mark.parametrize(
    "text",
    ["", "draw ", "Draw", "t0>f", "t8>f", "t1:0>t2", "t1:14>t2", "t1:01>t2", "w>fc", "fc>fd"],
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(NotAMove):
        play(klondike, klondike.deal(DECK, {}), text)


# Foundations


def test_a_foundation_takes_an_ace_and_then_the_next_of_its_suit() -> None:
    state = table("w 3h\nt1 Ah\nt2 2h\nt3 2d")
    assert {n for n in legal(state) if n.endswith(">f")} == {"t1>f"}
    refused = why(state, "w>f")
    assert (refused.card, refused.pile, refused.wanted) == ("3h", "fh", ("Ah",))
    assert why(state, "t3>f").wanted == ("Ad",)
    assert after(state, "t1>f", "t2>f", "w>f").foundations == (0, 0, 3, 0)


def test_an_ace_cannot_slide_from_one_foundation_to_another() -> None:
    state = table("f h1")
    assert legal(state) == set()
    with pytest.raises(NotAMove):
        play(klondike, state, "fh>fs")


def test_cards_come_back_from_a_foundation_where_they_fit_if_the_option_allows_it() -> None:
    text = "t1 3c\nt2 3d\nf h2 s1 d13\nt3"
    assert {n for n in legal(table(text)) if n[0] == "f"} >= {"fh>t1", "fd>t3"}
    assert after(table(text), "fh>t1").columns[0] == ("3c", "2h")
    assert why(table(text), "fh>t2").code == "does not fit"
    assert why(table(text), "fc>t2").code == "empty pile"
    assert not {n for n in legal(table(text, back="no")) if n[0] == "f"}
    assert why(table(text, back="no"), "fh>t1").code == "no return"
