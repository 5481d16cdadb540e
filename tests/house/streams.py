"""A reader of live signals: a browser of sorts that listens to one stream."""

from __future__ import annotations

import http.client
import time

from accounts.models import Player
from tests import factories


class Stream:
    """An open stream of a player, or what came instead of one (`status`)."""

    def __init__(self, port: int, player: Player | None, path: str = "/live/") -> None:
        headers = {}
        if player:
            key = factories.client(player).cookies["sessionid"].value
            headers["Cookie"] = f"sessionid={key}"
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def line(self, seconds: float = 20.0) -> str:
        """The next line that is not empty; TimeoutError when none comes."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            assert self.connection.sock is not None
            self.connection.sock.settimeout(max(until - time.monotonic(), 0.01))
            try:
                text = self.answer.readline().decode().strip()
            except TimeoutError:
                break
            if text:
                return text
        raise TimeoutError

    def ready(self) -> Stream:
        """Once it listens."""
        while self.line() != "event: ready":
            pass
        return self

    def signal(self, seconds: float = 20.0) -> str:
        """The next signal: name and version."""
        while self.line(seconds) != "event: signal":
            pass
        return self.line(seconds).removeprefix("data: ")

    def until(self, wanted: str, seconds: float = 20.0) -> None:
        """Read until that signal; TimeoutError when it does not come."""
        end = time.monotonic() + seconds
        while self.signal(end - time.monotonic()) != wanted:
            pass

    def close(self) -> None:
        """Go away."""
        self.connection.close()
