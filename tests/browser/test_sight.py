"""What is seen and read: axe, sizes at a phone and a desk, the budget of the first visit."""

from __future__ import annotations

import gzip

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Response

from tests.browser.table import Table, as_the_server_has_it
from tests.chromium import seen, sideways
from tests.strategies import greedy

KIND = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
RULES = {"runOnly": {**KIND, "values": [*KIND["values"], "best-practice"]}}
SIZES = {"desk": (1280, 800), "phone": (390, 844)}


def found(page, *, without: tuple[str, ...] = ()) -> list[str]:
    """What axe finds on a page, as rule and place; `without` some of its rules."""
    rules = {rule: {"enabled": False} for rule in without}
    result = Axe().run(page, options={**RULES, "rules": rules}).response
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in result["violations"]
        for node in fault["nodes"]
    ]


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


def played(table, player, moves=14):
    """Play a few greedy moves."""
    for _ in range(moves):
        position = as_the_server_has_it(player)
        table.press(greedy(position.view, position.moves))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_at_the_table(dealt, context, live_server, player, size, scheme):
    width, height = SIZES[size]
    page = context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    table = Table(page, live_server.url)
    played(table, player, 6)
    assert found(page) == []
    for color in ("red", "slate") if scheme == "light" else ():
        page.evaluate("color => { document.documentElement.dataset.table = color; }", color)
        assert found(page) == []
    page.click("#end-button")
    page.wait_for_selector("#ask:modal")
    assert found(page) == []
    page.click("#sure")
    page.wait_for_selector("#deal-button")
    assert found(page) == []


@pytest.mark.parametrize("dialog", ["help", "paytable", "deck", "color", "menu"])
def test_axe_finds_nothing_in_the_dialogs(context, live_server, player, dialog):
    page = context(viewport={"width": 390, "height": 844}).new_page()
    Table(page, live_server.url)
    page.click(f"[data-dialog={dialog}]")
    page.wait_for_selector(f"#{dialog}:modal .dialog-body > *")
    assert found(page) == []


@pytest.mark.parametrize("path", ["/", "/games/three-card-solitaire/"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_lobby_and_information(dealt, context, live_server, path, size):
    width, height = SIZES[size]
    page = context(viewport={"width": width, "height": height}).new_page()
    page.goto(live_server.url + path)
    assert found(page) == []


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_no_page_of_play_scrolls_sideways(dealt, context, live_server, player, width):
    page = context(viewport={"width": width, "height": 800}).new_page()
    table = Table(page, live_server.url)
    for path in ("/", "/games/three-card-solitaire/", "/play/three-card-solitaire/money/"):
        assert sideways(page) <= 0
        page.goto(live_server.url + path)
    assert sideways(page) <= 0
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


@pytest.mark.parametrize("size", [*SIZES.values(), (320, 568)])
def test_thirteen_cards_on_six_face_down_ones_keep_their_strips(
    dealt, context, live_server, player, size
):
    page = context(viewport=dict(zip(("width", "height"), size, strict=True))).new_page()
    Table(page, live_server.url)
    page.evaluate(
        """() => {
          const column = document.querySelector('[data-pile=t7]');
          const last = column.lastElementChild;
          for (let i = 0; i < 12; i++) column.append(last.cloneNode(true));
          document.getElementById('table').classList.add('deep');
        }"""
    )
    laid = seen(page, STRIPS, lambda now: now["strip"] >= 23.99 and now["over"] <= 1)
    assert laid["strip"] >= 23.99
    assert laid["over"] <= 1


def test_cards_glide_and_stay_where_the_server_has_them(dealt, context, live_server, player):
    table = Table(context(reduced_motion="no-preference").new_page(), live_server.url)
    played(table, player, 8)
    assert table.differences(as_the_server_has_it(player)) == []
    moved = table.page.evaluate(
        """() => [...document.querySelectorAll('.board .card')].filter(
          card => getComputedStyle(card).transform !== 'none').length"""
    )
    assert moved == 0
