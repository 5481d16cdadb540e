"""Put a backup into an empty database, then give `app` its rights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import backups
from config.management.commands.backup import owners_database


class Command(BaseCommand):
    help = "Restores FILE into the empty database that OWNER_DATABASE_URL leads to."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which backup."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, and say what comes next. CommandError when it fails."""
        try:
            backups.restore(options["file"], owners_database())
        except backups.NotBackedUp as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write("Restored. Now: manage.py grant_app, as the owner; manage.py reconcile.")
