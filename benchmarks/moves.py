"""A move against the least that any Django view with a lock, an insert and an update costs.

Both are called through Django's request handler on the embedded database, in turn, by one client:
the product's move with all of its middleware, and a bare view (the middleware of a new Django
project; authenticates, locks one row, inserts one, updates one, renders a template whose answer has
the same size). Prints medians and their ratio; then the cost of move 300 against that of move 3.
"""

from __future__ import annotations

import http.client
import statistics
import sys
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

PAIRS = 400
MOST_AGAINST_BARE = 2.5
MOST_LATE_AGAINST_EARLY = 1.2
TOKEN = "t" * 32
HOST = "127.0.0.1"
BARE_MIDDLEWARE = [
    "benchmarks.bare.urls_of_its_own",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]


def main() -> int:
    """Measure on the database that the settings name; 1 when a bound is passed, else 0."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    from benchmarks import bare

    bare.setup()
    table = Table()
    product = WSGIHandler()
    with override_settings(MIDDLEWARE=BARE_MIDDLEWARE):
        bare_handler = WSGIHandler()
    _seconds, answer = table.move(product)
    size = len(answer)
    moves, bares = [], []
    for _ in range(PAIRS):
        moves.append(table.move(product)[0])
        bares.append(timed(lambda: table.post(bare_handler, "/bare/", {"size": str(size)})))
    ratio = statistics.median(moves) / statistics.median(bares)
    late = table.late_against_early(product)
    print(f"a move: median {1000 * statistics.median(moves):.2f} ms, answer of {size} bytes")
    print(f"a bare view: median {1000 * statistics.median(bares):.2f} ms")
    print(f"ratio {ratio:.2f}, at most {MOST_AGAINST_BARE}")
    print(f"move 300 against move 3: {late:.2f}, at most {MOST_LATE_AGAINST_EARLY}")
    return int(ratio > MOST_AGAINST_BARE or late > MOST_LATE_AGAINST_EARLY)


def timed(task: Callable[[], object]) -> float:
    """Seconds that the task takes."""
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


class Table:
    """A player with a round in play, and his signed-in session."""

    def __init__(self) -> None:
        from tests import factories

        self.player = factories.player(money=100_000_000)
        client = factories.client(self.player)
        self.cookies = "; ".join(f"{key}={one.value}" for key, one in client.cookies.items())
        self.deal()

    def deal(self) -> None:
        """A new round, the old one collected."""
        from games import services
        from tests import factories

        if hasattr(self, "round_id"):
            services.end(
                player=self.player, round_id=self.round_id, at=self.at, way="collect", sure=True
            )
        self.round_id = factories.dealt(self.player).round.pk
        self.at = 0

    def next_move(self) -> str:
        """A move that is legal whatever the cards: through the stock, then undone."""
        from games import services

        moves = services.look(player=self.player, round_id=self.round_id).moves
        return "draw" if "draw" in moves else "redeal" if "redeal" in moves else ""

    def move(self, handler: Any) -> tuple[float, bytes]:
        """Play one move through the handler: the seconds from request to answer, and the answer."""
        notation = self.next_move()
        if not notation:
            self.deal()
            notation = self.next_move()
        path = f"/rounds/{self.round_id}/moves/"
        start = time.perf_counter()
        body = self.post(handler, path, {"at": str(self.at), "move": notation})
        seconds = time.perf_counter() - start
        self.at += 1
        return seconds, body

    def late_against_early(self, handler: Any) -> float:
        """Median cost of moves about number 300 against moves about number 3."""
        early, late = [], []
        for _ in range(5):
            self.deal()
            self.lengthen(2)
            early += self.timed_back_and_forth(handler)
            self.lengthen(300)
            late += self.timed_back_and_forth(handler)
        return statistics.median(late) / statistics.median(early)

    def timed_back_and_forth(self, handler: Any) -> list[float]:
        """Seconds of some turn-overs, each taken back: the same work at any length of the log."""
        times = []
        path = f"/rounds/{self.round_id}/moves/"
        for _ in range(8):
            form = {"at": str(self.at), "move": "redeal"}
            start = time.perf_counter()
            self.post(handler, path, form)
            times.append(time.perf_counter() - start)
            self.at += 1
            self.undo()
        return times

    def lengthen(self, entries: int) -> None:
        """Bring the log to this many entries at least, with the stock just empty."""
        from games import services

        while "redeal" not in services.look(player=self.player, round_id=self.round_id).moves:
            at = services.move(
                player=self.player, round_id=self.round_id, at=self.at, notation="draw"
            )
            self.at = at.round.entries
        while self.at < entries:
            services.move(player=self.player, round_id=self.round_id, at=self.at, notation="redeal")
            self.at += 1
            self.undo()

    def undo(self) -> None:
        """Take the last move back."""
        from games import services

        services.undo(player=self.player, round_id=self.round_id, at=self.at)
        self.at += 1

    def post(self, handler: Any, path: str, form: dict[str, str]) -> bytes:
        """One POST through the handler, as htmx sends it."""
        body = urlencode(form).encode()
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "HTTP_HX_REQUEST": "true",
            "HTTP_COOKIE": f"{self.cookies}; csrftoken={TOKEN}",
            "HTTP_X_CSRFTOKEN": TOKEN,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
            "wsgi.url_scheme": "http",
            "wsgi.errors": sys.stderr,
        }
        status: list[str] = []
        answer = b"".join(handler(environ, lambda line, headers: status.append(line)))
        if not status[0].startswith("200"):
            raise RuntimeError(f"{path} answered {status[0]}")
        return answer


class Remote:
    """Stands in for a handler of Django: asks the real server, in one connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=30)

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        """Send it and read the answer."""
        headers = {
            "Cookie": environ["HTTP_COOKIE"],
            "X-CSRFToken": environ["HTTP_X_CSRFTOKEN"],
            "HX-Request": "true",
            "Content-Type": environ["CONTENT_TYPE"],
        }
        body = environ["wsgi.input"].read()
        self.connection.request(environ["REQUEST_METHOD"], environ["PATH_INFO"], body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        start(f"{answer.status} {answer.reason}", [])
        return [content]
