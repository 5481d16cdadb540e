"""Corrections of balances: proposed by one person of the house, approved by another."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from config.record_models import Proposal
from wallet import corrections, ledger


class NotDecided(ValueError):
    """The correction is not made: the message says why."""


@transaction.atomic
def propose(
    *,
    player: Player,
    currency: str,
    amount: int,
    reason: str,
    actor: Player,
    address: str | None = None,
) -> Proposal:
    """Propose to add `amount` minor units, or to take them when below zero. Nothing moves yet."""
    row = Proposal.objects.create(
        player=player, currency=currency, amount=amount, reason=reason, made_by=actor
    )
    of = f"proposal:{row.pk}"
    after = {"player": player.pk, "amount": amount, "currency": currency}
    events.record(
        "correction proposed", of, actor=actor, after=after, reason=reason, address=address
    )
    return row


@transaction.atomic
def decide(
    *, proposal_id: int, approved: bool, actor: Player, answer: str, address: str | None = None
) -> Proposal:
    """Approve, which moves the money, or refuse. Raises NotDecided; nothing is moved then."""
    row = Proposal.objects.select_for_update(of=("self",)).select_related(
        "player", "made_by"
    ).get(pk=proposal_id)  # fmt: skip
    if row.state != Proposal.State.OPEN:
        raise NotDecided(_("This was decided already."))
    if row.made_by_id == actor.pk:
        raise NotDecided(_("Whoever proposed it does not decide: a second person does."))
    row.state = Proposal.State.APPROVED if approved else Proposal.State.REFUSED
    row.decided_by, row.decided_at, row.answer = actor, timezone.now(), answer
    row.save(update_fields=["state", "decided_by", "decided_at", "answer"])
    action = "correction approved" if approved else "correction refused"
    events.record(action, f"proposal:{row.pk}", actor=actor, reason=answer, address=address)
    if approved:
        _move(row, actor)
    return row


def _move(row: Proposal, actor: Player) -> None:
    try:
        corrections.correct(
            player=row.player,
            currency=row.currency,
            amount=row.amount,
            key=str(row.pk),
            made_by=row.made_by,
            approved_by=actor,
            reason=row.reason,
        )
    except (corrections.NotAllowed, ledger.NotEnough) as refusal:
        raise NotDecided(str(refusal)) from refusal
