"""Whole hands of rummy in the browser: by mouse, drag, keys, taps and without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.models import Round
from games.rules import three_card_rummy as rules
from tests import factories, rummy
from tests.browser.felt import Felt
from tests.browser.table import as_the_server_has_it
from tests.chromium import double_press, follow

WIN = (rules.WIN, 1)


@pytest.fixture
def player(transactional_db):
    """A player with chips and 40 of money."""
    return factories.player(money=4_000)


@pytest.fixture
def felt(context, live_server) -> Felt:
    """A table of fun play before any bet."""
    return Felt(context().new_page(), live_server.url)


def known(player, outcome=WIN):
    """Commit the next deal to a hand that ends so; the browser's own seed is made known too."""
    seed = rummy.seed_for(*outcome)
    factories.committed(player, seed, entry=rummy.THREE_CARD_RUMMY, currency=factories.FUN)


def same_seed(page):
    """The browser adds the bytes that the known decks are made with."""
    page.add_init_script("crypto.getRandomValues = (array) => array.fill(0)")


def test_a_hand_by_the_mouse_shows_points_at_once_and_each_bet_at_its_end(
    context, live_server, player
):
    known(player)
    page = context().new_page()
    same_seed(page)
    felt = Felt(page, live_server.url)
    felt.bet(ante=3, bonus=1)
    assert (felt.amount("ante"), felt.amount("bonus")) == ("3.00", "1.00")
    felt.deal()
    at = as_the_server_has_it(player)
    assert felt.cards("player") == list(at.view.pile("player"))
    assert felt.cards("dealer") == []
    expect(page.locator("#player-tally")).to_contain_text(f"{at.view.fact('points')} point")
    page.click("#raise-button")
    felt.wait_for("rebet")
    at = as_the_server_has_it(player)
    assert felt.cards("dealer") == list(at.view.pile("dealer"))
    expect(page.locator(".lines tbody tr")).to_have_count(4)
    assert "wins 1:1" in felt.amount("ante")
    assert "wins 1:1" in felt.amount("raise")
    expect(page.locator("#total-wins")).to_contain_text(f"{at.round.returned / 100:.2f}")
    assert "You win" in felt.said
    assert "returned" in felt.said
    assert page.locator(".paytables .current").count() >= 1
    assert felt.faults == []


def test_the_place_may_be_chosen_first_and_then_chips(felt):
    felt.page.click("#spot-ante")
    assert felt.page.locator("#chip-5").get_attribute("aria-label") == (
        "Add 5 to Ante, Ante now 0.00 chips"
    )
    felt.page.click("#chip-5")
    felt.page.click("#chip-25")
    felt.page.click("#spot-bonus")
    felt.page.click("#chip-5")
    assert (felt.amount("ante"), felt.amount("bonus")) == ("30.00", "5.00")
    assert "With a raise you need 65.00 chips." in felt.said


def test_a_chip_may_be_dragged_onto_a_bet_and_put_back(felt):
    felt.page.drag_and_drop("#chip-25", "#spot-ante")
    felt.page.drag_and_drop("#chip-5", "#spot-bonus")
    felt.page.drag_and_drop("#chip-5", ".motto")
    assert (felt.amount("ante"), felt.amount("bonus")) == ("25.00", "5.00")
    box = felt.page.locator("#chip-1").bounding_box()
    felt.page.mouse.move(box["x"] + 20, box["y"] + 20)
    felt.page.mouse.down()
    felt.page.mouse.move(box["x"] + 60, box["y"] - 60, steps=4)
    expect(felt.page.locator(".chip-drag")).to_have_count(1)
    felt.page.keyboard.press("Escape")
    felt.page.mouse.up()
    expect(felt.page.locator(".chip-drag")).to_have_count(0)
    assert felt.amount("ante") == "25.00"
    assert felt.faults == []


def test_right_click_minus_and_clear_take_chips_away(felt):
    felt.bet(ante=3, bonus=2)
    felt.page.click("#spot-ante", button="right")
    assert felt.amount("ante") == "2.00"
    felt.page.click("#take-bonus")
    assert felt.amount("bonus") == "1.00"
    felt.page.click("#take-bonus")
    assert felt.amount("bonus") == ""
    expect(felt.page.locator("#stack-bonus .chip")).to_have_count(0)
    felt.page.click("#clear-button")
    assert (felt.amount("ante"), felt.amount("bonus")) == ("", "")
    assert felt.focused() == "spot-ante"


def test_no_hand_is_dealt_without_an_ante_and_a_bet_goes_no_higher_than_allowed(felt, player):
    felt.page.click("#deal-button")
    assert "Place chips on the ante first." in felt.said
    assert not Round.objects.filter(player=player).exists()
    felt.page.click("#spot-bonus")
    felt.page.click("#chip-25")
    felt.page.click("#chip-1")
    assert felt.amount("bonus") == "25.00"
    assert "Bonus is at most 25.00 chips here." in felt.said


def test_one_press_on_rebet_deals_the_next_hand(felt, player):
    felt.bet(ante=2, bonus=1)
    felt.deal()
    felt.page.click("#fold-button")
    felt.wait_for("rebet")
    felt.page.click("#rebet-button")
    felt.wait_for("raise")
    assert Round.objects.filter(player=player).count() == 2
    assert as_the_server_has_it(player).round.bets == {"ante": 200, "bonus": 100}
    assert felt.faults == []


def test_a_deal_in_a_second_tab_shows_the_hand_that_lies_there(felt, player, context, live_server):
    felt.bet(ante=2)
    other = Felt(context().new_page(), live_server.url)
    other.bet()
    other.deal()
    felt.page.click("#deal-button")
    felt.wait_for("raise")
    assert Round.objects.filter(player=player).count() == 1
    assert felt.cards("player") == other.cards("player")


def test_chips_stay_where_they_lie_when_the_money_does_not_reach(context, live_server, player):
    felt = Felt(context().new_page(), live_server.url, "money")
    felt.page.click("#spot-ante")
    felt.page.click("#chip-25")
    felt.page.click("#deal-button")
    felt.page.wait_for_selector("#said.refusal")
    felt.settle()
    assert "€10.00 short. Nothing was staked." in felt.said
    assert felt.amount("ante") == "25.00"
    felt.page.click("#take-ante")
    felt.page.click("#chip-5")
    felt.deal()
    assert as_the_server_has_it(player).round.bets == {"ante": 500, "bonus": 0}


def test_two_tabs_and_a_double_press_make_one_decision(felt, player, context, live_server):
    felt.bet()
    felt.deal()
    other = Felt(context().new_page(), live_server.url)
    double_press(felt.page.locator("#raise-button"))
    felt.wait_for("rebet")
    other.page.click("#fold-button")
    other.wait_for("rebet")
    assert "This game has ended." in other.said
    assert other.cards("dealer") == felt.cards("dealer")
    assert as_the_server_has_it(player).round.log.count() == 1


def test_the_back_button_shows_the_hand_as_it_ended(felt, player):
    felt.bet()
    felt.deal()
    felt.page.click("#raise-button")
    felt.wait_for("rebet")
    felt.page.goto(felt.page.url.replace("/play/three-card-rummy/fun/", "/"))
    felt.page.go_back()
    felt.page.wait_for_selector("#rebet-button")
    assert felt.cards("dealer") == list(as_the_server_has_it(player).view.pile("dealer"))
    expect(felt.page.locator("#raise-button")).to_have_count(0)


def test_the_limits_and_chips_are_those_that_the_page_gives(felt):
    form = felt.page.locator("#deal")
    most = {bet.name: bet.most_chips for bet in rummy.THREE_CARD_RUMMY.bets}
    for name, chips in most.items():
        assert form.get_attribute(f"data-most-{name}") == str(chips)
    form.evaluate("form => form.setAttribute('data-most-bonus', '2')")
    felt.bet(ante=1, bonus=3)
    assert "Bonus is at most 2.00 chips here." in felt.said
    assert felt.amount("bonus") == "2.00"
    assert felt.page.locator(".rummy").get_attribute("data-chips") == "1 5 25 100"


# Keys


def test_the_hand_that_lies_there_is_told_apart_from_the_next_ones_bets(felt, player):
    rummy.decide(player, rummy.dealt(player, ante=500, currency=factories.FUN), "fold")
    felt.page.reload()
    keys = felt.page.keyboard
    felt.page.focus(".board [tabindex='0']")
    keys.press("s")
    assert "Ante, 5.00 chips, loses" in felt.said
    assert "Next hand" not in felt.said
    keys.press("+")
    keys.press("s")
    bets, last = felt.said.split(" Last hand: ")
    assert bets == (
        "Next hand: Bonus, 0.00 chips; Ante, 1.00 chips. With a raise you need 2.00 chips."
    )
    assert last.startswith("Dealer ")
    assert last.endswith("You folded.")
    assert "1.00 chips" not in last


def test_a_hand_with_keys_only(felt, player):
    keys = felt.page.keyboard
    felt.page.focus(".board [tabindex='0']")
    for key in ["b", "+", "a", "2", "+", "-", "Enter"]:
        keys.press(key)
    felt.wait_for("raise")
    assert as_the_server_has_it(player).round.bets == {"ante": 500, "bonus": 100}
    assert felt.focused()[2:] == felt.cards("player")[0]
    keys.press("s")
    assert "You " in felt.said
    assert "held for it" in felt.said
    keys.press("r")
    felt.wait_for("rebet")
    assert felt.page.evaluate("() => document.activeElement.closest('.board') !== null")
    keys.press("s")
    assert "Dealer" in felt.said
    keys.press("e")
    felt.wait_for("raise")
    keys.press("f")
    felt.wait_for("rebet")
    assert Round.objects.filter(player=player).count() == 2
    assert "You folded" in felt.said
    assert felt.faults == []


def test_a_hand_without_letters(felt, player):
    felt.page.evaluate("() => { document.getElementById('play-area').dataset.letters = 'off'; }")
    keys = felt.page.keyboard
    felt.page.focus(".board [tabindex='0']")
    keys.press("a")
    keys.press("+")
    assert felt.amount("ante") == ""
    keys.press("Home")
    for _ in range(20):
        if felt.focused() == "spot-ante":
            break
        keys.press("ArrowRight")
    keys.press("Space")
    keys.press("End")
    keys.press("Space")
    assert felt.amount("ante") == "100.00"
    keys.press("Enter")
    felt.wait_for("raise")
    felt.page.focus("#fold-button")
    keys.press("Enter")
    felt.wait_for("rebet")
    assert as_the_server_has_it(player).round.outcome == "settled"


def test_the_table_is_one_tab_stop(felt):
    expect(felt.page.locator(".board button[tabindex='0']")).to_have_count(1)
    felt.page.focus(".board [tabindex='0']")
    felt.page.keyboard.press("Tab")
    assert not felt.page.evaluate("() => document.activeElement.closest('.board')")


def test_help_opens_with_the_question_mark_and_names_the_keys(felt):
    felt.page.focus(".board [tabindex='0']")
    felt.page.keyboard.press("?")
    felt.page.wait_for_selector("#help:modal dl.keys")
    expect(felt.page.locator("#help")).to_contain_text("choose the ante")


# Taps, no script


def test_a_hand_with_taps_only(context, live_server, player):
    page = context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    felt = Felt(page, live_server.url)
    for name in ("#spot-ante", "#chip-5", "#spot-bonus", "#chip-1", "#deal-button"):
        page.tap(name)
    felt.wait_for("raise")
    assert as_the_server_has_it(player).round.bets == {"ante": 500, "bonus": 100}
    page.tap("#raise-button")
    felt.wait_for("rebet")
    page.tap("#rebet-button")
    felt.wait_for("fold")
    page.tap("#fold-button")
    felt.wait_for("rebet")
    assert Round.objects.filter(player=player, outcome="settled").count() == 2
    assert felt.faults == []


def test_a_hand_without_a_script(context, live_server, player):
    page = context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/play/three-card-rummy/fun/")
    page.fill("#typed-ante", "4")
    page.fill("#typed-bonus", "2")
    page.fill("noscript [name=own_seed], [name=own_seed] >> nth=0", "my own text")
    follow(page.locator("#deal-button"))
    assert as_the_server_has_it(player).round.bets == {"ante": 400, "bonus": 200}
    follow(page.locator("#raise-button"))
    expect(page.locator(".lines tbody tr")).to_have_count(4)
    page.fill("[name=own_seed] >> nth=0", "more text")
    follow(page.locator("#rebet-button"))
    assert Round.objects.filter(player=player).count() == 2
    expect(page.locator("#fold-button")).to_be_visible()
