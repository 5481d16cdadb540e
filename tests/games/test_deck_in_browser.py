"""The deck as a real browser paints it: small cards, the strip of a covered card, four colours."""

from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, Route

from games.drawing import CARDS
from tests.chromium import browser

pytestmark = pytest.mark.browser

STATIC = Path(__file__).resolve().parents[2] / "static"
CARD, STRIP = 48, 24  # CSS pixels: the smallest card, and what is seen of it in a column
Pictures = dict[str, Image.Image]


def serve(route: Route) -> None:
    name = route.request.url.split("/", 3)[3]
    if name:
        route.fulfill(path=STATIC / name)
        return
    faces = "".join(
        f'<svg class="card-face" id="{card}" viewBox="0 0 100 140">'
        f'<use href="cards.svg#{card}"/></svg>'
        for card in CARDS
    )
    body = f'<!doctype html><link rel="stylesheet" href="style.css"><main>{faces}</main>'
    route.fulfill(content_type="text/html", body=body)


@pytest.fixture(scope="module")
def deck() -> Iterator[Page]:
    page = browser().new_page(viewport={"width": 800, "height": 400})
    page.route("http://deck.test/**", serve)
    page.goto("http://deck.test/")
    page.add_style_tag(
        content=f"main {{ display: grid; grid: auto / repeat(13, {CARD}px); gap: 4px }}"
        ".card-face { filter: none !important }"
    )
    yield page
    page.close()


def strips(page: Page) -> Pictures:
    """What is left of each card when another covers all but its upper left corner."""
    whole = Image.open(BytesIO(page.screenshot())).convert("RGB")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.card-face')]"
        ".map((card) => [card.id, card.getBoundingClientRect().x, card.getBoundingClientRect().y])"
    )
    return {
        name: whole.crop((round(x), round(y), round(x) + STRIP, round(y) + STRIP))
        for name, x, y in boxes
    }


def marks(picture: Image.Image) -> Image.Image:
    """White where the picture is inked, the card's edge left out."""
    edge = 2
    inside = picture.crop((edge, edge, STRIP, STRIP)).convert("L")
    return inside.point([255 if value < 150 else 0 for value in range(256)])


def colour(picture: Image.Image) -> tuple[int, int, int]:
    """The ink of the index: the most frequent dark colour."""
    found = picture.getcolors() or ()
    dark = [(n, ink) for n, ink in found if isinstance(ink, tuple) and sum(ink) < 480]
    red, green, blue = max(dark)[1]
    return red, green, blue


def test_every_index_fills_the_strip_of_a_small_card(deck: Page) -> None:
    for card, picture in strips(deck).items():
        box = marks(picture).getbbox()
        assert box is not None, card
        left, top, right, bottom = box
        assert bottom - top >= 12, card
        assert right - left >= 18, card


def test_any_two_cards_are_told_apart_by_their_strips(deck: Page) -> None:
    pictures = strips(deck)
    assert len(pictures) == 52
    for one, other in combinations(pictures, 2):
        apart = ImageChops.difference(pictures[one], pictures[other]).convert("L")
        assert sum(apart.histogram()[41:]) >= 12, (one, other)


def test_the_four_colour_deck_keeps_diamonds_warm_and_clubs_cool(deck: Page) -> None:
    two = {suit: colour(strips(deck)["5" + suit]) for suit in "cdhs"}
    assert two["d"] == two["h"]
    assert two["c"] == two["s"]
    deck.evaluate("document.documentElement.dataset.deck = 'four'")
    four = {suit: colour(strips(deck)["5" + suit]) for suit in "cdhs"}
    deck.evaluate("document.documentElement.dataset.deck = 'two'")
    assert len(set(four.values())) == 4
    for warm in "dh":
        assert four[warm][0] > 2 * max(four[warm][1:]) - 20
    for cool in "cs":
        assert four[cool][0] < max(four[cool][1:])


def test_every_back_is_painted(deck: Page) -> None:
    seen = set()
    for n in range(1, 11):
        deck.evaluate(
            "(n) => document.querySelector('main').insertAdjacentHTML('afterbegin',"
            "`<span id=back class='card-face card-back' data-back=${n}></span>`)",
            n,
        )
        deck.wait_for_load_state("networkidle")
        picture = Image.open(BytesIO(deck.locator("#back").screenshot())).convert("RGB")
        deck.evaluate("document.getElementById('back').remove()")
        assert len(picture.getcolors(10_000) or ()) > 20, n
        seen.add(picture.tobytes())
    assert len(seen) == 10
