"""Payout files: approved cash-outs as a list of payments that a person hands to the bank.

A cash-out in a file is being sent until a person confirms what became of it
(`payouts.resolve`); it is in one file only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import events, spreadsheets
from accounts.models import Player
from wallet import cash_outs
from wallet.cash_out_models import CashOut, CashOutState, PayoutFile
from wallet.cash_out_steps import NotNow, step
from wallet.money import DECIMALS

MOST = 1000
COLUMNS = ("payment", "receiver", "account", "amount", "currency", "reference")


@transaction.atomic
def make(*, ids: Iterable[int], note: str, actor: Player, address: str | None = None) -> PayoutFile:
    """Put the approved ones of these cash-outs into a file, oldest first, at most MOST.

    They are being sent from then on. Those that are no longer approved, or go to an account that is
    not certainly the player's, are left out. Raises NotNow (cash-outs are stopped, or none is
    left), NeedsReason.
    """
    if not note.strip():
        raise cash_outs.NeedsReason(_("Write down why, for the record."))
    cash_outs.demand_open_books()
    rows = CashOut.objects.select_for_update(of=("self",)).select_related("player", "method")
    chosen = list(
        rows.filter(
            pk__in=list(ids),
            state=CashOutState.APPROVED,
            currency=settings.CURRENCY,
            method__verified=True,
        ).order_by("pk")[:MOST]
    )
    if not chosen:
        raise NotNow(_("None of these cash-outs is approved and waiting to be sent."))
    text = content(chosen)
    file = PayoutFile.objects.create(
        made_by=actor,
        count=len(chosen),
        total=sum(one.amount for one in chosen),
        currency=settings.CURRENCY,
        text=text,
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )
    for one in chosen:
        step(one, CashOutState.SENDING, actor=actor, note=note, address=address, payout_file=file)
    events.record(
        "payout file made",
        f"payoutfile:{file.pk}",
        actor=actor,
        after={"payments": file.count, "total": file.total, "digest": file.digest},
        reason=note,
        address=address,
    )
    return file


def content(rows: Iterable[CashOut]) -> str:
    """The file: a line with COLUMNS, then one for each payment; amounts as 1234.50."""
    return "".join(spreadsheets.lines([COLUMNS, *map(_payment, rows)]))


def _payment(row: CashOut) -> tuple[object, ...]:
    """A payment as COLUMNS names it."""
    amount = f"{row.amount // 10**DECIMALS}.{row.amount % 10**DECIMALS:0{DECIMALS}}"
    receiver, account = row.method.holder, row.method.reference
    return row.pk, receiver, account, amount, row.currency, f"Fairdeal cash-out {row.pk}"
