"""Cash-outs: a player asks; people of the house hold, approve or refuse. `payouts.py` sends them.

The money leaves the wallet with the request and comes back only when the row ends without a
payment. A request, a decision or a refusal that comes twice, or from two people at once, happens
once: the row is locked first, and each transfer has a key of its own.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, OuterRef, Subquery, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, identity
from accounts.jurisdiction import profile
from accounts.models import Player
from wallet import cash_out_words, debts, ledger, money, proof
from wallet.cash_out_models import OPEN, Approval, CashOut, CashOutState, Reason
from wallet.cash_out_steps import (
    NotNow,
    demand_own_account,
    give_back,
    locked,
    set_aside,
    step,
    write,
)
from wallet.models import Deposit, PaymentMethod

REQUESTED, ON_HOLD, APPROVED = (
    CashOutState.REQUESTED,
    CashOutState.ON_HOLD,
    CashOutState.APPROVED,
)
HOLD_REASONS = (
    *(Reason.IDENTITY, Reason.METHOD, Reason.DEPOSIT, Reason.PLAY, Reason.DISPUTE, Reason.OTHER),
)
REFUSE_REASONS = (Reason.IDENTITY, Reason.METHOD, Reason.DEPOSIT, Reason.ASKED, Reason.OTHER)


class NotTaken(ValueError):
    """A request that is not taken: the message says why, nothing was moved.

    `way_on` is the name of the address where the player can mend it, or empty.
    """

    def __init__(self, sentence: str, way_on: str = "") -> None:
        super().__init__(sentence)
        self.way_on = way_on


class NeedsReason(ValueError):
    """A decision without a reason, or with one that is not on its list."""


@transaction.atomic
def request(
    *,
    player: Player,
    amount: int,
    form_key: UUID,
    method_id: int | None = None,
    address: str | None = None,
) -> CashOut:
    """Ask for `amount` minor units of the player's money; it leaves the wallet at once.

    It goes to the player's method of that id, else to the one that `methods` names first. A form
    that was sent before gives its first cash-out back. Raises NotTaken, NoWallet.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if made := CashOut.objects.filter(player=player, form_key=form_key).first():
        return made
    held = ledger.lock(player, settings.CURRENCY)
    _check_player(player)
    _check_amount(amount, held.wallet)
    cash_out = CashOut.objects.create(
        player=player,
        form_key=form_key,
        amount=amount,
        currency=settings.CURRENCY,
        method=_method(player, method_id),
        two_people=amount > profile().cash_out_two_people,
        due_at=timezone.now() + profile().cash_out_time,
    )
    write(cash_out, "", actor=player, address=address)
    cash_out_words.tell(cash_out)
    set_aside(cash_out)
    return cash_out


def refused_request(*, player: Player, asked: str, sentence: str, address: str | None) -> None:
    """Record a request that was not taken: what was typed, and the sentence that answered it."""
    events.record(
        "cash-out not taken",
        f"player:{player.pk}",
        actor=player,
        after={"asked": asked[:40], "currency": settings.CURRENCY},
        reason=sentence,
        address=address,
    )


def methods(player: Player) -> list[Any]:
    """Where the player's money may go: verified payment methods in the player's name.

    First the one that the last deposit came from, then the newest; each with `paid_in_at`, when
    its last deposit was captured, None where it never paid.
    """
    rows = PaymentMethod.objects.filter(player=player, verified=True, closed_at=None)
    deposits = Deposit.objects.filter(method=OuterRef("pk"), captured__isnull=False)
    last = Subquery(deposits.order_by("-reached_at").values("reached_at")[:1])
    order = (F("paid_in_at").desc(nulls_last=True), "-pk")
    return list(rows.annotate(paid_in_at=last).order_by(*order))


@transaction.atomic
def hold(
    *, cash_out_id: int, reason: str, note: str, actor: Player | None, address: str | None = None
) -> CashOut:
    """Stop a cash-out for one of HOLD_REASONS; approvals given so far no longer count.

    `actor` is None when the house itself does it, for something that it noticed. Raises NotNow,
    NeedsReason.
    """
    _demand_reason(reason, HOLD_REASONS, note)
    cash_out = locked(cash_out_id, REQUESTED, APPROVED)
    step(
        cash_out,
        ON_HOLD,
        actor=actor,
        reason=reason,
        note=note,
        address=address,
        held_at=timezone.now(),
        turn=cash_out.turn + 1,
    )
    return cash_out


@transaction.atomic
def release(*, cash_out_id: int, note: str, actor: Player, address: str | None = None) -> CashOut:
    """End a hold: it is requested again, with the time that it was held added to its time limit.

    Raises NotNow, NeedsReason.
    """
    _demand_note(note)
    cash_out = locked(cash_out_id, ON_HOLD)
    stood = timezone.now() - cash_out.held_at if cash_out.held_at else timedelta(0)
    step(
        cash_out,
        REQUESTED,
        actor=actor,
        note=note,
        address=address,
        held_at=None,
        due_at=cash_out.due_at + stood,
    )
    return cash_out


@transaction.atomic
def approve(*, cash_out_id: int, note: str, actor: Player, address: str | None = None) -> CashOut:
    """One person of staff approves; above the threshold it waits for another one.

    Raises NotNow: it is not requested, this person approved it already, it is the person's own,
    the account is not certainly the player's, or cash-outs are stopped.
    """
    _demand_note(note)
    cash_out = locked(cash_out_id, REQUESTED)
    demand_open_books()
    demand_own_account(cash_out)
    if not actor.is_staff or actor.pk == cash_out.player_id:
        raise NotNow(_("A cash-out is approved by a person of staff, never by its player."))
    given = Approval.objects.filter(cash_out=cash_out, turn=cash_out.turn)
    if given.filter(person=actor).exists():
        raise NotNow(_("You have approved this cash-out; it waits for a second person."))
    Approval.objects.create(cash_out=cash_out, turn=cash_out.turn, person=actor)
    if given.count() >= cash_out.approvals_needed:
        step(cash_out, APPROVED, actor=actor, note=note, address=address)
    else:
        action = "cash-out approved by the first of two"
        write(cash_out, REQUESTED, actor=actor, note=note, address=address, action=action)
    return cash_out


@transaction.atomic
def refuse(
    *, cash_out_id: int, reason: str, note: str, actor: Player, address: str | None = None
) -> CashOut:
    """Refuse a cash-out for one of REFUSE_REASONS; the whole amount is back in the wallet at once.

    Raises NotNow, NeedsReason.
    """
    _demand_reason(reason, REFUSE_REASONS, note)
    cash_out = locked(cash_out_id, REQUESTED, ON_HOLD, APPROVED)
    step(
        cash_out,
        CashOutState.REFUSED,
        actor=actor,
        reason=reason,
        note=note,
        address=address,
        held_at=None,
    )
    give_back(cash_out, actor)
    return cash_out


@transaction.atomic
def take_back(*, cash_out_id: int, player: Player, address: str | None = None) -> CashOut:
    """The player takes a cash-out back, where the profile lets players: the strict one does not.

    Raises NotNow, and CashOut.DoesNotExist for another player's.
    """
    if not profile().cash_out_taken_back:
        raise NotNow(_("A cash-out that was asked for cannot be taken back."))
    CashOut.objects.get(pk=cash_out_id, player=player)
    cash_out = locked(cash_out_id, REQUESTED)
    step(cash_out, CashOutState.TAKEN_BACK, actor=player, address=address)
    give_back(cash_out, player)
    return cash_out


def open_sums() -> dict[tuple[int, str], int]:
    """What open cash-outs hold, by (player id, currency): what `cash-out` must add up to."""
    rows = CashOut.objects.filter(state__in=OPEN).values_list("player_id", "currency")
    return {(who, what): int(sum) for who, what, sum in rows.annotate(sum=Sum("amount"))}


def stopped() -> bool:
    """Whether the last proof of the books failed: then no money leaves."""
    return not proof.holds()


def demand_open_books() -> None:
    """NotNow while the books do not agree."""
    if stopped():
        raise NotNow(_("The books do not agree: no cash-out goes on until they do."))


def least(balance: int) -> int:
    """The smallest amount that is paid out, in minor units: the profile's, or all that is there."""
    return min(profile().cash_out_least, balance)


def _check_player(player: Player) -> None:
    """NotTaken while the player, or the house, may not let money out."""
    if player.is_test and settings.MODE == "production":
        raise NotTaken(_("Test money is not paid out."))
    if not identity.is_verified(player):
        raise NotTaken(
            _("Money is paid out to people whose identity is verified. Please verify yours first."),
            "accounts:identity",
        )
    if owing := debts.owed(player):
        text = _("A payment of yours was charged back; %(owing)s must be repaid first.")
        amount = money.format(owing, settings.CURRENCY)
        raise NotTaken(text % {"owing": amount}, debts.Owing.way_on)
    if stopped():
        raise NotTaken(
            _("Cash-outs are stopped while we check our books. Your money is where it was; please "
              "try again later.")
        )  # fmt: skip


def _check_amount(amount: int, balance: int) -> None:
    """NotTaken for an amount that is not there, or too small to be sent."""
    if amount > balance or balance == 0:
        text = _("You can cash out up to %(balance)s. What is in play is free when its game ends.")
        raise NotTaken(text % {"balance": money.format(balance, settings.CURRENCY)})
    if amount < least(balance):
        text = _("The smallest cash-out is %(least)s.")
        raise NotTaken(text % {"least": money.format(least(balance), settings.CURRENCY)})


def _method(player: Player, method_id: int | None) -> PaymentMethod:
    """The player's method of that id, or the default. Raises NotTaken."""
    mine = methods(player)
    chosen: PaymentMethod | None
    chosen = next((one for one in mine if method_id in (None, one.pk)), None)
    if chosen is None:
        raise NotTaken(
            _("A cash-out goes to an account in your own name that you have paid in from."),
            "wallet:methods",
        )
    return chosen


def _demand_reason(reason: str, among: tuple[Reason, ...], note: str) -> None:
    if reason not in among:
        raise NeedsReason(_("Choose the reason that the player is told."))
    _demand_note(note)


def _demand_note(note: str) -> None:
    if not note.strip():
        raise NeedsReason(_("Write down why, for the record."))
