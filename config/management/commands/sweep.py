"""`manage.py sweep`: do whatever is due, as the worker would. Safe at any time and any number."""

from typing import Any

from django.core.management.base import BaseCommand

from config import sweeping


class Command(BaseCommand):
    """Finish and expire the rounds that are due, send mails, drop what is over."""

    help = "Do whatever is due: finishes and expiries of rounds, mails. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep once and say what was done."""
        done = sweeping.sweep()
        self.stdout.write(", ".join(f"{count} {what}" for what, count in done.items()))
