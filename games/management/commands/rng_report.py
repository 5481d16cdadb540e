"""Statistical tests on decks as this house deals them, and on shuffles that must fail."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import randomness
from games.dealing import SEED_BYTES, new_seed
from games.randomness import Finding


class Command(BaseCommand):
    help = "Tests many dealt decks (GLI-19 3.2.2, at 99 %). Ends with 1 when a test fails."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many decks, of which seed; whether the wrong shuffles are shown too."""
        parser.add_argument("--decks", type=int, default=100_000)
        parser.add_argument("--seed", default="", help="hex; a new one if none is given")
        parser.add_argument("--controls", action="store_true", help="wrong shuffles, which fail")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every test. CommandError when the house's deals fail, or a control passes."""
        count = options["decks"]
        if count < 1000:
            raise CommandError("Fewer than 1000 decks say nothing.")
        try:
            given = bytes.fromhex(options["seed"])
        except ValueError:
            raise CommandError("The seed is no hex.") from None
        seed = given.ljust(SEED_BYTES, b"\0") if given else new_seed()
        self.stdout.write(f"{count} decks, seed {seed.hex()}")
        good = self._tested("dealt by this house", randomness.dealt, seed, count)
        wrong = [
            name
            for name, shuffle in randomness.CONTROLS.items()
            if options["controls"] and self._tested(name, shuffle, seed, count)
        ]
        if not good:
            raise CommandError("The deals do not look like shuffled cards.")
        if wrong:
            raise CommandError(f"A shuffle known to be wrong passed: {', '.join(wrong)}.")

    def _tested(self, name: str, shuffle: Any, seed: bytes, count: int) -> bool:
        findings = randomness.report(randomness.decks(shuffle, seed, count))
        good = randomness.passes(findings)
        self.stdout.write(f"\n{name}: {'passes' if good else 'FAILS'}")
        for finding in findings:
            self.stdout.write(self._line(finding))
        return good

    def _line(self, finding: Finding) -> str:
        return f"  {finding.name:<30} {finding.deviate:>10.2f}  p {finding.chance:.4f}"
