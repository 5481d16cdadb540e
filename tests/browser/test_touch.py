"""The table under fingers: taps, a card dragged, and a page that scrolls from elsewhere only."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games import services
from tests.browser.table import CORNER, Table, as_the_server_has_it
from tests.strategies import greedy


@pytest.fixture
def table(dealt, context, live_server) -> Table:
    """The table on a phone."""
    phone = context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    return Table(phone.new_page(), live_server.url)


class Finger:
    """One finger on the glass, through the browser's own input."""

    def __init__(self, page) -> None:
        self.session = page.context.new_cdp_session(page)

    def at(self, kind: str, *points: tuple[float, float]) -> None:
        """Send a touch event with these points."""
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def tap(table, move):
    """Make a move by taps."""
    before = table.at
    if move in ("draw", "redeal"):
        table.page.wait_for_timeout(360)
        table.page.locator("#stock").tap()
    else:
        source, _, goal = move.partition(">")
        suit = table.card(source).get_attribute("id")[3]
        table.card(source).tap(position=CORNER)
        table.place(goal, suit).tap(position=CORNER)
    table.wait_after(before)


def test_a_game_is_played_with_taps_only(dealt, table, player):
    for move in ("t5>f", "t6>f", "t7>f"):
        at = as_the_server_has_it(player).round.entries
        services.move(player=player, round_id=dealt.round.pk, at=at, notation=move)
    table.page.reload()
    # From column to column, up, from the stock, and from the play deck.
    for _ in range(6):
        position = as_the_server_has_it(player)
        tap(table, greedy(position.view, position.moves))
        assert table.differences(as_the_server_has_it(player)) == []
    assert as_the_server_has_it(player).round.entries == 9
    table.page.locator("#end-button").tap()
    table.page.locator("#sure").tap()
    table.page.wait_for_selector("#deal-button")
    assert not as_the_server_has_it(player).round.is_open
    table.page.locator("#deal-button").tap()
    table.page.wait_for_selector("#end-button")
    assert player.rounds.count() == 2


def run_to_drag(table, player):
    """Play until a run or card may go to another column; that move and its two places."""
    while True:
        position = as_the_server_has_it(player)
        move = next((move for move in position.moves if ":" in move), None)
        if move:
            break
        tap(table, greedy(position.view, position.moves))
    source, _, goal = move.partition(">")
    card = table.card(source).bounding_box()
    place = table.place(goal).bounding_box()
    return (card["x"] + 12, card["y"] + 9), (place["x"] + 14, place["y"] + 22)


def test_a_finger_drags_a_card_and_the_page_stays(table, player):
    start, end = run_to_drag(table, player)
    at, finger = table.at, Finger(table.page)
    finger.at("touchStart", start)
    for step in range(1, 6):
        finger.at(
            "touchMove",
            (
                start[0] + (end[0] - start[0]) * step / 5,
                start[1] + (end[1] - start[1]) * step / 5,
            ),
        )
    expect(table.page.locator(".drag-layer")).to_have_count(1)
    assert table.page.evaluate("() => scrollY") == 0
    finger.at("touchEnd")
    table.wait_after(at)
    position = as_the_server_has_it(player)
    assert position.round.entries == at + 1
    assert table.differences(position) == []


def test_the_page_scrolls_under_a_finger_but_not_from_a_card(table):
    table.page.set_viewport_size({"width": 390, "height": 420})
    finger = Finger(table.page)

    def swiped(x, y) -> float:
        """How far the page scrolls when a finger moves up from there."""
        table.page.evaluate("() => scrollTo(0, 0)")
        finger.at("touchStart", (x, y))
        for step in range(1, 9):
            finger.at("touchMove", (x, y - 20 * step))
        finger.at("touchEnd")
        table.page.wait_for_timeout(200)
        return table.page.evaluate("() => scrollY")

    card = table.card("t7").bounding_box()
    assert swiped(card["x"] + 10, card["y"] + 10) == 0
    expect(table.page.locator(".drag-layer, .held")).to_have_count(0)
    name = table.page.locator("#card-list-title").bounding_box()
    below = card["y"] + card["height"] + 20
    assert swiped(name["x"] + 4, below if below < 400 else 380) > 50


def test_a_second_finger_puts_the_card_back(table, player):
    start, end = run_to_drag(table, player)
    at, finger = table.at, Finger(table.page)
    finger.at("touchStart", start)
    finger.at("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    finger.at("touchMove", end)
    finger.at("touchStart", end, (200, 700))
    finger.at("touchEnd")
    expect(table.page.locator(".drag-layer, .held")).to_have_count(0)
    table.rest()
    assert as_the_server_has_it(player).round.entries == at
