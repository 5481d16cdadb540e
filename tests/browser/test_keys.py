"""The table from the keyboard alone: one Tab stop, arrows, letters, and a focus that stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games import services
from tests.browser.table import Table, as_the_server_has_it
from tests.strategies import greedy

FOCUSED = "() => document.activeElement.closest('[data-pile]').dataset.pile"


@pytest.fixture
def table(dealt, context, live_server) -> Table:
    """A table in play with the focus on its one Tab stop."""
    table = Table(context().new_page(), live_server.url)
    table.page.focus(".board [tabindex='0']")
    return table


def test_the_table_is_one_tab_stop(table):
    stops = table.page.locator(".board button:not([disabled])")
    assert stops.count() > 10
    expect(table.page.locator(".board button[tabindex='0']")).to_have_count(1)
    table.page.keyboard.press("Tab")
    assert not table.page.evaluate("() => document.activeElement.closest('.board')")


def test_arrows_home_end_and_numbers_walk_the_piles(table):
    keys = table.page.keyboard
    walked = []
    for key in ["4", "ArrowRight", "Home", "End", "ArrowLeft", "ArrowUp", "ArrowUp", "Home"]:
        keys.press(key)
        walked.append(table.page.evaluate(FOCUSED))
    assert walked == ["t4", "t5", "t1", "t7", "t6", "t6", "fh", "s"]


def by_keys(table, move):
    """Make a legal move with keys only."""
    before, keys, card = table.at, table.page.keyboard, "stock"
    if move in ("draw", "redeal"):
        keys.press("d")
    else:
        source, _, goal = move.partition(">")
        reach(table, source)
        card = table.focused()
        if goal == "f":
            keys.press("f")
        else:
            keys.press("Enter")
            keys.press(goal[1])
            keys.press("Space")
    table.wait_after(before)
    assert table.focus_followed(card)


def reach(table, source):
    """Walk to a card."""
    pile, _, count = source.partition(":")
    if pile == "w":
        table.page.keyboard.press("1")
        while table.page.evaluate(FOCUSED)[0] == "t":
            table.page.keyboard.press("ArrowUp")
        table.page.keyboard.press("Home")
        while not table.page.evaluate("() => document.activeElement.dataset.pick"):
            table.page.keyboard.press("ArrowRight")
        return
    table.page.keyboard.press(pile[1])
    for _ in range(int(count or 1) - 1):
        table.page.keyboard.press("ArrowUp")


def test_a_game_is_played_with_keys_only_and_the_focus_never_falls_off(
    dealt, context, live_server, player
):
    position = dealt
    for _ in range(30):
        position = services.move(
            player=player,
            round_id=position.round.pk,
            at=position.round.entries,
            notation=greedy(position.view, position.moves),
        )
    table = Table(context().new_page(), live_server.url)
    table.page.focus(".board [tabindex='0']")
    for _ in range(10):
        by_keys(table, greedy(position.view, position.moves))
        position = as_the_server_has_it(player)
        assert table.differences(position) == []
    table.page.locator("#end-button").press("Enter")
    table.page.wait_for_selector("#ask:modal")
    table.page.locator("#sure").press("Enter")
    table.page.wait_for_selector("#deal-button")
    table.settle()
    assert table.page.evaluate("() => document.activeElement.closest('#table') !== null")
    assert not as_the_server_has_it(player).round.is_open
    assert table.faults == []


def test_letters_tell_state_ways_list_and_the_last_sentence(table, player):
    status = table.page.locator("#status")
    keys = table.page.keyboard
    keys.press("d")
    table.wait_after(0)
    drawn = status.text_content()
    keys.press("s")
    expect(status).to_contain_text("passes left")
    keys.press("w")
    expect(status).to_have_text(re.compile(r"^[^,]+ of [^,]+(, [^,]+ of [^,]+){2}$"))
    keys.press("1")
    keys.press("m")
    expect(status).to_contain_text(":")
    keys.press("?")
    table.page.wait_for_selector("#help:modal")
    assert "3 cards drawn" in drawn


def test_letters_can_be_turned_off(table, player):
    table.page.click("[data-dialog=menu]")
    table.page.click("#menu form:has([value=letter_keys]) [value=off]")
    table.page.keyboard.press("Escape")
    table.page.focus(".board [tabindex='0']")
    table.page.keyboard.press("d")
    table.rest()
    assert as_the_server_has_it(player).round.entries == 0


def test_escape_puts_the_picked_card_back(table):
    table.page.keyboard.press("1")
    table.page.keyboard.press("Enter")
    expect(table.page.locator("[aria-pressed=true][data-pick]")).to_have_count(1)
    table.page.keyboard.press("Escape")
    expect(table.page.locator("[aria-pressed=true][data-pick]")).to_have_count(0)
