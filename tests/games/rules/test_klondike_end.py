"""How Klondike ends, what its player sees, and what a hint may say."""

import random
from typing import Any

import pytest

from games.rules import HOUSE, klondike
from tests.games.rules.offered import STANDARD_EASY, THREE_CARD_SOLITAIRE
from tests.games.rules.tables import DEAD, VEGAS_RULES, after, facts, legal, table, why

LAST_CARDS = "f c13 d13 h11 s12\nt1 Ks Qh\nt4 Kh"


def test_won_with_52_cards_up_and_then_there_are_no_moves() -> None:
    state = after(table(LAST_CARDS), "t1>f", "t4>f")
    assert klondike.over(state) is None
    state = after(state, "t1>f")
    assert klondike.over(state) == "won"
    assert legal(state) == set()
    assert why(state, "fh>t1").code == "over"
    assert klondike.finish(state) == ()


def test_the_finish_plays_every_card_up_to_the_end() -> None:
    state = table(LAST_CARDS, **VEGAS_RULES)
    assert klondike.finish(state) == ("t1>f", "t1>f", "t4>f")


@pytest.mark.parametrize("rest", ["w Qh\nt1 Ks\nt4 Kh", "s Qh\nt1 Ks\nt4 Kh", "t1 (Ks) Qh\nt4 Kh"])
def test_no_finish_while_stock_play_deck_or_a_face_down_card_is_left(rest: str) -> None:
    state = table(f"f c13 d13 h11 s12\n{rest}", **VEGAS_RULES)
    assert klondike.finish(state) == ()


def test_with_draw_1_and_no_limit_the_finish_goes_through_the_stock_for_nothing() -> None:
    text = "f c13 d13 h10 s13\ns Kh Qh\nw Jh"
    for limited in [{"passes": 3}, {"draw": 3}]:
        assert klondike.finish(table(text, **limited)) == ()
    state = table("f c13 d13 h10 s13\ns Kh Qh\nt1 Jh", points=400)
    rest = klondike.finish(state)
    assert rest == ("t1>f", "draw", "draw", "w>f", "w>f")
    state = table("f c13 d13 h9 s13\ns Qh Th\nw Jh Kh", points=400)
    rest = klondike.finish(state)
    assert "redeal" in rest
    won = after(state, *rest, actor=HOUSE)
    assert klondike.over(won) == "won"
    assert klondike.score(won, 0) == 400 + 4 * 10


def test_stuck_is_told_when_no_draw_no_turn_over_and_no_place_is_left() -> None:
    state = table(f"w 2h 3h\n{DEAD}", **VEGAS_RULES, turned=2)
    assert legal(state) == set()
    assert facts(state) == (True, True)


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        (f"s 2h\n{DEAD}", 2),
        (f"w 2h 3h\n{DEAD}", 1),
        (f"w 8h\n{DEAD}", 2),
        (f"w 2h 3h\nf h2\n{DEAD}", 2),
    ],
)
def test_stuck_is_not_told_while_a_draw_a_turn_over_or_a_place_is_left(
    text: str, turned: int
) -> None:
    assert facts(table(text, **VEGAS_RULES, turned=turned))[0] is False


def test_stuck_is_not_told_while_a_card_may_come_back_from_a_foundation() -> None:
    text = "w Td Jd\nf h8\nt1 9c\nt2 9s\nt3 Ks\nt4 Kc\nt5 2c\nt6 2s\nt7 3s"
    assert facts(table(text, draw=3, passes=1)) == (False, False)
    assert facts(table(text, draw=3, passes=1, back="no")) == (True, True)


def test_going_on_is_in_vain_only_if_no_card_that_comes_up_fits() -> None:
    lower = "w 8h 2h 3h 2d 3d"
    assert facts(table(f"{lower}\n{DEAD}", draw=3)) == (False, True)
    assert facts(table(f"w 2h 3h 8h 2d 3d\n{DEAD}", draw=3)) == (False, False)
    assert facts(table(f"{lower}\n{DEAD}", draw=1)) == (False, False)
    assert facts(table(f"w 2h 3h 2d\n{DEAD}", draw=1)) == (False, True)
    assert facts(table(f"s 2h 3h 2d\n{DEAD}", draw=1)) == (False, False)


# What the player sees


def test_the_view_shows_all_that_lies_face_up_and_nothing_else() -> None:
    view = klondike.view(table("s 2c 3c\nw 9h Th\nf h2\nt1 (4c 5c) 8h 7c", draw=3))
    assert view.pile("s") == (None, None)
    assert view.pile("w") == ("9h", "Th")
    assert view.pile("fh") == ("Ah", "2h")
    assert view.pile("t1") == (None, None, "8h", "7c")
    names = " ".join(pile.name for pile in view.piles)
    assert names == "s w fc fd fh fs t1 t2 t3 t4 t5 t6 t7"
    assert (view.fact("stock"), view.fact("up"), view.fact("face_down")) == (2, 2, 2)
    assert "4c" not in repr(view)


@pytest.mark.parametrize("game", [THREE_CARD_SOLITAIRE, STANDARD_EASY], ids=lambda g: g.name)
def test_the_view_of_a_deal_names_no_hidden_card(game: Any) -> None:
    for seed in range(20):
        state = klondike.deal(game.deck(seed), game.options)
        text = repr(klondike.view(state))
        shown = {column[-1] for column in state.columns}
        assert {card for card in game.deck(seed) if card in text} == shown


# Hints

# A column can be emptied for the king that comes up in the next pass.
KING_TO_COME = "w Kd 2h\nt1 8h\nt2 9c\nt3 9s\nt4 9h\nt5 9d\nt6 Kh\nt7 Kc"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("s 9h\nw 8h\nt1 (2c) 7c\nt2 Ah", "t2>f"),
        ("s 9h\nw 8h\nt1 (2c) 7c\nt2 8d", "t1:1>t2"),
        ("s 9h\nw 8h\nt1 9c", "w>t1"),
        ("s 9h\nt1 9c\nt2 4c", "draw"),
        ("w 9h 2c\nt1 Tc", "redeal"),
        (f"w 2h 3h\n{DEAD}", None),
        ("w 3h 3s\nt1 9c 8h\nt2 9s\nt3 Kd", None),
        (KING_TO_COME, "redeal"),
        ("f c13 d13 h13 s13", None),
    ],
)
def test_a_hint_names_a_move_that_helps(text: str, hint: str | None) -> None:
    assert klondike.hint(klondike.view(table(text, back="no"))) == hint


def test_who_follows_the_hints_is_told_in_the_end_that_nothing_helps() -> None:
    """Though the stock may be turned over for ever."""
    for seed in range(8):
        state = klondike.deal(STANDARD_EASY.deck(seed), STANDARD_EASY.options)
        for _ in range(400):
            hint = klondike.hint(klondike.view(state))
            if hint is None:
                break
            state = after(state, hint)
        assert hint is None, seed


def test_a_hint_is_always_a_legal_move() -> None:
    dice = random.Random(7)
    for seed in range(30):
        state = klondike.deal(THREE_CARD_SOLITAIRE.deck(seed), {"draw": 3, "passes": 3})
        for _ in range(150):
            hint = klondike.hint(klondike.view(state))
            if hint is None:
                break
            assert hint in legal(state)
            state = after(state, hint if dice.random() < 0.8 else dice.choice(sorted(legal(state))))
