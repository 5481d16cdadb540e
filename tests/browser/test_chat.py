"""The chat in a browser: beside a game, through lost connections, by keys, and to the eye."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Page, expect

from support import agents, chats, presence
from support.models import Conversation, Line
from tests import factories
from tests.axe import found, tinted
from tests.browser.table import Table
from tests.browser.test_sight import SIZES
from tests.chromium import browser, seen, sideways
from tests.console.staff import member
from tests.house.processes import House

TEXTS = """() => [...document.querySelectorAll('#chat .chat-lines .chat-text')].map(
  line => line.textContent)"""

NUMBERS = "() => [...document.querySelectorAll('#chat li')].map(line => +line.dataset.number)"


def write(page: Page, text: str) -> None:
    """Write a line and send it by Enter."""
    page.fill("#chat-text", text)
    page.press("#chat-text", "Enter")


def texts(page: Page, last: str) -> list[str]:
    """All lines that the window shows, once the last one is that one."""
    return seen(page, TEXTS, lambda lines: bool(lines) and lines[-1] == last)


def reply(agent: Any, chat: Conversation, text: str) -> None:
    agents.reply(agent=agent, conversation_id=chat.pk, text=text, key=uuid.uuid4())


def signed_in(house: House, player: Any) -> Any:
    context = browser().new_context(viewport={"width": 1280, "height": 800})
    key = factories.client(player).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": key, "url": house.url}])
    return context


def test_a_talk_goes_on_beside_a_game_through_a_lost_connection_a_reload_and_other_pages(
    house: House,
) -> None:
    house.start(worker=False, stream=True)
    player, agent = factories.player(), member("support")
    at = factories.dealt(player)
    presence.beat(agent=agent, ready=True)
    context = signed_in(house, player)
    try:
        page = context.new_page()
        page.goto(f"{house.url}/play/three-card-solitaire/money/")
        page.click("[data-chat]")
        expect(page.locator("#chat-text")).to_be_focused()
        write(page, "my unfinished game")
        expect(page.locator(".chat-helper .chat-text")).to_contain_text("I am an automatic helper")
        expect(page.locator(".chat-page")).to_have_attribute(
            "href", "/play/three-card-solitaire/money/"
        )
        page.click(".chat-person summary")
        page.fill("#chat-summary", "The game hangs")
        page.click(".chat-person [value=chat]")
        expect(page.locator(".chat-place")).to_contain_text("You are number 1 in line.")
        chat = Conversation.objects.get()
        assert (chat.summary, chat.round_id) == ("The game hangs", at.round.pk)
        agents.take(agent=agent, conversation_id=chat.pk)
        expect(page.locator("html[data-live=on]")).to_be_attached()
        reply(agent, chat, "Good day, what hangs?")
        assert texts(page, "Good day, what hangs?")
        expect(page.locator(".chat-said")).to_contain_text("Good day, what hangs?")

        context.set_offline(True)
        write(page, "First line without a network")
        write(page, "Second line without a network")
        expect(page.locator(".chat-pending .chat-note").first).to_contain_text("No connection")
        reply(agent, chat, "Are you there?")
        context.set_offline(False)
        assert texts(page, "Second line without a network")[-3:] == [
            "Are you there?", "First line without a network", "Second line without a network",
        ]  # fmt: skip

        # The server has the line, and its answer is lost.
        page.route("**/support/chat/say/", lambda route: (route.fetch(), route.abort()))
        write(page, "Answered to nobody")
        assert texts(page, "Answered to nobody")
        page.unroute("**/support/chat/say/")
        page.route("**/support/chat/say/", lambda route: route.abort())
        write(page, "Written just before a reload")
        expect(page.locator(".chat-pending .chat-note").last).to_contain_text("No connection")
        page.unroute("**/support/chat/say/")
        page.reload()
        expect(page.locator("#chat")).to_be_visible()
        assert texts(page, "Written just before a reload")
        page.goto(f"{house.url}/fairness/")
        expect(page.locator("#chat")).to_be_visible()
        reply(agent, chat, "All there.")
        assert texts(page, "All there.")
        # The sign-in turns out to be over: what is half written waits for the next one.
        key = next(one["value"] for one in context.cookies() if one["name"] == "sessionid")
        session = SessionStore(key)
        session["seen_at"] = 0
        session.save()
        page.fill("#chat-text", "Half written")
        page.evaluate("htmx.trigger('.unread', 'live')")
        page.wait_for_url("**/accounts/login/**")
        key = factories.client(player).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": key, "url": house.url}])
        page.goto(f"{house.url}/fairness/")
        expect(page.locator("#chat-text")).to_have_value("Half written")
        page.press("#chat-text", "Enter")
        assert texts(page, "Half written")
        assert page.evaluate(NUMBERS) == [line.number for line in chats.shown(chat)]
        written = list(Line.objects.filter(by="player").values_list("text", flat=True))
        assert len(written) == len(set(written)) == 6
        expect(page.locator(".chat-pending")).to_have_count(0)
    finally:
        context.close()


def test_the_window_is_opened_and_closed_by_keys_and_leaves_the_table_its_letters(
    context, live_server, player, dealt
) -> None:
    page = context().new_page()
    table = Table(page, live_server.url)
    page.locator("[data-chat]").press("Enter")
    expect(page.locator("#chat-text")).to_be_focused()
    before = table.at
    page.keyboard.type("du")
    page.keyboard.press("Escape")
    expect(page.locator("#chat")).to_be_hidden()
    expect(page.locator("[data-chat]")).to_be_focused()
    chats.say(player=player, text="From another tab", key=uuid.uuid4())
    chat = Conversation.objects.get()
    chats.answer(conversation=chat, text="I do not know", key=uuid.uuid4())
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('fairdeal:live', {detail: {name: 'chat'}}))"
    )
    page.evaluate("htmx.trigger('.unread', 'live')")
    expect(page.locator(".unread")).to_have_text("1 new line")
    page.click("[data-chat]")
    expect(page.locator("#chat-text")).to_have_value("du")
    expect(page.locator(".unread")).to_have_text("")
    write(page, "x" * 2_001)
    expect(page.locator(".chat-refused .chat-note")).to_contain_text("2,001 characters")
    page.click(".chat-refused button")
    expect(page.locator("#chat-text")).to_have_value("x" * 2_001)
    page.fill("#chat-text", "<b>short</b>")
    page.set_input_files(
        "#chat-files", {"name": "a.exe", "mimeType": "text/plain", "buffer": b"MZ"}
    )
    page.click(".chat-send button")
    expect(page.locator(".chat-refused .chat-note")).to_contain_text("no JPEG, PNG or PDF")
    assert table.at == before
    assert "Line" not in json.dumps(table.faults)


@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing_in_the_window_beside_a_table_and_on_its_page(
    dealt, context, live_server, player, size, scheme
) -> None:
    width, height = SIZES[size]
    page = context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    Table(page, live_server.url)
    page.click("[data-chat]")
    write(page, "Where is my cash-out?")
    expect(page.locator(".chat-helper")).to_have_count(1)
    page.click(".chat-person summary")
    assert found(page) == []
    assert tinted(page, tables=()) == []
    assert sideways(page) <= 0
    page.goto(live_server.url + "/support/chat/")
    expect(page.locator(".chat-helper")).to_have_count(1)
    assert found(page) == []
    assert tinted(page, tables=()) == []
    assert sideways(page) <= 0
