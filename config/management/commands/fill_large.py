"""Fill a database with the large data set, by which the house's pages are measured."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import large
from config.management.commands.backup import owners_database


class Command(BaseCommand):
    help = (
        "Adds a year of invented play: at a share of 1.0 a million transfers, 200,000 rounds and "
        "5,000,000 moves. OWNER_DATABASE_URL leads to the database as its owner. Not in production."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How much of it."""
        parser.add_argument("--share", type=float, default=1.0, help="0.01 is a hundredth of it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill, and print what there is now. CommandError where it is not made."""
        if not 0 < options["share"] <= 10:
            raise CommandError("The share is a number above 0 and up to 10.")
        began = time.monotonic()
        try:
            counts = large.fill(owners_database(), options["share"])
        except large.NotHere as reason:
            raise CommandError(str(reason)) from reason
        for name, count in counts.items():
            self.stdout.write(f"{count:>12,} {name}")
        self.stdout.write(f"in {time.monotonic() - began:.0f} s")
