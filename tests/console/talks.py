"""Chats, complaints and canned replies for the tests of the console, made by the services only."""

from __future__ import annotations

import uuid
from typing import Any

from accounts.models import Player
from accounts.uploads import Upload
from support import agents, chats, complaints, presence
from support.models import CannedReply, Complaint, Conversation, Line, LineFile

PICTURE = Upload("receipt.png", "image/png", b"\x89PNG\r\n\x1a\n receipt")


def said(player: Player, text: str = "Where is my money?", **more: Any) -> Line:
    """A line of the player."""
    return chats.say(player=player, text=text, key=uuid.uuid4(), **more)


def handed_off(player: Player, **more: Any) -> Conversation:
    """A chat with a line and a picture that a person was asked for; a case if nobody is there."""
    said(player, files=[PICTURE])
    more.setdefault("summary", "My cash-out")
    return chats.hand_off(player=player, key=uuid.uuid4(), **more)


def at_desk(agent: Player, most: int = 4) -> Player:
    """Somebody at the desk who takes chats."""
    presence.beat(agent=agent, ready=True, most=most)
    return agent


def taken(player: Player, agent: Player) -> Conversation:
    """A chat that the agent, who is at the desk, has."""
    at_desk(agent)
    chat = handed_off(player)
    return agents.take(agent=agent, conversation_id=chat.pk)


def file_of(chat: Conversation) -> LineFile:
    """The picture of a chat."""
    return LineFile.objects.get(line__conversation=chat)


def complaint(player: Player | None, **more: Any) -> Complaint:
    """A complaint."""
    return complaints.make(player=player, text="Nobody answers.", key=uuid.uuid4(), **more)


def canned(code: str = "hello", text: str = "Good day {name}, your number is {case}.") -> Any:
    """A canned reply."""
    return CannedReply.objects.create(code=code, text=text)
