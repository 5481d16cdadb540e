"""The real processes on the database of the test run, for tests that kill them.

`house.start()` runs gunicorn and a Celery worker on the tests' own database, so a test prepares
and inspects with the ORM. Such a test needs committed rows: the fixture asks for transactional_db.
"""

import os
import socket
import subprocess
import sys
import time

from django.db import connections

from config.supervisor.children import (
    Child,
    beat_command,
    stream_command,
    web_command,
    worker_command,
)
from config.supervisor.environment import CHECKOUT
from config.supervisor.run import HOST, answers
from tests.database import TestDatabase

ANSWER_SECONDS = 30.0


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


class House:
    """The product's processes. Start them from the main thread: they end with it."""

    def __init__(self, database: TestDatabase) -> None:
        self.database = database
        self.port = free_port()
        self.stream_port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.children: dict[str, Child] = {}

    def start(
        self, *, web: bool = True, worker: bool = True, beat: bool = False, stream: bool = False
    ) -> None:
        """Start the named processes; returns when the web server answers."""
        if stream:
            ports = {"PORT": str(self.port), "FAIRDEAL_LIVE_PORT": str(self.stream_port)}
            self.environment |= ports
        commands = {
            "stream": (stream, stream_command(HOST, self.stream_port)),
            "web": (web, web_command(HOST, self.port)),
            "worker": (worker, worker_command()),
            "beat": (beat, beat_command(self.database.var)),
        }
        for name, (wanted, command) in commands.items():
            if wanted and name not in self.children:
                log = self.database.var / "log" / f"{name}.log"
                log.unlink(missing_ok=True)
                self.children[name] = Child(name, command, self.environment, log)
                self.children[name].start()
        self._wait_for_answer()

    def kill9(self, name: str) -> None:
        """Kill `web`, `worker`, `beat` or `database` with SIGKILL, with all that it started."""
        if name == "database":
            process = self.database.cluster.process
            process.kill()
            process.wait()
            # The connections of this process lead nowhere now.
            connections.close_all()
            return
        self.children[name].kill()

    def restart(self) -> None:
        """Start again whatever of it is dead, the database first."""
        if not self.database.cluster.running():
            self.database.cluster.revive()
            connections.close_all()
        for child in self.children.values():
            if child.process.poll() is not None:
                child.start()
        self._wait_for_answer()

    def stop(self) -> None:
        """End the processes, at once; leaves the database running."""
        for name in list(self.children):
            self.kill9(name)
        self.children.clear()
        self.restart()

    def manage(self, *words: str) -> str:
        """Run a command of manage.py as its own process; what it printed. Fails if it fails."""
        command = [sys.executable, str(CHECKOUT / "manage.py"), *words]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def log_of(self, name: str) -> str:
        """What a process has written so far."""
        return (self.database.var / "log" / f"{name}.log").read_text(errors="replace")

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + ANSWER_SECONDS
        for name, port in (("web", self.port), ("stream", self.stream_port)):
            while name in self.children and not answers(port):
                assert time.monotonic() < deadline, self.log_of(name)
                time.sleep(0.1)
