"""An agent in a real browser: an offer, a reply by code, a lost network, the table of a player."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from games import services
from support import agents, chats, presence
from support.models import Conversation, Line
from tests import axe, factories
from tests.chromium import follow, seen
from tests.console import talks
from tests.console.staff import console, member
from tests.papers.chromium import tab

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEPT = """() => Object.entries(sessionStorage).flatMap(([name, kept]) =>
  /^desk:\\w+:\\d+$/.test(name) ? [kept] : [])"""
NUMBERS = "(lines) => lines.map((line) => +line.dataset.number)"


def test_an_agent_answers_by_code_and_through_a_lost_network_and_sees_the_table(
    live_server: Any,
) -> None:
    sora, player = member("support"), factories.player(display_name="Ada")
    talks.canned("hello", "Good day {name}, your number is {case}.")
    at = factories.dealt(player)
    talks.at_desk(sora)
    chat = talks.handed_off(player, summary="Where is it?", round_id=at.round.pk)
    with tab(live_server.url, console(sora)) as desk:
        page, text = desk.page, desk.page.locator("#text")
        desk.go("/console/desk/")
        follow(page.get_by_role("button", name="Accept"))
        # A code becomes the whole text first, and is sent by the second press.
        text.fill("/hello")
        text.press("Enter")
        expect(text).to_have_value(f"Good day Ada, your number is {chat.pk}.")
        page.click("#send")
        shown = page.locator("#lines > li:not(.unsent)")
        expect(shown.last).to_contain_text("Good day Ada")
        expect(text).to_have_value("")
        talks.said(player, "Thank you <b>very</b> much")
        page.evaluate(
            "document.dispatchEvent(new CustomEvent('fairdeal:live', { detail: { name: '' } }))"
        )
        expect(shown.last).to_contain_text("<b>very</b>")

        page.check("#private")
        text.fill("A kind one")
        page.click("#send")
        expect(page.locator("#lines > li.note")).to_contain_text("A kind one")
        page.uncheck("#private")

        # Two lines are written without a network, and wait through a reload until it is whole.
        assert desk.faults == []
        page.route("**/say/", lambda route: route.abort())
        page.context.set_offline(True)
        for line in ("I look at it.", "Just a moment."):
            text.fill(line)
            text.press("Enter")
        expect(page.locator("#lines > li.unsent")).to_have_count(2)
        talks.said(player, "Are you there?")
        page.context.set_offline(False)
        page.reload()
        expect(page.locator("#lines > li.unsent .said-who").first).to_have_text(
            "waits for the network"
        )
        # They go from any other page of the console as well.
        desk.go("/console/")
        page.unroute("**/say/")
        desk.go("/console/")
        assert seen(page, KEPT, lambda kept: kept == ["[]"]) == ["[]"]
        desk.go(f"/console/desk/{chat.pk}/")
        expect(page.locator("#lines > li.unsent")).to_have_count(0)
        expect(shown.last).to_contain_text("Just a moment.")
        desk.faults.clear()  # the browser told of the network
        page.reload()
        told = [one.text for one in chats.shown(Conversation.objects.get())]
        assert told[-3:] == ["Are you there?", "I look at it.", "Just a moment."]
        assert Line.objects.filter(text__in=told[-2:]).count() == 2
        numbers = shown.evaluate_all(NUMBERS)
        assert numbers == sorted(set(numbers))
        assert len(numbers) == Line.objects.count()

        # What is refused goes back into the form in order, or is told where the chat is not.
        mine = {"agent": sora, "conversation_id": chat.pk, "note": "Yours"}
        page.route("**/say/", lambda route: route.abort())
        for line in ("First?", "Second?"):
            text.fill(line)
            text.press("Enter")
        agents.transfer(**mine, to=talks.at_desk(member("support")))
        page.unroute("**/say/")
        expect(text).to_have_value("First?\nSecond?")
        page.route("**/say/", lambda route: route.abort())
        text.press("Enter")
        desk.go("/console/")
        page.unroute("**/say/")
        desk.go("/console/")
        expect(page.locator(".notice-warning")).to_have_text(
            f"Not sent in chat {chat.pk}; open it to send it again. First? Second?"
        )
        agents.take(agent=talks.at_desk(member("supervisor")), conversation_id=chat.pk)
        presence.beat(agent=sora)
        agents.transfer(**mine | {"agent": chats.current(player).agent}, to=sora)
        follow(page.locator(".notice-warning a"))
        expect(shown.last).to_contain_text("Second?")
        desk.faults.clear()

        # What the player does on the table is seen here.
        drawn = "document.querySelector('.replay-felt').dataset.mark"
        services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
        mark = f"{at.round.pk}-1"
        assert seen(page, drawn, lambda found: found == mark) == mark

        # On the board a chat with a new line is told apart, and can be read as well as the others.
        talks.said(player, "One thing more")
        desk.go("/console/desk/")
        expect(page.locator("#desk-board li")).to_contain_text(["Ada", str(sora)])
        expect(page.locator(".board-item")).to_contain_text("new")
        assert desk.faults == []
        assert axe.found(page, only=axe.COLORS) == []
