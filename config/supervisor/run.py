"""`make run`: the database, the migrations, the demo, the processes, until Ctrl-C."""

import fcntl
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from config.supervisor import CannotRun
from config.supervisor.children import (
    Child,
    beat_command,
    stream_command,
    web_command,
    worker_command,
)
from config.supervisor.cluster import Cluster
from config.supervisor.databases import APP, OWNER
from config.supervisor.environment import (
    CHECKOUT,
    hand_out,
    product_environment,
    take_back,
    var_folder,
)
from config.supervisor.secrets import kept_secrets, read_pairs

HOST = "127.0.0.1"
STOP_SECONDS = 6.0
ANSWER_SECONDS = 60.0
# What is done before anybody is answered: by the owner of the tables, and then by the product.
BY_OWNER = ("collectstatic --verbosity 0 --no-input", "migrate --verbosity 0 --no-input")
BY_PRODUCT = ("roles", "releases")


class Stop(BaseException):
    """Somebody asked us to stop; raised out of whatever is being done."""


class Signals:
    """Turns the first Ctrl-C or SIGTERM into Stop and remembers that a second one is in a hurry."""

    def __init__(self) -> None:
        self.stopping = self.hurry = False
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, self._receive)

    def _receive(self, signum: int, frame: FrameType | None) -> None:
        if self.stopping:
            self.hurry = True
            return
        self.stopping = True
        raise Stop


class Supervisor:
    """Everything that one run starts, and its end."""

    def __init__(self, var: Path, port: int) -> None:
        self.var, self.port, self.stream_port = var, port, 0
        self.signals = Signals()
        self.cluster: Cluster | None = None
        self.children: list[Child] = []

    def run(self) -> None:
        """Start all, tend it, and stop all of it however this ends."""
        try:
            self._start()
            while True:
                time.sleep(0.2)
                self._tend()
        except Stop:
            say("Stopping.")
        finally:
            self.signals.stopping = True
            self._stop()

    def _start(self) -> None:
        refuse_taken_port(self.port)
        secrets = kept_secrets(self.var)
        database_url, owner_url = self._database(secrets)
        environment = product_environment(self.var, secrets, database_url)
        environment |= self._ports(environment) | shared_counts(self.var)
        as_owner = environment | {"DATABASE_URL": owner_url}
        hand_out(self.var, environment)
        grant = ["grant_app"] if owner_url != database_url else []
        manage(*BY_OWNER, *grant, environment=as_owner)
        demo = ["demo"] if environment["FAIRDEAL_MODE"] == "demo" else []
        manage(*BY_PRODUCT, *demo, environment=environment)
        self._start_children(environment)
        self._wait_for_the_first_answer()
        # By its name, since a passkey belongs to a name and never to an address.
        say(f"Fairdeal answers at http://localhost:{self.port}/ (Ctrl-C stops it)")

    def _ports(self, environment: Mapping[str, str]) -> dict[str, str]:
        """Where pages and live signals answer; outside the demo a proxy leads to the latter."""
        given = os.environ.get("FAIRDEAL_STREAM_PORT", "")
        self.stream_port = int(given) if given.isdecimal() else free_port_after(self.port)
        told = str(self.stream_port) if environment["FAIRDEAL_MODE"] == "demo" else ""
        return {"PORT": str(self.port), "FAIRDEAL_LIVE_PORT": told}

    def _database(self, secrets: Mapping[str, str]) -> tuple[str, str]:
        """The addresses as `app` and as `owner`; starts our own PostgreSQL if none is given."""
        if given := os.environ.get("DATABASE_URL"):
            return given, os.environ.get("OWNER_DATABASE_URL") or given
        say("Starting the database.")
        self.cluster = Cluster(self.var, secrets)
        self.cluster.start()
        return self.cluster.url(APP), self.cluster.url(OWNER)

    def _start_children(self, environment: Mapping[str, str]) -> None:
        commands = {
            "web": web_command(HOST, self.port),
            "stream": stream_command(HOST, self.stream_port),
            "worker": worker_command(),
            "beat": beat_command(self.var),
        }
        for name, command in commands.items():
            child = Child(name, command, environment, self.var / "log" / f"{name}.log")
            self.children.append(child)
            child.start()

    def _wait_for_the_first_answer(self) -> None:
        deadline = time.monotonic() + ANSWER_SECONDS
        while not answers(self.port):
            if time.monotonic() > deadline:
                raise CannotRun(f"The web server does not answer; see {self.var}/log/web.log.")
            self._tend()
            time.sleep(0.2)

    def _tend(self) -> None:
        if self.cluster is not None and not self.cluster.running():
            say("The database ended and starts again.")
            self.cluster.revive()
        for child in self.children:
            if news := child.tend():
                say(news)

    def _stop(self) -> None:
        """Stop the product first and the database last, faster after a second Ctrl-C."""
        try:
            for child in self.children:
                child.ask_to_stop()
            deadline = time.monotonic() + STOP_SECONDS
            for child in self.children:
                while child.process and child.process.poll() is None and not self.signals.hurry:
                    if time.monotonic() > deadline:
                        break
                    time.sleep(0.05)
                child.end(0)
        finally:
            if self.cluster is not None:
                self.cluster.stop()
            take_back(self.var)


def manage(*commands: str, environment: Mapping[str, str]) -> None:
    """Run commands of manage.py, one after another in one process; CannotRun if one fails."""
    ours = [sys.executable, "-m", "config.supervisor.commands", *commands]
    with subprocess.Popen(ours, env=dict(environment), cwd=CHECKOUT) as process:
        try:
            failed = process.wait() != 0
        except BaseException:
            process.kill()
            raise
    if failed:
        raise CannotRun("Fairdeal is not ready to run; the lines above say why.")


def refuse_taken_port(port: int) -> None:
    """Raise CannotRun when another programme listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            raise CannotRun(
                f"Port {port} is taken by another programme. "
                f"Choose another one, for example: make run PORT={port + 1}"
            ) from None


def shared_counts(var: Path) -> dict[str, str]:
    """Where the web processes count requests together; the counts begin anew with each run."""
    folder = var / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return {"PROMETHEUS_MULTIPROC_DIR": str(folder)}


def free_port_after(port: int) -> int:
    """The first port above that nobody listens on. Raises CannotRun when there is none."""
    for other in range(port + 1, min(port + 100, 65536)):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, other))
            return other
    raise CannotRun(f"No port above {port} is free for the live signals.")


def answers(port: int) -> bool:
    """Whether a web server answers there, with whatever page."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/")
        return connection.getresponse().status < 500
    return False


@contextmanager
def only_one(var: Path) -> Iterator[None]:
    """Hold var/ for this process; CannotRun when another supervisor has it."""
    var.mkdir(parents=True, exist_ok=True)
    var.chmod(0o711)
    with (var / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CannotRun(
                f"Fairdeal runs already on {var} (process {lock.read().strip()}). Stop it first."
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        remove_what_a_killed_run_left(var)
        yield


def remove_what_a_killed_run_left(var: Path) -> None:
    """Remove the socket's folder of a supervisor that could not do it itself."""
    url = read_pairs(var / "environment").get("DATABASE_URL", "")
    folder = Path(url.partition("?host=")[2].replace("%2F", "/"))
    if folder.name.startswith("fairdeal-") and folder.is_dir():
        shutil.rmtree(folder, ignore_errors=True)
    take_back(var)


def say(sentence: str) -> None:
    """Tell the person at the terminal."""
    print(sentence, flush=True)


def wanted_port() -> int:
    """The port in PORT, 8000 by default; CannotRun when it is none."""
    word = os.environ.get("PORT") or "8000"
    if not word.isdecimal() or not 0 < int(word) < 65536:
        raise CannotRun("PORT is a number below 65536, for example: make run PORT=8001")
    return int(word)


def main() -> int:
    """Run until stopped; the process's exit code."""
    var = var_folder()
    try:
        port = wanted_port()
        with only_one(var):
            Supervisor(var, port).run()
    except CannotRun as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0
