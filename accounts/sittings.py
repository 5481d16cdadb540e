"""Sittings: the time that a player spends here, counted by the server and once for all devices.

A sitting goes on while the pauses are shorter than the idle time after which a sign-in ends, so
that signing out and in again starts no clock anew.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from accounts.jurisdiction import profile
from accounts.models import Player, Sitting

# The row is written at most so often.
BETWEEN_NOTES = timedelta(seconds=15)


@transaction.atomic
def note(player: Player, now: datetime | None = None) -> Sitting:
    """The player is here: the sitting goes on, or a new one begins."""
    now = now or timezone.now()
    sitting = current(player, now)
    if sitting is None:
        # Whoever notes it at the same moment waits for the player's row.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        sitting = current(player, now)
    if sitting is None:
        return Sitting.objects.create(player=player, began_at=now, seen_at=now)
    if now - sitting.seen_at >= BETWEEN_NOTES:
        sitting.seen_at = now
        sitting.save(update_fields=["seen_at"])
    return sitting


def current(player: Player, now: datetime | None = None) -> Sitting | None:
    """The sitting that goes on, if there is one."""
    now = now or timezone.now()
    newest = Sitting.objects.filter(player=player).order_by("-seen_at").first()
    return newest if newest and now - newest.seen_at < profile().idle else None


def minutes(player: Player, since: datetime, now: datetime) -> int:
    """Whole minutes that the player was here between two moments."""
    rows = Sitting.objects.filter(player=player, seen_at__gt=since, began_at__lt=now)
    spent = rows.annotate(
        spent=Least("seen_at", now) - Greatest("began_at", since),
    ).aggregate(sum=Sum("spent"))["sum"]
    return int((spent or timedelta()).total_seconds() // 60)
