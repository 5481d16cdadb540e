"""Celery tasks of the whole house."""

from __future__ import annotations

from celery import shared_task

from config import findings, releases, risk, sweeping
from config.console import games_report


@shared_task
def sweep() -> None:
    """Do whatever is due."""
    sweeping.sweep()


@shared_task
def prove() -> None:
    """Prove the books, watch the games, look for signs of harm and laundering: as findings."""
    findings.prove()
    games_report.watch()
    risk.look()
    releases.check()
