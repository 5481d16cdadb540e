"""Free Klondike in the browser: whole games by mouse, keys and taps, modes, finish, clock."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games import services, settlement
from games.models import Result, Round
from tests import factories, klondike
from tests.axe import found
from tests.browser.klondike import PHONE, Klondike, opened
from tests.browser.table import CORNER, as_the_server_has_it
from tests.browser.test_sight import each_size
from tests.chromium import double_press, follow, seen, sideways

SEED_OF_NOTHING = "() => { crypto.getRandomValues = (bytes) => bytes.fill(0); }"


@pytest.fixture
def dealt(player):
    """A game that the line of the hint wins."""
    return klondike.dealt(player)


@pytest.fixture
def table(dealt, context, live_server) -> Klondike:
    """That game at a desk."""
    return opened(context, live_server)


def test_a_whole_game_is_won_by_mouse_only_and_the_house_plays_the_rest(
    context, live_server, player
):
    factories.committed(player, klondike.QUICK, entry=klondike.KLONDIKE, currency=klondike.FUN)
    table = opened(context, live_server)
    # The factories' client seed, so that the deck is known.
    table.page.evaluate(SEED_OF_NOTHING)
    table.deal()
    for move in klondike.line(klondike.QUICK):
        if table.page.locator("#finish-button").count():
            break
        table.by("click", move)
        position = as_the_server_has_it(player)
        assert table.differences(position) == []
        expect(table.page.locator("#points")).to_have_text(str(position.view.fact("points")))
    table.page.click("#finish-button")
    expect(table.page.locator("#said")).to_contain_text("the house plays the rest")
    expect(table.page.locator("#undo-button")).to_be_disabled()
    settlement.finish_round(position.round.pk)  # as the worker does
    expect(table.page.locator("#result-title")).to_have_text("All 52 cards are up")
    result = Result.objects.get()
    assert (result.won, result.moves) == (True, 33)
    expect(table.page.locator("#points")).to_have_text(str(result.score))
    expect(table.page.locator("#moves-made")).to_have_text("33")
    assert table.differences(as_the_server_has_it(player)) == []
    assert table.faults == []


def test_a_game_is_won_with_keys_only_and_the_focus_never_falls_off(
    dealt, context, live_server, player
):
    moves = klondike.played(player, klondike.WON, 50)
    table = opened(context, live_server)
    keys, status = table.page.keyboard, table.page.locator("#status")
    table.page.focus(".board [tabindex='0']")
    keys.press("s")
    expect(status).to_contain_text(re.compile(r"Points \d+, Time \d+:\d\d, Moves 59; \d+ in stock"))
    keys.press("h")
    expect(status).to_contain_text("Hint: ")
    table.settle()
    expect(table.page.locator(".hint")).to_have_count(2 if ">" in moves[0] else 1)
    assert table.board.get_attribute("data-hint") == moves[0]
    table.page.focus(".board [tabindex='0']")
    for move in moves[:6]:
        table.by_keys(move)
    assert table.differences(as_the_server_has_it(player)) == []
    for move in moves[6:-2]:
        klondike.move(player, dealt.round.pk, move)
    table.page.reload()
    table.page.focus(".board [tabindex='0']")
    for move in moves[-2:-1]:
        table.by_keys(move)
    table.by_keys(moves[-1])
    table.page.wait_for_selector("#result-title")
    assert as_the_server_has_it(player).round.outcome == "won"
    assert table.faults == []


def test_a_game_is_won_with_taps_only_on_a_phone(dealt, context, live_server, player):
    moves = klondike.played(player, klondike.WON, 4)
    table = opened(context, live_server, **PHONE)
    for move in moves:
        table.by("tap", move)
        assert table.differences(as_the_server_has_it(player)) == []
    assert as_the_server_has_it(player).round.outcome == "won"
    assert table.faults == []


def until(player, wanted):
    """Play the line by the services until a legal move is wanted; that move."""
    round = Round.objects.filter(player=player).latest("pk")
    for notation in klondike.line(klondike.WON):
        position = as_the_server_has_it(player)
        if move := next(filter(wanted, position.moves), None):
            return move
        klondike.move(player, round.pk, notation)
    raise AssertionError("No such move came up.")


def test_a_card_comes_back_from_its_foundation_by_press_and_by_drag(
    dealt, context, live_server, player
):
    move = until(player, lambda move: move[0] == "f")
    source, goal = move.split(">")
    table = opened(context, live_server)
    at = table.at
    # A double press has no better place for it.
    double_press(table.card(source))
    table.rest()
    assert table.at == at
    table.page.keyboard.press("Escape")
    table.by("click", move)
    assert table.differences(as_the_server_has_it(player)) == []
    table.page.click("#undo-button")
    table.wait_after(at + 1)
    table.drag(source, table.place(goal))
    table.wait_after(at + 2)
    position = as_the_server_has_it(player)
    assert position.round.entries == at + 3
    assert table.differences(position) == []


def test_mode_level_and_every_rule_are_chosen_before_the_deal(context, live_server, player):
    table = opened(context, live_server)
    page = table.page
    page.click("label:has(#mode-vegas)")
    page.click("label:has(#level-hard)")
    expect(page.locator(".line:visible")).to_have_text(re.compile("nothing comes back down"))
    expect(page.locator("#option_draw")).to_be_hidden()
    page.check("#carry")
    assert found(page) == []
    page.click("label:has(#mode-custom)")
    expect(page.locator("#carry")).to_be_hidden()
    expect(page.locator("#level-hard")).to_be_hidden()
    page.select_option("#option_draw", "3")
    page.select_option("#option_scoring", "vegas")
    expect(page.locator("#carry")).to_be_visible()
    page.select_option("#option_timed", "yes")
    assert found(page) == []
    page.click("#deal-button")
    expect(page.locator("#said")).to_contain_text("Time counts in standard scoring only.")
    page.select_option("#option_timed", "no")
    table.deal()
    round = as_the_server_has_it(player).round
    assert (round.mode, round.options["draw"], round.options["scoring"]) == ("custom", 3, "vegas")
    expect(page.locator("#points")).to_have_text("-52")
    expect(page.locator("#carried")).to_have_text("-52")
    # The next game in another mode, while this one is in play.
    page.click("#options summary")
    page.click("label:has(#mode-standard)")
    page.click("label:has(#level-hard)")
    page.click("#deal-button")
    page.click("#sure")
    expect(page.locator(".mode-name")).to_have_text("Standard, Hard")
    expect(page.locator("#undo-button")).to_have_count(0)
    expect(page.locator("#hint-button")).to_have_count(0)
    page.click("#options summary")
    page.click("label:has(#mode-custom)")
    expect(page.locator("#option_draw")).to_have_value("3")
    assert table.faults == []


def test_an_empty_pool_offers_any_deal_by_one_press(context, live_server, player):
    table = opened(context, live_server)
    table.page.click("label:has(#level-easy)")
    table.page.click("#deal-button")
    expect(table.page.locator("#ask")).to_contain_text("No winnable deal is ready")
    table.page.click("#sure")
    table.page.wait_for_selector("#end-button")
    assert as_the_server_has_it(player).round.mode == "standard-easy"
    assert as_the_server_has_it(player).round.options["deals"] == "any"
    assert table.faults == []


def test_without_a_script_the_forms_play_the_game(context, live_server, player):
    table = opened(context, live_server, java_script_enabled=False)
    page = table.page
    page.fill("noscript input[name=own_seed]", "my own words")
    page.click("label:has(#mode-vegas)")
    page.check("#carry")
    follow(page.locator("#deal-button"))
    assert as_the_server_has_it(player).round.mode == "vegas-medium"
    for at in range(4):
        move = as_the_server_has_it(player).moves[0]
        if move == "draw":
            follow(page.locator("#stock"))
        else:
            source, _, goal = move.partition(">")
            suit = table.card(source).get_attribute("id")[3]
            follow(table.card(source), position=CORNER)
            follow(table.place(goal, suit), position=CORNER)
        assert table.at == at + 1
        assert table.differences(as_the_server_has_it(player)) == []
    follow(page.locator("#hint-button"))
    expect(page.locator("#said")).to_contain_text("Hint: ")
    follow(page.locator("#end-button"))
    follow(page.locator("#sure"))
    page.wait_for_selector("#result-title")
    assert not as_the_server_has_it(player).round.is_open


def test_the_clock_goes_on_between_answers_and_stands_still_in_a_hidden_tab(table):
    clock = table.page.locator("#clock")
    expect(clock).to_have_text(re.compile(r"^0:(0[1-9]|[1-5]\d)$"))
    table.page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true })")
    shown = clock.text_content()
    table.page.wait_for_timeout(1300)
    assert clock.text_content() == shown
    # It never goes past the minute that a gap may count.
    room = table.page.evaluate("() => +document.getElementById('clock').dataset.room")
    assert 50 <= room <= 60


def test_axe_finds_nothing_and_nothing_is_cut_off(dealt, context, live_server, player):
    klondike.played(player, klondike.WON, 60)
    table = opened(context, live_server)
    page = table.page

    tall = "() => document.documentElement.scrollHeight"
    for _width, height in each_size(page):
        assert sideways(page) <= 0
        assert seen(page, tall, lambda pixels, height=height: pixels <= height) <= height
    page.click("#options summary")
    page.click("#end-button")
    page.click("#sure")
    page.wait_for_selector("#result-title")
    assert len(list(each_size(page))) == 2
    page.goto(f"{live_server.url}/games/klondike/")
    assert len(list(each_size(page))) == 2
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) <= 0
    page.goto(table.address)
    page.click("label:has(#mode-custom)")
    assert sideways(page) <= 0
    assert table.faults == []


def test_the_replay_shows_the_game_with_its_points(dealt, context, live_server, player):
    klondike.played(player, klondike.WON, 102)
    position = as_the_server_has_it(player)
    at = position.round.entries
    services.end(player=player, round_id=position.round.pk, at=at, way="give up", sure=True)
    page = context().new_page()
    page.goto(f"{live_server.url}/rounds/{position.round.pk}/replay/")
    for step in range(1, at + 1):
        page.click("#replay-forward")
        page.wait_for_selector(f".replay-said[data-step='{step}']")
    assert found(page) == []
