"""The agents' desk: who has a chat, what is said in it, and what is done about it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Event, Player
from config.console import desk_clocks
from support import agents, chats, staff
from support.models import Conversation, Line, Presence
from tests import factories
from tests.console import talks
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db
State = Conversation.State


def agent(name: str = "", role: str = "support") -> tuple[Player, Client]:
    """Somebody at the desk, and the browser."""
    person = member(role)
    person.display_name = name
    person.save(update_fields=["display_name"])
    return talks.at_desk(person), console(person)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def do(client: Client, chat: Conversation, deed: str, **fields: Any) -> str:
    """Do it, and what the next page says."""
    data = {"deed": deed, **fields}
    return client.post(f"/console/desk/{chat.pk}/deed/", data, follow=True).content.decode()


def say(client: Client, chat: Conversation, said: str, **fields: Any) -> Any:
    data = {"text": said, "key": uuid.uuid4(), **fields}
    return client.post(f"/console/desk/{chat.pk}/say/", data)


def now(chat: Conversation) -> Conversation:
    chat.refresh_from_db()
    return chat


def test_of_two_agents_who_take_a_chat_one_has_it_and_the_other_is_told_who() -> None:
    (sora, first), (_quentin, second) = agent("Sora"), agent("Quentin")
    chat = talks.handed_off(factories.player())
    assert "You have this chat." in do(first, chat, "take")
    # The other page was open before; the chat is not this agent's to open any more.
    assert second.post(f"/console/desk/{chat.pk}/deed/", {"deed": "take"}).status_code == 404
    assert now(chat).agent == sora
    boss = talks.at_desk(member("supervisor"))
    assert "You have this chat." in do(console(boss), chat, "take")
    assert now(chat).agent == boss
    assert first.post(f"/console/desk/{chat.pk}/deed/", {"deed": "resolve"}).status_code == 404
    assert now(chat).state == State.OPEN


def test_what_is_offered_is_accepted_or_asked_of_the_next_one() -> None:
    (sora, first), (quentin, second) = agent("Sora"), agent("Quentin")
    chat = talks.handed_off(factories.player(), summary="<b>My cash-out</b>")
    asked, (mine, theirs) = now(chat).offered_to, (first, second)
    if asked == quentin:
        mine, theirs = second, first
    board = text(mine, "/console/desk/board/")
    assert 'class="offer-clock"' in board
    assert "&lt;b&gt;My cash-out" in board
    assert 'class="offer-clock"' not in text(theirs, "/console/desk/board/")
    do(mine, chat, "decline")
    assert now(chat).offered_to not in (asked, None)
    assert "You have this chat." in do(theirs, chat, "accept")
    assert now(chat).agent in (sora, quentin)
    assert now(chat).agent != asked


def test_an_agent_opens_no_chat_of_a_colleague_and_who_leads_the_desk_opens_all() -> None:
    (sora, _first), (_quentin, second) = agent("Sora"), agent("Quentin")
    player = factories.player()
    chat = talks.taken(player, sora)
    file = talks.file_of(chat)
    parts = ("", "news/", "card/", "table/", "canned/?code=hello")
    for path in (*(f"/console/desk/{chat.pk}/{part}" for part in parts),
                 f"/console/desk/files/{file.pk}/"):  # fmt: skip
        assert second.get(path).status_code == 404, path
    assert say(second, chat, "Mine").status_code == 404
    lead = console(member("supervisor"))
    assert "My cash-out" in text(lead, f"/console/desk/{chat.pk}/")
    # Whoever is named in a note may look.
    agents.note(
        agent=sora, conversation_id=chat.pk, key=uuid.uuid4(),
        text=f"@{agents.handle(_quentin)} please look",
    )  # fmt: skip
    assert "You are named in" in text(second, "/console/desk/")
    assert second.get(f"/console/desk/{chat.pk}/").status_code == 200


def test_an_answer_goes_to_the_player_once_and_a_note_never() -> None:
    sora, client = agent("Sora")
    player = factories.player()
    chat, key = talks.taken(player, sora), uuid.uuid4()
    for _again in range(2):
        assert say(client, chat, "I look at it.", key=key, then="pending").status_code == 302
    assert say(client, chat, "He is cross.", private="on").status_code == 302
    seen = [line.text for line in chats.shown(now(chat))]
    assert seen.count("I look at it.") == 1
    assert "He is cross." not in seen
    assert chat.state == State.PENDING
    page = text(client, f"/console/desk/{chat.pk}/")
    assert "Private note" in page
    assert "He is cross." in page
    # The same key with another text is no repeat.
    assert "sent before with another text" in say(client, chat, "Else", key=key).content.decode()


@pytest.mark.parametrize("wrong", ["x" * 10_000, " ", "a\x07b"])
def test_what_is_refused_keeps_its_text_and_says_why(wrong: str) -> None:
    sora, client = agent("Sora")
    chat = talks.taken(factories.player(), sora)
    before = now(chat).last
    answer = say(client, chat, wrong)
    assert answer.status_code in (400, 422)
    assert now(chat).last == before
    if len(wrong) > 100:
        assert "10,000 characters" in answer.content.decode()
        assert wrong in answer.content.decode()


def test_markup_is_shown_as_text_and_names_of_no_account() -> None:
    sora, client = agent("Sora")
    player = factories.player(display_name="")
    talks.at_desk(sora)
    talks.said(player, "<script>alert(1)</script>")
    chat = chats.hand_off(player=player, key=uuid.uuid4(), summary="<i>Hey</i>")
    do(client, chat, "take")
    page = text(client, f"/console/desk/{chat.pk}/")
    assert "<script>alert" not in page
    assert "<i>Hey" not in page
    assert f"Player {player.pk}" in page
    assert player.email not in page


def test_a_code_is_put_in_full_before_it_is_sent() -> None:
    sora, client = agent("Sora")
    talks.canned("hello", "Good day {name}, this is {agent} about chat {case}.")
    talks.canned("money", "You have {balance} and {chips}; {cash-out}; {round}")
    chat = talks.taken(factories.player(display_name="Ada", money=12_34), sora)
    whole = f"Good day Ada, this is Sora about chat {chat.pk}."
    before = now(chat).last
    page = say(client, chat, "/hello")
    assert whole in page.content.decode()
    assert now(chat).last == before
    assert text(client, f"/console/desk/{chat.pk}/canned/?code=HELLO") == whole
    money = text(client, f"/console/desk/{chat.pk}/canned/?code=money")
    assert money.startswith("You have €12.34 and 10,000.00 chips; no cash-out; ")
    assert client.get(f"/console/desk/{chat.pk}/canned/?code=none").status_code == 422


def test_a_chat_is_handed_on_put_off_ended_and_opened_again() -> None:
    (sora, first), (quentin, second) = agent("Sora"), agent("Quentin")
    chat = talks.taken(factories.player(), sora)
    refused = do(first, chat, "transfer", to="0", note="For Kim")
    assert "Choose a colleague who is at the desk. Your note was: For Kim" in refused
    assert "nothing written" in do(first, chat, "transfer", to=quentin.pk, note="")
    do(first, chat, "transfer", to=quentin.pk, note="Knows payments")
    assert (now(chat).agent, chat.state) == (quentin, State.OPEN)
    assert first.get(f"/console/desk/{chat.pk}/").status_code == 404
    assert "Knows payments" in text(second, f"/console/desk/{chat.pk}/")
    later = (timezone.now() + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
    assert "day and time" in do(second, chat, "snooze", until="soon")
    do(second, chat, "snooze", until=later)
    assert now(chat).state == State.SNOOZED
    assert "The chat has ended" in do(second, chat, "resolve")
    assert "open again" in do(second, chat, "reopen")
    do(second, chat, "raise", note="Wants the boss")
    assert now(chat).raised
    assert second.get(f"/console/desk/{chat.pk}/").status_code == 404
    assert "for a supervisor" in text(console(member("supervisor")), "/console/desk/board/")


def test_a_page_of_the_console_keeps_who_is_there_and_brings_nobody_to_the_desk() -> None:
    person = member("support")
    client = console(person)
    client.post("/console/desk/beat/", {"at": "elsewhere"})
    assert not Presence.objects.filter(person=person).exists()
    assert client.post("/console/desk/beat/", {"at": "desk"}).json() == {
        "offered": 0, "waiting": 0, "unread": 0,
    }  # fmt: skip
    Presence.objects.filter(person=person).update(seen_at=timezone.now() - timedelta(seconds=50))
    client.post("/console/desk/beat/", {"at": "elsewhere"})
    assert Presence.objects.get().seen_at > timezone.now() - timedelta(seconds=20)
    client.post("/console/desk/presence/", {"ready": "yes", "most": "3"})
    chat = talks.handed_off(factories.player())
    assert now(chat).offered_to == person
    assert client.post("/console/desk/beat/", {"at": "elsewhere"}).json()["offered"] == 1


def test_how_many_chats_one_takes_has_a_limit_that_a_supervisor_may_pass() -> None:
    sora, client = agent("Sora")
    client.post("/console/desk/presence/", {"most": "7", "ready": "same"})
    assert Presence.objects.get(person=sora).most == 4
    client.post("/console/desk/presence/", {"most": "6", "ready": "no"})
    mine = Presence.objects.get(person=sora)
    assert (mine.most, mine.ready) == (6, False)
    boss = member("supervisor")
    console(boss).post("/console/desk/presence/", {"person": sora.pk, "most": "9"})
    assert Presence.objects.get(person=sora).most == 9
    event = Event.objects.get(action="chats at once changed")
    assert (event.actor, event.before, event.after) == (boss, 6, 9)
    other = {"person": boss.pk, "most": "1"}
    assert client.post("/console/desk/presence/", other).status_code == 403


def test_who_leaves_the_desk_gives_the_chats_back() -> None:
    sora, client = agent("Sora")
    agent("Quentin")
    chat = talks.taken(factories.player(), sora)
    client.post("/console/desk/presence/", {"ready": "leave"})
    assert (now(chat).state, chat.agent) == (State.WAITING, None)
    assert any("lost the connection" in line.text or "queue" in line.text
               for line in Line.objects.filter(by=Line.By.HOUSE))  # fmt: skip
    # Its script beats on; only opening the desk again is coming back.
    client.post("/console/desk/beat/", {"at": "desk"})
    assert not staff.is_there(sora.pk, timezone.now())
    client.get("/console/desk/")
    assert staff.is_there(sora.pk, timezone.now())


def test_clocks_count_business_hours_and_mark_what_was_missed() -> None:
    at = timezone.now()
    chat = Conversation(state=State.OPEN, asked_at=at, due_at=at + timedelta(minutes=2))
    assert desk_clocks.clocks(chat, at) == [("first answer due in 2 min", "good")]
    soon, late = at + timedelta(seconds=90), at + timedelta(minutes=5)
    assert desk_clocks.clocks(chat, soon) == [("first answer due in 30 s", "warn")]
    assert desk_clocks.clocks(chat, late) == [("first answer overdue by 3 min", "bad")]
    chat.first_answered_at, chat.asked_at, chat.first_waited = at, None, 4000
    assert desk_clocks.clocks(chat, late) == [("first answer after 1 h 6 min", "bad")]
