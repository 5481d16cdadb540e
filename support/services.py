"""A message to the house is taken once, and not more often than a person writes."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from accounts import events
from accounts.models import Player
from games.models import Round
from support.models import Message

MESSAGES_AN_HOUR = 10


class TooMany(ValueError):
    """As many messages as are taken in an hour came from this player, or this machine."""


@transaction.atomic
def write(
    *,
    player: Player,
    form_key: UUID,
    text: str,
    subject: str = "",
    page: str = "",
    round_id: int | None = None,
) -> Message:
    """Take a message; a form that was sent before gives its first message back.

    A round that is not the player's own is left out. Raises TooMany.
    """
    # One form at a time for each player, so that two at once are counted one after the other.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if sent := Message.objects.filter(player=player, form_key=form_key).first():
        return sent
    since = timezone.now() - timedelta(hours=1)
    if Message.objects.filter(player=player, written_at__gt=since).count() >= MESSAGES_AN_HOUR:
        raise _too_many()
    return Message.objects.create(
        player=player,
        form_key=form_key,
        text=text,
        subject=subject,
        page=page,
        round=Round.objects.filter(pk=round_id, player=player).first() if round_id else None,
    )


def write_as_stranger(
    *, email: str, address: str, form_key: UUID, text: str, subject: str = "", page: str = ""
) -> Message:
    """Take a message of somebody not signed in, who is answered at `email`.

    `address` is the machine's; so many an hour are taken from one. A form that was sent before
    gives its first message back. Raises TooMany.
    """
    of_strangers = Message.objects.filter(player=None)
    if sent := of_strangers.filter(form_key=form_key).first():
        return sent
    since = timezone.now() - timedelta(hours=1)
    if of_strangers.filter(address=address, written_at__gt=since).count() >= MESSAGES_AN_HOUR:
        raise _too_many()
    wrote = {"email": email, "address": address, "text": text, "subject": subject, "page": page}
    return Message.objects.get_or_create(player=None, form_key=form_key, defaults=wrote)[0]


def _too_many() -> TooMany:
    sentence = ngettext(
        "We take %(count)s message an hour. Please write again later.",
        "We take %(count)s messages an hour. Please write again later.",
        MESSAGES_AN_HOUR,
    )
    return TooMany(sentence % {"count": MESSAGES_AN_HOUR})


@transaction.atomic
def set_status(*, message: Message, status: str, actor: Player, address: str | None = None) -> None:
    """How far the house is with a message; a change is recorded."""
    stored = Message.objects.select_for_update(no_key=True).get(pk=message.pk)
    if stored.status == status:
        return
    before, stored.status = stored.status, status
    stored.save(update_fields=["status"])
    events.record(
        "message status changed",
        f"message:{message.pk}",
        actor=actor,
        before=before,
        after=status,
        address=address,
    )
