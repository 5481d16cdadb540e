"""`manage.py reconcile`: prove the books now, and read every sealed history again."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from wallet import proof, seals
from wallet.models import Transfer


class Command(BaseCommand):
    """Reconcile accounts, transfers, rounds in play and seals."""

    help = "Prove the books. Names every row that does not agree and ends with 1 if there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each finding, or that there is none."""
        lines = [f"{finding.row}: {finding.sentence}" for finding in proof.reconcile()]
        for subject in seals.HISTORIES:
            if difference := seals.verify(subject):
                lines.append(f"{subject}:{difference.row_id}: {difference.sentence}")
        for line in lines:
            self.stderr.write(line)
        if lines:
            sys.exit(1)
        count = Transfer.objects.count()
        self.stdout.write(f"The books agree: {count} transfers, {len(seals.HISTORIES)} histories.")
