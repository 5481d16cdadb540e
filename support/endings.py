"""How a chat ends, whoever ends it: the player, an agent, or time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy

from support import hours, lines, queue, transcripts
from support.models import Conversation

State = Conversation.State

ENDED = gettext_lazy("This chat has ended. Write here within a week, and it is open again.")
# Without a line for so long: with the helper it ends unnoticed, and where it is the player's turn.
SILENT_FOR = {State.HELPER: timedelta(days=1), State.PENDING: timedelta(days=7)}


def resolve(chat: Conversation) -> None:
    """End a chat, which is locked; one with a person is mailed to its player."""
    now = timezone.now()
    if chat.state != State.HELPER:
        lines.say_as_house(chat, ENDED)
    chat.state, chat.resolved_at = State.RESOLVED, now
    chat.asked_at = chat.due_at = chat.snoozed_until = None
    chat.offered_to = chat.offered_at = None
    if chat.queued_at is not None:
        chat.resolved_in = hours.between(chat.queued_at, now)
    lines.keep(chat)
    if chat.first_answered_at is not None:
        transcripts.post(chat)
    lines.tell(chat)
    queue.tell_waiting()


def sweep() -> dict[str, int]:
    """End the chats in which nobody has said anything for long."""
    now = timezone.now()
    return {"chats ended": sum(_end_silent(state, now) for state in SILENT_FOR)}


def _end_silent(state: State, now: datetime) -> int:
    """How many of this state have ended."""
    since = now - SILENT_FOR[state]
    old = Conversation.objects.filter(state=state, started_at__lt=since)
    silent = old.annotate(latest=Max("lines__at")).filter(latest__lt=since)
    done = 0
    for pk in list(silent.order_by("pk").values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            chat = lines.locked(pk=pk)
            if chat.state == state and not chat.lines.filter(at__gte=since).exists():
                resolve(chat)
                done += 1
    return done
