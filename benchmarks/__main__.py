"""`make bench`: run every measurement on a throw-away database, or those named as arguments."""

from __future__ import annotations

import os
import sys
from importlib import import_module

MEASUREMENTS = ("transfers", "moves", "chat", "console", "simulate")


def main(names: list[str]) -> int:
    """Run them one after another; 1 when one of them passes a bound, else 0."""
    from tests.database import TestDatabase

    database = TestDatabase(durable=True)
    try:
        database.start()
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["OWNER_DATABASE_URL"] = database.owner_url
        migrate(database.owner_url)
        import django

        django.setup()
        return max([import_module(f"benchmarks.{name}").main() for name in names])
    finally:
        database.remove()


def migrate(owner_url: str) -> None:
    """Migrations as the owner, in a process of their own, since settings are read once."""
    import subprocess

    environment = {**os.environ, "DATABASE_URL": owner_url}
    for command in (["migrate", "-v0"], ["grant_app"]):
        subprocess.run([sys.executable, "manage.py", *command], env=environment, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(MEASUREMENTS)))
