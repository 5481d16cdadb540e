"""Cards and their codes."""

import pytest

from games import cards


def test_codes_count_rank_within_suit_within_pack() -> None:
    assert [cards.card(code) for code in (0, 9, 12, 13, 26, 39, 51)] == (
        ["Ac", "Tc", "Kc", "Ad", "Ah", "As", "Ks"]
    )
    assert [cards.card(code, packs=2) for code in (0, 51, 52, 103)] == ["Ac1", "Ks1", "Ac2", "Ks2"]


@pytest.mark.parametrize("packs", [1, 2])
def test_a_pack_holds_each_card_once_in_the_order_of_its_code(packs: int) -> None:
    pack = cards.pack(packs)
    assert len(set(pack)) == 52 * packs
    assert [cards.code(card) for card in pack] == list(range(52 * packs))


@pytest.mark.parametrize(("code", "packs"), [(-1, 1), (52, 1), (104, 2)])
def test_other_codes_name_no_card(code: int, packs: int) -> None:
    with pytest.raises(ValueError, match="no card"):
        cards.card(code, packs)


def test_rank_suit_and_colour_of_a_card() -> None:
    assert (cards.rank("As"), cards.suit("As"), cards.colour("As")) == (1, "s", "black")
    assert (cards.rank("Kd2"), cards.suit("Kd2"), cards.colour("Kd2")) == (13, "d", "red")
    assert cards.colour("2h") == "red"
    assert cards.colour("2c") == "black"
