"""Hands at every table alike: fast ones, keys, drags, and what is said."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from games import services
from tests.browser.felt import Felt
from tests.browser.klondike import Klondike
from tests.browser.parade import Parade
from tests.browser.table import Table, as_the_server_has_it
from tests.browser.tables import BY_HAND, GAMES, LINES, NOTE_STATUS, in_play
from tests.strategies import greedy

FAST = 1_000 if os.environ.get("FAIRDEAL_SOAK") else 100
KINDS = dict(zip(BY_HAND, (Table, Klondike, Parade), strict=True))
UP = {"three-card-solitaire": ">f", "klondike": ">f", "royal-parade": ">"}


def at_hand(context, live_server, game, **how):
    """The table of a game whose cards are moved."""
    return KINDS[game](context(**how).new_page(), live_server.url)


def until(player, game, wanted, seed=None):
    """Play a game by the services until a legal move is wanted; that move."""
    position = in_play(player, game, seed=seed)
    line = LINES[game].line(LINES[game].WON) if game in LINES else ()
    while True:
        if move := next(filter(wanted, position.moves), None):
            return move
        at = position.round.entries
        move = line[at] if line else greedy(position.view, position.moves)
        position = services.move(
            player=player,
            round_id=position.round.pk,
            at=position.round.entries,
            notation=move,
        )


# Presses, double and triple ones, right ones and keys, on anything at the table, some at once and
# some a moment later.
SENSELESS = """async ({ count, seed }) => {
  const next = (n) => (seed = seed * 16807 % 2147483647) % n;
  const how = { bubbles: true, cancelable: true };
  const key = (one, key) => one.dispatchEvent(new KeyboardEvent('keydown', { ...how, key }));
  const answered = async () => { while (document.querySelector('#table[aria-busy]'))
    await new Promise((done) => setTimeout(done, 5)); };
  const deeds = [
    (one) => one.dispatchEvent(new MouseEvent('click', { ...how, detail: 1 })),
    (one) => one.dispatchEvent(new MouseEvent('click', { ...how, detail: 2 + next(2) })),
    (one) => one.dispatchEvent(new MouseEvent('dblclick', how)),
    (one) => one.dispatchEvent(new MouseEvent('contextmenu', { ...how, button: 2 })),
    (one) => key(one, 'dfumswrabe+-1'[next(13)]),
    (one) => key(one, 'Escape'),
  ];
  const press = [0, 0, 0, 0, 1, 1, 2, 3, 4, 4, 5];
  for (let i = 0; i < count; i++) {
    const all = [...document.querySelectorAll('.board button:not(:disabled), #undo-button, ' +
      '#deal #deal-button, #rebet-button, #raise-button, #fold-button')]
      .filter((one) => !one.disabled && one.checkVisibility());
    const stock = document.querySelector('#stock:not(:disabled)');
    deeds[press[next(press.length)]](stock && !next(6) ? stock : all[next(all.length)]);
    for (const dialog of document.querySelectorAll('dialog:modal')) dialog.close();
    if (next(3) === 0) await new Promise((done) => setTimeout(done, next(30)));
    if (i % 10 === 9) await answered();
  }
}"""


@pytest.mark.parametrize("game", GAMES)
def test_many_fast_senseless_inputs_leave_page_and_server_the_same(
    context, live_server, player, winning_seed, game
):
    before = in_play(player, game, seed=winning_seed if game == GAMES[0] else None)
    if game == "three-card-rummy":
        table = Felt(context().new_page(), live_server.url)
    else:
        table = at_hand(context, live_server, game)
    table.page.evaluate(SENSELESS, {"count": FAST, "seed": 7})
    if game != "three-card-rummy":
        table.rest()
        position = as_the_server_has_it(player)
        assert position.round.entries > before.round.entries
        assert table.differences(position) == []
        assert table.at == position.round.entries
    else:
        table.settle()
        table.page.wait_for_timeout(100)
        table.settle()
        position = as_the_server_has_it(player)
        log = (position.round.pk, position.round.entries)
        assert log > (before.round.pk, before.round.entries)
        for whose in ("player", "dealer"):
            shown = [card for card in position.view.pile(whose) if card]
            assert table.cards(whose) == shown
    assert table.faults == []


# A press, a double press and a triple one, and undo right behind it, as no hand is quicker.
PRESSES = """async ([card, presses, undo]) => {
  const one = document.querySelector(card), how = { bubbles: true, cancelable: true };
  for (let n = 1; n <= presses; n++) {
    one.dispatchEvent(new MouseEvent('click', { ...how, detail: n }));
    if (n === 2) one.dispatchEvent(new MouseEvent('dblclick', how));
  }
  if (!undo) return;
  await new Promise((done) => setTimeout(done, 20));
  const on = document.querySelector('.board [tabindex="0"]');
  on.dispatchEvent(new KeyboardEvent('keydown', { ...how, key: 'u' }));
}"""


@pytest.mark.parametrize("game", BY_HAND)
def test_a_triple_press_does_it_once_and_undo_right_behind_a_double_press_takes_it_back(
    context, live_server, player, winning_seed, game
):
    move = until(player, game, lambda move: UP[game] in move, seed=winning_seed)
    table = at_hand(context, live_server, game)
    source = re.split("[>=]", move)[0]
    card = table.card(source).get_attribute("id")
    entries = table.at
    before = as_the_server_has_it(player).view
    table.page.evaluate(PRESSES, [f"#{card}", 2, True])
    table.rest()
    position = as_the_server_has_it(player)
    assert position.round.entries in (entries + 1, entries + 2)
    assert (position.view == before) == (position.round.entries == entries + 2)
    assert table.differences(position) == []
    entries = position.round.entries
    table.page.evaluate(PRESSES, ["#stock", 3, False])
    table.rest()
    position = as_the_server_has_it(player)
    assert position.round.entries == entries + 1
    assert table.differences(position) == []
    assert table.faults == []


def refused(table, moves):
    """A card that can be picked and a pile that does not take it, by the table's legal moves."""
    cards = table.page.locator(".board .card[data-pick]:not([data-pick='']):not(:disabled)")
    for pick in cards.evaluate_all("all => all.map(one => one.dataset.pick)"):
        pile, _, count = pick.partition(":")
        if count not in ("", "1") or pile[0] == "f":
            continue
        for goal in [f"t{n}" for n in range(1, 8)] + [f"a{n}" for n in range(1, 9)]:
            spelt = [f"{pick}>{goal}", f"{pile}>{goal}", f"{pick}={goal}", f"{goal}={pick}"]
            if goal == pile or any(move in moves for move in spelt):
                continue
            if table.place(goal).count():
                return pick, goal
    raise AssertionError("Everything goes everywhere.")


@pytest.mark.parametrize("game", BY_HAND)
def test_the_status_region_tells_each_deed_once_and_a_refusal_says_why(
    context, live_server, player, winning_seed, game
):
    move = until(player, game, lambda move: re.search(">[tabc]", move), seed=winning_seed)
    table = at_hand(context, live_server, game)
    page = table.page
    page.evaluate(NOTE_STATUS)
    low = {"x": 10, "y": 8}

    def told() -> list[str]:
        table.rest()
        return page.evaluate("() => window.told.splice(0)")

    pick, goal = refused(table, table.moves)
    lit = page.locator(".pile.goal")
    table.card(pick).click(position=low)
    assert len(said := told()) == 1
    assert said[0].endswith("picked up.")
    with page.expect_response("**/moves/"):
        table.place(goal).click(position=low)
    assert len(said := told()) == 1, said
    assert said[0].strip()
    assert "picked up" not in said[0]
    expect(page.locator("#said.refusal")).to_have_count(1)
    page.keyboard.press("Escape")
    told()
    source, goal = move.split(">")
    card = table.card(source)
    name = card.get_attribute("aria-label").split(",")[0]
    # Escape drops a card only if one was picked.
    card.click(position=low)
    assert told() == [f"{name} picked up."]
    expect(page.locator(f".pile.goal[data-pile='{goal}']")).to_have_count(1)
    piles = set(lit.evaluate_all("all => all.map(one => one.dataset.pile)"))
    assert all(
        any(re.split("[>=]", legal)[-1][:1] == pile[:1] or pile in legal for legal in table.moves)
        for pile in piles
    )
    at = table.at
    table.place(goal).click(position=low)
    table.wait_after(at)
    assert len(said := told()) == 1, said
    assert name in said[0]
    if page.locator("#undo-button:enabled").count():
        page.click("#undo-button")
        table.wait_after(at + 1)
        assert len(said := told()) == 1, said
        assert said[0].startswith("Taken back")
    at = table.at
    page.locator("#stock").press("Enter")
    table.wait_after(at)
    assert len(said := told()) == 1, said
    assert table.faults == []


def test_the_status_region_tells_each_deed_of_a_hand_once(context, live_server, player):
    felt = Felt(context().new_page(), live_server.url)
    felt.page.evaluate(NOTE_STATUS)
    felt.page.click("#chip-1")
    felt.page.click("#spot-ante")
    said = felt.page.evaluate("() => window.told.splice(0)")
    assert len(said) == 2
    assert "Ante" in said[1]
    felt.deal()
    assert len(felt.page.evaluate("() => window.told.splice(0)")) == 1
    felt.page.click("#raise-button")
    felt.wait_for("rebet")
    (ended,) = felt.page.evaluate("() => window.told.splice(0)")
    assert "returned" in ended
    felt.page.click("#deal-button")
    (none,) = felt.page.evaluate("() => window.told.splice(0)")
    assert "Place chips on the ante first." in none


BROKEN = {
    "escape": lambda page, card: page.keyboard.press("Escape"),
    "second finger": lambda page, card: card.dispatch_event(
        "pointerdown", {"pointerId": 99, "bubbles": True}
    ),
    "cancel": lambda page, card: card.dispatch_event(
        "pointercancel", {"pointerId": 1, "bubbles": True}
    ),
    "capture": lambda page, card: card.dispatch_event(
        "lostpointercapture", {"pointerId": 1, "bubbles": True}
    ),
}


def lifted(page, source, goal, layer):
    """Drag something over its goal, without letting go."""
    box, to = source.bounding_box(), goal.bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"] + 14, box["y"] + 14)
    expect(page.locator(layer)).to_have_count(0)  # less than six pixels are a press
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=4)
    expect(page.locator(layer)).to_have_count(1)


@pytest.mark.parametrize("game", ["three-card-solitaire", "royal-parade"])
def test_a_drag_broken_off_puts_the_card_back(context, live_server, player, winning_seed, game):
    drawn = {"three-card-solitaire": ":", "royal-parade": ">"}[game]
    move = until(player, game, lambda move: drawn in move and move[-1] != "x", seed=winning_seed)
    table = at_hand(context, live_server, game)
    source, goal = move.split(">")
    at = table.at
    for broken in BROKEN.values():
        lifted(table.page, table.card(source), table.place(goal), ".drag-layer")
        expect(table.page.locator(f".pile.goal[data-pile='{goal}']")).to_have_count(1)
        broken(table.page, table.card(source))
        table.page.mouse.up()
        expect(table.page.locator(".drag-layer, .held, .goal")).to_have_count(0)
        table.rest()
    assert table.at == at == as_the_server_has_it(player).round.entries
    assert table.faults == []


def test_a_chip_whose_drag_is_broken_off_is_on_no_bet(context, live_server, player):
    felt = Felt(context().new_page(), live_server.url)
    chip = felt.page.locator("#chip-5")
    for broken in BROKEN.values():
        lifted(felt.page, chip, felt.page.locator("#spot-ante"), ".chip-drag")
        expect(felt.page.locator("#spot-ante.goal")).to_have_count(1)
        broken(felt.page, chip)
        felt.page.mouse.up()
        expect(felt.page.locator(".chip-drag, .goal")).to_have_count(0)
        assert felt.amount("ante") == ""
        felt.page.wait_for_timeout(60)
    assert felt.faults == []


def neighbours(moves):
    """A run's legal move to a column beside which stands one that does not take it."""
    for move in moves:
        found = re.fullmatch(r"(t(\d):\d+)>t(\d)", move)
        if not found:
            continue
        source, start, goal = found[1], int(found[2]), int(found[3])
        for beside in (goal - 1, goal + 1):
            if 1 <= beside <= 7 and beside != start and f"{source}>t{beside}" not in moves:
                return source, goal, beside
    return None


def test_a_card_falls_on_the_legal_pile_though_it_lies_more_on_another(
    context, live_server, player, winning_seed
):
    position = in_play(player, "three-card-solitaire", seed=winning_seed)
    while not (found := neighbours(position.moves)):
        position = services.move(
            player=player,
            round_id=position.round.pk,
            at=position.round.entries,
            notation=greedy(position.view, position.moves),
        )
    source, goal, beside = found
    table = at_hand(context, live_server, "three-card-solitaire")
    card, to = table.card(source).bounding_box(), table.place(f"t{goal}").bounding_box()
    off = to["width"] * 0.6 * (beside - goal)
    at = table.at
    page = table.page
    page.mouse.move(card["x"] + 10, card["y"] + 8)
    page.mouse.down()
    page.mouse.move(to["x"] + off + 10, to["y"] + 12, steps=5)
    assert page.locator(".pile.goal").count() >= 1
    page.mouse.up()
    table.wait_after(at)
    assert f"column {goal}." in table.said
    assert table.differences(as_the_server_has_it(player)) == []


@pytest.mark.parametrize("game", ["three-card-solitaire", "klondike"])
def test_a_right_press_sends_a_card_to_its_foundation(
    context, live_server, player, winning_seed, game
):
    move = until(player, game, lambda move: move.endswith(">f"), seed=winning_seed)
    table = at_hand(context, live_server, game)
    at = table.at
    table.card(move.partition(">")[0]).click(button="right", position={"x": 10, "y": 8})
    table.wait_after(at)
    assert "to the foundation" in table.said
    assert table.differences(as_the_server_has_it(player)) == []


def test_keys_repeat_what_was_said_and_do_nothing_from_outside(context, live_server, player):
    in_play(player, "three-card-solitaire")
    table = at_hand(context, live_server, "three-card-solitaire")
    keys, status = table.page.keyboard, table.page.locator("#status")
    table.page.focus("[data-dialog=menu]")
    keys.press("d")
    table.rest()
    assert table.at == 0
    table.page.focus(".board [tabindex='0']")
    keys.press("w")
    expect(status).to_have_text("empty")
    keys.press("d")
    table.wait_after(0)
    drawn = status.text_content()
    keys.press("1")
    keys.press("Enter")
    expect(status).to_contain_text("picked up")
    keys.press("Escape")
    expect(status).to_have_text("Put back.")
    keys.press("r")
    expect(status).to_contain_text(drawn.strip())
    keys.press("u")
    expect(status).to_contain_text("undone")
