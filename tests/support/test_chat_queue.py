"""Who gets a chat: the least loaded, one of two, the next one; and what becomes of it without."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.jurisdiction import PROFILES, STRICT, OpeningHours
from accounts.models import Mail, Player
from support import agents, chats, lines, presence, queue
from support.models import Conversation, Presence
from tests import factories
from tests.console.staff import member
from tests.console.talks import at_desk, handed_off, said, taken
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db
State = Conversation.State
CLOSED = OpeningHours("UTC", 7 * (None,))


def newcomer() -> Player:
    return factories.player(money=0, chips=False, known=False)


def waiting() -> Conversation:
    """A chat that a person was asked for."""
    return chats.hand_off(player=newcomer(), key=uuid.uuid4(), summary="Help")


def gone(agent: Player) -> None:
    """The agent's last heartbeat is a minute old."""
    Presence.objects.filter(person=agent).update(seen_at=timezone.now() - timedelta(seconds=61))


def lapse(chat: Conversation) -> None:
    """The one who was asked let thirty seconds pass; then somebody's heartbeat comes."""
    since = timezone.now() - timedelta(seconds=31)
    Conversation.objects.filter(pk=chat.pk).update(offered_at=since)
    queue.run()
    chat.refresh_from_db()


def house_said(chat: Conversation) -> str:
    return "\n".join(chat.lines.filter(by="house").values_list("text", flat=True))


@pytest.mark.django_db(transaction=True)
def test_two_agents_take_one_chat_at_once_and_one_of_them_has_it() -> None:
    pair = [at_desk(member("support")) for _ in range(2)]
    chat = waiting()
    done = at_once(
        *[lambda a=agent: agents.take(agent=a, conversation_id=chat.pk) for agent in pair]
    )
    (refusal,) = [one for one in done if isinstance(one, agents.NotYours)]
    chat.refresh_from_db()
    assert chat.agent in pair
    assert str(refusal) == f"{chat.agent} has this chat."
    assert agents.take(agent=chat.agent, conversation_id=chat.pk) == chat


@pytest.mark.django_db(transaction=True)
def test_two_chats_at_once_are_too_many_for_an_agent_with_room_for_one() -> None:
    agent = at_desk(member("support"), most=1)
    pair = [waiting() for _ in range(2)]
    done = at_once(
        *[lambda pk=chat.pk: agents.take(agent=agent, conversation_id=pk) for chat in pair]
    )
    (refusal,) = [one for one in done if isinstance(one, Exception)]
    assert isinstance(refusal, agents.NoRoom), refusal
    assert "has 1 chats already" in str(refusal)
    assert Conversation.objects.filter(agent=agent, state=State.OPEN).count() == 1


@pytest.mark.django_db(transaction=True)
def test_chats_that_come_at_once_are_shared_out_and_none_is_offered_beyond_the_limit() -> None:
    pair = [at_desk(member("support"), most=2) for _ in range(2)]
    made = at_once(*[waiting] * 6)
    assert all(isinstance(chat, Conversation) for chat in made), made
    for agent in pair:
        assert Conversation.objects.filter(offered_to=agent).count() == 2
    assert Conversation.objects.filter(offered_to=None, state=State.WAITING).count() == 2


def test_the_least_loaded_is_asked_then_after_thirty_seconds_the_next_and_all_in_turn() -> None:
    busy, idle, third = (at_desk(member("support")) for _ in range(3))
    taken(newcomer(), busy)
    chat = waiting()
    asked = [chat.offered_to]
    for _ in range(3):
        lapse(chat)
        asked.append(chat.offered_to)
    assert asked[:3] == [idle, third, busy]
    assert asked[3] in (idle, third)
    agents.decline(agent=asked[3], conversation_id=chat.pk)
    chat.refresh_from_db()
    assert chat.offered_to not in (None, asked[3])


def test_who_takes_no_chats_or_has_gone_is_not_asked() -> None:
    off, away, there = (at_desk(member("support")) for _ in range(3))
    presence.beat(agent=off, ready=False)
    gone(away)
    assert waiting().offered_to == there


def test_an_agent_goes_away_and_the_chats_return_in_front_and_the_players_are_told() -> None:
    leaver, other = at_desk(member("support")), at_desk(member("support"), most=3)
    player = newcomer()
    chat = taken(player, leaver)
    agents.reply(agent=leaver, conversation_id=chat.pk, text="A moment.", key=uuid.uuid4())
    said(player, "Are you there?")
    for _ in range(3):
        later = waiting()
        agents.take(agent=other, conversation_id=later.pk)
    behind = waiting()
    gone(leaver)
    presence.beat(agent=other)
    chat.refresh_from_db()
    assert (chat.state, chat.agent, queue.place(chat)[0]) == (State.WAITING, None, 1)
    assert queue.place(behind)[0] == 2
    assert "has lost the connection; nothing that you wrote is lost" in house_said(chat)
    with pytest.raises(agents.NotYours, match="Nobody has this chat"):
        agents.reply(agent=leaver, conversation_id=chat.pk, text="Back", key=uuid.uuid4())
    presence.beat(agent=other, most=4)
    assert agents.take(agent=other, conversation_id=chat.pk).agent == other
    assert house_said(chat).count("lost the connection") == 1


@pytest.mark.django_db(transaction=True)
def test_many_heartbeats_at_once_return_a_chat_once() -> None:
    leaver = at_desk(member("support"))
    chat = taken(newcomer(), leaver)
    others = [member("support") for _ in range(4)]
    gone(leaver)
    beats = [lambda a=agent: presence.beat(agent=a, ready=True) for agent in others]
    done = at_once(*beats, *beats)
    assert not [one for one in done if isinstance(one, Exception)], done
    assert house_said(chat).count("lost the connection") == 1


def test_who_closes_the_desk_gives_the_chats_back_at_once() -> None:
    leaver, other = at_desk(member("support")), at_desk(member("support"))
    chat = taken(newcomer(), leaver)
    presence.leave(agent=leaver)
    chat.refresh_from_db()
    assert (chat.state, chat.offered_to) == (State.WAITING, other)


@pytest.mark.parametrize("why", ["nobody", "closed", "mail"])
def test_with_nobody_there_or_out_of_hours_it_is_a_case_with_a_number_by_mail(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why != "nobody":
        at_desk(member("support"))
    if why == "closed":
        closed = {"test": PROFILES["test"].__class__("test", support_hours=CLOSED)}
        monkeypatch.setattr("accounts.jurisdiction.PROFILES", PROFILES | closed)
    player = newcomer()
    key = uuid.uuid4()
    for _twice in range(2):
        chat = chats.hand_off(player=player, key=key, wants="mail" if why == "mail" else "chat")
    assert (chat.state, queue.place(chat)) == (State.CASE, (0, None))
    assert f"Your chat is case {chat.pk}" in house_said(chat)
    assert Mail.objects.get(player=player).subject == f"Fairdeal: Your case {chat.pk}"


def test_a_case_is_taken_later_and_a_line_queues_it_once_somebody_is_there() -> None:
    player = newcomer()
    chat = handed_off(player)
    agent = at_desk(member("support"))
    said(player, "I am here again")
    chat.refresh_from_db()
    assert (chat.state, chat.offered_to) == (State.WAITING, agent)
    assert agents.take(agent=agent, conversation_id=chat.pk).state == State.OPEN


def test_when_the_last_one_leaves_who_waits_becomes_a_case_and_nothing_disappears() -> None:
    agent = at_desk(member("support"))
    chat = waiting()
    gone(agent)
    assert queue.run()["chats looked at"] == 1
    chat.refresh_from_db()
    assert chat.state == State.CASE


def test_the_place_and_the_wait_follow_how_quickly_chats_are_taken() -> None:
    agent = at_desk(member("support"), most=1)
    first = waiting()
    assert queue.place(first) == (1, 1)
    agents.take(agent=agent, conversation_id=first.pk)
    second, third = waiting(), waiting()
    assert (queue.place(second), queue.place(third)) == ((1, None), (2, None))
    now = timezone.now()
    for minutes in (20, 10):
        Conversation.objects.create(
            player=newcomer(), state=State.RESOLVED, taken_at=now - timedelta(minutes=minutes)
        )
    assert queue.place(third) == (2, 13)


def test_a_transfer_goes_to_somebody_present_with_room_and_tells_the_player() -> None:
    agent, colleague, away = at_desk(member("support")), member("support"), member("support")
    at_desk(colleague, most=1)
    chat = taken(newcomer(), agent)
    what: dict[str, Any] = {"conversation_id": chat.pk, "note": "Knows cash-outs"}
    with pytest.raises(agents.NoRoom, match="is not at the desk"):
        agents.transfer(agent=agent, to=away, **what)
    with pytest.raises(agents.NotYours):
        agents.transfer(agent=colleague, to=colleague, **what)
    for _twice in range(2):
        agents.transfer(agent=agent, to=colleague, **what)
    chat.refresh_from_db()
    assert (chat.agent, chat.lines.filter(private=True).count()) == (colleague, 1)
    assert house_said(chat).count(str(agents.MOVED)) == 1
    other = taken(newcomer(), agent)
    with pytest.raises(agents.NoRoom, match="takes no more"):
        agents.transfer(agent=agent, to=colleague, conversation_id=other.pk, note="Also")


def test_what_is_raised_goes_to_supervisors_only_who_take_over_anything() -> None:
    agent, boss = at_desk(member("support")), at_desk(member("supervisor"))
    chat = taken(newcomer(), agent)
    for _twice in range(2):
        agents.raise_to_supervisor(agent=agent, conversation_id=chat.pk, note="Angry")
    chat.refresh_from_db()
    assert (chat.state, chat.offered_to) == (State.WAITING, boss)
    with pytest.raises(agents.NotYours, match="for a supervisor"):
        agents.take(agent=agent, conversation_id=chat.pk)
    agents.take(agent=boss, conversation_id=chat.pk)
    other = taken(newcomer(), agent)
    assert agents.take(agent=boss, conversation_id=other.pk).agent == boss


def test_what_was_put_off_wakes_at_its_time_or_by_a_line() -> None:
    agent = at_desk(member("support"))
    players = [newcomer(), newcomer()]
    pair = [taken(player, agent) for player in players]
    for chat in pair:
        until = timezone.now() + timedelta(hours=1)
        agents.snooze(agent=agent, conversation_id=chat.pk, until=until)
    with pytest.raises(lines.Refused, match="within the next 30 days"):
        agents.snooze(agent=agent, conversation_id=pair[0].pk, until=timezone.now())
    said(players[0], "It came!")
    Conversation.objects.filter(pk=pair[1].pk).update(snoozed_until=timezone.now())
    queue.run()
    assert [Conversation.objects.get(pk=chat.pk).state for chat in pair] == [State.OPEN] * 2


def test_answers_stop_the_clocks_and_what_they_took_is_kept() -> None:
    agent, player = at_desk(member("support")), newcomer()
    chat = taken(player, agent)
    ago = timezone.now() - timedelta(minutes=3)
    Conversation.objects.filter(pk=chat.pk).update(queued_at=ago, asked_at=ago)
    what: dict[str, Any] = {"agent": agent, "conversation_id": chat.pk}
    line = agents.reply(**what, text="Here", key=uuid.uuid4(), then=agents.WAITS)
    chat.refresh_from_db()
    assert (chat.state, chat.asked_at, chat.due_at) == (State.PENDING, None, None)
    assert line.waited == chat.first_waited == pytest.approx(180, abs=5)
    said(player, "And this?")
    chat.refresh_from_db()
    assert chat.due_at is not None
    assert chat.due_at - chat.asked_at == STRICT.support_next
    agents.reply(**what, text="That", key=uuid.uuid4())
    agents.resolve(**what)
    chat.refresh_from_db()
    assert (chat.next_waited, chat.resolved_in) == (0, pytest.approx(180, abs=5))
