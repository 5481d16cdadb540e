"""Write the drawings of the house (cards, icons, lobby pictures) to static/."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.drawing import drawings


class Command(BaseCommand):
    """`manage.py draw`: run it after a change of games/drawing and commit what it writes."""

    help = "Write the drawings of the house to static/."

    def handle(self, *args: Any, **options: Any) -> None:
        static = Path(settings.BASE_DIR) / "static"
        for name, text in drawings().items():
            target = static / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            self.stdout.write(f"{name}: {len(text)} characters")
