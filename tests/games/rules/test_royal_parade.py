"""Royal Parade's deal and moves. The faults that players of such games report are tests here."""

from typing import Any

import pytest

from games.rules import NotAMove, play, royal_parade
from tests.games.rules.parades import DECK, STOCK, after, at, fact, legal, table, why

# The deal


def test_the_openers_head_their_rows_and_the_rest_is_dealt_row_by_row() -> None:
    state = royal_parade.deal(DECK, {})
    cards = [pile[0] for pile in state.parade]
    assert (cards[0], cards[8], cards[16]) == DECK[:3]
    assert cards[1:8] + cards[9:16] + cards[17:] == list(DECK[3:24])
    assert [pile[0] for pile in state.reserve] == list(DECK[24:32])
    assert state.stock == DECK[32:]
    assert len(state.stock) == 72


def test_with_random_openers_24_cards_are_dealt_as_they_come() -> None:
    deck = sorted(DECK)
    state = royal_parade.deal(deck, {"openers": "random"})
    assert [pile[0] for pile in (*state.parade, *state.reserve)] == deck[:32]


def test_the_same_deck_deals_the_same_table_again() -> None:
    assert royal_parade.deal(DECK, {}) == royal_parade.deal(list(DECK), {})


@pytest.mark.parametrize(
    "deck", [DECK[:103], DECK[:103] + DECK[:1], [f"{c[:2]}1" for c in DECK], DECK[::-1]]
)
def test_a_deck_that_is_not_two_packs_with_their_openers_is_refused(deck: Any) -> None:
    with pytest.raises(ValueError, match="The deck"):
        royal_parade.deal(deck, {})


@pytest.mark.parametrize("options", [{"fill": "never"}, {"aces": True}, {"undo": "off"}])
def test_options_that_do_not_exist_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        royal_parade.deal(DECK, options)


# Building


def test_each_row_builds_by_three_in_suit_to_its_court_card() -> None:
    state = table("a1 2h\nb1 3s\nc1 4d\nv1 Jh 8h 5h\nv2 Qs 9s 6s\nv3 Kd Td 7d")
    state = after(state, *["v1>a1"] * 3, *["v2>b1"] * 3, *["v3>c1"] * 3)
    assert (at(state, "a1"), at(state, "b1")) == ("2h 5h 8h Jh", "3s 6s 9s Qs")
    assert at(state, "c1") == "4d 7d Td Kd"
    assert (fact(state, "finished"), fact(state, "placed")) == (3, 12)


@pytest.mark.parametrize("card", ["5d", "6h", "8h", "3h", "2d"])
def test_a_card_of_another_suit_or_rank_is_not_built(card: str) -> None:
    state = table(f"dead\na1 2h\nv1 {card}")
    assert legal(state) == set()
    refused = why(state, "v1>a1")
    assert (refused.code, refused.pile, refused.wanted) == ("does not fit", "a1", ("5h1",))
    assert refused.card == f"{card}{2 if card == '2h' else 1}"


def test_nothing_goes_on_a_finished_pile() -> None:
    assert why(table("dead\nv1 5c"), "v1>a1").code == "pile finished"


def test_one_card_moves_at_a_time_though_the_next_one_would_follow() -> None:
    state = after(table("dead\na1 2h\nv1 9c 8h 5h"), "v1>a1")
    assert (at(state, "a1"), at(state, "v1")) == ("2h 5h", "9c 8h")


def test_a_misplaced_card_is_built_and_leaves_a_space() -> None:
    state = after(table("dead\na1 2h\nb2 5h"), "b2>a1")
    assert (at(state, "a1"), at(state, "b2")) == ("2h 5h", "")


def test_misplaced_cards_are_never_built_on() -> None:
    state = table("dead\na1 3h\nb1 9c\nv1 6h Qc")
    assert legal(state) == set()
    assert why(state, "v1>b1").code == "on misplaced"
    assert why(after(state._replace(reserve=(("6h1",), *[()] * 7))), "v1>a1").code == "on misplaced"


def test_a_covered_card_of_the_reserve_does_not_move() -> None:
    assert legal(table("dead\na1 2h\nv1 5h 9c")) == set()


@pytest.mark.parametrize("notation", ["a1>a2", "a3>a4", "a3>x", "a3>v1"])
def test_cards_of_right_piles_never_leave_them(notation: str) -> None:
    # A base would hop within its row, a built card to its twin pile: neither changes anything.
    state = table("dead\na1 2h\na2\na3 2c 5c\na4 2c\nv1 9c")
    assert notation not in legal(state)
    assert why(state, notation).code == "stands right"


def test_a_card_that_lies_in_its_row_by_chance_is_built_on_from_the_first_moment() -> None:
    assert legal(table("dead\nb5 3d\nv1 6d")) == {"v1>b5"}


# Spaces of the parade


@pytest.mark.parametrize(("place", "base"), [("a8", "2h"), ("b8", "3h"), ("c8", "4h")])
def test_a_space_takes_a_base_of_its_own_row_and_nothing_else(place: str, base: str) -> None:
    others = [card for card in ("2h", "3h", "4h", "5h", "Kh") if card != base]
    state = table(
        "\n".join(["dead", place, f"v1 {base}", *(f"v{n} {c}" for n, c in enumerate(others, 2))])
    )
    assert legal(state) == {f"v1>{place}"}
    for n in range(2, 6):
        refused = why(state, f"v{n}>{place}")
        assert refused.code == "not the base"
        assert refused.wanted == tuple(f"{base[0]}{suit}1" for suit in "cdhs")


def test_a_misplaced_base_moves_to_a_space_of_its_row() -> None:
    state = after(table("dead\na1\nc3 2s"), "c3>a1")
    assert (at(state, "a1"), at(state, "c3")) == ("2s", "")


def test_a_space_need_not_be_filled() -> None:
    assert "deal" in legal(table("dead\na1\nv1 2s\ns 9c"))


# Interchanging


@pytest.mark.parametrize("pair", ["a2 3c b5 2d", "a2 4c c5 2d", "b2 4c c5 3d"])
def test_two_misplaced_bases_change_places_if_both_then_stand_right(pair: str) -> None:
    one, card, other, second = pair.split()
    state = table(f"dead\n{one} {card}\n{other} {second}")
    assert legal(state) == {f"{one}={other}"}
    changed = after(state, f"{one}={other}")
    assert (at(changed, one), at(changed, other)) == (second, card)
    assert royal_parade.misplaced(royal_parade.view(changed)) == {"c8"}


def test_an_interchange_that_puts_only_one_card_right_is_refused_with_the_other() -> None:
    state = table("dead\na2 4c\nb5 2d\nb6 9c")
    refused = why(state, "a2=b5")
    assert (refused.code, refused.card, refused.pile) == ("not both right", "4c1", "b5")
    assert refused.wanted == ("3c1", "3d1", "3h1", "3s1")
    refused = why(state, "a2=b6")
    assert (refused.card, refused.pile) == ("4c1", "b6")
    assert legal(state) == set()
    assert legal(table("dead\na2 3c\nb5 4d")) == set()


def test_cards_of_one_row_right_piles_and_spaces_are_not_interchanged() -> None:
    state = table("dead\na2 3c\na3 3d\nb1 3h\nb2\nb3 2c")
    assert why(state, "a2=a3").code == "same row"
    assert (why(state, "a2=b1").code, why(state, "a2=b1").pile) == ("stands right", "b1")
    assert (why(state, "a2=b2").code, why(state, "a2=b2").pile) == ("empty pile", "b2")
    assert legal(state) == {"a2=b3", "a3=b3", "a2>b2", "a3>b2"}


@pytest.mark.parametrize(
    "text", ["b5=a2", "a2=a2", "a2=v1", "v1=v2", "a9>x", "a1:2>a2", "x>a1", "draw", "", "v1>a1 "]
)
def test_a_text_that_is_no_notation_is_no_move(text: str) -> None:
    with pytest.raises(NotAMove):
        play(royal_parade, table("dead\na2 3c\nb5 2d"), text)


# Aces


def test_an_available_ace_is_discarded_and_does_nothing_else() -> None:
    state = table("dead\na6 Ac\nb2\nv4 9c Ad\nv5 As 9d")
    assert legal(state) == {"a6>x", "v4>x"}
    assert why(state, "v4>b2").code == why(state, "v4>a1").code == "ace"
    state = after(state, "v4>x", "a6>x")
    assert (at(state, "x"), at(state, "a6"), at(state, "v4")) == ("Ad Ac", "", "9c")
    assert fact(state, "aces") == 2


@pytest.mark.parametrize("card", ["2c", "Kh", "5d"])
def test_no_other_card_is_discarded(card: str) -> None:
    state = table(f"dead\nc2 {card}\nv4 {card}")
    assert why(state, "c2>x").code == ("aces only" if card[0] != "4" else "stands right")
    assert why(state, "v4>x").code == "aces only"


def test_a_card_that_is_not_there_is_not_moved() -> None:
    state = table("dead\na2")
    for notation in ["v1>x", "v1>a2", "a2>x", "a2>b1"]:
        assert why(state, notation).code == "empty pile"


def test_nothing_is_played_to_the_reserve() -> None:
    state = table("dead\na1 9c\na2 Ac\nv1 9d\nv3 Td")
    for notation in ["a1>v2", "v1>v3", "v1>v2", "a2>v2"]:
        assert why(state, notation).code == "nothing to the reserve"


# The stock and the reserve


@pytest.mark.parametrize("count", [1, 7, 8, 9, 15])
@pytest.mark.parametrize("fill", ["at once", "next deal"])
def test_a_deal_gives_each_reserve_pile_a_card_from_the_left_as_far_as_they_go(
    count: int, fill: str
) -> None:
    reserve = "\n".join(f"v{n} 7c" for n in (1, 2, 3, 5, 6, 7, 8))
    state = table(f"dead\n{reserve}\ns {' '.join(STOCK[:count])}", fill=fill)
    state = after(state, "deal")
    dealt = [at(state, f"v{n}").removeprefix("7c").strip() for n in range(1, 9)]
    assert dealt == [*STOCK[: min(count, 8)], *[""] * 8][:8]
    assert at(state, "s").split() == ["##"] * max(0, count - 8)


def test_with_an_empty_stock_nothing_is_dealt_and_the_refusal_says_why() -> None:
    state = table("dead\na1 9c\nv1 9d")
    assert "deal" not in legal(state)
    assert why(state, "deal").code == "stock empty"


def test_a_deal_is_possible_at_any_time_before_the_stock_is_empty() -> None:
    assert legal(table("dead\na1 2h\nv1 5h\nv2 Ac\ns 9c")) == {"v1>a1", "v2>x", "deal"}


@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_the_space_that_a_move_leaves_in_the_reserve_is_filled_from_the_stock_at_once(
    count: int,
) -> None:
    stock = STOCK[:count]
    state = after(table(f"dead\na1 2h\nv3 5h\nv4 7c\ns {' '.join(stock)}"), "v3>a1")
    assert at(state, "v3") == (stock[0] if stock else "")
    assert state.stock == tuple(f"{card}1" for card in stock[1:])
    assert at(state, "v4") == "7c"


@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_with_filling_at_the_next_deal_the_space_waits_for_it(count: int) -> None:
    stock = STOCK[:count]
    state = table(f"dead\na1 2h\nv3 5h\ns {' '.join(stock)}", fill="next deal")
    state = after(state, "v3>a1")
    assert at(state, "v3") == ""
    assert len(state.stock) == count


def test_only_the_last_card_of_a_reserve_pile_leaves_a_space_to_fill() -> None:
    state = after(table("dead\na1 2h\nv3 9d 5h\ns 9c"), "v3>a1")
    assert (at(state, "v3"), at(state, "s")) == ("9d", "##")


def test_a_discarded_ace_of_the_reserve_is_followed_by_the_next_card_and_so_on() -> None:
    state = after(table("dead\nv2 Ac\ns Ad Ah 9c Tc"), "v2>x")
    assert at(state, "v2") == "Ad"
    state = after(state, "v2>x", "v2>x")
    assert (at(state, "v2"), at(state, "s"), fact(state, "aces")) == ("9c", "##", 3)


def test_a_space_of_the_parade_is_not_filled_from_the_stock() -> None:
    state = after(table("dead\na2 Ac\ns 2c"), "a2>x")
    assert (at(state, "a2"), at(state, "s")) == ("", "##")


@pytest.mark.parametrize(("count", "deals"), [(0, 0), (1, 1), (7, 1), (8, 1), (9, 2), (72, 9)])
def test_the_deals_left_are_the_most_that_the_stock_allows(count: int, deals: int) -> None:
    state = royal_parade.deal(DECK, {})._replace(stock=DECK[32 : 32 + count])
    assert (fact(state, "stock"), fact(state, "deals_left")) == (count, deals)
    for left in range(deals, 0, -1):
        assert fact(state, "deals_left") == left
        state = after(state, "deal")
    assert why(state, "deal").code == "stock empty"
