"""`manage.py maintenance on|off`: close the house for maintenance on this machine, and open it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from config import maintenance


class Command(BaseCommand):
    """The switch of config/maintenance.py."""

    help = "Close the house for maintenance on this machine, open it again, or say how it stands."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to do, about till when, and what players read of why."""
        parser.add_argument("what", choices=["on", "off", "state"])
        parser.add_argument("--until", help="about when it opens again: 2030-01-31T14:30, in UTC")
        parser.add_argument("--reason", default="", help="a sentence that players read")

    def handle(self, *args: Any, **options: Any) -> None:
        """Switch, and say how it stands now."""
        try:
            if options["what"] == "on":
                maintenance.close(reason=options["reason"], until=_moment(options["until"]))
            elif options["what"] == "off":
                maintenance.reopen()
        except DatabaseError:
            self.stderr.write("The database did not answer: no event was written.")
        how = maintenance.closed()
        self.stdout.write(f"Closed. Players read: {how.sentence}" if how else "Open.")


def _moment(given: str | None) -> datetime | None:
    """The moment that was given, in UTC if it names no zone. Raises CommandError."""
    if not given:
        return None
    try:
        moment = parse_datetime(given)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError("--until is a moment as 2030-01-31T14:30, in UTC.")
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if moment <= timezone.now():
        raise CommandError("--until is over already.")
    return moment
