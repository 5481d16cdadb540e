"""Write the drawings of the house (cards, icons, lobby pictures) to static/."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.drawing import drawings
from games.drawing.app_icons import APP_ICONS, app_icon


class Command(BaseCommand):
    """`manage.py draw`: run it after a change of games/drawing and commit what it writes."""

    help = "Write the drawings of the house to static/."

    def handle(self, *args: Any, **options: Any) -> None:
        static = Path(settings.BASE_DIR) / "static"
        files = {name: text.encode() for name, text in drawings().items()}
        files |= {name: app_icon(name) for name in APP_ICONS}
        for name, content in files.items():
            target = static / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            self.stdout.write(f"{name}: {len(content)} bytes")
