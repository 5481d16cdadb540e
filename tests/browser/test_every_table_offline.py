"""A lost connection at every table: told at once, nothing sent again, and the truth afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games import services
from tests.browser.tables import BY_HAND, GAMES, in_play, opened


@pytest.mark.parametrize("game", GAMES)
def test_a_lost_connection_is_told_before_anything_is_done_and_the_truth_comes_back(
    context, live_server, player, game
):
    position = in_play(player, game)
    table = opened(context, live_server, game)
    page, banner = table.page, table.page.locator("#offline")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.context.set_offline(True)
    expect(banner).to_be_visible()
    if game in BY_HAND:
        card = page.locator(".board .card[data-pick]:not([data-pick='']):not(:disabled)").last
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
    move = position.moves[0]
    services.move(
        player=player, round_id=position.round.pk, at=position.round.entries, notation=move
    )
    page.context.set_offline(False)
    expect(banner).to_be_hidden()
    page.wait_for_function("at => +table.dataset.at === at", arg=position.round.entries + 1)
    assert "POST" not in sent
    # A stream that fails is a reason to ask; nobody there is a reason to say so.
    page.route("**/table/", lambda route: route.abort())
    page.evaluate("() => document.dispatchEvent(new Event('fairdeal:lost'))")
    expect(banner).to_be_visible()
    page.unroute("**/table/")
    page.click("#reconnect")
    expect(banner).to_be_hidden()
    expect(page.locator("#status")).to_contain_text("The connection is back.")


def test_a_stream_that_fails_twice_has_the_table_ask(context, live_server, player):
    in_play(player, "klondike")
    page = context().new_page()
    page.add_init_script(
        """window.EventSource = class extends EventTarget {
          constructor() { super(); this.readyState = 0; window.stream = this; } close() {} };"""
    )
    page.goto(f"{live_server.url}/play/klondike/fun/")
    page.evaluate(
        """() => new Promise((done) => {
          const live = document.createElement('script');
          live.src = document.querySelector('script[src*="live"]').src;
          live.dataset.stream = '/stream';
          live.onload = done;
          document.head.append(live);
        })"""
    )
    page.evaluate("() => dispatchEvent(new Event('pageshow'))")
    with page.expect_response("**/table/"):
        page.evaluate("() => { window.stream.onerror(); window.stream.onerror(); }")
