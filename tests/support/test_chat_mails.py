"""Answers reach a player who is away by mail, once; a chat goes out as text; silence ends it."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Mail, Player
from support import agents, chats, endings, lines, notices, transcripts
from support.models import Conversation, Line
from tests import factories
from tests.console.staff import member
from tests.console.talks import said, taken
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db
State = Conversation.State


@pytest.fixture
def player() -> Player:
    return factories.player(money=0, chips=False, known=False)


def answered(agent: Player, chat: Conversation, text: str) -> Line:
    return agents.reply(agent=agent, conversation_id=chat.pk, text=text, key=uuid.uuid4())


def later() -> dict[str, int]:
    """What is mailed by a sweep in four minutes."""
    return notices.sweep(timezone.now() + timedelta(minutes=4))


def mails_of(player: Player) -> list[str]:
    return list(Mail.objects.filter(player=player).order_by("pk").values_list("text", flat=True))


def test_an_unread_answer_is_mailed_once_and_a_read_or_new_one_is_not(player: Player) -> None:
    agent = member("support")
    chat = taken(player, agent)
    read = answered(agent, chat, "Read already")
    chats.read(player=player, conversation_id=chat.pk, upto=read.number)
    answered(agent, chat, "Your <b>transfer</b>\n\nhttps://example.org/\n\nis there")
    agents.note(agent=agent, conversation_id=chat.pk, text="Private", key=uuid.uuid4())
    assert notices.sweep() == {"answers mailed": 0}
    assert [later(), later()] == [{"answers mailed": 1}, {"answers mailed": 0}]
    (text,) = mails_of(player)
    assert "Your <b>transfer</b>\n  https://example.org/\n  is there" in text
    assert "http://localhost:8000/support/chat/" in text
    assert "Read already" not in text
    assert "Private" not in text
    assert 'href="https://example.org/"' not in Mail.objects.get(player=player).html


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_mail_an_answer_once(player: Player) -> None:
    agent = member("support")
    answered(agent, taken(player, agent), "Here it is")
    done = at_once(*[later] * 4)
    assert sum(one["answers mailed"] for one in done) == 1
    assert len(mails_of(player)) == 1


def test_the_whole_chat_is_mailed_at_its_end_and_on_request(player: Player) -> None:
    agent = member("support")
    agent.display_name = "Kim"
    agent.save()
    chat = taken(player, agent)
    answered(agent, chat, "It was sent on Monday")
    agents.resolve(agent=agent, conversation_id=chat.pk)
    (text,) = mails_of(player)
    assert "you:\n  Where is my money?\n  [receipt.png]" in text
    assert "Kim:\n  It was sent on Monday" in text
    assert agent.email not in text
    # Asked for at once again it is the same mail.
    assert transcripts.mail(player=player, conversation_id=chat.pk) is None
    Mail.objects.update(made_at=timezone.now() - timedelta(minutes=6))
    assert transcripts.mail(player=player, conversation_id=chat.pk) is not None
    assert later() == {"answers mailed": 0}


def test_there_is_no_mail_of_an_empty_chat_nor_after_the_helper_alone(player: Player) -> None:
    chat = Conversation.objects.create(player=player)
    with pytest.raises(lines.Refused, match="nothing in this chat"):
        transcripts.mail(player=player, conversation_id=chat.pk)
    said(player)
    chats.end(player=player, conversation_id=chat.pk)
    assert mails_of(player) == []


def test_silence_ends_a_chat_with_the_helper_in_a_day_and_a_pending_one_in_a_week(
    player: Player,
) -> None:
    ago = timezone.now() - timedelta(days=8)
    with_helper = Conversation.objects.create(player=player, started_at=ago)
    lines.add(with_helper, by="player", text="Hello", at=timezone.now() - timedelta(hours=25))
    pending = Conversation.objects.create(
        player=factories.player(money=0, chips=False, known=False),
        state=State.PENDING,
        started_at=ago,
    )
    lines.add(pending, by="agent", text="Well?", at=timezone.now() - timedelta(days=6))
    assert endings.sweep() == {"chats ended": 1}
    lines.add(with_helper, by="player", text="Late")
    assert [Conversation.objects.get(pk=one.pk).state for one in (with_helper, pending)] == [
        *(State.RESOLVED, State.PENDING),
    ]
