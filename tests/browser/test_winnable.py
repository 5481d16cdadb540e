"""Was it winnable? In a real browser: asked, waited for, and its line stepped through."""

from __future__ import annotations

import threading

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from games import services, verdicts
from games.models import Verdict
from tests import klondike as game
from tests.axe import found
from tests.chromium import sideways


def given_up(player, seed=game.WON, mode="standard-medium") -> int:
    """The number of a game of free Klondike that has ended after a move."""
    at = game.dealt(player, seed, mode)
    game.move(player, at.round.pk, "draw")
    services.end(player=player, round_id=at.round.pk, at=1, way="give up", sure=True)
    return at.round.pk


def solver() -> None:
    """The worker's part, in a thread of its own as there."""

    def work() -> None:
        verdicts.answer_next()
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def looked_at(page: Page) -> None:
    """Nothing is found by axe, nothing lies sideways, at both sizes."""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert sideways(page) <= 0
    assert found(page) == []


@pytest.fixture
def page(context) -> Page:
    """A page whose complaints are in `faults`."""
    page = context().new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    return page


def test_a_player_asks_waits_and_steps_through_the_line(player, page, live_server):
    number = given_up(player)
    page.goto(f"{live_server.url}/rounds/{number}/replay/")
    page.get_by_role("link", name="Was it winnable?").click()
    expect(page.get_by_role("heading", name="Ask the solver")).to_be_visible()
    looked_at(page)
    page.get_by_role("button", name="Was it winnable?").click()
    expect(page.get_by_role("heading", name="The solver is looking")).to_be_visible()
    looked_at(page)
    solver()
    # The page finds out by itself.
    expect(page.get_by_text("The solver's line, not your game.", exact=True)).to_be_visible()
    last = len(Verdict.objects.get().notations)
    page.get_by_role("link", name="Forward").click()
    expect(page.locator(".replay-said[data-step='1']")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(f".replay-said[data-step='{last}']")).to_be_visible()
    expect(page.locator(".replay-felt #c-Ks")).to_be_visible()
    looked_at(page)
    assert page.faults == []


def test_without_a_script_the_same_is_done_by_links_and_a_button(player, context, live_server):
    number = given_up(player)
    page = context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/rounds/{number}/winnable/")
    page.get_by_role("button", name="Was it winnable?").click()
    expect(page.get_by_role("heading", name="The solver is looking")).to_be_visible()
    solver()
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_role("heading", name="Solvable")).to_be_visible()
    page.get_by_role("link", name="Forward").click()
    expect(page.locator(".replay-said[data-step='1']")).to_be_visible()


def test_a_deal_that_nobody_could_win_says_so(player, page, live_server):
    number = given_up(player, game.IN_VAIN, "vegas-medium")
    verdicts.ask(player=player, round_id=number)
    verdicts.answer_next()
    page.goto(f"{live_server.url}/rounds/{number}/winnable/")
    expect(page.get_by_role("heading", name="Not solvable")).to_be_visible()
    looked_at(page)
