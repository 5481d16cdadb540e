"""A chat as text: to download, and by mail on request and at its end."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import mails
from accounts.models import Mail, Player
from accounts.moments import moment
from support import lines
from support.lines import By, Refused
from support.models import Conversation, Line

# Of mails on request.
AGAIN_AFTER = timedelta(minutes=5)


def text(chat: Conversation) -> str:
    """The chat as its player saw it: when, who, what; private notes are no part of it."""
    return "\n\n".join(as_text(line) for line in lines.in_order(chat))


def as_text(line: Line) -> str:
    """One line of a chat: a paragraph in itself, whatever was written."""
    said = "\n".join(f"  {row}" for row in line.text.splitlines() if row.strip())
    files = "".join(f"\n  [{file.name}]" for file in line.files.all())
    return f"{moment(line.at)}, {writer(line)}:\n{said}{files}"


def writer(line: Line) -> str:
    """Who wrote a line, as the player is told: of an agent the display name at most."""
    if line.by == By.PLAYER:
        return _("you")
    if line.by == By.HELPER:
        return _("automatic helper")
    if line.by == By.AGENT and line.person is not None and line.person.display_name:
        return line.person.display_name
    return _("Fairdeal")


@transaction.atomic
def mail(*, player: Player, conversation_id: int) -> Mail | None:
    """Mail the player the chat; None when it was just mailed. Raises Refused without any line."""
    chat = lines.locked(player=player, pk=conversation_id)
    if not chat.last:
        raise Refused(_("There is nothing in this chat yet."))
    just_now = timezone.now() - AGAIN_AFTER
    if Mail.objects.filter(player=player, subject=_subject(chat), made_at__gt=just_now).exists():
        return None
    return post(chat)


def post(chat: Conversation) -> Mail:
    """Mail a chat, which is locked, to its player; what is in it needs no other mail."""
    chat.mailed = chat.last
    chat.save(update_fields=["mailed"])
    with mails.in_words_of(chat.player):
        said = text(chat)
    return mails.write(chat.player, subject=_subject(chat), text=said)


def _subject(chat: Conversation) -> str:
    with mails.in_words_of(chat.player):
        return _("Fairdeal: Your chat %(number)d") % {"number": chat.pk}
