"""Live signals to browsers: one stream of server-sent events for each visible tab.

PostgreSQL's NOTIFY (accounts/live.py) reaches every stream of its player through one listening
connection per process. A stream carries names and versions only; the page fetches what has changed
and is authorised there. Streams live in a process of their own under ASGI (config/asgi.py): a
thread or worker of the pages' server would be held by each.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import psycopg
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.live import CHANNEL, STAFF

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15.0
# A stream ends after about so long and the browser opens another: no stream outlives its sign-in.
LIFE_SECONDS = 300.0
RETRY_MILLISECONDS = 1000
# Tabs of one player that may listen at once; another one ends the oldest.
TABS_MOST = 6
# Something may have been missed: fetch whatever is shown.
MISSED = "*"


class Listener:
    """One stream: the newest version of each name that was not told yet."""

    def __init__(self) -> None:
        self.news: dict[str, str] = {}
        self.wake = asyncio.Event()
        self.over = False

    def hear(self, name: str, version: str) -> None:
        """Keep it until the stream has told it; an older version is forgotten."""
        self.news[name] = version
        self.wake.set()

    def end(self) -> None:
        """Let the stream end."""
        self.over = True
        self.wake.set()

    async def taken(self, seconds: float) -> dict[str, str]:
        """What there is to tell, waited for at most so long."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.wake.wait(), seconds)
        self.wake.clear()
        news, self.news = self.news, {}
        return news


class Hub:
    """The streams of this process by player, and the one connection that listens for them all."""

    def __init__(self) -> None:
        self.listeners: dict[int, list[Listener]] = {}
        self.listening: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def join(self, *who: int) -> Listener:
        """A listener for what concerns any of these players. Call in the event loop."""
        listener = Listener()
        for player_id in who:
            mine = self.listeners.setdefault(player_id, [])
            mine.append(listener)
            if player_id != STAFF and len(mine) > TABS_MOST:
                mine[0].end()
        if self.listening is None or self.listening.done():
            self.listening = asyncio.create_task(self._listen())
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a stream that has ended."""
        for player_id, mine in list(self.listeners.items()):
            if listener in mine:
                mine.remove(listener)
            if not mine:
                del self.listeners[player_id]

    def deliver(self, payload: str) -> None:
        """Tell the streams of a player: `<player id> <name> <version>`."""
        player_id, _space, signal = payload.partition(" ")
        name, _space, version = signal.partition(" ")
        if player_id.isdecimal():
            for listener in self.listeners.get(int(player_id), ()):
                listener.hear(name, version)

    async def _listen(self) -> None:
        """Listen until nobody is left; a lost connection is made again, and all are told."""
        pause, missed = 0.2, False
        while self.listeners:
            try:
                await self._listen_once(missed)
                pause = 0.2
            except psycopg.Error as fault:
                self.ready.clear()
                logger.warning("live signals: %s; again in %.1f s", type(fault).__name__, pause)
                await asyncio.sleep(pause)
                pause, missed = min(pause * 2, 10.0), True
        self.ready.clear()

    async def _listen_once(self, missed: bool) -> None:
        """Listen while there is a connection; once it listens, tell whether some were missed."""
        connection = await psycopg.AsyncConnection.connect(
            settings.DATABASE_URL,
            autocommit=True,
            application_name="fairdeal stream",
        )
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self.ready.set()
            for listener in {one for mine in self.listeners.values() for one in mine if missed}:
                listener.hear(MISSED, "0")
            while self.listeners:
                async for notice in connection.notifies(timeout=HEARTBEAT_SECONDS):
                    self.deliver(notice.payload)
                await connection.execute("SELECT 1")


hub = Hub()


@require_safe
def nothing(request: HttpRequest) -> HttpResponse:
    """What the pages' own processes answer: no stream here, and none to be asked for again."""
    return HttpResponse(status=204)


@require_safe
async def stream(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """The signals of whoever is signed in, as they come."""
    user = await request.auser()
    if not user.is_authenticated:
        return HttpResponse(_("Please sign in."), status=403)
    who = (user.pk, STAFF) if user.is_staff else (user.pk,)
    response = StreamingHttpResponse(_events(*who), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    _let_pages_read(request, response)
    return response


def _let_pages_read(request: HttpRequest, response: StreamingHttpResponse) -> None:
    """In the demo pages and streams are two ports of one host, which is two origins."""
    origin = request.headers.get("origin", "")
    if settings.LIVE_PORT and origin in settings.LIVE_ORIGINS:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Allow-Credentials"] = "true"
        response["Vary"] = "Origin, Cookie"


async def _events(*who: int) -> AsyncIterator[str]:
    """The text of the stream: a first event once it listens, then signals and heartbeats."""
    # All middleware is done; a stream that kept its connection would hold one for minutes.
    await sync_to_async(connections.close_all)()
    listener = hub.join(*who)
    loop = asyncio.get_running_loop()
    # The clock's last digits spread the ends of streams that began together.
    spread = loop.time() * 1000 % 1
    until = loop.time() + LIFE_SECONDS * (0.9 + 0.2 * spread)
    retry = RETRY_MILLISECONDS + int(RETRY_MILLISECONDS * 3 * spread)
    try:
        # From here on nothing is missed.
        await hub.ready.wait()
        yield f"retry: {retry}\nevent: ready\ndata: 0\n\n"
        while not listener.over and (left := until - loop.time()) > 0:
            news = await listener.taken(min(HEARTBEAT_SECONDS, left))
            if news:
                yield "".join(f"event: signal\ndata: {n} {v}\n\n" for n, v in news.items())
            else:
                yield ": still here\n\n"
    finally:
        hub.leave(listener)
