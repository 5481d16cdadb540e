"""What staff do about deposits: lift a block, settle what was to be looked at; with a reason."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import events
from accounts.models import Player
from config.console.deeds import Deed
from wallet import deposit_blocks
from wallet.deposit_models import Deposit, FundingBlock


def _lift(pk: int, form: dict[str, Any], actor: Player, address: str) -> None:
    deposit_blocks.lift(block_id=pk, actor=actor, reason=form["reason"], address=address)


@transaction.atomic
def _settle(pk: int, form: dict[str, Any], actor: Player, address: str) -> None:
    """Somebody has looked and found what to do; the reason says what."""
    deposit = Deposit.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)
    if deposit.needs_look:
        deposit.needs_look = False
        deposit.save(update_fields=["needs_look"])
        about = {"actor": actor, "reason": form["reason"], "address": address}
        events.record("deposit settled", deposit.cause, **about)


LIFT = Deed(
    model=FundingBlock,
    word="lift",
    right="wallet.change_fundingblock",
    title=_("Lift the block"),
    sentence=_("The player can pay in at once; what failed before does not count any more."),
    done=_("The block is lifted."),
    offers=lambda block, actor: block.lifted_at is None,
    do=_lift,
)
SETTLE = Deed(
    model=Deposit,
    word="settle",
    right="wallet.change_deposit",
    title=_("Settle what was to be looked at"),
    sentence=_("No money moves by this. Say what you found and what was done about it."),
    done=_("It is settled."),
    offers=lambda deposit, actor: deposit.needs_look,
    do=_settle,
)
