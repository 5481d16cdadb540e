"""What every page may know about the house."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def house(request: HttpRequest) -> dict[str, Any]:
    """`demo`: whether this is the demo, whose mails can be read on a page; `stream`: the address
    of the live signals, empty where there are none."""
    return {"demo": settings.DEMO, "stream": _stream(request)}


def _stream(request: HttpRequest) -> str:
    if not settings.LIVE_PORT:
        return str(settings.LIVE_PATH)
    host, _port = split_domain_port(request.get_host())
    return f"{request.scheme}://{host}:{settings.LIVE_PORT}{settings.LIVE_PATH}"
