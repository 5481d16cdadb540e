"""Wrong tries at sign-in: counted for each e-mail address, known or not, and locked when too many.

Known and unknown addresses are treated alike, so that the door tells nobody who has an account.
What locks here is opened again by a password chosen through a mailed link, never by time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import events
from accounts.jurisdiction import profile
from accounts.models import DoorRecord, Player

STRANGERS_KEPT = timedelta(days=30)


def key_of(email: str) -> str:
    """What stands for an address in the table."""
    return salted_hmac("accounts.door", email.strip().lower(), algorithm="sha256").hexdigest()


def is_locked(email: str) -> bool:
    """Whether sign-in at this address is locked."""
    return DoorRecord.objects.filter(key=key_of(email), locked_at__isnull=False).exists()


@transaction.atomic
def failed(
    email: str, *, address: str | None, what: str = "password", now: datetime | None = None
) -> bool:
    """Count a wrong try and record it; True when it is the one that locks."""
    now = now or timezone.now()
    player = Player.objects.filter(email=email.strip().lower()).first()
    made, _created = DoorRecord.objects.get_or_create(key=key_of(email))
    record = DoorRecord.objects.select_for_update(of=("self",)).get(pk=made.pk)
    oldest = (now - profile().wrong_tries_window).timestamp()
    recent = [at for at in record.failures if at > oldest] + [now.timestamp()]
    locks = record.locked_at is None and len(recent) >= profile().wrong_tries
    record.player = player
    record.failures = recent[-profile().wrong_tries :]
    record.touched_at = now
    if locks:
        record.locked_at = now
    record.save()
    of = f"player:{player.pk}" if player else "sign-in:unknown"
    events.record("sign-in failed", of, after={"wrong": what}, address=address)
    if locks:
        events.record("sign-in locked", of, address=address)
    return locks


def forgive(email: str) -> None:
    """Forget the wrong tries after a whole sign-in; a lock stays."""
    DoorRecord.objects.filter(key=key_of(email), locked_at=None).delete()


def unlock(player: Player, *, address: str | None) -> None:
    """Open the sign-in of a player who has proved that the mails arrive."""
    records = DoorRecord.objects.filter(key=key_of(player.email))
    was_locked = records.filter(locked_at__isnull=False).exists()
    records.delete()
    if was_locked:
        of = f"player:{player.pk}"
        events.record("sign-in unlocked", of, actor=player, reason="by mail", address=address)


def sweep(now: datetime | None = None) -> int:
    """Drop what no longer counts; how many rows. A lock of one of our players stays."""
    now = now or timezone.now()
    tries = DoorRecord.objects.filter(
        locked_at=None, touched_at__lt=now - profile().wrong_tries_window
    )
    strangers = DoorRecord.objects.filter(player=None, touched_at__lt=now - STRANGERS_KEPT)
    return int(tries.delete()[0] + strangers.delete()[0])
