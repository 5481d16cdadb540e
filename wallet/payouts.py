"""Sending approved cash-outs, each at most once, whatever is killed, lost or done twice.

First it is written down and committed that the provider is called now, then it is called with the
cash-out's own key, outside any transaction, then its answer is written down. What was called and
has no answer is never called again: the provider is asked about the key. Where that does not tell,
the cash-out is "unknown" until a person has found out; nothing gives its money back by itself.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from wallet import cash_outs
from wallet.cash_out_models import CashOut, CashOutState, PayoutFile, Reason
from wallet.cash_out_steps import NotNow, demand_own_account, give_back, let_go, locked, step, write
from wallet.cash_outs import NeedsReason
from wallet.payout_providers import Answer, NoAnswer, Order, order, provider

logger = logging.getLogger(__name__)

APPROVED, SENDING, UNKNOWN, SENT, FAILED = (
    CashOutState.APPROVED,
    CashOutState.SENDING,
    CashOutState.UNKNOWN,
    CashOutState.SENT,
    CashOutState.FAILED,
)
# Longer than any call of a provider takes: whoever made an older one is dead.
CALL_MOST = timedelta(minutes=5)


@transaction.atomic
def send(*, cash_out_id: int, note: str, actor: Player, address: str | None = None) -> CashOut:
    """Have the provider pay an approved cash-out: a row that is due, and a nudge to the worker.

    Raises NotNow, NeedsReason.
    """
    if not note.strip():
        raise NeedsReason(_("Write down why, for the record."))
    cash_out = locked(cash_out_id, APPROVED)
    cash_outs.demand_open_books()
    demand_own_account(cash_out)
    if provider() is None:
        raise NotNow(_("There is no provider of payouts here: put it into a payout file."))
    step(cash_out, SENDING, actor=actor, note=note, address=address, by_provider=True)
    nudge = partial(current_app.send_task, "wallet.tasks.pay_out", args=[cash_out.pk])
    transaction.on_commit(nudge, robust=True)
    return cash_out


def pay_out(cash_out_id: int) -> bool:
    """Call the provider for a cash-out that is due. False if it is not, or was called before."""
    if (wanted := _claim(cash_out_id)) is None:
        return False
    bank = provider()
    try:
        if bank is None:
            raise NoAnswer(_("The provider of payouts is gone."))
        answer = bank.pay(wanted)
    except Exception as fault:
        # Whatever went wrong, the payment may have been made.
        logger.warning("the payment %s has no answer: %s", wanted.key, type(fault).__name__)
        _no_answer(cash_out_id, _("The provider did not answer to the payment."))
        return True
    _answered(cash_out_id, answer)
    return True


@transaction.atomic
def _claim(cash_out_id: int) -> Order | None:
    """Write down that the provider is called now; None if this cash-out is not due for that."""
    cash_out = locked(cash_out_id)
    due = cash_out.state == SENDING and cash_out.by_provider and cash_out.called_at is None
    if not due or cash_outs.stopped():
        return None
    cash_out.called_at = timezone.now()
    cash_out.save(update_fields=["called_at"])
    return order(cash_out)


def look_up(cash_out_id: int) -> bool:
    """Ask the provider about a call that was never answered, and write down what it says.

    Never calls for the payment again. False if the cash-out does not wait for that.
    """
    cash_out = CashOut.objects.get(pk=cash_out_id)
    bank = provider()
    if cash_out.state != SENDING or cash_out.called_at is None or bank is None:
        return False
    try:
        answer = bank.look(cash_out.cause)
    except Exception as fault:
        logger.warning("nothing heard of %s: %s", cash_out.cause, type(fault).__name__)
        answer = None
    if answer is None:
        _no_answer(
            cash_out_id, _("The worker died while it called, and the provider knows nothing.")
        )
    else:
        _answered(cash_out_id, answer)
    return True


@transaction.atomic
def _answered(cash_out_id: int, answer: Answer) -> None:
    """Write the provider's answer down. A late no to an unknown payment is left to a person."""
    cash_out = locked(cash_out_id)
    if cash_out.state not in (SENDING, UNKNOWN):
        return
    if answer.paid:
        _sent(cash_out, answer.reference, None, "", None)
    elif cash_out.state == SENDING:
        _failed(cash_out, None, answer.reason, None)
    else:
        write(cash_out, UNKNOWN, actor=None, note=answer.reason, action="provider answered late")


@transaction.atomic
def _no_answer(cash_out_id: int, note: str) -> None:
    cash_out = locked(cash_out_id)
    if cash_out.state == SENDING:
        step(cash_out, UNKNOWN, actor=None, note=note)


def ask(*, cash_out_id: int, actor: Player, address: str | None = None) -> str:
    """A person asks the provider about an unknown payment: its answer as a sentence, also kept.

    Nothing moves: the person decides with `resolve`. Raises NotNow.
    """
    cash_out = CashOut.objects.get(pk=cash_out_id)
    bank = provider()
    if cash_out.state != UNKNOWN or not cash_out.by_provider or bank is None:
        raise NotNow(_("There is nothing to ask a provider about this cash-out."))
    try:
        sentence = _said(bank.look(cash_out.cause))
    except NoAnswer as silence:
        sentence = str(silence)
    with transaction.atomic():
        cash_out = locked(cash_out_id)
        write(cash_out, cash_out.state, actor=actor, note=sentence, address=address,
              action="provider asked about a cash-out")  # fmt: skip
    return sentence


def _said(answer: Answer | None) -> str:
    if answer is None:
        return _("The provider has never heard of this payment.")
    if answer.paid:
        return _("The provider has paid it; its reference is %(reference)s.") % {
            "reference": answer.reference
        }
    return _("The provider has not paid it: %(reason)s") % {"reason": answer.reason}


@transaction.atomic
def resolve(
    *,
    cash_out_id: int,
    sent: bool,
    reference: str = "",
    note: str,
    actor: Player,
    address: str | None = None,
) -> CashOut:
    """A person tells what became of a payment, with the evidence as `note`.

    For an unknown payment and for one in a payout file. `sent`: it was made, with the bank's
    `reference`; otherwise it was not, and the whole amount is back in the wallet. Raises NotNow,
    NeedsReason.
    """
    if not note.strip():
        raise NeedsReason(_("Write down how you know, for the record."))
    if sent and not reference.strip():
        raise NeedsReason(_("A payment that was made has the bank's reference."))
    cash_out = locked(cash_out_id, SENDING, UNKNOWN)
    if cash_out.state == SENDING and cash_out.by_provider:
        raise NotNow(_("The provider is being asked; wait for its answer."))
    if sent:
        _sent(cash_out, reference.strip(), actor, note, address)
    else:
        _failed(cash_out, actor, note, address)
    return cash_out


def _sent(
    cash_out: CashOut, reference: str, actor: Player | None, note: str, address: str | None
) -> None:
    step(cash_out, SENT, actor=actor, note=note, address=address, bank_reference=reference[:80])
    _close_file(cash_out)
    let_go(cash_out, actor)


def _failed(cash_out: CashOut, actor: Player | None, note: str, address: str | None) -> None:
    step(cash_out, FAILED, actor=actor, reason=Reason.BANK, note=note, address=address)
    _close_file(cash_out)
    give_back(cash_out, actor)


def _close_file(cash_out: CashOut) -> None:
    """Note on a payout file that the last of its payments is confirmed."""
    if cash_out.payout_file_id is None:
        return
    file = PayoutFile.objects.select_for_update(no_key=True).get(pk=cash_out.payout_file_id)
    if not file.cash_outs.filter(state__in=(SENDING, UNKNOWN)).exists():
        file.confirmed_at = timezone.now()
        file.save(update_fields=["confirmed_at"])


def sweep(now: datetime | None = None) -> dict[str, int]:
    """Send what is due, and ask about calls whose caller is dead. Repeats what a crash left."""
    now = now or timezone.now()
    sending = CashOut.objects.filter(state=SENDING, by_provider=True)
    due = sending.filter(called_at=None).values_list("pk", flat=True)
    stuck = sending.filter(called_at__lt=now - CALL_MOST).values_list("pk", flat=True)
    return {
        "paid out": sum(_safely(pay_out, pk) for pk in list(due)),
        "payments looked up": sum(_safely(look_up, pk) for pk in list(stuck)),
    }


def _safely(service: object, pk: int) -> bool:
    """One cash-out that fails does not stop the others."""
    try:
        return bool(service(pk))  # type: ignore[operator]
    except Exception:
        logger.exception("a cash-out could not be sent: %s", pk)
        return False
