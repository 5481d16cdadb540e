"""Verify a round: `manage.py verify_deal proof.json`, or by its number from the database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Round
from games.proofs import NotAProof, NotRevealed, proof, verify


class Command(BaseCommand):
    help = "Checks commitment and deck, plays the moves again and computes the payout anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One proof, by file or by round."""
        parser.add_argument("proof", help="the file of a proof, or the number of a round")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each step; fail when one does not hold."""
        try:
            checks = verify(self._read(options["proof"]))
        except (NotAProof, NotRevealed) as fault:
            raise CommandError(str(fault)) from fault
        for check in checks:
            self.stdout.write(check.sentence)
        if not all(check.holds for check in checks):
            raise CommandError("This round does NOT hold.")
        self.stdout.write("This round holds.")

    def _read(self, name: str) -> Any:
        if name.isdecimal():
            try:
                return proof(Round.objects.select_related("deal").get(pk=name))
            except Round.DoesNotExist:
                raise CommandError(f"There is no round {name}.") from None
        try:
            return json.loads(Path(name).read_text(encoding="utf-8"))
        except (OSError, ValueError) as fault:
            raise CommandError(f"{name} cannot be read as a proof: {fault}") from fault
