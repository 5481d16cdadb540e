"""Who is next: a chat that waits is offered to whoever has least to do, for thirty seconds each.

With nobody there, or out of hours, it becomes a case with a number, which is answered by mail. A
chat whose agent has gone returns here, in front of those who asked later.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import live, mails
from accounts.jurisdiction import profile
from support import hours, lines, staff
from support.models import Conversation
from support.staff import ACCEPT_WITHIN

logger = logging.getLogger(__name__)
State = Conversation.State

# The expected wait is judged by how quickly chats were taken lately.
LATELY = timedelta(hours=2)
TOLD_MOST = 100
RETURNED = gettext_lazy(
    "The person who had your chat has lost the connection; nothing that you wrote is lost."
)
IN_FRONT = gettext_lazy("You are in the queue again, in front. The next person takes over.")
CASE = gettext_lazy(
    "Nobody can answer here just now. Your chat is case %(number)d: we answer it by mail, and here."
)


def enter(chat: Conversation, now: datetime) -> None:
    """Let a chat, which is locked, wait for a person; without anybody there it becomes a case."""
    chat.agent = chat.offered_to = chat.offered_at = chat.snoozed_until = None
    chat.passed = []
    chat.queued_at = chat.queued_at or now
    await_answer(chat, now)
    if not somebody(chat, now):
        become_case(chat, now)
        return
    chat.state = State.WAITING
    lines.keep(chat)
    offer(chat, now)


def await_answer(chat: Conversation, now: datetime) -> None:
    """The player waits for an answer from now on, if not before; until when it is due."""
    if chat.asked_at is None or chat.due_at is None:
        chat.asked_at = now
        targets = profile()
        wait = targets.support_next if chat.first_answered_at else targets.support_first
        chat.due_at = hours.after(now, wait)
    if chat.resolve_by is None:
        chat.resolve_by = hours.after(now, profile().support_end)


def become_case(chat: Conversation, now: datetime) -> None:
    """Give the player a number, here and by mail; the answer will come by mail."""
    if chat.state == State.CASE:
        lines.keep(chat)
        return
    chat.state, chat.offered_to, chat.offered_at = State.CASE, None, None
    chat.queued_at = chat.queued_at or now
    await_answer(chat, now)
    chat.due_at = hours.after(now, profile().support_case)
    lines.keep(chat)
    lines.say_as_house(chat, CASE, number=chat.pk)
    with mails.in_words_of(chat.player):
        subject = _("Fairdeal: Your case %(number)d") % {"number": chat.pk}
        text = _(
            "We have your question and its number is %(number)d. Nobody could answer in the chat "
            "just now; a person of the house answers it by mail, to this address."
        ) % {"number": chat.pk}
        mails.write(chat.player, subject=subject, text=text)


def offer(chat: Conversation, now: datetime) -> None:
    """Ask the next one to take a chat, which is locked, unless somebody is being asked."""
    if chat.state != State.WAITING or _is_asked(chat, now):
        return
    if chat.offered_to_id is not None:
        chat.passed = [*chat.passed, chat.offered_to_id]
    staff.count_alone()
    room = [seat for seat in staff.taking(now, supervisors=chat.raised) if seat.has_room]
    fresh = [seat for seat in room if seat.person.pk not in chat.passed]
    if room and not fresh:
        # Everybody was asked: begin anew, and not with who was asked last.
        others = [seat for seat in room if seat.person.pk != chat.passed[-1]]
        chat.passed, fresh = [], others or room
    chat.offered_to = fresh[0].person if fresh else None
    chat.offered_at = now if fresh else None
    chat.save(update_fields=["offered_to", "offered_at", "passed"])
    live.signal(live.STAFF, "desk", int(now.timestamp() * 1000))


def _is_asked(chat: Conversation, now: datetime) -> bool:
    """Whether somebody who is there still has time to accept."""
    if chat.offered_to_id is None or chat.offered_at is None:
        return False
    seat = staff.seat_of(chat.offered_to_id, now)
    return chat.offered_at > now - ACCEPT_WITHIN and seat is not None and seat.ready


def somebody(chat: Conversation, now: datetime) -> bool:
    """Whether support is open and somebody takes chats of this kind."""
    return hours.is_open(now) and bool(staff.taking(now, supervisors=chat.raised))


def place(chat: Conversation) -> tuple[int, int | None]:
    """The place in the queue from 1, and the expected wait in minutes if it can be judged.

    (0, None) for a chat that does not wait.
    """
    if chat.state != State.WAITING or chat.queued_at is None:
        return 0, None
    before = Q(queued_at__lt=chat.queued_at) | Q(queued_at=chat.queued_at, pk__lt=chat.pk)
    waiting = Conversation.objects.filter(state=State.WAITING)
    ahead = waiting.filter(before, raised=chat.raised).count()
    return ahead + 1, _minutes(ahead + 1, chat, timezone.now())


def _minutes(nth: int, chat: Conversation, now: datetime) -> int | None:
    seats = staff.taking(now, supervisors=chat.raised)
    asked = Conversation.objects.filter(state=State.WAITING, offered_at__gt=now - ACCEPT_WITHIN)
    if nth <= asked.count() + sum(max(seat.most - seat.load, 0) for seat in seats):
        return 1
    taken = Conversation.objects.filter(taken_at__gt=now - LATELY).order_by("taken_at")
    times = list(taken.values_list("taken_at", flat=True))
    if len(times) < 2 or times[0] is None:
        return None
    gap = (now - times[0]) / len(times)
    return max(1, round(gap * nth / timedelta(minutes=1)))


def tell_waiting() -> None:
    """Signal to those who wait that their place may have changed."""
    waiting = Conversation.objects.filter(state=State.WAITING).order_by("queued_at")
    for player_id, last in waiting.values_list("player_id", "last")[:TOLD_MOST]:
        live.signal(player_id, "chat", last)


def run(now: datetime | None = None) -> dict[str, int]:
    """Everything of the queue that is due, each chat in a transaction of its own."""
    now = now or timezone.now()
    there = [seat.person.pk for seat in staff.present(now)]
    left = Conversation.objects.filter(state=State.OPEN).exclude(agent__in=there)
    put_off = Conversation.objects.filter(state=State.SNOOZED, snoozed_until__lte=now)
    lapsed = Q(offered_to=None) | Q(offered_at__lte=now - ACCEPT_WITHIN) | ~Q(offered_to__in=there)
    waiting = Conversation.objects.filter(lapsed, state=State.WAITING).order_by("queued_at")
    return {
        "chats returned": sum(_each(left, State.OPEN, _return, now)),
        "chats woken": sum(_each(put_off, State.SNOOZED, wake, now)),
        "chats looked at": sum(_each(waiting, State.WAITING, _look, now)),
    }


def _each(
    chats: QuerySet[Conversation],
    state: str,
    deed: Callable[[Conversation, datetime], bool],
    now: datetime,
) -> list[bool]:
    """Do it to each chat that is still in that state and that nobody else holds."""
    done = []
    for pk in list(chats.values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            rows = Conversation.objects.select_for_update(
                no_key=True, of=("self",), skip_locked=True
            ).select_related("player")
            chat = rows.filter(pk=pk, state=state).first()
            if chat is not None:
                done.append(deed(chat, now))
    return done


def _return(chat: Conversation, now: datetime) -> bool:
    """The agent has gone: tell the player, and let the chat wait."""
    if staff.is_there(chat.agent_id, now):
        return False
    lines.say_as_house(chat, RETURNED)
    enter(chat, now)
    if chat.state == State.WAITING:
        lines.say_as_house(chat, IN_FRONT)
    lines.tell(chat)
    return True


def wake(chat: Conversation, now: datetime) -> bool:
    """What was put off is open again, with its agent if present."""
    if not staff.is_there(chat.agent_id, now):
        enter(chat, now)
    else:
        chat.state, chat.snoozed_until = State.OPEN, None
        chat.save(update_fields=["state", "snoozed_until"])
    lines.tell(chat, private=True)
    return True


def _look(chat: Conversation, now: datetime) -> bool:
    """Ask the next one; with nobody there any more it becomes a case."""
    if somebody(chat, now):
        before = chat.offered_to_id, chat.offered_at
        offer(chat, now)
        return before != (chat.offered_to_id, chat.offered_at)
    become_case(chat, now)
    lines.tell(chat)
    return True
