"""`make run`, the supervisor as a whole: what it starts, what it survives and how it ends."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from config.supervisor.environment import CHECKOUT
from config.supervisor.secrets import read_pairs
from tests.house.processes import free_port

# Only a run that fails takes so long; beside other tests a start takes most of a minute.
SECONDS = 240.0


class Run:
    """A supervisor in a process of its own, on a folder of its own."""

    def __init__(self, var: Path, port: int | str) -> None:
        self.var, self.port = var, port
        self.output = var.with_name("output")
        ours = ("DATABASE_URL", "FAIRDEAL_", "DJANGO_", "OWNER_", "SUPERUSER_")
        environment = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
        environment |= {"FAIRDEAL_VAR": str(var), "PORT": str(port)}
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.supervisor"],
                cwd=CHECKOUT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        return self.output.read_text()

    def wait_until_it_answers(self) -> None:
        wait_for(lambda: "answers at" in self.said() or self.process.poll() is not None)
        assert "answers at" in self.said(), self.said()

    def database_url(self) -> str:
        return read_pairs(self.var / "environment")["DATABASE_URL"]

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=SECONDS)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "It did not happen in time."
        time.sleep(0.1)


def children_of(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    own = [int(word) for word in path.read_text().split()] if path.exists() else []
    return own + [grandchild for child in own for grandchild in children_of(child)]


def alive(pids: list[int]) -> list[int]:
    """Those that run still; one that has ended and is not fetched yet does not."""
    states = {pid: Path(f"/proc/{pid}/stat") for pid in pids}
    return [
        pid
        for pid, stat in states.items()
        if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
    ]


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder that PostgreSQL's user can pass; pytest closes its own whenever it starts again."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-run-", dir="/tmp"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Run]]:
    """Start a run on the test's own folder, again and again if need be."""
    port, runs = free_port(), []

    def begin() -> Run:
        runs.append(Run(tmp_path / "var", port))
        return runs[-1]

    yield begin
    for run in runs:
        run.end()


def test_it_runs_survives_kills_and_ends_at_ctrl_c(start: Callable[[], Run]) -> None:
    run = start()
    run.wait_until_it_answers()

    with urllib.request.urlopen(f"http://127.0.0.1:{run.port}/") as page:
        assert page.status == 200
    with psycopg.connect(run.database_url()) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("app",)
        connection.execute("CREATE TABLE broker.kept AS SELECT 7 AS n")
    assert (run.var / "environment").stat().st_mode & 0o777 == 0o600

    second = Run(run.var, free_port())
    assert second.process.wait(timeout=SECONDS) == 1
    assert f"runs already on {run.var} (process {run.process.pid})" in second.said()

    family = children_of(run.process.pid)
    assert len(family) > 4
    run.process.kill()
    wait_for(lambda: not alive(family))

    again = start()
    again.wait_until_it_answers()
    with psycopg.connect(again.database_url()) as connection:
        assert connection.execute("SELECT n FROM broker.kept").fetchall() == [(7,)]
    server = int((again.var / "cluster" / "postmaster.pid").read_text().split()[0])
    os.kill(server, signal.SIGKILL)
    wait_for(lambda: "The database ended and starts again." in again.said())
    wait_for(lambda: answered(again.database_url()))

    family = children_of(again.process.pid)
    again.process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    again.process.send_signal(signal.SIGINT)
    assert again.process.wait(timeout=SECONDS) == 0
    assert not alive(family)
    assert not (again.var / "environment").exists()


def answered(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def test_a_child_that_cannot_start_does_not_leave_the_database_running(
    start: Callable[[], Run], tmp_path: Path
) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "static").write_text("a file where the folder has to be")
    run = start()
    assert run.process.wait(timeout=SECONDS) == 1
    assert "collectstatic failed" in run.said()
    assert not (run.var / "cluster" / "postmaster.pid").exists()


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        run = Run(tmp_path / "var", holder.getsockname()[1])
        assert run.process.wait(timeout=SECONDS) == 1
    assert "is taken by another programme" in run.said()
    assert "make run PORT=" in run.said()


@pytest.mark.parametrize("port", ["none", "99999", "-1"])
def test_a_port_that_is_none_is_told(tmp_path: Path, port: str) -> None:
    run = Run(tmp_path / "var", port)
    assert run.process.wait(timeout=SECONDS) == 1
    assert run.said() == "PORT is a number below 65536, for example: make run PORT=8001\n"
