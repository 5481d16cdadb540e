"""The product's own processes: web, stream, worker, beat. One that dies is started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from config.supervisor.environment import CHECKOUT
from config.supervisor.processes import start_process

STEADY_SECONDS = 60.0
LONGEST_PAUSE_SECONDS = 30.0

Command = Sequence[str]


def web_command(host: str, port: int) -> Command:
    """Gunicorn with threads and persistent connections. Loaded once, its processes are copies."""
    return (
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
        *("--bind", f"{host}:{port}", "--worker-class", "gthread"),
        *("--workers", "8", "--threads", "2", "--keep-alive", "30", "--preload"),
        *("--timeout", "60", "--graceful-timeout", "3", "--no-control-socket"),
    )


def stream_command(host: str, port: int) -> Command:
    """Uvicorn with the live signals, under ASGI: a thread for each stream would be too many."""
    return (
        *(sys.executable, "-m", "uvicorn", "config.asgi:application"),
        *("--host", host, "--port", str(port), "--lifespan", "on", "--no-access-log"),
        *("--timeout-graceful-shutdown", "1", "--log-level", "warning"),
    )


def worker_command() -> Command:
    """Celery's worker, as one process with threads: killed, it leaves no children behind."""
    return (
        *(sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel", "INFO"),
        *("--pool", "threads", "--concurrency", "2"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    )


def beat_command(var: Path) -> Command:
    """Celery's clock."""
    return (
        *(sys.executable, "-m", "celery", "-A", "config", "beat", "--loglevel", "INFO"),
        *("--schedule", str(var / "beat-schedule"), "--pidfile="),
    )


class Child:
    """One process of the product, its log file and its restarts."""

    def __init__(self, name: str, command: Command, environment: Mapping[str, str], log: Path):
        self.name = name
        self.command = command
        self.environment = {**environment, "FAIRDEAL_PROCESS": name}
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.pause = 0.5
        self.started_at = 0.0
        self.due_at: float | None = None

    def start(self) -> None:
        """Start it; its output goes to its log."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = start_process(
                self.command, environment=self.environment, output=log, folder=CHECKOUT
            )
        self.started_at = time.monotonic()
        self.due_at = None

    def tend(self) -> str | None:
        """Start it again when it has died, later each time; a sentence when there is news."""
        now = time.monotonic()
        if self.due_at is not None:
            if now >= self.due_at:
                self.start()
            return None
        if self.process is None or self.process.poll() is None:
            return None
        if now - self.started_at > STEADY_SECONDS:
            self.pause = 0.5
        self.due_at = now + self.pause
        sentence = (
            f"The {self.name} process ended ({self.process.returncode}) and starts again in "
            f"{self.pause:g} s; {self.log} says why."
        )
        self.pause = min(self.pause * 2, LONGEST_PAUSE_SECONDS)
        return sentence

    def ask_to_stop(self) -> None:
        """Ask it to end; `end` waits for it."""
        self.due_at = None
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def end(self, seconds: float) -> None:
        """Wait at most `seconds` for its end, then kill it."""
        if self.process is not None:
            try:
                self.process.wait(timeout=max(seconds, 0.01))
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        """Kill it and what it has started: all of its session."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
