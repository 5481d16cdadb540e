"""The streams' entry point for uvicorn: live signals (config/live.py) and nothing else.

Everything before a stream's first byte asks the database (who is signed in); so many at once may.
A wave of browsers that come back after a restart waits in line instead of taking every connection.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["FAIRDEAL_PROCESS"] = "stream"

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Callable[[], Awaitable[Message]], Send], Awaitable[None]]

AT_ONCE = 4
PATH = "/live/"


async def _nothing_here(scope: Message, send: Send) -> None:
    """The pages are served by another process."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class InLine:
    """Lets so many requests at once be answered up to their first byte."""

    def __init__(self, inner: Application, at_once: int = AT_ONCE) -> None:
        self.inner = inner
        self.turn = asyncio.Semaphore(at_once)

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Send
    ) -> None:
        """Wait for a turn; give it up with the first of the body, or when the request ends."""
        if scope["type"] != "http" or scope["path"] != PATH:
            await _nothing_here(scope, send)
            return
        await self.turn.acquire()
        mine = True

        async def first(message: Message) -> None:
            nonlocal mine
            if mine and message["type"] == "http.response.body":
                mine = False
                self.turn.release()
            await send(message)

        try:
            await self.inner(scope, receive, first)
        finally:
            if mine:
                self.turn.release()


application = InLine(cast(Application, get_asgi_application()))
