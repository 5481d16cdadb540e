"""What is seen of Royal Parade: axe, sizes, a deep reserve, the budget, the replay."""

from __future__ import annotations

import pytest

from tests import parade
from tests.axe import found
from tests.browser.parade import PHONE, opened
from tests.browser.table import as_the_server_has_it
from tests.browser.test_sight import SIZES, each_size
from tests.chromium import seen, sideways
from tests.page import Page as Read


@pytest.fixture
def dealt(player):
    """A game that the line of the hint wins."""
    return parade.dealt(player)


# How far the lowest card reaches below the board.
LOWEST = """() => Math.max(...[...document.querySelectorAll('.board .card')]
  .map(card => card.getBoundingClientRect().bottom))
  - document.querySelector('.board').getBoundingClientRect().bottom"""


def test_axe_finds_nothing_and_nothing_is_cut_off(dealt, context, live_server, player):
    parade.advanced(player, parade.WON, 40)
    table = opened(context, live_server)
    page = table.page

    for width, _height in each_size(page):
        assert sideways(page) <= 0
        assert seen(page, LOWEST, lambda below: below <= 1) <= 1, width
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) <= 0
    page.click("#end-button")
    page.click("#sure")
    page.wait_for_selector("#result-title")
    assert len(list(each_size(page))) == 2
    for path in ("/games/royal-parade/", "/games/"):
        page.goto(live_server.url + path)
        for width, _height in each_size(page):
            assert sideways(page) <= 0, (path, width)
    assert table.faults == []


# The least that is seen of a covered card in a deep reserve pile, beside a card's width.
RESERVE = """() => {
  const pile = document.querySelector('[data-pile=v3]');
  const boxes = [...pile.children].map(li => li.getBoundingClientRect());
  const board = document.querySelector('.board').getBoundingClientRect();
  return { width: boxes[0].width, over: boxes.at(-1).bottom - board.bottom,
    strip: Math.min(...boxes.slice(1).map((box, i) => box.top - boxes[i].top)) };
}"""


def in_sight(laid):
    """Whether the indices of all cards are seen, and none lies below the board."""
    return laid["strip"] >= max(10, 0.24 * laid["width"] - 0.5) and laid["over"] <= 1


def test_a_deep_reserve_keeps_its_indices_in_sight(dealt, context, live_server, player):
    page = opened(context, live_server).page
    page.evaluate(
        """() => {
          const pile = document.querySelector('[data-pile=v3]'), last = pile.lastElementChild;
          for (let i = 0; i < 9; i++) pile.append(last.cloneNode(true));
          document.querySelector('.parade').className = 'parade depth-2';
        }"""
    )
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        laid = seen(page, RESERVE, in_sight)
        assert in_sight(laid), laid


def test_the_replay_shows_every_step_of_the_game(dealt, context, live_server, player):
    parade.advanced(player, parade.WON, 99)
    position = as_the_server_has_it(player)
    at = position.round.entries
    parade.services.end(player=player, round_id=position.round.pk, at=at, way="give up", sure=True)
    page = context().new_page()
    page.goto(f"{live_server.url}/rounds/{position.round.pk}/replay/")
    for step in range(1, at + 1):
        page.click("#replay-forward")
        page.wait_for_selector(f".replay-said[data-step='{step}']")
    assert parade.differences(Read(page.content()), position.view) == []
    assert found(page) == []


# Notes which elements are set in motion, and each box that is read once something is.
WATCH = """() => {
  window.moved = []; window.late = 0;
  const animate = Element.prototype.animate, box = Element.prototype.getBoundingClientRect;
  Element.prototype.animate = function (...how) {
    window.moved.push(this.id);
    return animate.apply(this, how);
  };
  Element.prototype.getBoundingClientRect = function () {
    if (window.moved.length) window.late += 1;
    return box.apply(this);
  };
}"""


def test_a_longer_sentence_sets_no_card_in_motion(context, live_server, player):
    parade.dealt(player, parade.STUCK)
    parade.advanced(player, parade.STUCK, 0)
    table = opened(context, live_server, **PHONE, reduced_motion="no-preference")
    height = "() => document.querySelector('.board').getBoundingClientRect().height"
    before = table.page.evaluate(height)
    table.page.evaluate(WATCH)
    table.page.click("#hint-button")
    table.page.wait_for_function("() => said.textContent.startsWith('The table shows no move.')")
    assert table.page.evaluate("() => window.moved") == []
    assert table.page.evaluate(height) == before


def test_the_boxes_of_all_cards_are_read_before_the_first_is_set_in_motion(
    dealt, context, live_server
):
    table = opened(context, live_server, **PHONE, reduced_motion="no-preference")
    table.page.evaluate(WATCH)
    table.page.click("#stock")
    table.page.wait_for_function("() => window.moved.length > 0")
    moved, late = table.page.evaluate("() => [window.moved, window.late]")
    assert len(moved) == 8
    assert late == 0


def test_sounds_are_fetched_with_the_first_press_and_made_then(dealt, context, live_server):
    table = opened(context, live_server)
    assert not table.page.evaluate("() => 'fairdealSound' in window")
    table.page.click("#stock")
    table.page.wait_for_function("() => typeof window.fairdealSound === 'function'")
    table.page.evaluate("() => window.fairdealSound('deal')")
    assert table.faults == []
