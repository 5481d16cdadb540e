"""Lines of a chat: once, in order, masked; from the helper to a person; and nobody else's."""

from __future__ import annotations

import uuid

import pytest

from support import agents, chats, presence
from support.models import Conversation
from tests import factories
from tests.console.staff import member

pytestmark = pytest.mark.django_db
State = Conversation.State


def test_smoke() -> None:
    player = factories.player(money=0, chips=False)
    agent = member("support")
    presence.beat(agent=agent, ready=True)
    line = chats.say(player=player, text="Hello", key=uuid.uuid4())
    chats.answer(conversation=line.conversation, text="I am a helper", key=uuid.uuid4())
    chat = chats.hand_off(player=player, key=uuid.uuid4(), summary="Hi")
    assert chat.state == State.WAITING
    assert chat.offered_to == agent
    agents.take(agent=agent, conversation_id=chat.pk)
    agents.reply(agent=agent, conversation_id=chat.pk, text="Yes?", key=uuid.uuid4())
    chats.say(player=player, text="Good", key=uuid.uuid4())
    agents.resolve(agent=agent, conversation_id=chat.pk)
    chats.rate(player=player, conversation_id=chat.pk, stars=5)
    assert [line.number for line in chats.shown(chat)] == list(range(1, 7))
