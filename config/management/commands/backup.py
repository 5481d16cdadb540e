"""Write a backup of the whole database into a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import backups


def owners_database() -> str:
    """The address as the owner, who may read and write everything."""
    return os.environ.get("OWNER_DATABASE_URL") or os.environ["DATABASE_URL"]


class Command(BaseCommand):
    help = "Writes a backup into FOLDER. OWNER_DATABASE_URL leads to the database as its owner."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it and print its name. CommandError when it fails."""
        try:
            file = backups.backup(owners_database(), options["folder"])
        except backups.NotBackedUp as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(f"{file} ({file.stat().st_size:,} bytes)")
