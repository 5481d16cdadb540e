"""Mending what went wrong: corrections by two people, and reversals. Nothing is ever edited."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Event, Player
from wallet import ledger
from wallet.ledger import Line
from wallet.models import Account, AccountKind, Transfer, TransferKind


class NotAllowed(Exception):
    """A correction without a reason or a second person, or a reversal that cannot be."""


@transaction.atomic
def correct(
    *,
    player: Player,
    currency: str,
    amount: int,
    key: str,
    made_by: Player,
    approved_by: Player,
    reason: str,
) -> Transfer:
    """Add `amount` minor units to the player's wallet, or take them when below zero.

    Made by one person of staff and approved by another, with a reason; once for each `key`. Raises
    NotAllowed, NotEnough.
    """
    if not reason.strip():
        raise NotAllowed(_("A correction needs a reason."))
    if made_by.pk == approved_by.pk or not (made_by.is_staff and approved_by.is_staff):
        raise NotAllowed(_("A correction is made by one person of staff and approved by another."))
    sides = (AccountKind.CORRECTIONS, AccountKind.WALLET)
    source, target = sides if amount > 0 else sides[::-1]
    note = _("%(reason)s (approved by %(approver)s)") % {
        "reason": reason.strip(),
        "approver": approved_by.email,
    }
    line = Line(f"correction:{key}", TransferKind.CORRECTION, source, target, abs(amount), note)
    made = ledger.move(
        player=player, currency=currency, cause=line.key, lines=[line], actor=made_by
    )[0]
    _record("corrected", made, made_by, reason, approved_by=approved_by.pk)
    return made


@transaction.atomic
def reverse(*, transfer: Transfer, actor: Player, reason: str) -> Transfer:
    """Move a transfer's amount back where it came from; asked again, the reversal that did.

    Raises NotAllowed (no reason, or a reversal would be reversed), NotEnough.
    """
    if not reason.strip():
        raise NotAllowed(_("A reversal needs a reason."))
    if transfer.reverses_id is not None:
        raise NotAllowed(_("A reversal is never reversed."))
    kinds = dict(
        Account.objects.filter(pk__in=[transfer.source_id, transfer.target_id]).values_list(
            "pk", "kind"
        )
    )
    line = Line(
        key=f"reversal:{transfer.pk}",
        kind=TransferKind.REVERSAL,
        source=kinds[transfer.target_id],
        target=kinds[transfer.source_id],
        amount=transfer.amount,
        note=reason.strip(),
        reverses=transfer.pk,
    )
    made = ledger.move(
        player=transfer.player,
        currency=transfer.currency,
        cause=transfer.cause,
        lines=[line],
        actor=actor,
    )[0]
    _record("reversed", made, actor, reason, reverses=transfer.pk)
    return made


def _record(action: str, made: Transfer, actor: Player, reason: str, **details: int) -> None:
    """Note it in the event log, once for the transfer however often it is asked for."""
    of = f"transfer:{made.pk}"
    if not Event.objects.filter(object=of, action=action).exists():
        after = {"amount": made.amount, "currency": made.currency, **details}
        events.record(action, of, actor=actor, after=after, reason=reason)
