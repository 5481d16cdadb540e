"""Replay every listed entry of the leaderboards: `manage.py verify_boards`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import boards


class Command(BaseCommand):
    help = "Replays what the leaderboards list, and takes off them what does not replay."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many were replayed; fail when one fell."""
        checked, fell = boards.verify()
        self.stdout.write(f"{checked} entries replayed.")
        if fell:
            raise CommandError(f"{fell} did NOT replay and stand on no board any more.")
        self.stdout.write("Every one of them holds.")
