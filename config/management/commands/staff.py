"""`manage.py staff EMAIL NAME ROLE`: a new member of staff."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.console import roles, staffing


class Command(BaseCommand):
    """Make a person of staff; the password is chosen through “Forgotten password”."""

    help = "Make a member of staff, who then chooses a password through “Forgotten password”."

    def add_arguments(self, parser: CommandParser) -> None:
        """The address, the name and the role."""
        parser.add_argument("email")
        parser.add_argument("name")
        parser.add_argument("role", choices=list(roles.ROLES))

    def handle(self, *args: Any, **options: Any) -> None:
        """Hire, or say why not."""
        wanted = {name: options[name] for name in ("email", "name", "role")}
        try:
            person = staffing.hire(**wanted)
        except (staffing.AlreadyThere, roles.NotARole) as refusal:
            raise CommandError(str(refusal)) from None
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from None
        self.stdout.write(
            f"{person.email} is {options['role']}: choose a password through “Forgotten "
            "password”, then set up an authenticator at /console/."
        )
