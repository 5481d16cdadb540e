"""The table of rummy as it is seen: axe, sizes, motion, weight, the delay counted down."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from games.models import Round
from games.rules import three_card_rummy as rules
from tests import rummy
from tests.axe import found, tinted
from tests.browser.felt import Felt
from tests.browser.test_sight import SIZES
from tests.chromium import seen, sideways


@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing_at_any_stage_of_a_hand(context, live_server, size, scheme):
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    felt = Felt(context(viewport=viewport, color_scheme=scheme).new_page(), live_server.url)
    felt.bet(ante=2, bonus=1)
    assert found(felt.page) == []
    assert tinted(felt.page, tables=()) == []
    felt.deal()
    assert found(felt.page) == []
    assert tinted(felt.page, tables=()) == []
    felt.page.click("#raise-button")
    felt.wait_for("rebet")
    assert found(felt.page) == []
    assert tinted(felt.page) == []


def test_axe_finds_nothing_in_lobby_and_information(context, live_server):
    page = context().new_page()
    for path in ("/", "/games/three-card-rummy/"):
        page.goto(live_server.url + path)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert found(page) == []
            assert sideways(page) <= 0


def test_nothing_scrolls_sideways_and_the_decision_is_in_sight(context, live_server):
    felt = Felt(context().new_page(), live_server.url)

    def each_size():
        """The window in each size in turn, with nothing wider than it."""
        for width, height in (*SIZES.values(), (320, 640)):
            felt.page.set_viewport_size({"width": width, "height": height})
            assert sideways(felt.page) <= 0
            yield height

    felt.bet(ante=2, bonus=1)
    assert len(list(each_size())) == 3
    felt.deal()
    for height in each_size():
        if height >= 800:
            for name in ("#fold-button", "#raise-button", "#player-tally", "#spot-ante"):
                box = felt.page.locator(name).bounding_box()
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= height
    felt.page.click("#raise-button")
    felt.wait_for("rebet")
    assert len(list(each_size())) == 3


# The cells of a result that reach beyond the rail, or whose text does not fit.
PAST_THE_RAIL = """() => {
  const rail = document.querySelector(".rail").getBoundingClientRect();
  return [...document.querySelectorAll(".lines th, .lines td")].filter(cell =>
    cell.getBoundingClientRect().right > rail.right ||
    cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent);
}"""


@pytest.mark.parametrize("currency", ["fun", "money"])
def test_the_longest_amounts_of_a_result_stay_within_the_rail(
    context, live_server, player, currency
):
    seed = rummy.seed_of(lambda state: rummy.ending(state, "raise") == (rules.WIN, 4))
    at = rummy.dealt(player, seed=seed, ante=10_000, bonus=2_500, currency=currency)
    rummy.decide(player, at, "raise")
    page = context().new_page()
    page.goto(f"{live_server.url}/play/three-card-rummy/{currency}/")
    for width in (320, 390, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert seen(page, PAST_THE_RAIL, lambda past: past == []) == [], width
        assert sideways(page) <= 0, width


# The parts of the board from above, and the board itself: name, top and bottom.
PARTS = """() => [
    ".hand-dealer", ".motto", ".hand-player", ".spots", ".tray", ".board"
  ].map(part => {
    const box = document.querySelector(part).getBoundingClientRect();
    return [part, box.top, box.bottom]; })"""


def melded(state):
    """Whether both hands have words long enough for two lines on a narrow page."""
    return all(rules.scored(hand).meld == "run2" for hand in (state.player, state.dealer))


def test_nothing_on_the_board_lies_over_anything_else(context, live_server, player):
    at = rummy.dealt(player, seed=rummy.seed_of(melded), ante=10_000, bonus=2_500)
    rummy.decide(player, at, "raise")
    page = context().new_page()
    page.goto(f"{live_server.url}/play/three-card-rummy/money/")
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        # All in one look: what comes after the page, as its clock, moves them together.
        *parts, board = page.evaluate(PARTS)
        for (name, _, bottom), (after, top, _) in pairwise(parts):
            assert bottom <= top + 1, f"{name} reaches under {after} at {width}"
        assert parts[-1][2] <= board[2] + 1
        tallies = page.locator(".tally").all()
        assert width > 320 or any(tally.bounding_box()["height"] > 40 for tally in tallies)


def test_cards_fly_for_at_most_a_fifth_of_a_second_and_not_at_all_where_motion_is_unwanted(
    context, live_server
):
    for motion, most in (("no-preference", 200), ("reduce", 10)):
        felt = Felt(context(reduced_motion=motion).new_page(), live_server.url)
        if motion == "reduce":  # the first hand lies there
            felt.page.click("#fold-button")
            felt.wait_for("rebet")
        felt.page.evaluate(
            """() => { window.longest = 0; window.flights = 0;
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, options) {
                window.flights += 1;
                window.longest = Math.max(window.longest, options.duration);
                return animate.call(this, frames, options); }; }"""
        )
        felt.bet()
        felt.deal()
        assert felt.page.evaluate("() => window.longest") <= most
        assert (felt.page.evaluate("() => window.flights") > 0) == (motion != "reduce")


def test_the_delay_between_hands_for_money_is_counted_down(context, live_server, player, unhurried):
    rummy.dealt(player)
    felt = Felt(context().new_page(), live_server.url, "money")
    felt.watch_delay()
    felt.page.click("#fold-button")
    felt.wait_for("rebet")
    assert any(re.match(r"Rebet in \d", said) for said in felt.delays())
    felt.page.click("#rebet-button")
    felt.wait_for("raise")
    assert Round.objects.filter(player=player).count() == 2
