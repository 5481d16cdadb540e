"""200 connected players who write a line each per 20 seconds to 10 agents, and what a move costs.

The product's own processes (web, worker, beat, streams) run on the throw-away database, and the
load on the same cores: each player and agent has a stream, asks for what a signal tells of as the
pages' scripts do, and agents look at their boards. A line is timed from the moment its sender
begins until its agent has its text. Moves are made one after another in a round of another player,
before, during and after: the ratio is that of their medians. Each agent has twenty chats, and the
pages of all of them are open, which is more than a person reads.

`SECONDS` in the environment says for how long lines are written (60 if nothing is said).
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import statistics
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmarks.moves import HOST, TOKEN, Remote, Table

PLAYERS, AGENTS = 200, 10
EVERY = 20.0
SECONDS = float(os.environ.get("SECONDS", "60"))
# A board is fetched as its script does: so soon when it has something to show, else by itself.
BOARD_SOON, BOARD_LATE = 6.0, 30.0
BEAT_EVERY = 20.0
MOVES, PAUSE = 60, 0.2
MOST_P95 = 1.0
MOST_MOVE = 1.2


class Person(NamedTuple):
    """Who is signed in, as numbers and cookies; of a player the chat, of an agent the chats."""

    pk: int
    cookies: str
    chats: tuple[int, ...]


class Load(NamedTuple):
    """What the process of the load needs to know."""

    port: int
    stream_port: int
    players: list[Person]
    agents: list[Person]


def main() -> int:
    """Measure on the database that the settings name; 1 when a bound is passed, else 0."""
    house = Processes()
    load = people(house.port, house.stream_port)
    table = Table()
    house.start()
    try:
        remote = Remote(house.port)
        before = moves(table, remote)
        times, during = under_load(load, table, remote)
        after = moves(table, remote)
    finally:
        house.stop()
    alone = statistics.median([*before, *after])
    ratio = statistics.median(during) / alone
    p95 = statistics.quantiles(times, n=20)[-1]
    lost = round(PLAYERS * SECONDS / EVERY) - len(times)
    print(f"{len(times)} lines of {PLAYERS} players to {AGENTS} agents in {SECONDS:.0f} s", end="")
    print(f", {lost} lost: median {statistics.median(times):.3f} s, ", end="")
    print(f"p95 {p95:.3f} s, at most {MOST_P95}; longest {max(times):.3f} s")
    print(f"a move: median {1000 * alone:.1f} ms without, {1000 * ratio * alone:.1f} ms with")
    print(f"ratio {ratio:.2f}, at most {MOST_MOVE}")
    return int(p95 > MOST_P95 or ratio > MOST_MOVE or lost != 0)


# --- the house and its people --------------------------------------------------------------------


class Processes:
    """The product's processes, as make run starts them."""

    def __init__(self) -> None:
        from config.supervisor import children
        from tests.house.processes import free_port

        self.port, self.stream_port = free_port(), free_port()
        var = Path(os.environ["FAIRDEAL_VAR"])
        ports = {"PORT": str(self.port), "FAIRDEAL_LIVE_PORT": str(self.stream_port)}
        commands = {
            "stream": children.stream_command(HOST, self.stream_port),
            "web": children.web_command(HOST, self.port),
            "worker": children.worker_command(),
            "beat": children.beat_command(var),
        }
        self.children = [
            children.Child(name, command, {**os.environ, **ports}, var / "log" / f"{name}.log")
            for name, command in commands.items()
        ]

    def start(self) -> None:
        """Returns when pages and streams answer."""
        from config.supervisor.run import answers

        for child in self.children:
            child.start()
        while not (answers(self.port) and answers(self.stream_port)):
            time.sleep(0.2)

    def stop(self) -> None:
        """End them at once."""
        for child in self.children:
            child.kill()


def people(port: int, stream_port: int) -> Load:
    """Players whose chats agents have, twenty each."""
    from django.test import override_settings

    from support import agents, chats, presence
    from tests import factories
    from tests.console.staff import console, member

    each = PLAYERS // AGENTS
    # Nobody signs in by a password here, and a good hash of it takes its time.
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        crowd = [factories.player(money=0, chips=False, known=False) for _ in range(PLAYERS)]
        desk = [member("support") for _ in range(AGENTS)]
    players, seats = [], []
    for number, agent in enumerate(desk):
        presence.beat(agent=agent, ready=True, most=each)
        mine = []
        for player in crowd[number * each : (number + 1) * each]:
            stay()
            chat = chats.hand_off(player=player, key=uuid.uuid4(), summary="Load")
            agents.take(agent=agent, conversation_id=chat.pk)
            players.append(Person(player.pk, cookies(factories.client(player)), (chat.pk,)))
            mine.append(chat.pk)
        seats.append(Person(agent.pk, cookies(console(agent)), tuple(mine)))
    return Load(port, stream_port, players, seats)


def stay() -> None:
    """Nobody goes away while the house is made ready, however long that takes."""
    from django.utils import timezone

    from support.models import Presence

    Presence.objects.update(seen_at=timezone.now())


def cookies(client: Any) -> str:
    """As a browser sends them, with the token of the forms."""
    kept = [f"{name}={one.value}" for name, one in client.cookies.items()]
    return "; ".join([*kept, f"csrftoken={TOKEN}"])


# --- moves ---------------------------------------------------------------------------------------


def moves(table: Table, remote: Remote, number: int = MOVES) -> list[float]:
    """Seconds of so many moves, with a moment of thought between them."""
    times = []
    for _ in range(number):
        times.append(table.move(remote)[0])
        stay()
        time.sleep(PAUSE)
    return times


def under_load(load: Load, table: Table, remote: Remote) -> tuple[list[float], list[float]]:
    """Seconds of each line, and of moves that were made meanwhile."""
    apart = multiprocessing.get_context("spawn")
    mine, theirs = apart.Pipe()
    driver = apart.Process(target=drive, args=(load, theirs))
    driver.start()
    assert mine.recv() == "connected"
    # The server has closed a connection that said nothing for so long; it is opened anew.
    remote.connection.close()
    during = []
    while not mine.poll():
        during += moves(table, remote, 1)
    times = mine.recv()
    driver.join()
    return times, during


def in_letters(key: str) -> str:
    """The same key without digits: some keys have the digits of a card's number, and are masked."""
    return key.translate(str.maketrans("0123456789-", "ghijklmnopq"))


# --- the load ------------------------------------------------------------------------------------


def drive(load: Load, told: Any) -> None:
    """In a process of its own: connect everybody, say so, write for a while, send the times."""
    asyncio.run(Crowd(load).play(told))


class Crowd:
    """Everybody's streams and requests, in one event loop."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sent: dict[str, float] = {}
        self.times: list[float] = []
        self.last: dict[tuple[int, int], int] = {}
        self.heard: dict[int, int] = {}
        self.sending: set[int] = set()
        self.busy: set[tuple[int, int]] = set()
        self.again: set[tuple[int, int]] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        # What the boards show as new, by agent, and the agents whose boards lack something.
        self.marked: dict[int, set[int]] = {}
        self.lacking: set[int] = set()

    async def play(self, told: Any) -> None:
        """The whole of it."""
        streams = [
            asyncio.create_task(self.listen(one)) for one in (*self.load.players, *self.load.agents)
        ]
        await asyncio.sleep(0)
        self.ready = asyncio.Semaphore(0)
        for _ in streams:
            await self.ready.acquire()
        told.send("connected")
        paces = [self.write(one, place) for place, one in enumerate(self.load.players)]
        beats = [asyncio.create_task(self.sit(one)) for one in self.load.agents]
        await asyncio.gather(*paces)
        until = time.monotonic() + 10
        while self.sent and time.monotonic() < until:
            await asyncio.sleep(0.1)
        for task in (*streams, *beats):
            task.cancel()
        told.send(self.times)

    async def listen(self, person: Person) -> None:
        """Read the stream and ask for what its signals tell of."""
        reader, writer = await asyncio.open_connection(HOST, self.load.stream_port)
        writer.write(
            f"GET /live/ HTTP/1.1\r\nHost: {HOST}\r\nCookie: {person.cookies}\r\n\r\n".encode()
        )
        async for row in reader:
            if row == b"event: ready\n":
                self.ready.release()
            elif row.startswith(b"data: ") and b" " in row[6:].strip():
                name, version = row[6:].decode().split()
                self.hear(person, name, int(version))

    def hear(self, person: Person, name: str, version: int) -> None:
        """What the pages' scripts do with a signal."""
        word, _colon, number = name.partition(":")
        at_desk = len(person.chats) > 1
        if not at_desk and word == "chat-line":
            self.heard[person.pk] = version
            self.catch_up(person)
        elif not at_desk and word in ("chat", "chat-read"):
            self.fetch(person, person.chats[0])
        elif at_desk and word in ("chat", "line", "read") and int(number or 0) in person.chats:
            self.fetch(person, int(number))
        if at_desk and (word == "desk" or self.is_news(person, word, number)):
            self.lacking.add(person.pk)

    def is_news(self, agent: Person, word: str, number: str) -> bool:
        """Whether it is a line of a chat that the agent's board does not show as new yet."""
        mine = word == "line" and int(number) in agent.chats
        return mine and int(number) not in self.marked.get(agent.pk, ())

    def catch_up(self, player: Person) -> None:
        """Fetch a line that another tab has sent; what this one sends comes with its answer."""
        shown = self.last.get((player.pk, player.chats[0]), 0)
        if player.pk not in self.sending and self.heard.get(player.pk, 0) > shown:
            self.fetch(player, player.chats[0])

    def fetch(self, person: Person, chat: int) -> None:
        """Ask for the new lines of a chat; once more if another signal comes meanwhile."""
        which = person.pk, chat
        if which in self.busy:
            self.again.add(which)
            return
        self.busy.add(which)
        task = asyncio.create_task(self.news(person, chat))
        self.tasks.add(task)
        task.add_done_callback(self.fetched)

    def fetched(self, task: asyncio.Task[None]) -> None:
        """Say that a fetch failed; the next signal of its chat asks again, as in the page."""
        self.tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()):
            print(f"a fetch failed: {fault!r}", flush=True)

    async def news(self, person: Person, chat: int) -> None:
        """Fetch until nothing new was told meanwhile."""
        which = person.pk, chat
        at_desk = len(person.chats) > 1
        try:
            while True:
                self.again.discard(which)
                after = self.last.get(which, 0)
                path = (
                    f"/console/desk/{chat}/news/?after={after}"
                    if at_desk
                    else f"/support/chat/lines/?chat={chat}&after={after}"
                )
                html = await self.ask(person, "GET", path)
                self.note(which, html)
                if at_desk:
                    self.came(html)
                if which not in self.again:
                    break
        finally:
            self.busy.discard(which)

    def note(self, which: tuple[int, int], html: str) -> None:
        """The newest line that somebody is shown of a chat."""
        numbers = [int(part.split('"', 1)[0]) for part in html.split('data-number="')[1:]]
        self.last[which] = max([self.last.get(which, 0), *numbers])

    def came(self, html: str) -> None:
        """Note the lines that have reached their agent."""
        for key in [key for key in self.sent if key in html]:
            self.times.append(time.monotonic() - self.sent.pop(key))

    async def write(self, player: Person, place: int) -> None:
        """A line every so often, each player at another moment."""
        await asyncio.sleep(EVERY * place / PLAYERS)
        began = time.monotonic()
        for number in range(round(SECONDS / EVERY)):
            await asyncio.sleep(max(0.0, began + number * EVERY - time.monotonic()))
            key = str(uuid.uuid4())
            (chat,) = player.chats
            text = f"Line {in_letters(key)}"
            form = {"key": key, "text": text, "chat": str(chat), "page": "/"}
            form["after"] = str(self.last.get((player.pk, chat), 0))
            self.sent[text] = time.monotonic()
            self.sending.add(player.pk)
            self.note((player.pk, chat), await self.ask(player, "POST", "/support/chat/say/", form))
            self.sending.discard(player.pk)
            self.catch_up(player)

    async def sit(self, agent: Person) -> None:
        """The heartbeat, and the board whenever its script fetches it."""
        beaten = shown = 0.0
        while True:
            now = time.monotonic()
            if now - beaten > BEAT_EVERY:
                beaten = now
                await self.ask(agent, "POST", "/console/desk/beat/", {})
            if now - shown > (BOARD_SOON if agent.pk in self.lacking else BOARD_LATE):
                shown = now
                self.lacking.discard(agent.pk)
                html = await self.ask(agent, "GET", "/console/desk/board/")
                items = html.split('class="board-item has-new')[1:]
                self.marked[agent.pk] = {
                    int(item.split('id="open-', 1)[1].split('"', 1)[0]) for item in items
                }
            await asyncio.sleep(0.5)

    async def ask(
        self, person: Person, method: str, path: str, form: dict[str, str] | None = None
    ) -> str:
        """One request as htmx sends it; the answer's text."""
        body = urlencode(form or {}).encode() if method == "POST" else b""
        reader, writer = await asyncio.open_connection(HOST, self.load.port)
        try:
            writer.write(
                "\r\n".join([*self.head(person, method, path, body), "", ""]).encode() + body
            )
            answer = (await reader.read()).decode()
        finally:
            writer.close()
        head, _gap, content = answer.partition("\r\n\r\n")
        if " 200 " not in head.splitlines()[0]:
            raise RuntimeError(f"{method} {path} answered {head.splitlines()[0]}")
        return content

    def head(self, person: Person, method: str, path: str, body: bytes) -> Iterator[str]:
        """The lines before a request's body."""
        yield f"{method} {path} HTTP/1.1"
        yield f"Host: {HOST}"
        yield f"Cookie: {person.cookies}"
        yield f"X-CSRFToken: {TOKEN}"
        yield "HX-Request: true"
        yield "Content-Type: application/x-www-form-urlencoded"
        yield f"Content-Length: {len(body)}"
        yield "Connection: close"
