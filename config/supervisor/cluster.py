"""One PostgreSQL cluster: made, started, waited for, stopped, recovered.

It listens on no network address, only on a socket in a folder that nobody else may enter, and asks
for passwords even there.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psycopg

from config.supervisor import CannotRun
from config.supervisor.databases import APP, DATABASE, OWNER, database_url, prepare_database
from config.supervisor.processes import start_process, stop_process, unprivileged_user
from config.supervisor.programs import may_use, programs_for

_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "80",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "shared_preload_libraries": "",
    "idle_in_transaction_session_timeout": "30s",
    "log_line_prefix": "%m [%p] %u ",
    "shared_buffers": "128MB",
}
# A throw-away cluster has nothing to lose when the machine stops. A killed server loses no commit
# even so, since each is written, if not flushed; synchronous_commit stays on for that.
_THROW_AWAY = {"fsync": "off", "full_page_writes": "off"}
_ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/bin:/bin"}
_STOP = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))
_START_SECONDS = 120.0


class Cluster:
    """A cluster that keeps its data in `var`, or where `var/cluster.place` says.

    `passwords` holds SUPERUSER_PASSWORD, OWNER_PASSWORD and APP_PASSWORD. With `durable` false a
    stop of the machine may lose everything. `elsewhere` takes the data when the unprivileged user
    cannot reach `var`.
    """

    def __init__(
        self,
        var: Path,
        passwords: Mapping[str, str],
        *,
        durable: bool = True,
        elsewhere: Path = Path("/var/lib"),
    ) -> None:
        self.var = var.resolve()
        self.passwords = passwords
        self.durable = durable
        self.user = unprivileged_user()
        self.elsewhere = elsewhere
        self.socket = private_folder(self.user)
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, role: str, database: str = DATABASE) -> str:
        """The address for `owner`, `app` or `postgres`, the superuser."""
        name = {OWNER: "OWNER_PASSWORD", APP: "APP_PASSWORD", "postgres": "SUPERUSER_PASSWORD"}
        return database_url(
            role=role,
            password=self.passwords[name[role]],
            socket=str(self.socket),
            database=database,
        )

    def start(self) -> None:
        """Start PostgreSQL, and create the cluster, roles and database where they are missing.

        Returns when connections are answered; raises CannotRun, with nothing left behind.
        """
        home = self._home()
        self.data = home / "cluster"
        self.programs = programs_for(self.user, home)
        self.log = self.var / "log" / "postgres.log"
        self.log.parent.mkdir(exist_ok=True)
        if not self.data.exists():
            self._create()
        try:
            self.start_server()
            prepare_database(
                self.url("postgres", "postgres"),
                owner_password=self.passwords["OWNER_PASSWORD"],
                app_password=self.passwords["APP_PASSWORD"],
            )
        except BaseException:
            self.stop()
            raise

    def start_server(self) -> None:
        """Start the server on the existing data, also after it was killed."""
        end_stale_server(self.data)
        settings = _SETTINGS | ({} if self.durable else _THROW_AWAY)
        options = [word for pair in settings.items() for word in ("-c", "=".join(pair))]
        with self.log.open("ab") as log:
            self.process = start_process(
                [self.programs / "postgres", "-D", self.data, "-k", self.socket, *options],
                environment=_ENVIRONMENT,
                output=log,
                user=self.user,
                when_orphaned=signal.SIGINT,
            )
        self._wait_until_answering()

    def revive(self) -> None:
        """Start the server anew after it died; its last processes may hold its memory a moment."""
        for attempt in range(10):
            try:
                return self.start_server()
            except CannotRun:
                if attempt == 9:
                    raise
                time.sleep(0.5)

    def running(self) -> bool:
        """Whether the server process lives."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """Stop the server if it runs, and remove its socket's folder."""
        if self.process is not None:
            stop_process(self.process, _STOP)
            self.process = None
        shutil.rmtree(self.socket, ignore_errors=True)

    def _home(self) -> Path:
        """The folder that holds the data: `var`, or one that the unprivileged user can reach."""
        place = self.var / "cluster.place"
        if place.exists():
            home = Path(place.read_text().strip())
        elif may_use(self.user, self.var, "x"):
            return self.var
        elif (self.var / "cluster").exists():
            # An empty database elsewhere would look as if everything were lost.
            raise CannotRun(
                f"The database in {self.var} is out of reach of the user {self.user} who runs it. "
                f"Let that user pass: chmod o+x on {self.var} and the folders above it."
            )
        else:
            home = self.elsewhere / f"fairdeal-{uuid.uuid4().hex[:12]}"
            place.write_text(f"{home}\n")
        home.mkdir(mode=0o711, parents=True, exist_ok=True)
        home.chmod(0o711)
        return home

    def _create(self) -> None:
        """Make the cluster beside its place, so that a broken attempt is never taken for it."""
        unfinished = self.data.with_name("cluster.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        password_file = self.socket / "password"
        password_file.write_text(self.passwords["SUPERUSER_PASSWORD"])
        if self.user:
            shutil.chown(unfinished, self.user)
            shutil.chown(password_file, self.user)
        command = [
            *(self.programs / "initdb", "-D", unfinished, "-U", "postgres", "-E", "UTF8"),
            *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            *("--auth=scram-sha-256", f"--pwfile={password_file}"),
            *(() if self.durable else ("--no-sync",)),
        ]
        with self.log.open("ab") as log:
            process = start_process(command, environment=_ENVIRONMENT, output=log, user=self.user)
        try:
            failed = process.wait() != 0
        finally:
            stop_process(process, ((signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0)))
            password_file.unlink(missing_ok=True)
        if failed:
            raise CannotRun(f"The database could not be created; {self.log} says why.")
        unfinished.rename(self.data)

    def _wait_until_answering(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise CannotRun(f"The database ended at its start; {self.log} says why.")
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url("postgres", "postgres"), connect_timeout=5).close()
                return
            time.sleep(0.05)
        raise CannotRun(f"The database did not answer in time; {self.log} says why.")


def private_folder(user: str | None) -> Path:
    """A new folder with a short path (a socket's address has room for 107 bytes) for `user`."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    usable = user is None and 0 < len(runtime) < 60 and os.access(runtime, os.W_OK)
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-", dir=runtime if usable else "/tmp"))
    if user:
        shutil.chown(folder, user)
    return folder


def end_stale_server(data: Path) -> None:
    """End a server that an earlier, killed supervisor left on `data`, and drop its pid file."""
    pid_file = data / "postmaster.pid"
    if not pid_file.exists():
        return
    pid = int((pid_file.read_text().splitlines() or ["0"])[0] or 0)
    for signum, seconds in _STOP:
        if not _serves(pid, data):
            break
        with suppress(ProcessLookupError):
            os.kill(pid, signum)
        deadline = time.monotonic() + seconds
        while _serves(pid, data) and time.monotonic() < deadline:
            time.sleep(0.05)
    pid_file.unlink(missing_ok=True)


def _serves(pid: int, data: Path) -> bool:
    """Whether process `pid` is a server on `data`: it works in that folder. A pid may be reused."""
    try:
        return pid > 0 and Path(f"/proc/{pid}/cwd").resolve(strict=True) == data.resolve()
    except OSError:
        return False
