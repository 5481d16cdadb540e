"""A payment of a cash-out that the receiving bank gave back after it had been sent."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from wallet import cash_out_words, debts, deposits
from wallet.cash_out_models import CashOut, CashOutState
from wallet.cash_out_steps import NotNow, locked, write
from wallet.cash_outs import NeedsReason


@transaction.atomic
def came_back(*, cash_out_id: int, note: str, actor: Player, address: str | None = None) -> CashOut:
    """The whole amount is in the player's wallet again, once; the cash-out stays sent.

    What the player owes is repaid from it. Raises NotNow, NeedsReason.
    """
    if not note.strip():
        raise NeedsReason(_("Write down why, for the record."))
    cash_out = locked(cash_out_id, CashOutState.SENT)
    if cash_out_words.came_back(cash_out):
        raise NotNow(_("This payment has come back already; nothing was done."))
    write(
        cash_out,
        CashOutState.SENT,
        actor=actor,
        note=note,
        address=address,
        action="payment returned by the bank",
    )
    key = f"{cash_out.cause}:returned"
    deposits.returned_by_bank(
        cash_out.player, amount=cash_out.amount, key=key, cause=cash_out.cause
    )
    debts.collect(cash_out.player)
    cash_out_words.tell_return(cash_out)
    return cash_out
