"""A game in the browser: whole games, fast hands, drags, keys, second tabs, no script at all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games import services, settlement
from games.log import entries
from tests import factories
from tests.browser.table import CORNER, Table, as_the_server_has_it
from tests.chromium import double_press, follow
from tests.strategies import greedy


@pytest.fixture
def table(dealt, context, live_server) -> Table:
    """The table with a deck that greedy play wins."""
    return Table(context().new_page(), live_server.url)


def first(moves, wanted):
    """The first legal move that `wanted` is true of."""
    return next(move for move in moves if wanted(move))


def play_until(table, player, wanted):
    """Play greedily by the services until a legal move is wanted; that move, on a fresh page."""
    for _ in range(200):
        position = as_the_server_has_it(player)
        if move := next(filter(wanted, position.moves), None):
            if table.at < position.round.entries:
                table.page.reload()
            return move
        services.move(
            player=player,
            round_id=position.round.pk,
            at=position.round.entries,
            notation=greedy(position.view, position.moves),
        )
    raise AssertionError("No such move came up.")


def test_a_whole_game_by_presses_shows_what_the_server_has_and_is_paid(table, player):
    position = as_the_server_has_it(player)
    while position.moves:
        table.press(greedy(position.view, position.moves))
        position = as_the_server_has_it(player)
        assert table.differences(position) == []
    assert position.round.finish_due
    assert "the house plays the rest" in table.said
    settlement.finish_round(position.round.pk)  # as the worker does
    table.page.wait_for_selector("#deal-button")
    position = as_the_server_has_it(player)
    assert table.differences(position) == []
    assert position.round.returned == 3 * 5 * 52
    expect(table.page.locator("#total-wins")).to_contain_text("7.80")
    assert table.faults == []


def test_a_double_press_sends_a_card_up_once(table, player):
    move = play_until(table, player, lambda move: move.endswith(">f"))
    at = table.at
    double_press(table.card(move.partition(">")[0]))
    table.wait_after(at)
    position = as_the_server_has_it(player)
    assert position.round.entries == at + 1
    assert position.view.fact("up") == 1 + up_before(position, at)
    assert table.differences(position) == []


def up_before(position, at):
    """Cards on the foundations after that many entries."""
    return sum(notation.endswith(">f") for _, notation in entries(position.round)[:at])


# A press on the stock and, as soon as it is answered, the late half of a double press; the
# milliseconds between them.
LATE_HALF = """async () => {
  const press = (detail) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail });
    document.getElementById('stock').dispatchEvent(event);
    return event.timeStamp;
  };
  const table = () => document.getElementById('table').dataset.at, before = table();
  const first = press(1);
  while (table() === before) await new Promise(done => setTimeout(done, 5));
  return press(2) - first;
}"""


def test_a_double_press_on_the_stock_draws_once_and_presses_under_way_are_not_lost(table, player):
    double_press(table.page.locator("#stock"))
    table.wait_after(0)
    table.rest()
    assert as_the_server_has_it(player).round.entries == 1
    table.page.wait_for_timeout(400)  # the next press is not the half of a double one
    between = table.page.evaluate(LATE_HALF)
    table.rest()
    # Later than 350 ms it is a press of its own, which a slow machine may make of it.
    entries = 2 if between < 350 else 3
    assert as_the_server_has_it(player).round.entries == entries
    table.page.focus("#stock")
    for _ in range(3):
        table.page.keyboard.press("d")
    table.wait_after(entries + 2)
    assert as_the_server_has_it(player).round.entries == entries + 3 == table.at


def test_a_double_press_on_deal_stakes_once(context, live_server, player):
    table = Table(context().new_page(), live_server.url)
    double_press(table.page.locator("#deal-button"))
    table.page.wait_for_selector("#end-button")
    table.rest()
    assert player.rounds.count() == 1


def test_a_run_is_dragged_to_the_pile_it_overlaps(table, player):
    move = play_until(table, player, lambda move: ":" in move)
    source, _, goal = move.partition(">")
    at = table.at
    table.drag(source, table.place(goal))
    table.wait_after(at)
    position = as_the_server_has_it(player)
    assert position.round.entries == at + 1
    assert table.differences(position) == []
    expect(table.page.locator(".drag-layer, .held")).to_have_count(0)


def test_a_drag_below_six_pixels_is_a_press(table, player):
    box = table.card("t1").bounding_box()
    table.page.mouse.move(box["x"] + 20, box["y"] + 20)
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + 23, box["y"] + 22)
    table.page.mouse.up()
    expect(table.card("t1")).to_have_attribute("aria-pressed", "true")
    table.rest()
    assert table.at == 0


def test_a_refused_move_says_why_and_again_when_made_again(table, player):
    position = as_the_server_has_it(player)
    target = next(
        goal
        for goal in ("t2", "t3", "t4", "t5", "t6", "t7")
        if f"t1:1>{goal}" not in position.moves
    )
    status = table.page.locator("#status")
    told = []
    for _ in range(2):
        with table.page.expect_response("**/moves/"):
            table.drag("t1", table.place(target))
        table.page.wait_for_selector("#said.refusal")
        table.rest()
        told.append(status.text_content())
    assert "needs" in told[0] or "Nothing goes on" in told[0]
    assert told[0] != told[1]
    assert told[0].strip("\u00a0") == told[1].strip("\u00a0")
    assert as_the_server_has_it(player).round.entries == 0


def test_an_older_answer_does_not_overwrite_a_newer_one(table, player):
    old = table.page.locator("#table").evaluate("table => table.outerHTML")
    table.press("draw")
    fragment = table.board.get_attribute("data-fragment")
    table.page.route(f"**{fragment}", lambda route: route.fulfill(body=old))
    table.page.evaluate(
        "url => htmx.ajax('GET', url, {source: '#reconnect', target: '#table', swap: 'keyed'})",
        fragment,
    )
    table.rest()
    assert table.at == 1
    assert table.differences(as_the_server_has_it(player)) == []


def test_a_second_tab_that_is_behind_is_shown_the_table_as_it_stands(
    dealt, player, context, live_server
):
    both = context()
    one, other = (Table(both.new_page(), live_server.url) for _ in range(2))
    one.press("draw")
    other.page.click("#stock")
    other.wait_after(0)
    assert "had moved on" in other.said
    assert as_the_server_has_it(player).round.entries == 1
    assert other.differences(as_the_server_has_it(player)) == []


def test_back_and_reload_show_the_round_as_it_stands(table, player):
    table.press("draw")
    table.page.goto(table.address.replace("/play/three-card-solitaire/fun/", "/"))
    assert "game in play" in table.page.content()
    table.page.go_back()
    table.page.wait_for_selector("#table")
    assert table.at == 1
    table.page.reload()
    assert table.differences(as_the_server_has_it(player)) == []


def test_the_cards_stay_the_same_elements_when_they_move(table, player):
    table.page.evaluate("() => { window.cards = [...document.querySelectorAll('[id^=c-]')]; }")
    table.press(first(as_the_server_has_it(player).moves, lambda move: True))
    kept = table.page.evaluate("() => window.cards.filter(card => card.isConnected).length")
    assert kept == table.page.evaluate("() => window.cards.length")


def test_a_lost_connection_is_told_keeps_the_pick_and_sends_nothing_again(table, player):
    move = play_until(table, player, lambda move: ">t" in move)
    source, _, goal = move.partition(">")
    at = table.at
    table.page.context.set_offline(True)
    table.card(source).click(position=CORNER)
    table.place(goal).click(position=CORNER)
    table.page.wait_for_selector("#offline:not([hidden])")
    expect(table.card(source)).to_have_attribute("aria-pressed", "true")
    table.page.context.set_offline(False)
    table.page.wait_for_selector("#offline[hidden]", state="attached")
    assert table.at == at == as_the_server_has_it(player).round.entries


def test_undo_takes_a_move_back_and_is_not_offered_past_a_card_turned_up(table, player):
    table.press("draw")
    expect(table.page.locator("#undo-button")).to_be_disabled()
    table.page.focus("#stock")
    table.page.keyboard.press("u")
    expect(table.page.locator("#said")).to_contain_text("undone")


def test_the_price_is_chosen_with_less_and_more_and_staked(context, live_server, player):
    table = Table(context().new_page(), live_server.url)
    for _ in range(3):
        table.page.click("#higher")
    table.page.click("#lower")
    expect(table.page.locator("#price")).to_contain_text("0.10")
    expect(table.page.locator("#bet")).to_contain_text("5.20")
    table.deal()
    assert as_the_server_has_it(player).round.staked == 520


def test_the_players_seed_is_made_anew_for_each_deal(context, live_server, player):
    table = Table(context().new_page(), live_server.url)
    for _ in range(2):
        table.deal()
        table.page.click("#end-button")
        table.page.click("#sure")
        table.page.wait_for_selector("#deal-button")
        table.settle()
    seeds = list(player.deals.exclude(client_seed=None).values_list("client_seed", flat=True))
    assert [len(seed) for seed in seeds] == [16, 16]
    assert seeds[0] != seeds[1]


def test_ending_with_moves_left_asks_once(table, player):
    table.page.click("#end-button")
    table.page.wait_for_selector("#ask:modal")
    # The page is told of news, or asks by itself, which may not take the question away.
    news = "new CustomEvent('fairdeal:live', { detail: { name: '', version: NaN, first: false } })"
    table.page.evaluate(f"() => {{ document.dispatchEvent({news}); }}")
    table.page.wait_for_timeout(500)
    table.rest()
    table.page.click("#not-sure")
    with table.page.expect_response("**/table/"):
        table.page.evaluate(f"() => {{ document.dispatchEvent({news}); }}")
    table.settle()
    assert as_the_server_has_it(player).round.is_open
    table.page.click("#end-button")
    table.page.wait_for_selector("#ask:modal")
    table.page.click("#sure")
    table.page.wait_for_selector("#deal-button")
    assert not as_the_server_has_it(player).round.is_open
    expect(table.page.locator(".result a", has_text="Proof of the deal")).to_have_count(1)


def test_without_a_script_the_forms_play_the_game(context, live_server, player, winning_seed):
    # With the words below, this makes a deck in which all of these moves come up.
    factories.committed(player, winning_seed, currency=factories.FUN)
    page = context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/play/three-card-solitaire/fun/")
    page.fill("noscript input[name=own_seed]", "my own words")
    expect(page.locator("#higher")).to_be_hidden()
    page.select_option("noscript select", label="0.10, bet 5.20")
    follow(page.locator("#deal-button"))
    assert as_the_server_has_it(player).round.staked == 520
    table = Table(page, live_server.url)
    for kind in ("draw", "w>t", ":", ">f"):
        move = play_until(table, player, lambda move, kind=kind: kind in move)
        position = as_the_server_has_it(player)
        if move == "draw":
            follow(page.locator("#stock"))
        else:
            source, _, goal = move.partition(">")
            suit = table.card(source).get_attribute("id")[3]
            follow(table.card(source), position=CORNER)
            follow(table.place(goal, suit), position=CORNER)
        assert table.differences(as_the_server_has_it(player)) == []
        assert as_the_server_has_it(player).round.entries == position.round.entries + 1
    follow(page.locator("#end-button"))
    follow(page.locator("#sure"))
    assert not as_the_server_has_it(player).round.is_open
    assert bytes(player.deals.exclude(client_seed=None).get().client_seed) == b"my own words"
    page.click("text=Paytable")
    expect(page.locator("dialog#paytable[open]")).to_be_visible()


def test_money_play_waits_visibly_between_two_deals(context, live_server, player, unhurried):
    table = Table(context().new_page(), live_server.url, "money")
    table.deal()
    table.watch_delay()
    table.page.click("#end-button")
    table.page.click("#sure")
    table.page.wait_for_selector("#deal-button:enabled")
    assert any(re.match(r"Deal in \d", said) for said in table.delays())
    table.deal()
    assert player.rounds.count() == 2


def test_a_lost_session_leads_to_the_sign_in_and_back_to_the_table(table, player):
    table.page.context.clear_cookies()
    table.page.click("#stock")
    table.page.wait_for_url("**/accounts/login/**")
    assert "three-card-solitaire" in table.page.url
