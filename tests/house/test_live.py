"""Live signals: a stream under ASGI, told within a moment, which holds no connection."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection
from playwright.sync_api import expect

from accounts import live
from games import services
from tests import factories
from tests.chromium import browser
from tests.house.processes import House
from tests.house.streams import Stream

pytestmark = pytest.mark.django_db(transaction=True)
STREAMS = 300 if os.environ.get("FAIRDEAL_SOAK") else 40
SWAPS = 100 if os.environ.get("FAIRDEAL_SOAK") else 20
COUNTED = """
    window.streams = [];
    window.EventSource = class extends window.EventSource {
        constructor(...how) { super(...how); window.streams.push(this); }
    };
"""
SWAPPED = """
    async ([path, times]) => {
        const how = { source: "[hx-ext=keyed]", target: "#table", swap: "keyed" };
        for (let i = 0; i < times; i++) await htmx.ajax("GET", path, how);
    }
"""
CONNECTIONS_OF_STREAMS = """
    SELECT count(*) FROM pg_stat_activity WHERE application_name IN ('stream', 'fairdeal stream')
"""


def one_connection_is_left() -> bool:
    """The one that listens: those that asked who is signed in go away within seconds."""
    for _ in range(50):
        with connection.cursor() as cursor:
            cursor.execute(CONNECTIONS_OF_STREAMS)
            if cursor.fetchone()[0] == 1:
                return True
        time.sleep(0.1)
    return False


def test_signals_reach_the_streams_of_their_player_and_of_nobody_else(house: House) -> None:
    house.start(web=False, worker=False, stream=True)
    player, other = factories.player(), factories.player()
    mine, theirs = (Stream(house.stream_port, who).ready() for who in (player, other))
    at = factories.dealt(player)
    mine.until(f"round:{at.round.pk} 0")
    began = time.monotonic()
    services.move(player=player, round_id=at.round.pk, at=0, notation=at.moves[0])
    mine.until(f"round:{at.round.pk} 1")
    # Far from the half minute after which pages ask by themselves, however busy the machine is.
    assert time.monotonic() - began < 10
    live.signal(other.pk, "balance:FUN", 7)
    assert theirs.signal() == "balance:FUN 7"
    live.signal(live.STAFF, "desk", 1)
    live.signal(player.pk, "end", 1)
    assert mine.signal() == "end 1"


def test_there_is_nothing_for_strangers_and_nothing_else_on_that_port(house: House) -> None:
    house.start(web=False, worker=False, stream=True)
    assert Stream(house.stream_port, None).status == 403
    assert Stream(house.stream_port, factories.player(), "/wallet/").status == 404


def test_a_player_has_so_many_streams_and_another_one_ends_the_oldest(house: House) -> None:
    house.start(web=False, worker=False, stream=True)
    player = factories.player(money=0, chips=False)
    streams = [Stream(house.stream_port, player).ready() for _ in range(7)]
    live.signal(player.pk, "chat", 3)
    assert streams[-1].signal() == "chat 3"
    assert streams[0].answer.read().endswith(b"\n")


def test_a_stream_holds_no_connection_and_many_come_back_in_line(house: House) -> None:
    house.start(web=False, worker=False, stream=True)
    players = [factories.player(money=0, chips=False, known=False) for _ in range(STREAMS // 5)]
    streams = [Stream(house.stream_port, player).ready() for player in players for _ in range(5)]
    assert one_connection_is_left()
    house.kill9("database")
    house.restart()
    for stream in streams:
        stream.until("* 0", seconds=60)
    assert one_connection_is_left()
    live.signal(players[0].pk, "chat", 1)
    assert streams[0].signal() == "chat 1"
    for stream in streams:
        stream.close()


@contextmanager
def connections_at_most(house: House, most: int) -> Iterator[None]:
    """The role of web, worker and streams gets no more connections than that."""
    with psycopg.connect(house.database.superuser_url, autocommit=True) as owner:
        owner.execute(f"ALTER ROLE app CONNECTION LIMIT {most:d}")
        try:
            yield
        finally:
            owner.execute("ALTER ROLE app CONNECTION LIMIT -1")


@pytest.mark.browser
def test_play_goes_on_beside_many_streams_and_a_tab_keeps_one_through_all_swaps(
    house: House,
) -> None:
    with connections_at_most(house, 60):
        house.start(worker=False, stream=True)
        players = [factories.player(money=0, chips=False, known=False) for _ in range(STREAMS // 5)]
        streams = [Stream(house.stream_port, one).ready() for one in players for _ in range(5)]
        player = factories.player()
        at = factories.dealt(player)
        context = browser().new_context()
        try:
            key = factories.client(player).cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": key, "url": house.url}])
            page = context.new_page()
            page.add_init_script(COUNTED)
            page.goto(f"{house.url}/play/three-card-solitaire/money/")
            expect(page.locator("html[data-live=on]")).to_be_attached()
            page.evaluate(SWAPPED, [f"/rounds/{at.round.pk}/table/", SWAPS])
            page.locator("#stock").press("Enter")
            expect(page.locator("#table")).to_have_attribute("data-at", "1")
            assert page.evaluate("() => window.streams.length") == 1
            assert page.evaluate("() => window.streams[0].readyState") == 1
            assert one_connection_is_left()
        finally:
            context.close()
            for stream in streams:
                stream.close()


@pytest.mark.browser
def test_a_move_in_one_tab_is_seen_in_the_other(house: House) -> None:
    house.start(worker=False, stream=True)
    player = factories.player()
    at = factories.dealt(player)
    context = browser().new_context()
    key = factories.client(player).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": key, "url": house.url}])
    faults: list[str] = []
    try:
        first, second = context.new_page(), context.new_page()
        second.on("console", lambda said: said.type == "error" and faults.append(said.text))
        first.goto(f"{house.url}/play/three-card-solitaire/money/")
        second.goto(f"{house.url}/play/three-card-solitaire/money/")
        expect(second.locator("html[data-live=on]")).to_be_attached()
        expect(second.locator("#table")).to_have_attribute("data-at", "0")
        services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
        expect(second.locator("#table")).to_have_attribute("data-at", "1", timeout=20_000)
        lobby = context.new_page()
        lobby.goto(f"{house.url}/")
        shown = lobby.locator("[data-live='balance:EUR']")
        expect(shown).to_have_text("€497.40")
        expect(lobby.locator("html[data-live=on]")).to_be_attached()
        services.end(player=player, round_id=at.round.pk, at=1, way="collect", sure=True)
        expect(second.locator("#table")).not_to_have_attribute("data-at", "1", timeout=20_000)
        assert faults == []
    finally:
        context.close()
