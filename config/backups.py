"""Backups: the whole database in one consistent file, and back into an empty database.

PostgreSQL's own programmes do it, of the version that runs here. What is encrypted stays so:
without FAIRDEAL_DEAL_KEY, which is kept elsewhere, a backup opens no seed. Celery's messages are
left out: they are nudges, and the sweep does the same.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from django.utils.translation import gettext as _

from config.supervisor import CannotRun
from config.supervisor.programs import MAJOR_VERSION, installed_package


class NotBackedUp(Exception):
    """No backup was made, or none was restored: the message says why. Nothing was changed."""


def backup(url: str, folder: Path) -> Path:
    """Write a backup of the database into the folder; its digest stands beside it.

    `url` is that of the owner. Raises NotBackedUp.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"fairdeal-{datetime.now(UTC):%Y%m%d-%H%M%S}.dump"
    half = target.with_suffix(".part")
    _run(
        *("pg_dump", "--format=custom", "--no-password", "--schema=public"),
        *(f"--file={half}", f"--dbname={url}"),
    )
    half.chmod(0o600)
    _digest_file(target).write_text(f"{_digest(half)}  {target.name}\n")
    half.rename(target)
    return target


def restore(file: Path, url: str) -> None:
    """Put a backup into an empty database. `url` is that of its owner. Raises NotBackedUp."""
    if not file.is_file():
        raise NotBackedUp(_("There is no such file: %(file)s.") % {"file": file})
    noted = _digest_file(file)
    if noted.exists() and noted.read_text().split()[0] != _digest(file):
        raise NotBackedUp(_("The file is not what was written: its digest differs."))
    with psycopg.connect(url) as connection:
        query = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        found = connection.execute(query).fetchone()
    if found and found[0]:
        raise NotBackedUp(_("That database is not empty. Restore into a new one."))
    _run(
        *("pg_restore", "--exit-on-error", "--single-transaction", "--no-password"),
        *("--no-owner", "--no-privileges", "--schema=public", f"--dbname={url}", str(file)),
    )


def _run(program: str, *words: str) -> None:
    try:
        path = installed_package() / MAJOR_VERSION / "bin" / program
        command: Sequence[str] = (str(path) if path.exists() else program, *words)
    except CannotRun:
        command = (shutil.which(program) or program, *words)
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    if done.returncode != 0:
        raise NotBackedUp(f"{program}: {done.stderr.strip().splitlines()[-1:] or ['failed']}")


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _digest_file(file: Path) -> Path:
    return file.with_suffix(".dump.sha256")
