"""What is seen at every table alike: axe, index corners, zoom, weight, choices, both hands."""

from __future__ import annotations

import gzip
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from games.models import Round
from tests import factories
from tests.axe import found, tinted
from tests.browser.table import as_the_server_has_it
from tests.browser.tables import BY_HAND, GAMES, SIZES, in_play, opened
from tests.browser.test_sight import answers, weights
from tests.chromium import sideways

# The upper left corners of the cards whose index has to show: one that is disabled lies under
# others for good. `raised`: every other card of a pile is put above all that lies near it.
CORNERS = """(raised) => {
  const cards = [...document.querySelectorAll('.board [data-pile]')].flatMap((pile) =>
    [...pile.querySelectorAll(".card[id^='c-']:not(:disabled)")].map((card, i) => [card, i % 2]));
  // All are raised before the first is measured: each change would lay the page out anew.
  for (const [card, odd] of cards) card.closest('li').style.zIndex = raised === odd ? 50 : '';
  return cards.map(([card, odd]) => {
    const { x, y, width } = card.getBoundingClientRect();
    return { id: card.id, x, y, width, odd };
  });
}"""
INKED = 170  # darker than paper: suits, ranks and frames


def corners(page, raised=-1):
    """The corner of every card as the page paints it: as high as its index, but 24 at most."""
    cards = page.evaluate(CORNERS, raised)
    whole = Image.open(BytesIO(page.screenshot(full_page=True))).convert("RGB")
    return {
        card["id"]: (
            whole.crop(
                (
                    round(card["x"]) + 2,
                    round(card["y"]) + 2,
                    round(card["x"] + card["width"] * 0.46),
                    round(card["y"] + min(23, card["width"] * 0.32)),
                )
            ),
            card["odd"],
        )
        for card in cards
    }


def covered(page):
    """The cards whose corner something else is painted on, or that show no index at all."""
    as_seen = corners(page)
    raised = [corners(page, odd) for odd in (0, 1)]
    hidden = []
    for name, (picture, odd) in as_seen.items():
        bare = raised[odd][name][0]
        apart = ImageChops.difference(picture, bare).convert("L")
        ink = sum(picture.convert("L").histogram()[:INKED])
        area = picture.width * picture.height
        if sum(apart.histogram()[60:]) > area * 0.02 or ink < area * 0.04:
            hidden.append(name)
    return hidden


@pytest.mark.parametrize("game", GAMES)
def test_every_index_corner_shows_and_axe_finds_nothing_in_any_colours(
    context, live_server, player, game
):
    in_play(player, game, moves=30)
    table = opened(context, live_server, game)
    page = table.page
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(forced_colors="none")
        page.reload()
        table.settle()
        assert len(page.evaluate(CORNERS, -1)) >= 3
        assert covered(page) == []
        # The tests of the other two tables change their colours at each stage of a game.
        assert game not in ("klondike", "royal-parade") or tinted(page) == []
        page.emulate_media(forced_colors="active")
        # All text then has the colours of the person's choice, which axe does not see.
        assert found(page, without=("color-contrast",)) == []
        assert covered(page) == []
    assert table.faults == []


def test_a_card_that_is_painted_over_the_next_one_is_found(context, live_server, player):
    in_play(player, "klondike", moves=30)
    page = opened(context, live_server, "klondike").page
    first, second = page.evaluate(
        """() => [...document.querySelectorAll('.columns .column')]
          .map(one => [...one.querySelectorAll('.card')].map(card => card.id))
          .find(cards => cards.length > 2)"""
    )[:2]
    page.evaluate("id => { document.getElementById(id).style.zIndex = 9; }", first)
    assert second in covered(page)


# What takes the focus and is then out of the window or under something else.
HIDDEN = """async () => {
  const frame = () => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 20));
  const near = (one) => { const box = one.getBoundingClientRect();
    return [.1, .3, .5, .7, .9].some((x) => [.1, .3, .5, .7, .9].some((y) => {
      const at = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      return at && (one.contains(at) || at.contains(one) && at.matches('label')); })); };
  const within = document.querySelector('dialog:modal') || document;
  const hidden = [];
  for (const one of within.querySelectorAll('a[href], button, input, select, summary')) {
    if (one.disabled || one.type === 'hidden') continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    one.focus();
    if (document.activeElement !== one || near(one)) continue;
    await frame();   // what comes into sight with the focus may take a moment
    if (!near(one)) hidden.push(one.id || one.textContent.trim());
  }
  return hidden;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_at_four_hundred_percent_everything_that_has_the_focus_is_in_sight(
    context, live_server, player, game
):
    in_play(player, game)
    table = opened(context, live_server, game, viewport={"width": 320, "height": 200})
    assert sideways(table.page) <= 0
    assert table.page.evaluate(HIDDEN) == []
    for dialog in ("menu", "deck"):
        table.page.click(f"[data-dialog={dialog}]")
        table.page.wait_for_selector(f"#{dialog}:modal .dialog-body > *")
        assert table.page.evaluate(HIDDEN) == []
        table.page.keyboard.press("Escape")
    # What keys have moved comes into sight as well.
    if game != "three-card-rummy":
        table.page.focus("#stock")
        table.act(lambda: table.page.keyboard.press("d"))
        top = table.page.evaluate("() => document.activeElement.getBoundingClientRect().top")
        assert 0 <= top < 200


@pytest.mark.parametrize("game", GAMES)
def test_the_first_visit_and_a_move_keep_to_their_budget(context, live_server, player, game):
    position = in_play(player, game)
    page = context().new_page()
    fetched = answers(page)
    page.goto(f"{live_server.url}/play/{game}/fun/")
    bodies = weights(page, fetched)
    assert any("cards" in url for url in bodies)
    assert any("htmx" in url for url in bodies)
    assert sum(bodies.values()) <= 60 * 1024, bodies
    answer = factories.client(player).post(
        f"/rounds/{position.round.pk}/moves/",
        {"at": position.round.entries, "move": position.moves[0]},
        headers={"hx-request": "true"},
    )
    assert answer.status_code == 200
    assert len(gzip.compress(answer.content, 6)) <= 4 * 1024


@pytest.mark.parametrize("game", GAMES)
def test_backs_colours_and_sound_change_at_once_and_leave_the_game_alone(
    context, live_server, player, game
):
    at = in_play(player, game).round.entries
    table = opened(context, live_server, game)
    page, root = table.page, table.page.locator("html")
    if game in BY_HAND:
        page.locator(".board .card[data-pick]:not([data-pick='']):not(:disabled)").last.click()
        picked = page.locator(".board [aria-pressed=true]").get_attribute("id")
    for dialog, kept, samples in (("deck", "back", 10), ("color", "table", 6)):
        page.click(f"[data-dialog={dialog}]")
        choices = page.locator(f"#{dialog}:modal [name=value]")
        expect(choices).to_have_count(samples)
        for choice in (choices.nth(3), choices.nth(1)):
            with page.expect_response("**/preferences/"):
                choice.click()
            expect(root).to_have_attribute(f"data-{kept}", choice.get_attribute("value"))
            expect(choice).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('dialog[open]')")
    with page.expect_response("**/preferences/"):
        page.click("#sound")
    if game in BY_HAND:
        expect(page.locator(f"#{picked}")).to_have_attribute("aria-pressed", "true")
    now = {name: root.get_attribute(f"data-{name}") for name in ("back", "table", "sound")}
    assert now["sound"] == "off"
    page.reload()
    assert {name: root.get_attribute(f"data-{name}") for name in now} == now
    assert table.at == at == as_the_server_has_it(player).round.entries
    assert table.faults == []


def sides(page, game):
    """Whether what the other hand would have on the other side lies left."""
    one, other = {
        "three-card-solitaire": ("[data-pile=s]", "[data-pile=fc]"),
        "klondike": ("[data-pile=s]", "[data-pile=fc]"),
        "royal-parade": ("[data-pile=s]", "[data-pile=a1]"),
        "three-card-rummy": (".shoe", "[data-pile=dealer]"),
    }[game]
    where = [page.locator(part).bounding_box()["x"] for part in (one, other)]
    return where[0] < where[1]


@pytest.mark.parametrize("size", SIZES)
def test_every_table_turns_round_for_the_left_hand(context, live_server, player, size):
    width, height = SIZES[size]
    page = context(viewport={"width": width, "height": height}).new_page()
    games = [game for game in GAMES if size == "desk" or game != "royal-parade"]
    for game in games:
        in_play(player, game)
        page.goto(f"{live_server.url}/play/{game}/fun/")
        right = sides(page, game)
        page.evaluate("() => { document.documentElement.dataset.hand = 'left'; }")
        assert sides(page, game) != right, game
        assert sideways(page) <= 0


def test_how_a_game_ended_stays_on_the_table_until_the_next_deal(context, live_server, player):
    page = context().new_page()
    for game in GAMES:
        round = in_play(player, game).round
        move = {"way": "collect" if game == GAMES[0] else "give up", "sure": "on"}
        name = "moves" if game == "three-card-rummy" else "end"
        factories.client(player).post(
            f"/rounds/{round.pk}/{name}/", {"at": round.entries, "move": "fold", **move}
        )
        assert not Round.objects.get(pk=round.pk).is_open
        page.goto(f"{live_server.url}/play/{game}/fun/")
        expect(page.locator("#result-title")).to_be_visible()
        page.reload()
        expect(page.locator("#result-title")).to_be_visible()
        assert page.locator("#table").get_attribute("data-round") == str(round.pk)
