"""Compare the files that decide games with what was approved."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import releases


class Command(BaseCommand):
    help = "Digests rules, dice and ledger. Ends with 1, and stops money games, where they differ."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the digest, or what differs."""
        names = releases.check()
        self.stdout.write(releases.digest_of(releases.digests()))
        if names:
            raise CommandError(f"Not what was approved: {', '.join(names)}.")
