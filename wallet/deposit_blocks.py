"""Blocks after failed payments: for a time after five in ten minutes, then until staff lift it.

Whoever tries card after card is stopped. Only what the provider declined counts; what this house
refuses, or what the player cancels, does not.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from wallet.deposit_models import Deposit, FundingBlock

TRIES = 5
WINDOW = timedelta(minutes=10)
BLOCKED_FOR = timedelta(hours=1)


class Blocked(Exception):
    """The player may not pay in now; the message says until when. `way_on`: where to turn."""

    def __init__(self, block: FundingBlock) -> None:
        self.way_on = "support:contact"
        if block.until is None:
            super().__init__(
                _("Too many payments have failed. Deposits are closed until you speak with us.")
            )
            return
        until = date_format(timezone.localtime(block.until), "TIME_FORMAT")
        super().__init__(
            _("Several payments have failed. Deposits are closed until %(until)s.")
            % {"until": until}
        )


def in_force(player: Player, now: datetime | None = None) -> FundingBlock | None:
    """The block that holds now."""
    now = now or timezone.now()
    blocks = FundingBlock.objects.filter(player=player, lifted_at=None)
    return blocks.filter(Q(until=None) | Q(until__gt=now)).order_by("-pk").first()


def check(player: Player) -> None:
    """Raises Blocked while the player may not pay in."""
    if block := in_force(player):
        raise Blocked(block)


def note_failure(player: Player) -> FundingBlock | None:
    """Count one more payment that the provider declined; the block that it led to.

    In the caller's transaction, after the failed deposit was written.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    now = timezone.now()
    if in_force(player, now):
        return None
    paid = Deposit.objects.filter(player=player, reached_at__isnull=False)
    last_paid = paid.order_by("-reached_at").values_list("reached_at", flat=True).first()
    last = FundingBlock.objects.filter(player=player).order_by("-pk").first()
    after_one = last is not None and last.lifted_at is None and not _after(last_paid, last.made_at)
    failed = Deposit.objects.filter(player=player, reason=Deposit.Reason.DECLINED)
    if last_paid:
        failed = failed.filter(ended_at__gt=last_paid)
    if last:
        failed = failed.filter(ended_at__gt=last.lifted_at or last.made_at)
    if not after_one:
        failed = failed.filter(ended_at__gt=now - WINDOW)
    if failed.count() < TRIES:
        return None
    block = FundingBlock.objects.create(
        player=player, until=None if after_one else now + BLOCKED_FOR
    )
    until = block.until and block.until.isoformat()
    events.record("deposits blocked", f"player:{player.pk}", after={"until": until})
    return block


def _after(moment: datetime | None, other: datetime) -> bool:
    return moment is not None and moment > other


@transaction.atomic
def lift(*, block_id: int, actor: Player, reason: str, address: str | None = None) -> FundingBlock:
    """End a block before its time; what failed before does not count any more."""
    block = FundingBlock.objects.select_for_update(of=("self",)).get(pk=block_id)
    if block.lifted_at is None:
        block.lifted_at, block.lifted_by = timezone.now(), actor
        block.save(update_fields=["lifted_at", "lifted_by"])
        of = f"player:{block.player_id}"
        events.record("block of deposits lifted", of, actor=actor, reason=reason, address=address)
    return block
