"""What a provider tells about a deposit: read, checked, noted once, and done.

A notification has a number of the provider's own. The same one may come any number of times, at
once or months later, and is done once; each is noted with its digest. A provider's module checks
the signature and hands its news over here; a forged one is noted too, and is an event.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from django.db import transaction
from payments import PaymentStatus

from accounts import events
from wallet import debts, deposit_words, money, payment_methods
from wallet.deposit_models import Deposit, Notification
from wallet.deposits import key_of
from wallet.payment_methods import Paying

Outcome = Notification.Outcome
SEEN = (Outcome.TAKEN, Outcome.OVER, Outcome.AMOUNT, Outcome.CURRENCY)
CAPTURED, PENDING, FAILED, CANCELLED, CHARGEBACK = (
    *("captured", "pending", "failed", "cancelled", "chargeback"),
)
STATUS = {
    CAPTURED: PaymentStatus.CONFIRMED,
    PENDING: PaymentStatus.PREAUTH,
    FAILED: PaymentStatus.REJECTED,
    CANCELLED: PaymentStatus.CANCELLED,
}
KINDS = (*STATUS, CHARGEBACK)


class News(NamedTuple):
    """One genuine notification. `amount` is the provider's own decimal text."""

    event: str
    kind: str
    amount: str
    currency: str
    payment: str
    authorization: str = ""
    reason: str = ""
    paying: Paying | None = None


def digest_of(body: bytes) -> str:
    """How a notification's body is known again."""
    return hashlib.sha256(body).hexdigest()


@transaction.atomic
def refuse(deposit: Deposit, body: bytes, outcome: str, address: str | None = None) -> str:
    """Note what nobody can have signed, or what cannot be read; it changes nothing. The outcome."""
    Notification.objects.create(
        deposit=deposit,
        provider=deposit.variant,
        digest=digest_of(body),
        genuine=outcome != Outcome.FORGED,
        outcome=outcome,
        address=address,
    )
    events.record(
        "notification refused",
        deposit.cause,
        after={"provider": deposit.variant, "outcome": outcome, "digest": digest_of(body)},
        address=address,
    )
    return outcome


@transaction.atomic
def hear(deposit_id: int, news: News, body: bytes, address: str | None = None) -> str:
    """Do what a genuine notification says, unless it was done before. The outcome, as noted."""
    deposit = (
        Deposit.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player")
        .get(pk=deposit_id)
    )
    seen = Notification.objects.filter(
        provider=deposit.variant, event=news.event, outcome__in=SEEN
    ).first()
    if seen is not None:
        same = (seen.deposit_id, seen.digest) == (deposit.pk, digest_of(body))
        return str(seen.outcome) if same else refuse(deposit, body, Outcome.REUSED, address)
    paid = Deposit.objects.filter(variant=deposit.variant, transaction_id=news.payment)
    if news.payment and paid.exclude(pk=deposit.pk).exists():
        return refuse(deposit, body, Outcome.REUSED, address)
    outcome = _outcome(deposit, news)
    Notification.objects.create(
        deposit=deposit,
        provider=deposit.variant,
        event=news.event,
        kind=news.kind,
        digest=digest_of(body),
        genuine=True,
        outcome=outcome,
        address=address,
    )
    if outcome == Outcome.TAKEN:
        _do(deposit, news)
    elif outcome in (Outcome.AMOUNT, Outcome.CURRENCY):
        _flag(deposit, news, outcome)
    return str(outcome)


def _outcome(deposit: Deposit, news: News) -> Outcome:
    """Whether the news still changes anything, and can be booked."""
    if news.kind in (CAPTURED, CHARGEBACK):
        if news.currency != deposit.currency:
            return Outcome.CURRENCY
        try:
            amount = money.from_decimal(news.amount)
        except money.NotAnAmount:
            return Outcome.AMOUNT
        if news.kind == CHARGEBACK:
            return Outcome.TAKEN if 0 < amount <= _still_there(deposit) else Outcome.AMOUNT
        over = deposit.captured is not None or deposit.reason == Deposit.Reason.HELD
        return Outcome.OVER if over else Outcome.TAKEN
    return Outcome.TAKEN if deposit.is_open else Outcome.OVER


def _still_there(deposit: Deposit) -> int:
    """What was captured and not charged back, in minor units."""
    return (deposit.captured or 0) - debts.charged_back(deposit.player, deposit.cause)


def _do(deposit: Deposit, news: News) -> None:
    deposit.transaction_id = deposit.transaction_id or news.payment
    deposit.authorization = news.authorization or deposit.authorization
    fields = ["transaction_id", "authorization"]
    if news.paying is not None:
        deposit.method = payment_methods.seen(deposit.player, news.paying)
        fields.append("method")
    if news.kind == CAPTURED:
        deposit.captured_amount = money.to_decimal(money.from_decimal(news.amount))
        fields.append("captured_amount")
    deposit.save(update_fields=fields)
    if news.kind == CHARGEBACK:
        _charge_back(deposit, news)
    else:
        deposit.change_status(STATUS[news.kind], news.reason)


def _charge_back(deposit: Deposit, news: News) -> None:
    """The bank took it back: from the wallet, and the rest is owed. A significant event."""
    amount = money.from_decimal(news.amount)
    debts.charge_back(
        deposit.player,
        amount=amount,
        key=f"{key_of(deposit)}:chargeback:{digest_of(news.event.encode())[:16]}",
        cause=deposit.cause,
    )
    deposit.reason, deposit.needs_look = Deposit.Reason.CHARGEBACK, True
    deposit.save(update_fields=["reason", "needs_look"])
    deposit.change_status(PaymentStatus.REFUNDED, news.reason)
    after = {"amount": amount, "owed": debts.owed(deposit.player), "reason": news.reason}
    events.record("charged back", deposit.cause, after=after)
    deposit_words.post(deposit)


def _flag(deposit: Deposit, news: News, outcome: Outcome) -> None:
    """Money that came in another way than agreed is for a person of the house to look at."""
    deposit.needs_look = True
    if outcome == Outcome.CURRENCY and deposit.is_open:
        deposit.reason = Deposit.Reason.CURRENCY
    deposit.save(update_fields=["needs_look", "reason"])
    events.record(
        "notification refused",
        deposit.cause,
        before={"amount": deposit.amount, "currency": deposit.currency},
        after={"amount": news.amount[:40], "currency": news.currency[:10], "outcome": outcome},
    )
