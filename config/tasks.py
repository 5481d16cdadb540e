"""Celery tasks of the whole house."""

from __future__ import annotations

from celery import shared_task

from config import findings, sweeping
from config.console import games_report


@shared_task
def sweep() -> None:
    """Do whatever is due."""
    sweeping.sweep()


@shared_task
def prove() -> None:
    """Make the whole proof of the books; what does not agree becomes a finding."""
    findings.prove()
    games_report.watch()
