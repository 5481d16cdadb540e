"""Celery tasks of the wallet: nudges, which do nothing when nothing is due."""

from __future__ import annotations

from celery import shared_task

from wallet import liability, payouts, sandbox, seals


@shared_task
def seal() -> None:
    """Seal every history up to what has been finished."""
    for subject in seals.HISTORIES:
        while (one := seals.seal(subject)) and one.count == seals.ROWS_MOST:
            pass


@shared_task
def pay_out(cash_out_id: int) -> None:
    """Have the provider pay a cash-out that is due."""
    payouts.pay_out(cash_out_id)


@shared_task
def send_sandbox(message_id: int) -> None:
    """Have the sandbox send a notification that is due."""
    sandbox.send(message_id)


@shared_task
def note_liability() -> None:
    """Note what is owed to players."""
    liability.record()
