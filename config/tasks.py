"""Celery tasks of the whole house."""

from __future__ import annotations

from celery import shared_task

from config import sweeping


@shared_task
def sweep() -> None:
    """Do whatever is due."""
    sweeping.sweep()
