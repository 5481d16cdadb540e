"""Celery tasks of accounts: nudges about a row that is due, which carry its id only."""

from __future__ import annotations

from celery import shared_task

from accounts import mails


@shared_task
def send_mail(mail_id: int) -> None:
    """Send a mail."""
    mails.send(mail_id)
