"""Adding a line to a chat, once, in order, and telling both sides that there is something new.

Whoever adds holds the lock of the conversation. Signals carry names and numbers only: `chat` to the
player, `chat:<id>` and `desk` to staff, whose number is the newest line's; it stays the same when
only the state has changed. A line of a player who waits for an answer already is `chat-line` and
`line:<id>`, so that only those fetch it who show the lines, and the tab that sent it does not.
`typing` and `chat-read` to the player, and `typing:<id>` and `read:<id>` to staff, are of no row.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts import live, mails, sealing
from accounts.models import Player
from accounts.uploads import Upload
from support.models import Conversation, Line, LineFile
from support.texts import masked

FILE = "chat file"
By = Line.By


class Refused(ValueError):
    """What was asked of a chat is not done: the message says why."""


class KeyUsed(Refused):
    """The key of a line came before, with another text."""

    def __init__(self) -> None:
        super().__init__(_("This line was sent before with another text. Please write it anew."))


def lockable() -> QuerySet[Conversation]:
    """Conversations that whoever reads them has for one transaction alone."""
    rows = Conversation.objects.select_for_update(no_key=True, of=("self",))
    # Not the agent: after a wait for the lock it would be the one of before.
    return rows.select_related("player")


def locked(**which: Any) -> Conversation:
    """The one conversation of that kind, for this transaction alone.

    Conversation.DoesNotExist when there is none: somebody else's is as if there were none.
    """
    return lockable().get(**which)


def keep(chat: Conversation) -> None:
    """Write whatever has changed of a chat that is locked."""
    chat.save(update_fields=Conversation.app_may_update)


def add(
    chat: Conversation,
    *,
    by: str,
    text: str,
    key: UUID | None = None,
    files: Sequence[Upload] = (),
    keep_later: bool = False,
    **more: Any,
) -> Line:
    """Add a line with the next number. `more` are its person, private, waited.

    Who keeps the conversation afterwards says so (`keep_later`), and it is written once.
    """
    chat.last += 1
    line = Line.objects.create(
        conversation=chat, number=chat.last, by=by, text=text, key=key or uuid.uuid4(), **more
    )
    for file in files:
        LineFile.objects.create(
            line=line,
            name=masked(file.name)[:80],
            content_type=file.content_type,
            size=len(file.content),
            content=sealing.seal(file.content, purpose=FILE, place=f"line {line.pk}"),
        )
    if not keep_later:
        chat.save(update_fields=["last"])
    return line


def say_as_house(
    chat: Conversation, sentence: Any, *, key: UUID | None = None, **values: Any
) -> Line:
    """Add a sentence of the house, in the language of the player. Give it lazily translated."""
    with mails.in_words_of(chat.player):
        said = str(sentence) % values if values else str(sentence)
    return add(chat, by=By.HOUSE, text=said, key=key)


def repeated(line: Line | None, text: str) -> Line | None:
    """The line that came with this key before, or None. Raises KeyUsed if its text was another."""
    if line is not None and line.text != text:
        raise KeyUsed
    return line


def in_order(chat: Conversation, *, after: int = 0) -> QuerySet[Line]:
    """The lines that the player may see, without private notes; of files all but the content."""
    files = Prefetch("files", LineFile.objects.defer("content").order_by("pk"))
    seen = chat.lines.filter(private=False, number__gt=after)
    return seen.select_related("person").prefetch_related(files).order_by("number")


def content_of(file: LineFile) -> bytes:
    """The file as it was sent."""
    return sealing.unseal(bytes(file.content), purpose=FILE, place=f"line {file.line_id}")


def tell(chat: Conversation, *, private: bool = False) -> None:
    """Signal once this is committed; what is private is told to staff only."""
    told = [(live.STAFF, f"chat:{chat.pk}", chat.last), (live.STAFF, "desk", _now())]
    if not private:
        told.append((chat.player_id, "chat", chat.last))
    live.signals(*told)


def tell_line(chat: Conversation) -> None:
    """Signal a line of the player that changed nothing of the talk but its lines."""
    live.signals(
        (live.STAFF, f"line:{chat.pk}", chat.last), (chat.player_id, "chat-line", chat.last)
    )


def tell_typing(chat: Conversation, *, player: Player | None = None) -> None:
    """Signal that the player types, or without one that the agent does."""
    if player is None:
        live.signal(chat.player_id, "typing", _now())
    else:
        live.signal(live.STAFF, f"typing:{chat.pk}", _now())


def _now() -> int:
    """A number that grows, for what has no number of its own."""
    return int(time.time() * 1000)
