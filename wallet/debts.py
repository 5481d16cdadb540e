"""What a player owes after a chargeback, and how it is repaid.

A chargeback takes from the wallet as far as it reaches; the bank has the rest from the house, and
the player owes it. No balance goes below zero. Until it is repaid there is no play for money.
"""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from accounts.models import Player
from wallet import ledger, money
from wallet.ledger import Line
from wallet.models import Account, AccountKind, Transfer, TransferKind

WALLET, BANK, RECEIVABLE = AccountKind.WALLET, AccountKind.BANK, AccountKind.RECEIVABLE
KINDS = (TransferKind.CHARGEBACK, TransferKind.REPAYMENT)


class Owing(Exception):
    """The player owes money; the message says how much. `way_on` names where it is repaid."""

    way_on = "wallet:deposit"

    def __init__(self, amount: int) -> None:
        self.amount = amount
        super().__init__(
            _(
                "A payment of yours was charged back, and %(amount)s of it are still owed. Games "
                "for money open again when it is repaid."
            )
            % {"amount": money.format(amount, settings.CURRENCY)}
        )


def owed(player: Player) -> int:
    """What the player owes in the deployment's money, in minor units."""
    receivable = Account.objects.filter(player=None, kind=RECEIVABLE, currency=settings.CURRENCY)
    # By the index of the cashier's kinds.
    moved = Transfer.objects.filter(player=player, kind__in=KINDS, currency=settings.CURRENCY)
    sums = moved.aggregate(
        lent=Sum("amount", filter=Q(source__in=receivable), default=0),
        repaid=Sum("amount", filter=Q(target__in=receivable), default=0),
    )
    return int(sums["lent"] - sums["repaid"])


def check_play(player: Player, currency: str) -> None:
    """Raises Owing where the player may not play for this currency before a debt is repaid."""
    if currency == settings.CURRENCY and (amount := owed(player)):
        raise Owing(amount)


def charge_back(player: Player, *, amount: int, key: str, cause: str) -> list[Transfer]:
    """Give the bank what it charged back: from the wallet as far as it reaches, the rest lent.

    In the caller's transaction; once for each `key`, which the caller has made sure of.
    """
    reach = min(ledger.lock(player, settings.CURRENCY).wallet, amount)
    lines = []
    if reach:
        lines.append(Line(key, TransferKind.CHARGEBACK, WALLET, BANK, reach))
    if amount > reach:
        rest = amount - reach
        lines.append(Line(f"{key}:owed", TransferKind.CHARGEBACK, RECEIVABLE, BANK, rest))
    return ledger.move(player=player, currency=settings.CURRENCY, cause=cause, lines=lines)


def charged_back(player: Player, cause: str) -> int:
    """What was charged back of one deposit, in minor units."""
    rows = Transfer.objects.filter(player=player, kind=TransferKind.CHARGEBACK, cause=cause)
    return int(rows.aggregate(sum=Sum("amount", default=0))["sum"])


@transaction.atomic
def collect(player: Player) -> int:
    """Repay what is owed from the wallet, as far as it reaches; the amount, in minor units."""
    held = ledger.lock(player, settings.CURRENCY)
    amount = min(owed(player), held.wallet)
    if amount <= 0:
        return 0
    made = Transfer.objects.filter(player=player, kind=TransferKind.REPAYMENT).count()
    key = f"debt:repaid:{made + 1}"
    line = Line(key, TransferKind.REPAYMENT, WALLET, RECEIVABLE, amount)
    ledger.move(player=player, currency=settings.CURRENCY, cause="debt", lines=[line])
    return amount


def sweep() -> dict[str, int]:
    """Collect from everybody who owes and has won or been given something since."""
    lent = Transfer.objects.filter(kind=TransferKind.CHARGEBACK, source__kind=RECEIVABLE)
    owing = Player.objects.filter(pk__in=lent.values("player"))
    return {"debts repaid": sum(bool(collect(player)) for player in owing if owed(player))}
