"""The embedded PostgreSQL by itself: created, killed, recovered, and where folders are closed."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.supervisor import CannotRun
from config.supervisor.cluster import Cluster
from config.supervisor.environment import CHECKOUT
from config.supervisor.programs import PACKAGE, installed_package
from config.supervisor.secrets import kept_secrets


@pytest.fixture
def var() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-test-", dir="/tmp"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


def cluster_in(var: Path) -> Cluster:
    return Cluster(var, kept_secrets(var), durable=False, elsewhere=var)


@pytest.fixture
def running(var: Path) -> Iterator[Cluster]:
    cluster = cluster_in(var)
    cluster.start()
    yield cluster
    cluster.stop()


def write_a_row(cluster: Cluster) -> None:
    with psycopg.connect(cluster.url("owner")) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")


def rows(cluster: Cluster) -> list[tuple[int]]:
    with psycopg.connect(cluster.url("owner")) as connection:
        return connection.execute("SELECT n FROM kept").fetchall()


def test_it_listens_on_no_network_address(running: Cluster) -> None:
    with psycopg.connect(running.url("postgres")) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


def test_its_socket_lies_in_a_folder_that_nobody_else_may_enter(running: Cluster) -> None:
    assert running.socket.stat().st_mode & 0o777 == 0o700
    assert len(str(running.socket / ".s.PGSQL.5432")) < 100


@pytest.mark.parametrize("role", ["postgres", "owner", "app"])
def test_it_asks_for_the_password(running: Cluster, role: str) -> None:
    wrong = running.url(role).replace(f"{role}:", f"{role}:wrong")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(wrong)


def test_its_server_is_not_root(running: Cluster) -> None:
    owner = Path(f"/proc/{running.process.pid}").stat().st_uid
    assert owner == (pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else os.geteuid())


def test_passwords_are_readable_by_their_owner_only(running: Cluster) -> None:
    assert (running.var / "secrets").stat().st_mode & 0o777 == 0o600


def test_a_killed_server_comes_back_with_its_rows(running: Cluster) -> None:
    write_a_row(running)
    running.process.send_signal(signal.SIGKILL)
    running.process.wait()
    assert not running.running()
    running.revive()
    assert rows(running) == [(7,)]


def test_the_data_is_kept_from_one_start_to_the_next(var: Path) -> None:
    first = cluster_in(var)
    first.start()
    write_a_row(first)
    first.stop()
    assert not first.socket.exists()
    second = cluster_in(var)
    second.start()
    try:
        assert rows(second) == [(7,)]
    finally:
        second.stop()


def test_a_server_that_a_killed_run_left_is_ended_first(running: Cluster) -> None:
    write_a_row(running)
    left = running.process
    successor = cluster_in(running.var)
    successor.start()
    try:
        assert left.wait(timeout=10) is not None
        assert rows(successor) == [(7,)]
    finally:
        successor.stop()


def test_a_pid_file_whose_pid_is_another_process_now_is_dropped(var: Path) -> None:
    first = cluster_in(var)
    first.start()
    first.stop()
    (var / "cluster" / "postmaster.pid").write_text(f"{os.getpid()}\n{var}/cluster\n")
    second = cluster_in(var)
    second.start()
    assert second.running()
    second.stop()


def test_a_broken_creation_is_begun_anew(var: Path) -> None:
    (var / "cluster.new").mkdir()
    (var / "cluster.new" / "PG_VERSION").write_text("18")
    cluster = cluster_in(var)
    cluster.start()
    assert cluster.running()
    cluster.stop()


def test_a_database_in_a_closed_folder_is_not_taken_for_a_missing_one(var: Path) -> None:
    first = cluster_in(var)
    first.start()
    write_a_row(first)
    first.stop()
    var.chmod(0o700)
    second = cluster_in(var)
    try:
        if os.geteuid() == 0:  # Who runs it for root is another user, out of whose reach it is.
            with pytest.raises(CannotRun, match="out of reach"):
                second.start()
        else:  # Our own folder is always in our reach, closed as it is to others.
            second.start()
            assert rows(second) == [(7,)]
    finally:
        second.stop()
    assert not (var / "cluster.place").exists()


@pytest.mark.soak
def test_thirty_kills_lose_no_row_that_was_committed(running: Cluster) -> None:
    write_a_row(running)
    committed = [(7,)]
    for kill in range(30):
        with psycopg.connect(running.url("owner"), autocommit=True) as connection:
            for n in range(kill * 100, kill * 100 + 50):
                connection.execute("INSERT INTO kept VALUES (%s)", [n])
                committed.append((n,))
            running.process.kill()
        running.process.wait()
        running.revive()
        assert sorted(rows(running)) == sorted(committed)


PROBE = """
import sys, psycopg
from pathlib import Path
from config.supervisor.cluster import Cluster
from config.supervisor.secrets import kept_secrets
var, elsewhere = map(Path, sys.argv[1:])
for round in range(2):
    cluster = Cluster(var, kept_secrets(var), durable=False, elsewhere=elsewhere)
    cluster.start()
    with psycopg.connect(cluster.url("owner")) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS n")
        print(connection.execute("SELECT n FROM kept").fetchall(), cluster.programs)
    cluster.stop()
"""


def test_it_works_from_a_folder_that_others_cannot_enter(var: Path) -> None:
    closed = var / "closed"
    closed.mkdir(mode=0o700)
    package = installed_package()
    shutil.copytree(package, closed / PACKAGE, ignore=shutil.ignore_patterns("pginstall"))
    libraries = package.with_name(f"{PACKAGE}.libs")
    shutil.copytree(libraries, closed / libraries.name)
    (closed / "var").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(closed / "var"), str(var)],
        cwd=closed,
        env={"PYTHONPATH": f"{closed}:{CHECKOUT}", "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["[(7,)]", "[(7,)]"], done.stderr
    assert (str(closed) in lines[0]) == (os.geteuid() != 0)
