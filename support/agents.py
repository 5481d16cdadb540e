"""What staff do in a chat: take it, answer, note, hand it on, put it off, end it.

Each is one transaction that locks the conversation first, and is safe to repeat. Refusals are
ValueErrors whose message is a sentence. Rights are checked before: whoever calls works the desk.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import live
from accounts.models import Player
from accounts.uploads import Upload
from support import endings, hours, lines, queue, staff, texts
from support.lines import By, Refused
from support.models import Conversation, Line, Mention

State = Conversation.State

SNOOZED_MOST = timedelta(days=30)
STAYS, WAITS = State.OPEN.value, State.PENDING.value
MENTION = re.compile(r"@([\w.+-]+)")
MOVED = gettext_lazy("Another person of the house has your chat now.")
RAISED = gettext_lazy("A supervisor takes over your chat.")
REOPENED = gettext_lazy("We have opened this chat again.")


class NotYours(Refused):
    """Somebody else has this chat, or nobody."""


class NoRoom(Refused):
    """The agent has as many chats as one takes, or is away."""


@transaction.atomic
def take(*, agent: Player, conversation_id: int) -> Conversation:
    """Have the chat from now on. Of two at once one has it; the other is told who.

    A supervisor takes a chat from anybody. Raises NotYours and NoRoom.
    """
    chat = lines.locked(pk=conversation_id)
    now = timezone.now()
    if chat.state == State.OPEN and chat.agent_id == agent.pk:
        return chat
    _may_take(chat, agent, now)
    _give(chat, agent, now)
    return chat


accept = take


def _may_take(chat: Conversation, agent: Player, now: datetime) -> None:
    """Raises NotYours for a chat that is not there to be taken by this agent."""
    if chat.state == State.HELPER:
        raise NotYours(_("Nobody asked for a person in this chat yet."))
    if chat.state == State.RESOLVED:
        raise NotYours(_("This chat has ended. Open it again first."))
    if staff.is_supervisor(agent):
        return
    if chat.raised:
        raise NotYours(_("This chat is for a supervisor."))
    held = chat.agent_id is not None and chat.agent_id != agent.pk
    if held and staff.is_there(chat.agent_id, now):
        raise NotYours(_("%(agent)s has this chat.") % {"agent": chat.agent})


def _give(chat: Conversation, agent: Player, now: datetime, *, by_hand: bool = True) -> None:
    """Give a chat, which is locked, to an agent with room. Raises NoRoom."""
    staff.count_alone()
    seat = staff.seat_of(agent.pk, now)
    if seat is None:
        raise NoRoom(_("%(agent)s is not at the desk.") % {"agent": agent})
    asked = chat.state == State.WAITING and chat.offered_to_id == agent.pk
    if seat.load - (asked and _in_time(chat, now)) >= seat.most:
        words = {"agent": agent, "most": seat.most}
        raise NoRoom(_("%(agent)s has %(most)d chats already, and takes no more.") % words)
    chat.state, chat.agent, chat.taken_at = State.OPEN, agent, now
    chat.offered_to, chat.offered_at, chat.snoozed_until, chat.passed = None, None, None, []
    lines.keep(chat)
    lines.tell(chat)
    queue.tell_waiting()


def _in_time(chat: Conversation, now: datetime) -> bool:
    return chat.offered_at is not None and chat.offered_at > now - staff.ACCEPT_WITHIN


@transaction.atomic
def decline(*, agent: Player, conversation_id: int) -> Conversation:
    """Pass on what was offered; the next one is asked at once."""
    chat = lines.locked(pk=conversation_id)
    if chat.state == State.WAITING and chat.offered_to_id == agent.pk:
        chat.offered_at = None
        queue.offer(chat, timezone.now())
    return chat


def _mine(agent: Player, conversation_id: int) -> Conversation:
    """The chat, locked, if the agent has it. Raises NotYours."""
    chat = lines.locked(pk=conversation_id)
    if chat.state == State.RESOLVED:
        raise NotYours(_("This chat has ended. Open it again first."))
    if chat.agent_id != agent.pk:
        if chat.agent is None:
            raise NotYours(_("Nobody has this chat. Take it first."))
        raise NotYours(_("%(agent)s has this chat. Take it first.") % {"agent": chat.agent})
    return chat


@transaction.atomic
def reply(
    *,
    agent: Player,
    conversation_id: int,
    text: str,
    key: UUID,
    then: str = STAYS,
    files: Sequence[Upload] = (),
) -> Line:
    """Answer the player; `then` it stays open, or is pending: it is the player's turn (WAITS).

    The same key again gives the same line. Raises NotTaken, KeyUsed and NotYours.
    """
    said = texts.checked(text, may_be_empty=bool(files))
    chat = lines.locked(pk=conversation_id)
    sent = chat.lines.filter(key=key, by=By.AGENT, private=False, person=agent)
    if before := lines.repeated(sent.first(), said):
        return before
    chat = _mine(agent, conversation_id)
    now = timezone.now()
    waited = _stop_clock(chat, now)
    line = lines.add(
        chat, by=By.AGENT, text=said, key=key, person=agent, waited=waited, files=files
    )
    chat.state = State.PENDING if then == WAITS else State.OPEN
    chat.snoozed_until, chat.agent_read = None, chat.last
    lines.keep(chat)
    lines.tell(chat)
    return line


def _stop_clock(chat: Conversation, now: datetime) -> int | None:
    """The player is answered: seconds of business hours that it took, None without a question."""
    waited = hours.between(chat.asked_at, now) if chat.asked_at else None
    if chat.first_answered_at is None:
        chat.first_answered_at = now
        chat.first_waited = hours.between(chat.queued_at or now, now)
    elif waited is not None:
        chat.next_waited = max(waited, chat.next_waited or 0)
    chat.asked_at = chat.due_at = None
    return waited


@transaction.atomic
def note(*, agent: Player, conversation_id: int, text: str, key: UUID) -> Line:
    """Write what staff alone see; colleagues named as @handle are told. Raises NotTaken."""
    said = texts.checked(text)
    chat = lines.locked(pk=conversation_id)
    if before := lines.repeated(chat.lines.filter(key=key, person=agent).first(), said):
        return before
    return _note(chat, agent, said, key)


def _note(chat: Conversation, agent: Player, said: str, key: UUID) -> Line:
    line = lines.add(chat, by=By.AGENT, text=said, key=key, person=agent, private=True)
    for person in mentioned(said):
        Mention.objects.create(line=line, person=person)
        live.signal(person.pk, "mention", line.pk)
    lines.tell(chat, private=True)
    return line


def handle(person: Player) -> str:
    """What a colleague is called in a note, after the @."""
    return person.email.partition("@")[0].lower()


def mentioned(text: str) -> list[Player]:
    """The members of staff whose handles, or numbers, stand in a note."""
    wanted = {word.rstrip(".-+").lower() for word in MENTION.findall(text)}
    if not wanted:
        return []
    named = Q()
    for word in wanted:
        named |= Q(email__istartswith=f"{word}@")
        if word.isascii() and word.isdecimal() and len(word) < 10:
            named |= Q(pk=int(word))
    return list(Player.objects.filter(named, is_staff=True, is_active=True).order_by("pk")[:10])


@transaction.atomic
def see_mentions(*, agent: Player, conversation_id: int) -> None:
    """The agent has seen the notes of this chat that name the agent."""
    mine = Mention.objects.filter(person=agent, line__conversation=conversation_id, seen_at=None)
    mine.update(seen_at=timezone.now())


@transaction.atomic
def read(*, agent: Player, conversation_id: int, upto: int) -> int:
    """Note that the agent who has the chat has read so far; the number that counts now."""
    chat = lines.locked(pk=conversation_id)
    newest = min(upto, chat.last)
    if chat.agent_id == agent.pk and newest > chat.agent_read:
        chat.agent_read = newest
        chat.save(update_fields=["agent_read"])
        live.signal(chat.player_id, "chat-read", newest)
    return chat.agent_read


def typing(*, agent: Player, conversation_id: int) -> None:
    """Signal to the player that the agent is writing; nothing is stored."""
    chat = Conversation.objects.filter(pk=conversation_id, agent=agent, state=State.OPEN).first()
    if chat is not None:
        lines.tell_typing(chat)


@transaction.atomic
def transfer(
    *, agent: Player, conversation_id: int, to: Player, note: str, key: UUID | None = None
) -> Conversation:
    """Hand the chat to a colleague who is there and has room, with a note for the colleague.

    A supervisor hands on anybody's. Raises NotTaken, NotYours and NoRoom.
    """
    said = texts.checked(note)
    chat = lines.locked(pk=conversation_id)
    if chat.agent_id == to.pk and chat.state == State.OPEN:
        return chat
    if not staff.is_supervisor(agent):
        _mine(agent, conversation_id)
    _may_take(chat, agent, timezone.now())
    chat.raised = chat.raised and staff.is_supervisor(to)
    _give(chat, to, timezone.now())
    _note(chat, agent, said, key or uuid.uuid4())
    lines.say_as_house(chat, MOVED)
    lines.tell(chat)
    return chat


@transaction.atomic
def raise_to_supervisor(
    *, agent: Player, conversation_id: int, note: str, key: UUID | None = None
) -> Conversation:
    """Hand the chat to the supervisors, with a note. Raises NotTaken and NotYours."""
    said = texts.checked(note)
    chat = lines.locked(pk=conversation_id)
    if chat.raised and chat.agent_id != agent.pk:
        return chat
    chat = _mine(agent, conversation_id)
    chat.raised = True
    _note(chat, agent, said, key or uuid.uuid4())
    lines.say_as_house(chat, RAISED)
    queue.enter(chat, timezone.now())
    lines.tell(chat)
    return chat


@transaction.atomic
def snooze(*, agent: Player, conversation_id: int, until: datetime) -> Conversation:
    """Put the chat off until then, or until the player writes. Raises NotYours and Refused."""
    now = timezone.now()
    if not now < until <= now + SNOOZED_MOST:
        raise Refused(_("Please choose a time within the next 30 days."))
    chat = _mine(agent, conversation_id)
    chat.state, chat.snoozed_until = State.SNOOZED, until
    lines.keep(chat)
    lines.tell(chat, private=True)
    return chat


@transaction.atomic
def resolve(*, agent: Player, conversation_id: int) -> Conversation:
    """End the chat; its player gets it by mail. Ended twice, it is ended once. Raises NotYours."""
    chat = lines.locked(pk=conversation_id)
    if chat.state == State.RESOLVED:
        return chat
    if not staff.is_supervisor(agent):
        chat = _mine(agent, conversation_id)
    endings.resolve(chat)
    return chat


@transaction.atomic
def reopen(*, agent: Player, conversation_id: int) -> Conversation:
    """Open an ended chat again and have it. Raises NotYours, NoRoom and Refused."""
    chat = lines.locked(pk=conversation_id)
    if chat.state != State.RESOLVED:
        return take(agent=agent, conversation_id=conversation_id)
    chat.reopened += 1
    chat.queued_at, chat.resolved_at, chat.resolved_in = timezone.now(), None, None
    try:
        with transaction.atomic():
            _give(chat, agent, timezone.now())
    except IntegrityError:
        raise Refused(_("This player has another chat, which is not ended yet.")) from None
    lines.say_as_house(chat, REOPENED)
    lines.tell(chat)
    return chat
