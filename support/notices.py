"""Mails of answers that a player has not read: who is away learns of each answer once."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import mails
from support import lines, transcripts
from support.lines import By
from support.models import Conversation

# An open window reads at once, so what is unread for so long is not seen by anybody.
UNREAD_FOR = timedelta(minutes=3)


def sweep(now: datetime | None = None) -> dict[str, int]:
    """Mail the answers that wait, each once. What has ended was mailed as a whole."""
    now = now or timezone.now()
    answered = Conversation.objects.exclude(state=Conversation.State.RESOLVED).filter(
        first_answered_at__isnull=False, last__gt=Greatest(F("player_read"), F("mailed"))
    )
    chats = list(answered.order_by("pk").values_list("pk", flat=True))
    return {"answers mailed": sum(tell(pk, now) for pk in chats)}


@transaction.atomic
def tell(conversation_id: int, now: datetime) -> bool:
    """Mail every answer of a chat that its player has neither read nor been mailed."""
    chat = lines.locked(pk=conversation_id)
    after = max(chat.player_read, chat.mailed)
    new = list(lines.in_order(chat, after=after).filter(by=By.AGENT))
    if not new or new[0].at > now - UNREAD_FOR:
        return False
    chat.mailed = new[-1].number
    chat.save(update_fields=["mailed"])
    with mails.in_words_of(chat.player):
        subject = _("Fairdeal: An answer in your chat %(number)d") % {"number": chat.pk}
        opening = _("This came while you were not in the chat. Write there to go on:")
        said = [transcripts.as_text(line) for line in new]
    address = settings.SITE_ADDRESS + reverse("support:chat")
    mails.write(chat.player, subject=subject, text="\n\n".join([*said, opening, address]))
    return True
