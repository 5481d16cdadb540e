"""How a chat ends, whoever ends it: the player, an agent, or time."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy

from support import hours, lines, queue, transcripts
from support.models import Conversation

State = Conversation.State

ENDED = gettext_lazy("This chat has ended. Write here within a week, and it is open again.")


def resolve(chat: Conversation) -> None:
    """End a chat, which is locked; one with a person is mailed to its player."""
    now = timezone.now()
    chat.state, chat.resolved_at = State.RESOLVED, now
    chat.asked_at = chat.due_at = chat.snoozed_until = None
    chat.offered_to = chat.offered_at = None
    if chat.queued_at is not None:
        chat.resolved_in = hours.between(chat.queued_at, now)
    lines.say_as_house(chat, ENDED)
    lines.keep(chat)
    if chat.first_answered_at is not None:
        transcripts.post(chat)
    lines.tell(chat)
    queue.tell_waiting()
