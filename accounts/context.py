"""What every page may know about the house."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def house(request: HttpRequest) -> dict[str, bool]:
    """`demo`: whether this is the demo, whose mails can be read on a page."""
    return {"demo": settings.DEMO}
