"""How Royal Parade ends, what the house does, what Undo takes back, what is seen and hinted."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from games.rules import (
    HOUSE,
    IllegalMove,
    Line,
    as_json,
    enter,
    from_json,
    play,
    replay,
    royal_parade,
)
from games.rules.royal_parade_table import State
from tests.games.rules.offered import ROYAL_PARADE
from tests.games.rules.parades import (
    BY_THE_HOUSE,
    STOCK,
    after,
    at,
    fact,
    finished,
    legal,
    settled,
    table,
    why,
)

LAST = "full\na1 2c 5c 8c\nv1 Jc\nv2 Ac"


# The end


def test_won_when_all_24_piles_hold_four_cards_even_with_aces_in_the_reserve() -> None:
    state = table(LAST)
    assert royal_parade.over(state) is None
    state = after(state, "v1>a1")
    assert royal_parade.over(state) == "won"
    assert (fact(state, "finished"), fact(state, "placed"), fact(state, "stuck")) == (24, 96, None)


@pytest.mark.parametrize("aces", ["by hand", "by the house"])
def test_after_the_win_there_are_no_moves_not_even_of_the_house(aces: str) -> None:
    state = play(royal_parade, table(f"{LAST}\ns Ad", aces=aces), "v1>a1")
    assert legal(state) == set()
    assert royal_parade.automatic(state) is None
    for notation in ["deal", "v2>x"]:
        assert why(state, notation).code == "over"


def test_stuck_is_told_when_the_stock_is_empty_and_nothing_can_be_moved() -> None:
    state = table("dead\na1 2c 5c 8c\nv1 Jc 9d\na2\nb3 Kc")
    assert legal(state) == set()
    assert fact(state, "stuck") == "yes"
    assert royal_parade.over(state) is None


@pytest.mark.parametrize(
    "more", ["s 9c", "v2 Ac", "c1 2c", "a3 4c\nc2 2c", "v2 Jc"], ids=lambda text: text.split()[0]
)
def test_stuck_is_not_told_while_a_deal_or_any_move_is_left(more: str) -> None:
    state = table(f"dead\na1 2c 5c 8c\nv1 Jc 9d\na2\nb3 Kc\n{more}")
    assert fact(state, "stuck") is None
    assert legal(state)


# The house's discards


def test_the_house_discards_the_aces_one_by_one_from_the_lowest_place_looking_again() -> None:
    state = table("dead\nc8 Ac\na7 Ad\nv5 As 9h\nv3 9c Ah\nv1 As\ns Ac 9d", aces="by the house")
    played = []
    while notation := royal_parade.automatic(state):
        played.append(notation)
        state = play(royal_parade, state, notation, HOUSE)
    # The card that fills v1 is an ace again and goes before the one of v3.
    assert played == ["a7>x", "c8>x", "v1>x", "v1>x", "v3>x"]
    assert at(state, "x") == "Ad Ac As Ac Ah"
    assert (at(state, "v1"), at(state, "v3"), at(state, "v5")) == ("9d", "9c", "As 9h")


def test_by_hand_the_house_does_nothing() -> None:
    state = table("dead\na7 Ad\nv1 As")
    assert royal_parade.automatic(state) is None
    assert legal(state) == {"a7>x", "v1>x"}


@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_a_discard_by_the_house_fills_the_space_with_any_stock_left(count: int) -> None:
    stock = STOCK[:count]
    state = settled(table(f"dead\nv8 Ac\ns {' '.join(stock)}", aces="by the house"))
    assert at(state, "v8") == (stock[0] if stock else "")
    assert len(state.stock) == max(0, count - 1)


def test_a_resumed_game_repeats_nothing_that_the_house_has_done() -> None:
    deck, options = ROYAL_PARADE.deck(3), BY_THE_HOUSE
    state = royal_parade.deal(deck, options)
    log: list[tuple[str, str]] = []
    while len(log) < 60:
        while notation := royal_parade.automatic(state):
            log.append((HOUSE, notation))
            state = play(royal_parade, state, notation, HOUSE)
        again = from_json(royal_parade, json.loads(json.dumps(as_json(state))))
        assert again == state == replay(royal_parade, deck, options, log).state
        assert royal_parade.automatic(again) is None
        hint = royal_parade.hint(royal_parade.view(state))
        if hint is None:
            break
        log.append(("player", hint))
        state = play(royal_parade, state, hint)
    discards = [notation for actor, notation in log if actor == HOUSE]
    assert len(discards) == len(state.discard) > 0


# Undo


def entered(state: State, *entries: str) -> Line:
    line = Line(state)
    for entry in entries:
        actor, _, notation = entry.rpartition(": ")
        line = enter(royal_parade, line, (actor or "player", notation), {})
    return line


@pytest.mark.parametrize("notation", ["v1>a1", "a2=b2", "a5>x", "c3>a3"])
def test_a_move_that_shows_no_new_card_is_undone(notation: str) -> None:
    state = table("dead\na1 2h\na2 3c\na3\na5 Ac\nb2 2c\nc3 2d\nv1 9c 5h\ns 9d")
    assert entered(state, notation).state != state
    assert entered(state, notation, "undo").state == state


@pytest.mark.parametrize("notation", ["deal", "v1>a1", "v2>x"])
def test_a_deal_or_a_move_that_drew_a_card_is_never_undone(notation: str) -> None:
    state = table("dead\na1 2h\nv1 5h\nv2 Ac\ns 9c Tc")
    with pytest.raises(IllegalMove) as refused:
        entered(state, notation, "undo")
    assert refused.value.code == "nothing to undo"


def test_the_last_card_of_a_pile_comes_back_by_undo_when_the_stock_was_empty() -> None:
    state = table("dead\na1 2h\nv1 5h")
    assert entered(state, "v1>a1", "undo").state == state


def test_undo_takes_the_discards_of_the_house_back_with_the_players_move() -> None:
    state = table("dead\na1 2h\nv1 9c Ac 5h", aces="by the house")
    line = entered(state, "v1>a1", "house: v1>x")
    assert at(line.state, "x") == "Ac"
    line = enter(royal_parade, line, ("player", "undo"), {})
    assert line.state == state
    assert royal_parade.automatic(line.state) is None


def test_a_discard_of_the_house_that_drew_a_card_keeps_undo_from_the_move_before_it() -> None:
    state = table("dead\na1 2h\nv1 Ac 5h\ns 9c", aces="by the house")
    assert entered(state, "v1>a1").back == (state,)
    assert entered(state, "v1>a1", "house: v1>x").back == ()


# What the player sees


def test_the_view_shows_every_card_but_the_stock() -> None:
    view = royal_parade.view(table("a1 2h 5h\nv1 9c Tc Jc\nx Ac\ns Kd Qd"))
    names = [pile.name for pile in view.piles]
    assert names[0] == "s"
    assert names[1:25] == [f"{row}{n}" for row in "abc" for n in range(1, 9)]
    assert names[25:] == [*(f"v{n}" for n in range(1, 9)), "x"]
    assert view.pile("s") == (None, None)
    assert view.pile("v1") == ("9c1", "Tc1", "Jc1")
    assert view.pile("x") == ("Ac1",)
    assert "Kd" not in repr(view)
    assert "Qd" not in repr(view)


def test_the_view_of_a_deal_names_no_card_of_the_stock() -> None:
    for seed in range(20):
        deck = ROYAL_PARADE.deck(seed)
        text = repr(royal_parade.view(royal_parade.deal(deck, {})))
        assert {card for card in deck if card in text} == set(deck[:32])


def test_misplaced_cards_are_told_from_right_ones_and_spaces() -> None:
    state = table("a1 2h 5h\na2 3h\na3 5c\nb1 3c\nb2 2c\nc1 4c\nc2 Ac\nv1 9c")
    assert royal_parade.misplaced(royal_parade.view(state)) == {"a2", "a3", "b2", "c2"}
    assert (fact(state, "misplaced"), fact(state, "placed")) == (4, 4)


def test_the_table_tells_its_options() -> None:
    state = royal_parade.deal(ROYAL_PARADE.deck(1), {"fill": "next deal", "aces": "by the house"})
    assert (fact(state, "fill"), fact(state, "house_discards")) == ("next deal", "yes")
    assert fact(royal_parade.deal(ROYAL_PARADE.deck(1), {}), "house_discards") is None


def test_the_finished_pile_of_the_drawings_is_a_finished_pile() -> None:
    state = table("full")
    assert state.parade[0] == finished("a1")
    assert royal_parade.over(state) == "won"


# Whole games


@pytest.mark.parametrize("options", [{}, BY_THE_HOUSE, {"fill": "next deal"}])
def test_all_104_cards_are_accounted_for_and_the_counts_agree(options: dict[str, Any]) -> None:
    for seed in range(5):
        deck = ROYAL_PARADE.deck(seed)
        state = settled(royal_parade.deal(deck, options))
        while hint := royal_parade.hint(royal_parade.view(state)):
            state = after(state, hint)
            view = royal_parade.view(state)
            seen = [card for pile in view.piles for card in pile.cards if card]
            assert len(seen) + int(view.fact("stock") or 0) == 104
            assert sorted([*seen, *state.stock]) == sorted(deck)
            parade = sum(len(pile) for pile in state.parade)
            assert parade == int(view.fact("placed") or 0) + int(view.fact("misplaced") or 0)
            assert len(royal_parade.misplaced(view)) == view.fact("misplaced")
        assert royal_parade.over(state) or fact(state, "stuck")


# Hints


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a1 2h\nv1 5h\nv2 9c Ac", "v2>x"),
        ("a1 2h\nb2 5h\nv1 5h", "b2>a1"),
        ("a1 2h\nv1 5h\ns 9c", "v1>a1"),
        ("a2 3c\nb5 2d\nv1 9c", "a2=b5"),
        # The 2 whose suit goes on: the 5 and 8 of Hearts can follow it.
        ("a1\nv1 2c\nv2 2h\nv3 8h 5h\ns 9c", "v2>a1"),
        # The 5 that lies on an 8 of its suit, so that the 8 may follow.
        ("a1 2h\nv1 9c 5h\nv2 8h 5h", "v2>a1"),
        ("v1 9c\ns Tc", "deal"),
        ("v1 9c", None),
    ],
)
def test_a_hint_names_a_move_that_helps(text: str, hint: str | None) -> None:
    assert royal_parade.hint(royal_parade.view(table(f"dead\n{text}"))) == hint


def test_there_is_no_hint_after_the_win() -> None:
    assert royal_parade.hint(royal_parade.view(table("full\nv1 Ac\ns Ad"))) is None


@pytest.mark.parametrize("options", [{}, BY_THE_HOUSE, {"fill": "next deal"}])
def test_a_hint_is_always_a_legal_move_and_missing_only_when_there_is_none(
    options: dict[str, Any],
) -> None:
    dice = random.Random(7)
    for seed in range(8):
        state = settled(royal_parade.deal(ROYAL_PARADE.deck(seed), options))
        while hint := royal_parade.hint(royal_parade.view(state)):
            assert hint in legal(state)
            state = after(state, hint if dice.random() < 0.5 else dice.choice(sorted(legal(state))))
        assert legal(state) == set()


def test_who_follows_the_hints_places_more_cards_than_who_plays_by_chance() -> None:
    dice, placed = random.Random(7), Counter[str]()
    for seed in range(6):
        by_hints = by_chance = royal_parade.deal(ROYAL_PARADE.deck(seed), {})
        while hint := royal_parade.hint(royal_parade.view(by_hints)):
            by_hints = after(by_hints, hint)
        while moves := sorted(legal(by_chance)):
            by_chance = after(by_chance, dice.choice(moves))
        placed["hints"] += int(fact(by_hints, "placed") or 0)
        placed["chance"] += int(fact(by_chance, "placed") or 0)
    assert placed["hints"] > placed["chance"]
