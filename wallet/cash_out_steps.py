"""The one way in which a cash-out changes: locked, written down, recorded, signalled and mailed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, live
from accounts.models import Player
from wallet import cash_out_words, ledger
from wallet.cash_out_models import ENDED, CashOut, CashOutState, CashOutStep
from wallet.ledger import Line
from wallet.models import AccountKind, PaymentMethod, TransferKind


class NotNow(Exception):
    """This cannot be done to the cash-out as it stands; nothing was changed."""


def locked(pk: int, *states: str) -> CashOut:
    """The cash-out, locked until the transaction ends. NotNow unless it is in one of `states`.

    It is locked before the player's accounts, as every cause of a transfer is.
    """
    rows = CashOut.objects.select_for_update(of=("self",)).select_related("player", "method")
    cash_out = rows.get(pk=pk)
    demand(cash_out, states)
    return cash_out


def demand(cash_out: CashOut, states: Collection[str]) -> None:
    """NotNow unless the cash-out is in one of the states."""
    if states and cash_out.state not in states:
        text = _("This cash-out is %(state)s; nothing was done.")
        raise NotNow(text % {"state": CashOutState(cash_out.state).label})


def demand_own_account(cash_out: CashOut) -> None:
    """NotNow when the account that it goes to is not known for the player's own any more."""
    if not PaymentMethod.objects.filter(pk=cash_out.method_id, verified=True).exists():
        raise NotNow(
            _("It is no longer certain that the account is the player's: hold or refuse it.")
        )


def step(
    cash_out: CashOut,
    after: str,
    *,
    actor: Player | None,
    reason: str = "",
    note: str = "",
    address: str | None = None,
    **changes: Any,
) -> None:
    """Bring a locked cash-out to `after`, with other columns that change with it.

    `reason` is the code that the player is told, `note` what staff wrote for the record.
    """
    before, changes = cash_out.state, {"state": after, "reason": reason} | changes
    if after in ENDED:
        changes["ended_at"] = timezone.now()
    for name, value in changes.items():
        setattr(cash_out, name, value)
    cash_out.save(update_fields=list(changes))
    write(cash_out, before, actor=actor, reason=reason, note=note, address=address)
    if before != after:
        cash_out_words.tell(cash_out)


def write(
    cash_out: CashOut,
    before: str,
    *,
    actor: Player | None,
    reason: str = "",
    note: str = "",
    address: str | None = None,
    action: str = "",
) -> None:
    """Write a step down and record it as an event, by `action` where the state is not the news."""
    CashOutStep.objects.create(
        cash_out=cash_out,
        actor=actor,
        before=before,
        after=cash_out.state,
        reason=reason,
        note=note,
    )
    events.record(
        action or f"cash-out {cash_out.state}",
        cash_out.cause,
        actor=actor,
        before={"state": before} if before else None,
        after={"state": cash_out.state, "reason": reason} if reason else {"state": cash_out.state},
        reason=note,
        address=address,
    )
    version = CashOutStep.objects.filter(cash_out=cash_out).count()
    live.signal(cash_out.player_id, cash_out.cause, version)


def set_aside(cash_out: CashOut) -> None:
    """Take the amount from the wallet. Raises NotEnough."""
    _move(
        cash_out,
        "request",
        TransferKind.CASH_OUT,
        AccountKind.WALLET,
        AccountKind.CASH_OUT,
        cash_out.player,
    )


def give_back(cash_out: CashOut, actor: Player | None) -> None:
    """Return the amount to the wallet."""
    _move(
        cash_out,
        "back",
        TransferKind.CASH_OUT_REFUSED,
        AccountKind.CASH_OUT,
        AccountKind.WALLET,
        actor,
    )


def let_go(cash_out: CashOut, actor: Player | None) -> None:
    """The amount has left for the bank."""
    _move(
        cash_out,
        "sent",
        TransferKind.CASH_OUT_SENT,
        AccountKind.CASH_OUT,
        AccountKind.BANK,
        actor,
    )


def _move(
    cash_out: CashOut, key: str, kind: str, source: str, target: str, actor: Player | None
) -> None:
    """One transfer of the whole amount, with the key `cashout:<id>:<key>`; last in what is done."""
    line = Line(f"{cash_out.cause}:{key}", kind, source, target, cash_out.amount)
    ledger.move(
        player=cash_out.player,
        currency=cash_out.currency,
        cause=cash_out.cause,
        lines=[line],
        actor=actor,
    )
