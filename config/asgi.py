"""The streams' entry point for uvicorn: live signals (config/live.py) and nothing else.

Everything before a stream's first byte asks the database (who is signed in); so many at once may.
A wave of browsers that come back after a restart waits in line instead of taking every connection.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["FAIRDEAL_PROCESS"] = "stream"

logger = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

AT_ONCE = 4
PATH = "/live/"
MARK_SECONDS = 30.0


async def _nothing_here(scope: Message, send: Send) -> None:
    """The pages are served by another process."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def _mark_once() -> None:
    """Leave the mark that the health page looks for; without a database there is none to leave."""
    # Django must be set up before its models can be read.
    from django.db import DatabaseError, connections

    from config import health

    try:
        health.beat("stream")
    except DatabaseError as fault:
        logger.warning("the stream's mark: %s", type(fault).__name__)
    finally:
        connections.close_all()


async def _mark() -> None:
    """Leave the mark again and again, from the loop in which the streams live."""
    while True:
        await sync_to_async(_mark_once)()
        await asyncio.sleep(MARK_SECONDS)


async def _lifespan(receive: Receive, send: Send) -> None:
    """Mark from the server's start to its end."""
    await receive()
    marking = asyncio.create_task(_mark())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    marking.cancel()
    await send({"type": "lifespan.shutdown.complete"})


class InLine:
    """Lets so many requests at once be answered up to their first byte."""

    def __init__(self, inner: Application, at_once: int = AT_ONCE) -> None:
        self.inner = inner
        self.turn = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Wait for a turn; give it up with the first of the body, or when the request ends."""
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
            return
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
