"""What Undo takes back and what it does not, shown on Klondike."""

from typing import Any

import pytest

from games.rules import IllegalMove, Line, enter, klondike, replay
from games.rules.klondike_table import State
from tests.games.rules.tables import DECK, VEGAS_RULES, table


def entered(state: State, *notations: str, **options: Any) -> Line:
    line = Line(state)
    for notation in notations:
        actor, _, move = notation.rpartition(": ")
        line = enter(klondike, line, (actor or "player", move), options or VEGAS_RULES)
    return line


def test_undo_takes_a_foundation_card_and_its_win_back() -> None:
    state = table("t1 3c 2h\nf h1", **VEGAS_RULES)
    line = entered(state, "t1>f", "undo")
    assert line == Line(state)
    assert klondike.returns(line.state, {"card price": 5}) == (("cards", 15),)


def test_undo_gives_back_score_passes_and_fan_with_the_cards() -> None:
    state = table("w 3h 8h\nt1 9c", points=150)
    for notation in ["w>t1", "redeal"]:
        assert entered(state, notation, "undo", undo="without limit").state == state


def test_a_draw_and_a_card_turned_up_are_never_undone() -> None:
    for state, notation in [
        (table("s 2c\nw 5h", **VEGAS_RULES), "draw"),
        (table("t1 (2c) 8h\nt2 9c", **VEGAS_RULES), "t1:1>t2"),
    ]:
        with pytest.raises(IllegalMove, match="not possible") as refused:
            entered(state, notation, "undo")
        assert refused.value.code == "nothing to undo"
        assert entered(state, notation, "undo", undo="without limit").state == state


def test_undo_goes_back_move_by_move_up_to_the_last_reveal() -> None:
    state = table("s 7s\nw 5h\nt1 9c 8h\nt2 9s\nt3 8d", **VEGAS_RULES)
    line = entered(state, "t1:1>t2", "draw", "w>t3", "t2:1>t1", "undo", "undo")
    assert line.state.waste == ("5h", "7s")
    assert line.back == ()


def test_a_turn_over_may_be_undone_until_the_next_draw() -> None:
    state = table("w 5h 6h", **VEGAS_RULES)
    assert entered(state, "redeal", "undo").state == state
    with pytest.raises(IllegalMove):
        entered(state, "redeal", "draw", "undo")


def test_undo_switched_off_is_refused_with_its_own_reason() -> None:
    with pytest.raises(IllegalMove) as refused:
        entered(table("w 8h\nt1 9c"), "w>t1", "undo", undo="off")
    assert refused.value.code == "undo off"


def test_moves_of_the_house_are_taken_back_with_the_players_move_before_them() -> None:
    state = table("w 8h\nt1 9c\nt2 Ac", undo="without limit")
    line = entered(state, "w>t1", "house: t2>f", "undo", undo="without limit")
    assert line.state == state


@pytest.mark.parametrize("end", ["collect", "give up", "expire", "void"])
def test_an_end_of_the_round_is_an_entry_that_moves_no_card(end: str) -> None:
    log = [("player", "draw"), ("player", end)]
    assert (
        replay(klondike, DECK, VEGAS_RULES, log).state
        == replay(klondike, DECK, VEGAS_RULES, log[:1]).state
    )
