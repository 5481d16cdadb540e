"""The numbers of the desk, the lists of chats and canned replies, and who sees that chats wait."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Event
from support import agents, chats
from support.models import CannedReply, Conversation
from tests import factories
from tests.console import talks
from tests.console.staff import console, member
from tests.console.test_desk import say, text

pytestmark = pytest.mark.django_db
PATH = "/console/desk/numbers/?tests=on"


def ended(wait: int, rating: int | None = None) -> Conversation:
    """A chat that was answered `wait` seconds after a person was asked for, and has ended."""
    player, agent = factories.player(), member("support")
    chat = talks.taken(player, agent)
    since = timezone.now() - timedelta(seconds=wait)
    Conversation.objects.filter(pk=chat.pk).update(queued_at=since, asked_at=since)
    say(console(agent), chat, "Done.")
    agents.resolve(agent=agent, conversation_id=chat.pk)
    if rating:
        chats.rate(player=player, conversation_id=chat.pk, stars=rating)
    chat.refresh_from_db()
    return chat


def rows(client: Any) -> list[list[str]]:
    answer = client.get(f"{PATH}&as=csv")
    return list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode())))


def test_times_breaches_and_ratings_by_day_and_agent() -> None:
    quick, slow = ended(30, rating=5), ended(600, rating=2)
    client = console(member("auditor"))
    by_agent = {row[1]: row for row in rows(client) if len(row) > 8 and row[0] != "day"}
    for chat, seconds, late, rating in ((quick, 30, "0", "5.00"), (slow, 600, "1", "2.00")):
        row = by_agent[f"{chat.agent} #{chat.agent_id}"]
        assert row[2] == "1"
        assert abs(int(row[3]) - seconds) <= 5
        assert (row[4], row[-1]) == (late, rating)
    page = text(client, PATH)
    assert "All together" in page
    assert "3.5" in page
    assert Event.objects.filter(action="report exported", object="report:desk").count() == 1


def test_a_chat_that_nobody_answers_in_time_is_counted_as_late() -> None:
    chat = talks.handed_off(factories.player())
    past = timezone.now() - timedelta(hours=1)
    Conversation.objects.filter(pk=chat.pk).update(due_at=past)
    row = next(row for row in rows(console(member("supervisor"))) if row[1:2] == ["nobody"])
    assert row[4] == "1"


def test_what_waits_stands_on_the_front_page_and_in_the_players_file() -> None:
    player = factories.player()
    talks.handed_off(player)
    talks.complaint(player)
    support, auditor = console(member("support")), console(member("auditor"))
    assert '<a href="/console/desk/"><b>1</b>' in text(support, "/console/")
    assert '<a href="/console/desk/"><b>' not in text(auditor, "/console/")
    assert '<a href="/console/support/complaint/"><b>1</b>' in text(auditor, "/console/")
    file = text(auditor, f"/console/accounts/player/{player.pk}/change/")
    assert "My cash-out" in file
    assert "Nobody answers." in file


def test_canned_replies_are_written_changed_and_retired_and_each_change_is_recorded() -> None:
    boss = member("supervisor")
    client, where = console(boss), "/console/support/cannedreply/"
    wrong = client.post(f"{where}write/", {"code": "hi", "text": "Dear {nobody}"})
    assert "no variable {nobody}" in wrong.content.decode()
    client.post(f"{where}write/", {"code": "Hi", "text": "Dear {name}"})
    reply = CannedReply.objects.get(code="hi")
    client.post(f"{where}{reply.pk}/rewrite/", {"code": "hi", "text": "Good day {name}"})
    for _again in range(2):
        client.post(f"{where}{reply.pk}/retire/", {"retired": "yes"})
    events = Event.objects.filter(object=f"cannedreply:{reply.pk}").order_by("pk")
    assert [event.action for event in events] == [
        "canned reply written", "canned reply changed", "canned reply changed",
    ]  # fmt: skip
    assert events[1].before["text"] == "Dear {name}"
    agent = member("support")
    chat = talks.taken(factories.player(), agent)
    assert console(agent).get(f"/console/desk/{chat.pk}/canned/?code=hi").status_code == 422


def test_an_auditor_reads_a_chat_with_its_notes_and_cannot_work_at_the_desk() -> None:
    agent = member("support")
    chat = talks.taken(factories.player(), agent)
    say(console(agent), chat, "He is cross.", private="on")
    auditor = console(member("auditor"))
    page = text(auditor, f"/console/support/conversation/{chat.pk}/change/")
    assert "He is cross." in page
    assert "Open it at the desk" not in page
    # The list is of all chats: an agent opens his own at the desk.
    assert console(agent).get("/console/support/conversation/").status_code == 403
    assert auditor.get("/console/desk/").status_code == 403
