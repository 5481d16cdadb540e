"""What players do in their chat: say, ask for a person, read, end, rate; and what the helper says.

Each is one transaction that locks the conversation first, and is safe to repeat. Refusals are
ValueErrors whose message is a sentence; somebody else's chat raises Conversation.DoesNotExist.
What staff do stands in support/agents.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import live
from accounts.models import Player
from accounts.uploads import Upload
from games.models import Round
from support import endings, lines, queue, staff, texts
from support.lines import By, Refused
from support.models import Conversation, Line

State = Conversation.State

REOPENED_WITHIN = timedelta(days=7)
LINES_A_MINUTE = 30
NOTE_LENGTH = 500
CHAT, MAIL = "chat", "mail"
ASKED = gettext_lazy("You asked for a person: %(summary)s")
REOPENED = gettext_lazy("This chat is open again.")


class TooMany(Refused):
    """As many lines as are taken in a minute came from this player."""


class Silent(Refused):
    """The helper says nothing any more: a person was asked for."""


def current(player: Player) -> Conversation | None:
    """The player's chat that is not resolved, else the last one, or None."""
    # In one query: every page with a badge asks for it.
    chats = Conversation.objects.filter(player=player).select_related("agent")
    return chats.order_by(Exact(F("state"), State.RESOLVED), "-pk").first()


def shown(chat: Conversation, *, after: int = 0) -> QuerySet[Line]:
    """The lines that the player may see, in order; numbers of private notes are left out."""
    return lines.in_order(chat, after=after)


def unread(player: Player) -> int:
    """How many lines wait for the player to read them."""
    chat = current(player)
    return 0 if chat is None else unread_in(chat)


def unread_in(chat: Conversation) -> int:
    """The same of a chat at hand."""
    if chat.last <= chat.player_read:
        return 0
    return shown(chat, after=chat.player_read).exclude(by=By.PLAYER).count()


@transaction.atomic
def say(
    *,
    player: Player,
    text: str,
    key: UUID,
    page: str = "",
    round_id: int | None = None,
    files: Sequence[Upload] = (),
) -> Line:
    """Take a line of the player; the same key again gives the same line.

    The chat is made with the first line and opened again by a line within a week of its end; with a
    person of the house it waits for an answer. Raises NotTaken, KeyUsed and TooMany.
    """
    said = texts.checked(text, may_be_empty=bool(files))
    chat = _going_on(player)
    if before := _said(player, key, said):
        return before
    if chat is None:
        chat = _to_write_in(player)
        if before := _said(player, key, said):
            return before
    if chat.state == State.RESOLVED:
        _reopen(chat)
    _note_place(chat, page, round_id)
    _not_too_many(chat)
    line = lines.add(chat, by=By.PLAYER, text=said, key=key, files=files, keep_later=True)
    chat.player_read = line.number
    stood, waited = chat.state, chat.asked_at is not None
    if chat.state not in (State.HELPER, State.WAITING):
        _ask(chat)
    lines.keep(chat)
    if stood == chat.state == State.OPEN and waited:
        lines.tell_line(chat)
    else:
        lines.tell(chat)
    return line


def _said(player: Player, key: UUID, text: str) -> Line | None:
    """The line of this key, whichever of the player's chats it is in."""
    mine = Line.objects.filter(conversation__player=player, key=key, by=By.PLAYER)
    return lines.repeated(mine.first(), text)


def _going_on(player: Player) -> Conversation | None:
    """The chat that the next line of the player goes to, locked; None if there is to be a new one.

    None as well if the one that was found ended, and another began, while it was waited for.
    """
    mine = lines.lockable().filter(player=player)
    chat = mine.order_by(Exact(F("state"), State.RESOLVED), "-pk").first()
    if chat is None or _is_long_over(chat):
        return None
    # Of those that are not resolved there is one at most.
    return None if chat.state == State.RESOLVED and current(player) != chat else chat


def _to_write_in(player: Player) -> Conversation:
    """The chat that a line of the player goes to, locked: the one there is, or a new one."""
    for _again in range(5):
        if chat := _going_on(player):
            return chat
        # If another tab was quicker, its chat is the one.
        with suppress(IntegrityError), transaction.atomic():
            return Conversation.objects.create(player=player)
    raise Refused(_("Your chat is busy. Please send this once more."))


def _is_long_over(chat: Conversation) -> bool:
    since = timezone.now() - REOPENED_WITHIN
    return chat.state == State.RESOLVED and (chat.resolved_at or since) <= since


def _reopen(chat: Conversation) -> None:
    """The talk goes on, with the helper if no person was asked for before."""
    chat.state = State.HELPER if chat.queued_at is None else State.PENDING
    chat.reopened += 1
    chat.raised = False
    chat.queued_at = timezone.now() if chat.queued_at else None
    chat.resolved_at = chat.resolved_in = chat.resolve_by = None
    lines.say_as_house(chat, REOPENED)


def _ask(chat: Conversation) -> None:
    """A person has to answer: the one who has the chat if present, else it is queued."""
    now = timezone.now()
    if chat.state == State.CASE and not queue.somebody(chat, now):
        queue.await_answer(chat, now)
    elif chat.state != State.CASE and staff.is_there(chat.agent_id, now):
        chat.state, chat.snoozed_until = State.OPEN, None
        queue.await_answer(chat, now)
    else:
        queue.enter(chat, now)


def _note_place(chat: Conversation, page: str, round_id: int | None) -> None:
    """Where the player is, as long as nobody has the chat. Somebody else's round is left out."""
    if chat.state not in (State.HELPER, State.WAITING, State.CASE):
        return
    if page:
        chat.page = texts.masked(page)[:200]
    if round_id:
        chat.round = Round.objects.filter(pk=round_id, player=chat.player).first()


def _not_too_many(chat: Conversation) -> None:
    if chat.last < LINES_A_MINUTE:
        return
    since = timezone.now() - timedelta(minutes=1)
    if chat.lines.filter(by=By.PLAYER, at__gt=since).count() >= LINES_A_MINUTE:
        sentence = _("We take %(count)d lines a minute. Please send this again in a moment.")
        raise TooMany(sentence % {"count": LINES_A_MINUTE})


@transaction.atomic
def answer(*, conversation: Conversation, text: str, key: UUID) -> Line:
    """Add a line of the helper; Silent once a person was asked for, or after the end."""
    chat = lines.locked(pk=conversation.pk)
    said = texts.checked(text)
    if before := lines.repeated(chat.lines.filter(key=key, by=By.HELPER).first(), said):
        return before
    if chat.state != State.HELPER:
        raise Silent(_("A person of the house answers here now."))
    line = lines.add(chat, by=By.HELPER, text=said, key=key)
    lines.tell(chat)
    return line


@transaction.atomic
def hand_off(
    *,
    player: Player,
    key: UUID,
    summary: str = "",
    tried: Sequence[str] = (),
    page: str = "",
    round_id: int | None = None,
    wants: str = CHAT,
) -> Conversation:
    """Ask for a person, with one line of summary and what the helper tried.

    The chat then waits, or is a case when nobody is there; `wants` MAIL makes it a case anyway. A
    chat that has gone to a person already stays as it is. Raises NotTaken.
    """
    about = texts.checked(" ".join(summary.split()), most=200, may_be_empty=True)
    chat = _to_write_in(player)
    if chat.state not in (State.HELPER, State.RESOLVED):
        return chat
    if chat.lines.filter(key=key).exists():
        return chat
    now = timezone.now()
    if chat.state == State.RESOLVED:
        _reopen(chat)
        chat.state, chat.agent = State.HELPER, None
    _note_place(chat, page, round_id)
    chat.summary = about or _last_words(chat)
    chat.tried = [texts.masked(str(one))[:200] for one in tried[:10]]
    chat.queued_at = now
    lines.say_as_house(chat, ASKED, key=key, summary=chat.summary)
    if wants == MAIL:
        queue.become_case(chat, now)
    else:
        queue.enter(chat, now)
    lines.tell(chat)
    return chat


def _last_words(chat: Conversation) -> str:
    """What the player said last, in one line, for want of a summary."""
    said = chat.lines.filter(by=By.PLAYER).exclude(text="").order_by("number").last()
    return " ".join(said.text.split())[:200] if said else _("Would like to talk to a person")


@transaction.atomic
def read(*, player: Player, conversation_id: int, upto: int) -> int:
    """Note that the player has read so far; the number that counts now."""
    chat = lines.locked(player=player, pk=conversation_id)
    newest = min(upto, chat.last)
    if newest > chat.player_read:
        chat.player_read = newest
        chat.save(update_fields=["player_read"])
        live.signal(live.STAFF, f"read:{chat.pk}", newest)
    return chat.player_read


def typing(*, player: Player) -> None:
    """Signal to staff that the player is writing; nothing is stored."""
    chat = current(player)
    if chat is not None and chat.state == State.OPEN:
        lines.tell_typing(chat, player=player)


@transaction.atomic
def end(*, player: Player, conversation_id: int) -> Conversation:
    """The player needs nothing more. Ended twice, it is ended once."""
    chat = lines.locked(player=player, pk=conversation_id)
    if chat.state != State.RESOLVED:
        endings.resolve(chat)
        chat.player_read = chat.last
        chat.save(update_fields=["player_read"])
    return chat


@transaction.atomic
def rate(*, player: Player, conversation_id: int, stars: int, note: str = "") -> Conversation:
    """Rate a chat with a person, 1 to 5, once, after its end. Raises Refused and NotTaken."""
    chat = lines.locked(player=player, pk=conversation_id)
    said = texts.checked(note, most=NOTE_LENGTH, may_be_empty=True)
    if (chat.rating, chat.rating_note) == (stars, said):
        return chat
    if stars not in range(1, 6):
        raise Refused(_("Please choose one to five stars."))
    if chat.state != State.RESOLVED or chat.first_answered_at is None:
        raise Refused(_("A chat with a person can be rated once it has ended."))
    if chat.rating is not None:
        raise Refused(_("You have rated this chat already. Thank you."))
    chat.rating, chat.rating_note = stars, said
    chat.save(update_fields=["rating", "rating_note"])
    live.signal(live.STAFF, "desk", chat.last)
    return chat
