"""Deposits: a player asks to pay in, the gates are asked, and what the gateway captures is booked.

A deposit's row is the gateway's record and no money. Only a captured amount, converted exactly,
becomes transfers, once; it can be spent from that moment on and not before. Whatever gateway
brings it, `gateway_says` is the only road in. What it tells is read in `wallet/deposit_news.py`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from payments import PaymentStatus

from accounts import events, gates, identity
from accounts.models import Player
from wallet import debts, deposit_blocks, deposit_words, ledger, money
from wallet.deposit_models import Deposit, Notification
from wallet.ledger import Line
from wallet.models import AccountKind, TransferKind
from wallet.sums import Sums

LEAST = 1_00
MOST = 10_000_00
# How long a gateway may be silent: before the player has paid there, and after.
STARTED_KEPT = timedelta(hours=1)
PENDING_KEPT = timedelta(days=7)
WAITING, PENDING, CONFIRMED = PaymentStatus.WAITING, PaymentStatus.PREAUTH, PaymentStatus.CONFIRMED
Obstacle = gates.Closed | deposit_blocks.Blocked
ENDINGS = {
    PaymentStatus.REJECTED: Deposit.Reason.DECLINED,
    PaymentStatus.ERROR: Deposit.Reason.DECLINED,
    PaymentStatus.CANCELLED: Deposit.Reason.CANCELLED,
}


class NotTaken(ValueError):
    """What was asked for is no deposit of this house; the message says why. No row was made."""


class Trimmed(ValueError):
    """A limit leaves less than was asked for: `allowed` minor units. No row was made."""

    def __init__(self, asked: int, allowed: int) -> None:
        self.asked, self.allowed = asked, allowed
        sums = {
            "asked": money.format(asked, settings.CURRENCY),
            "allowed": money.format(allowed, settings.CURRENCY),
        }
        super().__init__(
            _("You asked for %(asked)s; your limit allows %(allowed)s now. Deposit that?") % sums
        )


def fee_of(variant: str, amount: int) -> int:
    """What the house takes of an amount paid in that way, in minor units, to the nearest one."""
    return (amount * settings.DEPOSIT_FEES.get(variant, 0) + 5_000) // 10_000


@transaction.atomic
def ask(
    *,
    player: Player,
    amount: int,
    variant: str,
    form_key: UUID,
    asked: int | None = None,
    address: str | None = None,
) -> Deposit:
    """Begin a deposit of `amount` minor units. A form sent twice begins one.

    `asked` is what the player had asked for before a limit made it less. Where a gate is closed the
    deposit is refused: the row says so and why. Raises NotTaken, Trimmed, NoWallet.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if made := Deposit.objects.filter(player=player, token=str(form_key)).first():
        return made
    _check_asked(amount, variant)
    ledger.lock(player, settings.CURRENCY)
    deposit = Deposit(
        player=player,
        asked=max(asked or amount, amount),
        amount=amount,
        total=money.to_decimal(amount),
        fee=fee_of(variant, amount),
        currency=settings.CURRENCY,
        variant=variant,
        status=WAITING,
        token=str(form_key),
        description=_("Fairdeal deposit"),
        customer_ip_address=address,
    )
    try:
        check(player, amount)
    except (gates.Closed, deposit_blocks.Blocked) as refusal:
        deposit.status = PaymentStatus.REJECTED
        deposit.message, deposit.ended_at = str(refusal), timezone.now()
        _shut(deposit, refusal)
    deposit.save()
    return deposit


def _shut(deposit: Deposit, refusal: Obstacle) -> None:
    """Write down why it is not allowed, and where the player can go on."""
    blocked = isinstance(refusal, deposit_blocks.Blocked)
    deposit.reason = Deposit.Reason.BLOCKED if blocked else Deposit.Reason.GATE
    deposit.attrs.way_on = refusal.way_on


def _check_asked(amount: int, variant: str) -> None:
    """NotTaken for a sum or a way that this house does not offer."""
    if variant not in settings.PAYMENT_VARIANTS:
        raise NotTaken(_("Choose one of the ways to pay that are offered."))
    if not LEAST <= amount <= MOST:
        least, most = (money.format(one, settings.CURRENCY) for one in (LEAST, MOST))
        text = _("A deposit is from %(least)s to %(most)s.")
        raise NotTaken(text % {"least": least, "most": most})


def check(player: Player, amount: int) -> None:
    """Whether the player may pay in `amount` more. The player's row and accounts are locked.

    Raises Blocked after payments that failed, Trimmed where a limit of deposits still allows a
    part, Closed for whatever else stands in the way.
    """
    deposit_blocks.check(player)
    if not identity.is_verified(player):
        waits = identity.standing(player).state == "submitted"
        text = (
            _("You have shown who you are, and we look at it. You can pay in when we have.")
            if waits
            else _("Before you pay in, please show who you are. It is asked once.")
        )
        raise gates.Closed(text, "accounts:identity")
    sums = Sums(player, settings.CURRENCY)
    room = gates.deposit_room(player, sums)
    trimmed = room is not None and LEAST <= room < amount
    gates.check_deposit(player, amount=room if trimmed and room else amount, sums=sums)
    if trimmed and room:
        raise Trimmed(amount, room)


@transaction.atomic
def obstacle(player: Player) -> Obstacle | None:
    """What stands in the way of any deposit now, if anything does."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    try:
        check(player, LEAST)
    except (gates.Closed, deposit_blocks.Blocked) as refusal:
        return refusal
    return None


@transaction.atomic
def set_out(player: Player, pk: int) -> Deposit:
    """The player is about to pay what was asked for: once more through the gates.

    Where one has closed since, as by an exclusion or a lower limit, the deposit ends and says so.
    """
    deposit = of(player).select_for_update(of=("self",), no_key=True).get(pk=pk)
    if not deposit.is_open or deposit.status != WAITING:
        return deposit
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    sums = Sums(player, settings.CURRENCY, besides=deposit.pk)
    try:
        deposit_blocks.check(player)
        gates.check_deposit(player, amount=deposit.amount, sums=sums)
    except (gates.Closed, deposit_blocks.Blocked) as refusal:
        _shut(deposit, refusal)
        deposit.save(update_fields=["reason", "extra_data"])
        deposit.change_status(PaymentStatus.REJECTED, str(refusal))
    return deposit


def of(player: Player) -> QuerySet[Deposit]:
    """The player's deposits, newest first, the refused ones too."""
    return Deposit.objects.filter(player=player).select_related("method").order_by("-pk")


@transaction.atomic
def cancel(player: Player, pk: int) -> Deposit:
    """End a deposit that the player has not paid; one that has ended or is on its way stays.

    Should the gateway have captured it all the same, it is booked when it says so.
    """
    deposit = of(player).select_for_update(of=("self",), no_key=True).get(pk=pk)
    if deposit.is_open and deposit.status == WAITING:
        deposit.change_status(PaymentStatus.CANCELLED)
    return deposit


@transaction.atomic
def gateway_says(sender: Any, instance: Deposit, **_kwargs: Any) -> None:
    """What django-payments calls when a gateway has changed a payment's status."""
    if instance.status == CONFIRMED:
        _book(instance)
    elif instance.status in ENDINGS and instance.is_open:
        instance.reason = instance.reason or ENDINGS[instance.status]
        instance.ended_at = timezone.now()
        instance.save(update_fields=["reason", "ended_at"])
        if instance.reason == Deposit.Reason.DECLINED:
            deposit_blocks.note_failure(instance.player)
            deposit_words.post(instance)


def _book(deposit: Deposit) -> None:
    """Credit what was captured, once, and take the fee; then what the player owes, if anything."""
    there = Deposit.objects.select_for_update(of=("self",), no_key=True).get(pk=deposit.pk)
    if there.captured is not None or there.reason == Deposit.Reason.HELD:
        return
    captured = money.from_decimal(deposit.captured_amount or deposit.total)
    if refusal := _too_much(there, captured):
        _set_aside(deposit, captured, refusal)
        return
    late = there.ended_at is not None
    deposit.captured, deposit.fee = captured, fee_of(deposit.variant, captured)
    deposit.captured_amount = money.to_decimal(captured)
    deposit.reason, deposit.message = Deposit.Reason.NONE, ""
    deposit.reached_at = deposit.ended_at = timezone.now()
    deposit.needs_look = there.needs_look or late or captured != deposit.amount
    deposit.save(
        update_fields=[
            *("captured", "fee", "captured_amount", "transaction_id", "authorization", "reason"),
            *("message", "reached_at", "ended_at", "needs_look"),
        ]
    )
    _credit(deposit)
    _note_oddities(deposit, captured, late)
    debts.collect(deposit.player)
    deposit_words.post(deposit)


def _too_much(deposit: Deposit, captured: int) -> gates.Closed | None:
    """The gate that is closed to what was paid above what the gates have let in, if one is.

    They let in the deposit's amount; when it was declined or cancelled since, nothing.
    """
    counts = deposit.is_open or deposit.reason == Deposit.Reason.SILENT
    more = captured - (deposit.amount if counts else 0)
    if more <= 0:
        return None
    player = Player.objects.select_for_update(no_key=True).get(pk=deposit.player_id)
    try:
        gates.check_deposit(player, amount=more, sums=Sums(player, settings.CURRENCY))
    except gates.Closed as refusal:
        return refusal
    return None


def _set_aside(deposit: Deposit, captured: int, refusal: gates.Closed) -> None:
    """Money that a provider took and no gate lets in is not credited: a person gives it back."""
    deposit.captured_amount = money.to_decimal(captured)
    deposit.reason, deposit.message = Deposit.Reason.HELD, str(refusal)
    deposit.ended_at, deposit.needs_look = timezone.now(), True
    deposit.save(
        update_fields=[
            *("captured_amount", "reason", "message", "ended_at", "needs_look"),
            *("transaction_id", "authorization"),
        ]
    )
    before, after = {"amount": deposit.amount}, {"captured": captured, "why": str(refusal)}
    events.record("captured and not let in", deposit.cause, before=before, after=after)
    deposit_words.post(deposit)


def key_of(deposit: Deposit) -> str:
    """The key of its transfers: the gateway's number of the payment, else our own."""
    return f"deposit:{deposit.variant}:{deposit.transaction_id or deposit.token}"[:110]


def _credit(deposit: Deposit) -> None:
    key, captured = key_of(deposit), deposit.captured
    assert captured is not None
    lines = [Line(key, TransferKind.DEPOSIT, AccountKind.BANK, AccountKind.WALLET, captured)]
    if deposit.fee:
        fee = Line(
            f"{key}:fee", TransferKind.FEE, AccountKind.WALLET, AccountKind.FEES, deposit.fee
        )
        lines.append(fee)
    ledger.move(player=deposit.player, currency=settings.CURRENCY, cause=deposit.cause, lines=lines)


def _note_oddities(deposit: Deposit, captured: int, late: bool) -> None:
    """What staff should know: another sum than asked for, or money after the deposit was over."""
    if captured != deposit.amount:
        before, after = {"amount": deposit.amount}, {"captured": captured}
        events.record("another amount captured", deposit.cause, before=before, after=after)
    if late:
        events.record("captured late", deposit.cause, after={"captured": captured})


@transaction.atomic
def returned_by_bank(player: Player, *, amount: int, key: str, cause: str, note: str = "") -> None:
    """A payment that this house sent came back from the bank: it is the player's again."""
    line = Line(key, TransferKind.BANK_RETURN, AccountKind.BANK, AccountKind.WALLET, amount, note)
    ledger.move(player=player, currency=settings.CURRENCY, cause=cause, lines=[line])


def sweep() -> dict[str, int]:
    """End deposits of which no gateway has said anything for too long."""
    now = timezone.now()
    silent = Q(status=WAITING, created__lt=now - STARTED_KEPT) | Q(created__lt=now - PENDING_KEPT)
    due = Deposit.objects.filter(silent, ended_at=None).values_list("pk", flat=True)
    return {"deposits ended": sum(_end_silent(pk) for pk in list(due[:200]))}


@transaction.atomic
def _end_silent(pk: int) -> bool:
    deposit = Deposit.objects.select_for_update(of=("self",), no_key=True, skip_locked=True).filter(
        pk=pk, ended_at=None
    ).first()  # fmt: skip
    if deposit is None:
        return False
    deposit.reason = Deposit.Reason.SILENT
    deposit.save(update_fields=["reason"])
    deposit.change_status(PaymentStatus.ERROR)
    return True


def told(deposit: Deposit) -> QuerySet[Notification]:
    """What the gateway told about a deposit, oldest first."""
    return Notification.objects.filter(deposit=deposit, genuine=True).order_by("pk")
