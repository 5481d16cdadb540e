"""Royal Parade in the browser: whole games by mouse, keys and taps, interchanges, menu, the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games import services
from games.catalogue import FUN, ROYAL_PARADE
from games.models import Result, Round
from tests import parade
from tests.axe import found
from tests.browser.parade import LOW, PHONE, Parade, opened
from tests.browser.table import as_the_server_has_it
from tests.chromium import double_press, follow


@pytest.fixture
def dealt(player):
    """A game that the line of the hint wins."""
    return parade.dealt(player)


@pytest.fixture
def table(dealt, context, live_server) -> Parade:
    """That game at a desk."""
    return Parade(context().new_page(), live_server.url)


def until(player, wanted):
    """Play the line by the services until a legal move is wanted; that move."""
    round = Round.objects.filter(player=player).latest("pk")
    for notation in parade.line(parade.WON):
        position = as_the_server_has_it(player)
        if move := next(filter(wanted, position.moves), None):
            return move
        parade.move(player, round.pk, notation)
    raise AssertionError("No such move came up.")


def test_a_whole_game_is_won_by_mouse_only(context, live_server, player):
    parade.factories.committed(player, parade.WON, entry=parade.ROYAL_PARADE, currency=parade.FUN)
    table = opened(context, live_server)
    # The factories' client seed, so that the deck is known.
    table.page.evaluate("() => { crypto.getRandomValues = (bytes) => bytes.fill(0); }")
    table.deal()
    for move in parade.line(parade.WON):
        table.by("click", move)
        assert table.differences(as_the_server_has_it(player)) == []
    expect(table.page.locator("#result-title")).to_contain_text("The parade is complete")
    expect(table.page.locator("#said")).to_contain_text("you have won")
    assert Result.objects.get().won
    assert table.faults == []


def test_a_game_is_won_with_keys_only_and_the_focus_never_falls_off(
    dealt, context, live_server, player
):
    moves = parade.advanced(player, parade.WON, 5)
    table = opened(context, live_server)
    table.page.focus(".board [tabindex='0']")
    expect(table.page.locator(".board button[tabindex='0']")).to_have_count(1)
    for move in moves[:-1]:
        table.by_keys(move)
    assert table.differences(as_the_server_has_it(player)) == []
    table.by_keys(moves[-1])
    table.page.wait_for_selector("#result-title")
    assert as_the_server_has_it(player).round.outcome == "won"
    assert table.faults == []


def test_a_game_is_won_with_taps_only_on_a_phone(dealt, context, live_server, player):
    moves = parade.advanced(player, parade.WON, 4)
    table = opened(context, live_server, **PHONE)
    for move in moves:
        table.by("tap", move)
        assert table.differences(as_the_server_has_it(player)) == []
    assert as_the_server_has_it(player).round.outcome == "won"
    assert table.faults == []


def test_a_card_is_dragged_to_its_pile(table, player):
    move = next(m for m in as_the_server_has_it(player).moves if ">" in m and m[3:] != "x")
    source, goal = move.split(">")
    table.drag(source, table.place(goal))
    table.wait_after(0)
    assert table.differences(as_the_server_has_it(player)) == []
    expect(table.page.locator(".drag-layer, .held")).to_have_count(0)


def test_one_misplaced_card_dragged_on_another_changes_places(dealt, context, live_server, player):
    move = until(player, lambda m: "=" in m)
    table = opened(context, live_server)
    at = table.at
    second, first = reversed(move.split("="))
    table.drag(second, table.place(first))
    table.wait_after(at)
    assert "changed places" in table.said
    assert table.differences(as_the_server_has_it(player)) == []


def partners(moves, place):
    """The interchanges of a place."""
    return [move for move in moves if "=" in move and place in move.split("=")]


def with_partners(player, wanted):
    """A place whose card has as many partners as wanted in some deal of the player."""
    for number in range(1, 60):
        seed = number.to_bytes(96, "big")
        position = parade.dealt(player, seed)
        places = [side for move in position.moves if "=" in move for side in move.split("=")]
        for place in places:
            if wanted(len(partners(position.moves, place))):
                return place, position
        parade.services.end(
            player=player, round_id=position.round.pk, at=0, way="give up", sure=True
        )
    raise AssertionError("No deal has such a card.")


def test_a_right_press_interchanges_at_once_with_the_only_partner(context, live_server, player):
    place, _position = with_partners(player, lambda count: count == 1)
    table = opened(context, live_server)
    table.card(place).click(button="right", position=LOW)
    table.wait_after(0)
    assert "changed places" in table.said
    assert table.differences(as_the_server_has_it(player)) == []


def test_a_right_press_with_several_partners_lights_them_and_the_next_press_chooses(
    context, live_server, player
):
    place, position = with_partners(player, lambda count: count > 1)
    table = opened(context, live_server)
    table.card(place).click(button="right", position=LOW)
    lit = table.page.locator(".pile.goal")
    expect(lit).to_have_count(len(partners(position.moves, place)))
    expect(table.page.locator("#said")).to_contain_text("changes places with")
    assert table.at == 0
    lit.last.locator("button").last.click(position=LOW)
    table.wait_after(0)
    assert "changed places" in table.said


def test_a_right_press_without_a_partner_says_why_not(context, live_server, player):
    position = parade.dealt(player)
    alone = next(
        name
        for name, cards in position.view.piles
        if name[0] in "abc" and cards[0][0] in "6789TJQK" and not partners(position.moves, name)
    )
    table = opened(context, live_server)
    table.card(alone).click(button="right", position=LOW)
    expect(table.page.locator("#said")).to_contain_text("No other misplaced card")
    table.rest()
    assert table.at == 0


def test_a_double_press_sends_a_card_to_its_best_place_once_and_deals_once(table, player):
    move = next(m for m in as_the_server_has_it(player).moves if ">" in m)
    double_press(table.card(move.split(">")[0]), **LOW)
    table.wait_after(0)
    table.rest()
    assert as_the_server_has_it(player).round.entries == 1
    assert table.differences(as_the_server_has_it(player)) == []
    table.page.wait_for_timeout(400)  # the next press is not the half of a double one
    double_press(table.page.locator("#stock"))
    table.wait_after(1)
    table.rest()
    assert as_the_server_has_it(player).round.entries == 2


def test_a_finger_that_rests_on_a_card_opens_its_moves(dealt, context, live_server, player):
    table = opened(context, live_server, **PHONE)
    move = next(m for m in as_the_server_has_it(player).moves if ">" in m)
    box = table.card(move.split(">")[0]).bounding_box()
    touch = table.page.context.new_cdp_session(table.page)
    point = {"x": box["x"] + 12, "y": box["y"] + 20, "id": 1}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    table.page.wait_for_selector("#card-menu:modal")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert table.at == 0
    assert found(table.page) == []
    table.page.locator("#card-menu .dialog-body button").first.tap()
    table.wait_after(0)
    assert as_the_server_has_it(player).round.entries == 1


def test_keys_tell_moves_state_and_hint(table, player):
    keys, status = table.page.keyboard, table.page.locator("#status")
    table.page.focus(".board [tabindex='0']")
    keys.press("s")
    told = re.compile(
        r"9 deals left; Cards placed \d+ of 96, Piles finished \d+ of 24, "
        r"Aces discarded \d+ of 8; [^;]+, misplaced"
    )
    expect(status).to_have_text(told)
    assert status.text_content().count("of 8;") == 1
    hinted = parade.line(parade.WON)[0]
    keys.press("h")
    table.page.wait_for_selector("#table[data-hint]")
    table.settle()
    expect(table.board).to_have_attribute("data-hint", hinted)
    expect(table.page.locator(".hint")).to_have_count(len(hinted.replace("=", ">").split(">")))
    expect(status).to_contain_text("Hint: ")
    source = hinted.replace("=", ">").split(">")[0]
    table.reach(source)
    keys.press("m")
    table.page.wait_for_selector("#card-menu:modal")
    keys.press("Escape")
    table.page.wait_for_function("() => !document.querySelector('dialog:modal')")
    assert table.at == 0


def test_a_card_that_stands_right_says_why_it_stays(table):
    right = next(
        f"{row}{n}"
        for row in "abc"
        for n in range(1, 9)
        if table.page.locator(f'.spot.right[data-pile="{row}{n}"]').count()
    )
    table.page.focus(".board [tabindex='0']")
    table.reach(right)
    table.page.keyboard.press("m")
    assert table.said == "That card stands right and stays where it is."
    table.page.keyboard.press("s")
    assert "stands right" not in table.said
    table.place(right).click(button="right", position=LOW)
    assert table.said.endswith("That card stands right and stays where it is.")
    assert table.at == 0


def test_undo_goes_back_to_the_last_card_turned_up(table, player):
    move = next(m for m in as_the_server_has_it(player).moves if m[0] in "abc")
    table.by("click", move)
    before = as_the_server_has_it(player)
    assert before.can_undo
    table.page.click("#undo-button")
    table.wait_after(1)
    assert "Taken back" in table.said
    assert table.differences(as_the_server_has_it(player)) == []
    table.by("click", "deal")
    expect(table.page.locator("#undo-button")).to_be_disabled()


def test_a_second_tab_that_is_behind_is_shown_the_table_as_it_stands(
    dealt, player, context, live_server
):
    both = context()
    one, other = (Parade(both.new_page(), live_server.url) for _ in range(2))
    one.by("click", "deal")
    other.page.click("#stock")
    other.wait_after(0)
    assert "had moved on" in other.said
    assert other.differences(as_the_server_has_it(player)) == []
    one.page.click("#restart-button")
    one.page.click("#sure")
    one.page.wait_for_function("() => document.getElementById('table').dataset.at === '0'")
    other.page.click("#stock")
    other.rest()
    assert as_the_server_has_it(player).round.entries == 0


def test_back_and_reload_show_the_round_as_it_stands(table, player, live_server):
    table.by("click", "deal")
    table.page.goto(f"{live_server.url}/")
    table.page.go_back()
    table.page.wait_for_selector("#table")
    assert table.at == 1
    assert table.differences(as_the_server_has_it(player)) == []


def test_restart_and_new_deal_ask_and_then_deal(table, player):
    first = as_the_server_has_it(player)
    table.by("click", "deal")
    table.page.click("#restart-button")
    table.page.wait_for_selector("#ask:modal")
    table.page.click("#sure")
    table.page.wait_for_function("() => document.getElementById('table').dataset.at === '0'")
    table.settle()
    assert table.differences(first) == []
    table.page.click("#deal-button")
    table.page.wait_for_selector("#ask:modal")
    again = table.board.get_attribute("data-round")
    table.page.click("#sure")
    table.page.wait_for_selector(f"#table:not([data-round='{again}'])")
    table.settle()
    assert player.rounds.count() == 3
    assert table.differences(as_the_server_has_it(player)) == []


def test_a_stuck_game_is_told_and_ended_with_one_press(context, live_server, player):
    parade.dealt(player, parade.STUCK)
    (last,) = parade.advanced(player, parade.STUCK, 1)
    table = opened(context, live_server)
    table.by("click", last)
    assert "Nothing can be moved and no deal is left" in table.said
    table.page.click("#end-button")
    table.page.wait_for_selector("#result-title")
    assert as_the_server_has_it(player).round.outcome == "give up"


def test_rule_options_are_chosen_before_the_deal(context, live_server, player):
    table = opened(context, live_server)
    table.page.click("#options summary")
    table.page.select_option("#option_aces", "by the house")
    table.deal()
    assert as_the_server_has_it(player).round.options["aces"] == "by the house"


def test_without_a_script_the_forms_play_the_game(dealt, context, live_server, player):
    table = opened(context, live_server, java_script_enabled=False)
    line = parade.line(parade.WON)
    # A discard, an interchange and a move from row to row; and, later, one from the reserve and
    # the deal. What lies between is played by the services.
    for at in (0, 1, 2, 20, 21):
        for move in line[table.at : at]:
            parade.move(player, dealt.round.pk, move)
        if table.at < at:
            table.page.goto(table.address)
        move = line[at]
        if move == "deal":
            follow(table.page.locator("#stock"))
        else:
            card, place = table.ends(move)
            follow(card, position=LOW)
            follow(place, position=LOW)
        assert table.differences(as_the_server_has_it(player)) == []
    assert as_the_server_has_it(player).round.entries == 22
    follow(table.page.locator("#end-button"))
    follow(table.page.locator("#sure"))
    assert not as_the_server_has_it(player).round.is_open


def test_on_a_phone_a_new_deal_is_looked_at_before_it_is_dealt(dealt, context, live_server, player):
    table = opened(context, live_server, **PHONE)
    table.page.tap("#commitment summary")
    offer = services.commitment(player=player, entry=ROYAL_PARADE, currency=FUN)
    expect(table.page.locator("#commitment")).to_contain_text(offer.commitment)
    expect(table.page.locator("#own-seed")).to_be_visible()
    table.page.fill("#own-seed", "my own text")
    table.page.tap("#options summary")
    table.page.select_option("#option_aces", "by the house")
    table.page.tap("#deal-button")
    table.page.tap("#sure")
    table.page.wait_for_selector(f"#table:not([data-round='{dealt.round.pk}'])")
    new = as_the_server_has_it(player).round
    assert new.options["aces"] == "by the house"
    assert bytes(new.deal.client_seed) == b"my own text"


def test_help_tells_the_rules_of_the_new_game_after_a_new_deal(dealt, context, live_server):
    table = opened(context, live_server)
    for waits in (False, True):
        table.page.click("[data-dialog=help]")
        table.page.wait_for_selector("#help:modal .keys")
        table.page.wait_for_function(
            "waits => help.innerText.includes('waits for the next deal.') === waits", arg=waits
        )
        table.page.keyboard.press("Escape")
        if not waits:
            table.page.click("#options summary")
            table.page.select_option("#option_fill", "next deal")
            table.page.click("#deal-button")
            table.page.click("#sure")
            table.page.wait_for_selector(f"#table:not([data-round='{dealt.round.pk}'])")


def test_on_a_phone_without_a_script_a_new_deal_takes_a_seed(dealt, context, live_server):
    table = opened(context, live_server, **PHONE, java_script_enabled=False)
    # In play it lies in the fold of the next deal, and takes no room from the board.
    expect(table.page.locator(".own-seed input")).to_be_hidden()
    table.page.click("#options summary")
    table.page.fill(".own-seed input", "mine")
    follow(table.page.locator("#deal-button"))
    assert "still in play" in table.page.content()
