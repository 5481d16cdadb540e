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
    """The player has written as many messages in this hour as are taken."""


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
        raise TooMany(
            ngettext(
                "We take %(count)s message an hour. Please write again later.",
                "We take %(count)s messages an hour. Please write again later.",
                MESSAGES_AN_HOUR,
            )
            % {"count": MESSAGES_AN_HOUR}
        )
    return Message.objects.create(
        player=player,
        form_key=form_key,
        text=text,
        subject=subject,
        page=page,
        round=Round.objects.filter(pk=round_id, player=player).first() if round_id else None,
    )


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
