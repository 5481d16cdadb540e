"""What is seen and read: axe, sizes at a phone and a desk, the budget of the first visit."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest
from playwright.sync_api import Response

from games import services
from tests.axe import found, tinted
from tests.browser.table import Table, as_the_server_has_it
from tests.chromium import seen, sideways
from tests.strategies import greedy

SIZES = {"desk": (1280, 800), "phone": (390, 844)}


def each_size(page) -> Iterator[tuple[int, int]]:
    """Width and height of the page as on a desk and as on a phone; axe finds nothing in either."""
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert found(page) == []
        yield width, height


def answers(page) -> list[Response]:
    """The answers to what the page fetches from now on."""
    fetched: list[Response] = []
    page.on("response", lambda answer: fetched.append(answer))
    return fetched


def weights(page, fetched: list[Response]) -> dict[str, int]:
    """The bytes of each file that was fetched, packed, by address; once all are there."""
    page.wait_for_load_state("networkidle")
    return {
        answer.url: len(gzip.compress(answer.body(), 9))
        for answer in fetched
        if answer.request.method == "GET" and answer.ok
    }


def played(player, position, moves: int):
    """Play a few greedy moves by the services; the position after them."""
    for _ in range(moves):
        position = services.move(
            player=player,
            round_id=position.round.pk,
            at=position.round.entries,
            notation=greedy(position.view, position.moves),
        )
    return position


@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing_at_the_table(dealt, context, live_server, player, size, scheme):
    position = played(player, dealt, 6)
    width, height = SIZES[size]
    page = context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    table = Table(page, live_server.url)
    assert table.at == position.round.entries
    assert found(page) == []
    assert tinted(page) == []
    page.click("#end-button")
    page.wait_for_selector("#ask:modal")
    assert found(page) == []
    page.click("#sure")
    page.wait_for_selector("#deal-button")
    assert found(page) == []
    assert tinted(page) == []


def test_axe_finds_nothing_in_the_dialogs(context, live_server, player):
    page = context(viewport={"width": 390, "height": 844}).new_page()
    Table(page, live_server.url)
    for dialog in ("help", "paytable", "deck", "color", "menu"):
        page.click(f"[data-dialog={dialog}]")
        page.wait_for_selector(f"#{dialog}:modal .dialog-body > *")
        assert found(page) == [], dialog
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('dialog:modal')")


def test_axe_finds_nothing_in_lobby_and_information_and_no_page_of_play_scrolls_sideways(
    dealt, context, live_server
):
    page = context().new_page()
    table = Table(page, live_server.url)
    for path in ("/", "/games/three-card-solitaire/", "/play/three-card-solitaire/money/", ""):
        page.goto(live_server.url + path if path else table.address)
        for width in (1280, 390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert sideways(page) <= 0, (path, width)
            if width > 320 and "play" not in page.url:
                assert found(page) == [], (path, width)
    assert table.faults == []


@pytest.mark.parametrize("size", SIZES)
def test_a_game_in_play_fits_the_window(dealt, context, live_server, player, size):
    width, height = SIZES[size]
    page = context(viewport={"width": width, "height": height}).new_page()
    Table(page, live_server.url)
    tall = "() => document.documentElement.scrollHeight"
    assert seen(page, tall, lambda pixels: pixels <= height) <= height


# The least that is seen of a covered card in the last column, and how far it reaches too low.
STRIPS = """() => {
  const column = document.querySelector('[data-pile=t7]');
  const tops = [...column.children].slice(1).map(li => li.getBoundingClientRect().top);
  const end = column.lastElementChild.getBoundingClientRect().bottom;
  return { strip: Math.min(...tops.slice(1).map((top, i) => top - tops[i])),
    over: end - document.querySelector('.board').getBoundingClientRect().bottom };
}"""


def test_thirteen_cards_on_six_face_down_ones_keep_their_strips(
    dealt, context, live_server, player
):
    page = context().new_page()
    Table(page, live_server.url)
    page.evaluate(
        """() => {
          const column = document.querySelector('[data-pile=t7]');
          const last = column.lastElementChild;
          for (let i = 0; i < 12; i++) column.append(last.cloneNode(true));
          document.getElementById('table').classList.add('deep');
        }"""
    )
    for width, height in (*SIZES.values(), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        laid = seen(page, STRIPS, lambda now: now["strip"] >= 23.99 and now["over"] <= 1)
        assert laid["strip"] >= 23.99, width
        assert laid["over"] <= 1, width


def test_cards_glide_and_stay_where_the_server_has_them(dealt, context, live_server, player):
    table = Table(context(reduced_motion="no-preference").new_page(), live_server.url)
    for _ in range(8):
        position = as_the_server_has_it(player)
        table.press(greedy(position.view, position.moves))
    assert table.differences(as_the_server_has_it(player)) == []
    moved = table.page.evaluate(
        """() => [...document.querySelectorAll('.board .card')].filter(
          card => getComputedStyle(card).transform !== 'none').length"""
    )
    assert moved == 0
