"""What becomes of a player's money when the account is closed: it is asked to be paid out."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction

from accounts import events
from accounts.models import Exclusion
from wallet import cash_outs, ledger
from wallet.cash_out_models import CashOut
from wallet.holding import NoWallet

# Names the request of a closing, so that asked for again it is the same one.
CLOSINGS = UUID("6b1f3f0a-5d0e-4c0f-9a2e-6a7f7f0c1d2e")


def pay_out(closing: Exclusion) -> CashOut | None:
    """Ask for the whole balance in the player's name, once for each closing.

    Where that cannot be, as without a payment method of the player's, the money waits in the
    wallet, from which the player can ask for it at any time; None, and it is recorded.
    """
    player = closing.player
    balance = ledger.balances(player, settings.CURRENCY).wallet
    if not balance:
        return None
    try:
        with transaction.atomic():
            return cash_outs.request(
                player=player, amount=balance, form_key=uuid5(CLOSINGS, str(closing.pk))
            )
    except (cash_outs.NotTaken, NoWallet) as refusal:
        events.record(
            "balance of a closed account waits",
            f"player:{player.pk}",
            after={"amount": balance, "currency": settings.CURRENCY},
            reason=str(refusal),
        )
        return None
