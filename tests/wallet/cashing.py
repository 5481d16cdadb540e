"""What the tests of cash-outs share: players with an account to pay to, staff, whole ways."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable
from typing import Any

from accounts.models import Player
from tests import factories
from wallet import cash_outs, ledger, payouts
from wallet.models import CashOut, PaymentMethod

numbers = itertools.count(1)
WHY = "checked against the papers"


def method(of: Player, **fields: Any) -> PaymentMethod:
    """An account in the player's name, verified."""
    number = next(numbers)
    values = {
        "kind": PaymentMethod.Kind.SANDBOX,
        "label": f"Sandbox account ····{number:04}",
        "holder": "Kim Player",
        "reference": f"sb-{number}",
        "fingerprint": f"print-{number}",
        "verified": True,
    }
    return PaymentMethod.objects.create(player=of, **values | fields)


def player(money: int = 500_00, **fields: Any) -> Player:
    """A player with money and an account to pay to."""
    made = factories.player(money=money, chips=False, **fields)
    method(made)
    return made


def asked(of: Player, amount: int = 100_00, **wanted: Any) -> CashOut:
    """A cash-out that the player has asked for."""
    wanted.setdefault("form_key", uuid.uuid4())
    return cash_outs.request(player=of, amount=amount, **wanted)


def approved(of: Player, amount: int = 100_00) -> CashOut:
    """A cash-out that as many people as it needs have approved."""
    row = asked(of, amount)
    for _ in range(row.approvals_needed):
        row = cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=factories.staff())
    return row


def sending(of: Player, amount: int = 100_00) -> CashOut:
    """A cash-out that is due at the provider."""
    return payouts.send(cash_out_id=approved(of, amount).pk, note=WHY, actor=factories.staff())


def now(row: CashOut) -> CashOut:
    """The cash-out as it stands."""
    return CashOut.objects.get(pk=row.pk)


def held(of: Player) -> tuple[int, int]:
    """What the player has in the wallet and on its way out, in minor units."""
    balances = ledger.balances(of, "EUR")
    return balances.wallet, balances.cash_out


def refusal(of: type[Exception], deed: Callable[[], object]) -> str:
    """The sentence with which a deed is refused."""
    try:
        deed()
    except of as refused:
        return str(refused)
    raise AssertionError("it was not refused")
