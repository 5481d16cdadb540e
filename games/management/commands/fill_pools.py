"""`manage.py fill_pools`: let the solver fill every pool of winnable deals now, pool by pool."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games import winnable


class Command(BaseCommand):
    """Fill the pools to what the settings ask for; the worker does the same by and by."""

    help = "Fill the pools of winnable deals. The worker does it too, while nothing else is due."

    def handle(self, *args: Any, **options: Any) -> None:
        """Try decks until no pool lacks one, and say how many wait in each."""
        while rules := winnable.lacking():
            winnable.try_a_deck(rules)
        for rules in winnable.pools():
            self.stdout.write(f"{rules.game}, {rules.key}: {rules.waiting}")
