"""Child processes that end with their parent, whatever ends the parent."""

import ctypes
import os
import pwd
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TypedDict

from config.supervisor import CannotRun

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def unprivileged_user() -> str | None:
    """The user who runs PostgreSQL: None (ourselves), or a named one when we are root."""
    if os.geteuid() != 0:
        return None
    name = os.environ.get("FAIRDEAL_POSTGRES_USER", "nobody")
    try:
        pwd.getpwnam(name)
    except KeyError:
        raise CannotRun(
            f"PostgreSQL does not run as root and there is no user {name} here. "
            "Name another in FAIRDEAL_POSTGRES_USER."
        ) from None
    return name


class Identity(TypedDict, total=False):
    """Whom a process runs as, in subprocess's words; empty for ourselves."""

    user: str
    group: int
    extra_groups: list[int]


def identity(user: str | None) -> Identity:
    """What makes subprocess run a programme as `user`, with that user's own group only."""
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def start_process(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str],
    output: IO[bytes] | int,
    user: str | None = None,
    folder: Path | str = "/",
    when_orphaned: int = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own, as `user` if one is given.

    `when_orphaned` is the signal that it gets when the thread that started it ends, so start
    processes from a thread that stays. The session keeps a Ctrl-C in the terminal from reaching
    it: the supervisor decides in which order its children stop.
    """
    return subprocess.Popen(
        [str(word) for word in command],
        env=dict(environment),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        **identity(user),
        # Runs after the change of user, which would undo it.
        preexec_fn=_tie_to_parent(os.getpid(), when_orphaned),
    )


def _tie_to_parent(parent: int, when_orphaned: int) -> Callable[[], None]:
    def tie() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, when_orphaned)
        if os.getppid() != parent:
            os._exit(1)

    return tie


def stop_process(
    process: subprocess.Popen[bytes], signals: Sequence[tuple[int, float]]
) -> int | None:
    """Send each signal and wait its seconds until the process has ended; its return code."""
    for signum, seconds in signals:
        if process.poll() is not None:
            break
        process.send_signal(signum)
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            continue
    return process.poll()
