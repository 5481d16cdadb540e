"""Motion and sound: who waits for neither, what flies, and what is seen of all that is heard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games import services, settlement
from tests import factories, klondike
from tests.browser.klondike import Klondike
from tests.browser.table import Table, as_the_server_has_it
from tests.browser.tables import GAMES, NOTE_STATUS, in_play, opened
from tests.chromium import seen
from tests.strategies import greedy

# The longest motion that is on after any change of the page, be it of a style or of the script.
NOTE_MOTION = """() => {
  window.longest = 0;
  const note = () => { for (const motion of document.getAnimations()) {
    const { duration, iterations, delay } = motion.effect.getComputedTiming();
    window.longest = Math.max(window.longest, duration * iterations + delay); } };
  new MutationObserver(note).observe(document.body,
    { subtree: true, childList: true, attributes: true });
  for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, note, true);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_with_motion_reduced_nothing_moves_for_more_than_ten_milliseconds(
    context, live_server, player, game
):
    in_play(player, game)
    table = opened(context, live_server, game, reduced_motion="reduce")
    page = table.page
    for how in ("the system's wish", "the player's own"):
        if how == "the player's own":
            page.emulate_media(reduced_motion="no-preference")
            page.evaluate("() => { document.documentElement.dataset.motion = 'off'; }")
        page.evaluate(NOTE_MOTION)
        if game == "three-card-rummy":
            button = "#raise-button" if how == "the system's wish" else "#rebet-button"
            table.act(lambda button=button: page.click(button))
        else:
            table.act(lambda: page.locator("#stock").press("Enter"))
            page.locator(".board .card[data-pick]:not([data-pick='']):not(:disabled)").last.click()
            if page.locator("#hint-button").count():
                table.act(lambda: page.click("#hint-button"))
                expect(page.locator(".hint").first).to_be_visible()
        page.click("[data-dialog=menu]")
        page.wait_for_selector("#menu:modal h3")
        page.keyboard.press("Escape")
        assert page.evaluate("() => window.longest") <= 10


# Cards that have flown, or lay on a foundation before, and lie on none now.
ASTRAY = """() => {
  const near = (one, other) =>
    Math.abs(one.left - other.left) < 2 && Math.abs(one.top - other.top) < 2;
  const goals = [...document.querySelectorAll('.foundation')]
    .map((pile) => pile.getBoundingClientRect());
  return [...document.querySelectorAll('.flight > *')]
    .filter((card) => card.getAnimations().every((one) => one.playState === 'finished'))
    .filter((card) => !goals.some((goal) => near(goal, card.getBoundingClientRect()))).length;
}"""


def finishing(context, live_server, player, motion):
    """Free Klondike with nothing left to decide, and its page after the press on Finish."""
    factories.committed(player, klondike.QUICK, entry=klondike.KLONDIKE, currency=klondike.FUN)
    position = klondike.dealt(player, klondike.QUICK)
    for notation in klondike.line(klondike.QUICK):
        if position.can_finish:
            break
        position = klondike.move(player, position.round.pk, notation)
    table = Klondike(context(reduced_motion=motion).new_page(), live_server.url)
    table.page.evaluate(NOTE_STATUS)
    # Noted as they are, and then made slow: a machine with other things to do sees them as well.
    table.page.evaluate(
        """() => { window.flights = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
          if (!this.closest('.flight')) return animate.call(this, frames, how);
          window.flights.push(how.delay + how.duration);
          return animate.call(this, frames, { ...how, delay: 99 * how.delay + 9000 }); }; }"""
    )
    table.page.click("#finish-button")
    expect(table.page.locator("#said")).to_contain_text("the house plays the rest")
    return table, position


def test_the_house_lets_cards_fly_one_after_another_and_any_input_ends_it(
    context, live_server, player
):
    table, position = finishing(context, live_server, player, "no-preference")
    page = table.page
    # The page asks each second how far it is, and says so once.
    for _ in range(2):
        with page.expect_response("**/table/"):
            pass
    told = page.evaluate("() => window.told")
    assert sum("the house plays the rest" in one for one in told) == 1
    assert (up := position.view.fact("up")) > 0
    settlement.finish_round(position.round.pk)  # as the worker does
    page.wait_for_selector("#result-title")
    expect(page.locator(".flight")).to_have_count(1)
    assert page.evaluate(ASTRAY) == 0
    flights = page.evaluate("() => window.flights")
    assert len(flights) == 52 - up
    assert flights == sorted(flights)
    assert len(set(flights)) == len(flights)
    assert flights[-1] <= 3_000
    # The table beneath is final and waits for nobody.
    assert table.differences(as_the_server_has_it(player)) == []
    page.keyboard.press("Shift")
    expect(page.locator(".flight")).to_have_count(0)
    assert table.faults == []


def test_no_card_flies_where_motion_is_reduced(context, live_server, player):
    table, position = finishing(context, live_server, player, "reduce")
    settlement.finish_round(position.round.pk)
    table.page.wait_for_selector("#result-title")
    assert table.page.evaluate("() => window.flights") == []
    expect(table.page.locator(".flight")).to_have_count(0)


# Each voice by itself, as a browser renders it without a loudspeaker.
RENDER = """async () => {
  const { voices, tone } = window.fairdealVoices, told = {};
  for (const [name, parts] of Object.entries(voices)) {
    const context = new OfflineAudioContext(1, 44100, 44100);
    for (const part of parts) tone(context, part, 0);
    const data = (await context.startRendering()).getChannelData(0);
    let peak = 0, last = 0, power = 0, crossings = 0;
    data.forEach((value, i) => {
      peak = Math.max(peak, Math.abs(value));
      power += value * value;
      if (Math.abs(value) > 0.001) last = i;
      if (i && data[i - 1] < 0 !== value < 0) crossings++;
    });
    told[name] = { peak, power, seconds: last / 44100, crossings };
  }
  return told;
}"""
VOICES = {"pick", "place", "draw", "redeal", "deal", "foundation", "undo", "refuse"}


def test_eight_voices_are_heard_short_and_apart(context, live_server, player):
    page = opened(context, live_server, "klondike").page
    page.keyboard.press("Shift")
    page.wait_for_function("() => window.fairdealVoices")
    told = page.evaluate(RENDER)
    assert set(told) == VOICES
    for name, sound in told.items():
        assert 0.01 < sound["peak"] < 0.6, name
        assert 0.03 < sound["seconds"] < 0.5, name
    marks = {(round(one["power"], 3), one["crossings"] // 20) for one in told.values()}
    assert len(marks) == 8


def test_whatever_is_heard_is_seen_as_well(context, live_server, player, winning_seed):
    factories.committed(player, winning_seed, currency=factories.FUN)
    table = Table(context().new_page(), live_server.url)
    page = table.page
    page.evaluate("() => { crypto.getRandomValues = (bytes) => bytes.fill(0); }")
    page.keyboard.press("Shift")
    page.wait_for_function("() => window.fairdealSound")
    page.evaluate(
        "() => { window.heard = []; window.fairdealSound = (voice) => window.heard.push(voice); }"
    )
    heard = []

    def deed(voice, act):
        """Do it, and see that the page looks another way."""
        before = page.screenshot()
        act()
        assert seen(page, "() => window.heard.filter(Boolean)", lambda now: voice in now)
        table.settle()
        assert page.screenshot() != before, voice
        heard.extend(filter(None, page.evaluate("() => window.heard.splice(0)")))

    def play(wanted):
        """Play greedily until a move is wanted; show the table and that move."""
        position = as_the_server_has_it(player)
        while not (move := next(filter(wanted, position.moves), None)):
            position = services.move(
                player=player,
                round_id=position.round.pk,
                at=position.round.entries,
                notation=greedy(position.view, position.moves),
            )
        at = position.round.entries
        page.evaluate("() => document.dispatchEvent(new Event('fairdeal:lost'))")
        page.wait_for_function("at => +table.dataset.at === at", arg=at)
        table.settle()
        page.evaluate("() => window.heard.splice(0)")
        return move

    deed("deal", table.deal)
    move = play(lambda move: ":1>t" in move)
    source, goal = move.split(">")
    deed("pick", lambda: table.card(source).click(position={"x": 10, "y": 8}))
    deed("place", lambda: table.place(goal).click(position={"x": 10, "y": 8}))
    move = play(lambda move: move.endswith(">f"))
    deed("foundation", lambda: table.card(move[:-2]).dblclick(position={"x": 10, "y": 8}))
    deed("draw", lambda: page.locator("#stock").press("Enter"))
    move = play(lambda move: "w>t" in move)
    deed("place", lambda: table.press(move))
    deed("undo", lambda: page.click("#undo-button"))
    deed("refuse", lambda: table.drag("w", page.locator("[data-pile=fc] button")))
    play(lambda move: move == "redeal")
    deed("redeal", lambda: page.locator("#stock").press("Enter"))
    assert set(heard) == VOICES
    assert table.faults == []
