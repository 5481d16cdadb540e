"""The drawings: what is committed is what the script draws, whole, small, and safe to reuse."""

import gzip
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from games.drawing import BACKS, CARDS, CHIPS, LOBBY, drawings, face
from games.drawing.faces import INDEX_HEIGHT, INDEX_TOP, PIPS, SUIT_CENTRE, SUIT_SIZE
from games.drawing.paths import place
from games.drawing.suits import SHAPES

STATIC = Path(__file__).resolve().parents[2] / "static"
FILES = drawings()
# Gzipped. A table loads the faces and one back, of the 60,000 bytes that it may take in all.
FACES_BYTES, BACK_BYTES = 15_000, 1_800


def symbols(name: str) -> dict[str, ET.Element]:
    root = ET.fromstring(FILES[name])
    return {symbol.attrib["id"]: symbol for symbol in root}


@pytest.mark.parametrize("name", FILES)
def test_the_committed_file_is_what_the_script_draws(name: str) -> None:
    assert (STATIC / name).read_text(encoding="utf-8") == FILES[name]


def gzipped(name: str) -> int:
    return len(gzip.compress(FILES[name].encode()))


def test_the_sprite_holds_every_card_once() -> None:
    ids = re.findall(r'<symbol id="([^"]+)"', FILES["cards.svg"])
    assert sorted(ids) == sorted(rank + suit for suit in "cdhs" for rank in "A23456789TJQK")
    assert tuple(ids) == CARDS


def test_there_are_ten_backs_and_the_style_sheet_offers_each() -> None:
    assert list(BACKS) == list(range(1, 11))
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    for n in BACKS:
        assert f"backs/{n}.svg" in FILES
        assert f'[data-back="{n}"] {{ --back: url("backs/{n}.svg"); }}' in style


def test_there_are_chips_of_four_values() -> None:
    assert set(symbols("chips.svg")) == {"chip-1", "chip-5", "chip-25", "chip-100"}
    assert list(CHIPS) == [1, 5, 25, 100]


def test_the_faces_and_a_back_stay_within_their_budget() -> None:
    assert gzipped("cards.svg") <= FACES_BYTES
    assert max(gzipped(f"backs/{n}.svg") for n in BACKS) <= BACK_BYTES


def test_no_two_faces_and_no_two_backs_look_the_same() -> None:
    faces = {face(card) for card in CARDS}
    backs = {FILES[f"backs/{n}.svg"] for n in BACKS}
    assert (len(faces), len(backs)) == (52, 10)


@pytest.mark.parametrize("name", ["cards.svg", "chips.svg", "icons.svg"])
def test_a_symbol_needs_nothing_but_itself(name: str) -> None:
    """No reference, style, script or picture: each would fail through an external <use>."""
    for forbidden in ("url(", "href", "style", "<script", "<image", "<text", "data:"):
        assert forbidden not in FILES[name]


@pytest.mark.parametrize("card", CARDS)
def test_a_face_takes_its_suits_colour_from_the_page(card: str) -> None:
    assert f"var(--suit-{card[1]}," in face(card)
    assert not re.search(rf"var\(--suit-[^{card[1]}]", face(card))


def test_the_index_is_large_and_stands_within_the_strip_that_a_column_shows() -> None:
    """24 px of a 48 px card are 50 units; a third of a larger card is 33."""
    assert INDEX_HEIGHT >= 26
    assert INDEX_TOP + INDEX_HEIGHT <= 33
    assert SUIT_CENTRE[1] + 50 * SUIT_SIZE <= 33
    assert SUIT_CENTRE[0] + 50 * SUIT_SIZE <= 50


@pytest.mark.parametrize("rank", PIPS)
def test_a_card_has_as_many_pips_as_it_counts_and_none_overlaps(rank: str) -> None:
    height, rows = PIPS[rank]
    middles = [(x, y) for y, xs in rows for x in xs]
    assert len(middles) == (10 if rank == "T" else int(rank))
    for n, (x, y) in enumerate(middles):
        assert height / 2 <= x <= 100 - height / 2
        assert y - height / 2 >= 33
        assert y + height / 2 <= 107
        for other, across in middles[n + 1 :]:
            assert abs(other - x) >= height or abs(across - y) >= height


def test_pips_are_the_same_when_the_card_is_turned() -> None:
    for _, rows in PIPS.values():
        middles = {(x, y) for y, xs in rows for x in xs}
        assert {(100 - x, 140 - y) for x, y in middles} == middles


def test_a_placed_shape_is_the_same_text_wherever_it_stands() -> None:
    here, there = place(SHAPES["h"], 20, 30, 0.2), place(SHAPES["h"], 75.5, 90, 0.2)
    assert here.split("c", 1)[1] == there.split("c", 1)[1]


def test_turning_a_shape_mirrors_every_step() -> None:
    assert place("M1 2L4 6", 10, 10) == "M11 12l3 4"
    assert place("M1 2L4 6", 10, 10, turned=True) == "M9 8l-3-4"


@pytest.mark.parametrize("slug", LOBBY)
def test_a_lobby_picture_is_no_finished_board(slug: str) -> None:
    """It shows fewer than fourteen cards, so neither 52 nor a suit built to its king."""
    picture = FILES[f"lobby/{slug}.svg"]
    ET.fromstring(picture)
    assert 3 <= picture.count('height="139.2"') < 14
