"""`manage.py roles`: brings the roles of staff to what config/console/roles.py says."""

from typing import Any

from django.core.management.base import BaseCommand

from config.console import roles


class Command(BaseCommand):
    """Make the roles, and give each exactly its rights. Run after migrate; safe to repeat."""

    help = "Bring the roles of staff and their rights to what the code says (after migrate)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Install the roles and name them."""
        self.stdout.write(f"Roles: {', '.join(roles.install())}.")
