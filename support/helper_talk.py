"""A line of a player and the helper's answer to it, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.uploads import Upload
from support import chats, helper
from support.models import Conversation, Line


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
    """Take a line as `chats.say` does; while no person was asked for, the helper answers it.

    A line that comes again has its answer already. Raises NotTaken, KeyUsed, TooMany.
    """
    line = chats.say(player=player, text=text, key=key, page=page, round_id=round_id, files=files)
    chat = line.conversation
    mine = uuid5(key, "helper")
    if chat.state == Conversation.State.HELPER and not chat.lines.filter(key=mine).exists():
        chats.answer(conversation=chat, text=_answer(player, chat, line), key=mine)
    return line


def _answer(player: Player, chat: Conversation, line: Line) -> str:
    if not line.text:
        return _("I cannot look into files. Please press “Talk to a person”: they can.")
    first = not chat.lines.filter(by=Line.By.HELPER).exists()
    return helper.answer(player, line.text, first=first).text


def said(chat: Conversation) -> list[str]:
    """What the player has said in this talk, oldest first: the helper sums it up."""
    lines = chat.lines.filter(by=Line.By.PLAYER).exclude(text="").order_by("number")
    return list(lines.values_list("text", flat=True))
