"""The replay in a real browser: steps by links, keys and by itself, and what is seen of it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from games import replay, services
from games.models import Round
from tests import factories
from tests.axe import found, tinted
from tests.browser.test_sight import SIZES
from tests.chromium import follow, sideways
from tests.page import Page as Read
from tests.page import differences
from tests.strategies import greedy


def settled(player, seed: bytes, moves: int, currency: str = factories.FUN) -> Round:
    """A round of that deck, played greedily with an undo wherever one is possible, collected."""
    at = factories.dealt(player, seed=seed, currency=currency)
    place = {"player": player, "round_id": at.round.pk}
    for number in range(moves):
        notation = greedy(at.view, at.moves)
        at = services.move(**place, at=at.round.entries, notation=notation)
        if at.can_undo and number % 2:
            at = services.undo(**place, at=at.round.entries)
    at = services.end(**place, at=at.round.entries, way="collect", sure=True)
    return Round.objects.select_related("deal").get(pk=at.round.pk)


@pytest.fixture
def round(player, winning_seed) -> Round:
    """A settled round of some 40 entries, more than are fetched at once."""
    return settled(player, winning_seed, 30)


@pytest.fixture
def shown(round, context, live_server) -> Page:
    """The replay's page at its start; its complaints are in `faults`."""
    page = context().new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda said: said.type == "error" and page.faults.append(said.text))
    page.goto(f"{live_server.url}/rounds/{round.pk}/replay/")
    return page


def at_step(page: Page, number: int) -> None:
    """The page comes to show that step, in board and words."""
    expect(page.locator(f".replay-felt[data-step='{number}']")).to_be_visible()
    expect(page.locator(f".replay-said[data-step='{number}']")).to_be_visible()


STEP = "document.querySelector('.replay-felt').dataset.step"


def played_to(page: Page, number: int) -> None:
    """The replay, which is playing, has come to that step or beyond it."""
    page.wait_for_function(f"() => +{STEP} >= {number}")


def noted(page: Page) -> None:
    """Note from now on which steps are shown and since when, in milliseconds from this moment."""
    page.evaluate(
        """() => {
          const began = performance.now(), replay = document.getElementById('replay');
          const shown = () => +document.querySelector('.replay-felt').dataset.step;
          window.steps = [[shown(), 0]];
          window.noting?.disconnect();
          window.noting = new MutationObserver(() => {
            if (window.steps.at(-1)[0] !== shown())
              window.steps.push([shown(), performance.now() - began]);
          });
          window.noting.observe(replay, { subtree: true, childList: true });
        }"""
    )


def wrong(page: Page, round: Round, number: int) -> list[str]:
    """Where page and replay differ at a step."""
    return differences(Read(page.content()), replay.step(round, number).view)


def test_every_step_forward_and_back_by_keys_shows_that_steps_table(shown, round):
    assert round.entries > replay.AT_ONCE
    for number in range(1, round.entries + 1):
        shown.keyboard.press("ArrowRight")
        at_step(shown, number)
        assert wrong(shown, round, number) == []
    shown.keyboard.press("ArrowRight")
    at_step(shown, round.entries)
    for number in range(round.entries - 1, round.entries - 6, -1):
        shown.keyboard.press("ArrowLeft")
        at_step(shown, number)
        assert wrong(shown, round, number) == []
    assert shown.faults == []


def test_home_end_the_slider_and_the_listed_entries_lead_to_their_steps(shown, round):
    shown.keyboard.press("End")
    at_step(shown, round.entries)
    assert wrong(shown, round, round.entries) == []
    shown.wait_for_url(f"**/?step={round.entries}")
    # Nothing on the table of a replay takes a press or the focus.
    shown.locator("[data-pile='t7'] button").last.click(force=True)
    expect(shown.locator(".board button:not(:disabled)")).to_have_count(0)
    at_step(shown, round.entries)
    shown.keyboard.press("Home")
    at_step(shown, 0)
    assert wrong(shown, round, 0) == []
    shown.locator("#replay-at").focus()
    shown.keyboard.press("ArrowRight")
    at_step(shown, 1)
    shown.locator("#replay-at").fill("10")
    at_step(shown, 10)
    listed = shown.locator(".replay-log a[href='?step=5']")
    listed.click()
    at_step(shown, 5)
    shown.wait_for_function("() => document.activeElement.getAttribute('aria-current') === 'step'")
    undo = next(step for step in replay.steps(round, 0, round.entries) if step.entry.undo)
    shown.locator("#replay-at").fill(str(undo.number))
    at_step(shown, undo.number)
    expect(shown.locator(".replay-sentence .badge")).to_have_text("Undo")
    taken = shown.locator(".replay-log .taken-back a").last
    expect(taken).to_have_css("text-decoration-line", "line-through")


def test_space_plays_and_pauses_and_a_replay_at_its_end_begins_anew(shown, round):
    shown.select_option("#replay-speed", "8")
    shown.locator("h1").click()
    shown.keyboard.press("Space")
    expect(shown.locator("#replay-play")).to_have_text("Pause")
    played_to(shown, 2)
    shown.keyboard.press("Space")
    expect(shown.locator("#replay-play")).to_have_text("Play")
    rests = shown.locator(".replay-felt").get_attribute("data-step")
    shown.wait_for_timeout(400)
    assert shown.locator(".replay-felt").get_attribute("data-step") == rests
    shown.click("#replay-play")
    played_to(shown, round.entries)
    expect(shown.locator("#replay-play")).to_have_text("Play")
    noted(shown)
    shown.click("#replay-play")
    shown.wait_for_function("() => window.steps.some(([step]) => step === 2)")
    assert shown.faults == []


def test_eight_times_is_faster_than_half(shown, round):
    def shortest_wait(speed: str, steps: int) -> float:
        """Milliseconds from one step to the next, or from the press to the first one of all."""
        shown.keyboard.press("Home")
        at_step(shown, 0)
        shown.select_option("#replay-speed", speed)
        noted(shown)
        shown.click("#replay-play")
        shown.wait_for_function("n => window.steps.some(([step]) => step >= n)", arg=steps)
        moments = [at for _, at in shown.evaluate("() => window.steps")]
        return min(after - before for before, after in pairwise(moments))

    # A machine with much to do makes each wait longer, never shorter.
    assert shortest_wait("0.5", 1) > 1_900
    assert shortest_wait("8", 8) < 1_900


def test_fast_keys_end_at_the_step_that_was_asked_for_last(shown, round):
    for _ in range(12):
        shown.keyboard.press("ArrowRight")
    for _ in range(5):
        shown.keyboard.press("ArrowLeft")
    at_step(shown, 7)
    shown.wait_for_timeout(300)
    at_step(shown, 7)
    assert wrong(shown, round, 7) == []


def test_a_lost_connection_pauses_and_says_so_and_a_step_by_hand_pauses_and_is_told_once(
    shown, round
):
    at_step(shown, 0)
    shown.wait_for_load_state("networkidle")
    shown.route("**/replay/steps/**", lambda route: route.abort())
    shown.keyboard.press("End")
    expect(shown.locator("#status")).to_contain_text("No answer from the server")
    shown.unroute("**/replay/steps/**")
    shown.click("#replay-play")
    shown.click("#replay-forward")
    expect(shown.locator("#replay-play")).to_have_text("Play")
    expect(shown.locator("#status")).to_contain_text("Step ")
    shown.click("#replay-last")
    at_step(shown, round.entries)
    expect(shown.locator("#status")).to_contain_text("The game is ended and collected.")
    expect(shown.locator("#replay-forward")).to_have_attribute("aria-disabled", "true")


def test_without_a_script_every_step_is_reached_by_links(round, context, live_server):
    page = context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/rounds/{round.pk}/replay/")
    expect(page.locator("#replay-play")).to_be_hidden()
    for number in range(1, 4):
        follow(page.locator("#replay-forward"))
        at_step(page, number)
        assert wrong(page, round, number) == []
    for link, number in (("back", 2), ("last", round.entries), ("first", 0)):
        follow(page.locator(f"#replay-{link}"))
        at_step(page, number)


@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing_in_history_replay_and_transfers_and_none_scrolls_sideways(
    player, winning_seed, context, live_server, size, scheme
):
    round = settled(player, winning_seed, 12, factories.MONEY)
    factories.dealt(player, currency=factories.FUN)
    width, height = SIZES[size]
    page = context(color_scheme=scheme).new_page()
    for path in (
        "/",
        "/rounds/",
        f"/rounds/{round.pk}/replay/",
        f"/rounds/{round.pk}/replay/?step=8",
        f"/wallet/of/round:{round.pk}/",
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(live_server.url + path)
        assert found(page) == [], path
        assert tinted(page, tables=()) == [], path
        for narrow in (width, 320) if size == "phone" else (width,):
            page.set_viewport_size({"width": narrow, "height": height})
            assert sideways(page) <= 0, (path, narrow)


def test_from_the_lobby_one_press_leads_to_the_last_replay(round, context, live_server):
    page = context().new_page()
    page.goto(live_server.url)
    follow(page.locator(".last-games a").first)
    expect(page.locator("h1")).to_have_text(re.compile(f"Replay of game number {round.pk}"))
