"""What a provider of payouts is to us, and the sandbox one, which pays nobody.

A provider keeps what it was asked by our key: asked again with the same key it answers about the
first payment and makes no second. It is never called inside a transaction of ours.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from wallet.cash_out_models import CashOut, SandboxPayout


class Order(NamedTuple):
    """One payment: `amount` in minor units, `account` as the provider or the bank calls it."""

    key: str
    amount: int
    currency: str
    holder: str
    account: str


class Answer(NamedTuple):
    """What became of a payment: made, with the provider's reference, or not, with the reason."""

    paid: bool
    reference: str = ""
    reason: str = ""


class NoAnswer(Exception):
    """The provider did not answer in time: the payment may have been made or not."""


class Provider(Protocol):
    """Where payments are sent. Both raise NoAnswer, after a minute at the latest."""

    def pay(self, order: Order) -> Answer:
        """Make the payment, once for its key."""

    def look(self, key: str) -> Answer | None:
        """What became of the payment of a key; None when nothing is known of it."""


# How the sandbox behaves is chosen by the cents of the amount.
NOT_PAID = 13
PAID_IN_SILENCE = 17
SILENT = 19


class Sandbox:
    """A provider for demo and tests: it keeps a table of what it was asked.

    It pays whatever is asked, but not amounts that end in .13; of those that end in .17 and .19 it
    does not tell: the first it has paid, of the second it has never heard.
    """

    def pay(self, order: Order) -> Answer:
        """Note the payment down, once for its key."""
        cents = order.amount % 100
        if cents == SILENT:
            raise NoAnswer(_("The provider did not answer."))
        SandboxPayout.objects.get_or_create(
            key=order.key,
            defaults={
                "amount": order.amount,
                "currency": order.currency,
                "paid": cents != NOT_PAID,
            },
        )
        if cents == PAID_IN_SILENCE:
            raise NoAnswer(_("The provider did not answer."))
        answer = self.look(order.key)
        assert answer is not None
        return answer

    def look(self, key: str) -> Answer | None:
        """What was noted down for the key."""
        row = SandboxPayout.objects.filter(key=key).first()
        if row is None:
            return None
        if not row.paid:
            return Answer(False, reason=_("The receiving bank does not know this account."))
        return Answer(True, reference=f"SANDBOX-{row.pk:08}")


def order(cash_out: CashOut) -> Order:
    """The payment that a cash-out stands for."""
    return Order(
        key=cash_out.cause,
        amount=cash_out.amount,
        currency=cash_out.currency,
        holder=cash_out.method.holder,
        account=cash_out.method.reference,
    )


def provider() -> Provider | None:
    """The deployment's provider; None where payments are made by files for the bank only."""
    return import_string(settings.PAYOUT_PROVIDER)() if settings.PAYOUT_PROVIDER else None
