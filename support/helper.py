"""The automatic helper: answers from what it knows, and says so when it does not know.

It is asked in the request that brings a player's line, and answers there. It keeps nothing: what
it has tried is found again from the lines of the talk.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import Player
from support.helper_matching import find
from support.helper_topics import TOPICS

SUMMARY_LENGTH = 200
# These lead to a person, or say nothing about the matter.
SMALL_TALK = ("person", "helper", "greeting", "thanks")
TRIED_MOST = 10


class Reply(NamedTuple):
    """What the helper answers, and the name of the topic; an empty one when it did not know."""

    topic: str
    text: str


def answer(player: Player, text: str, *, first: bool = False) -> Reply:
    """The helper's answer to a line. In its `first` one of a talk it says what it is."""
    topic = find(text, TOPICS)
    said = topic.answer(player) if topic else unknown()
    if first and (topic is None or topic.name not in SMALL_TALK):
        said = f"{_('I am an automatic helper, not a person.')} {said}"
    return Reply(topic.name if topic else "", said)


def unknown() -> str:
    """What the helper says when it does not know."""
    return _(
        "I do not know the answer to this. Please press “Talk to a person”, or ask in other words: "
        "I know about cash-outs, deposits, limits, games, fairness and your account."
    )


def tried(lines: Iterable[str]) -> list[str]:
    """What the helper told about, from the player's lines: titles, each once, oldest first."""
    topics = (find(line, TOPICS) for line in lines)
    known = [one for one in topics if one and one.name not in SMALL_TALK]
    return list(dict.fromkeys(str(one.title) for one in known))[:TRIED_MOST]


def summary(lines: Iterable[str]) -> str:
    """One line that says what it is about: the player's last line that says anything."""
    told = [" ".join(line.split()) for line in lines]
    for line in reversed(told):
        topic = find(line, TOPICS)
        if topic is None or topic.name not in SMALL_TALK:
            return line[:SUMMARY_LENGTH]
    return (told[-1] if told else "")[:SUMMARY_LENGTH]
