"""Passwords and keys of one installation: made once, kept in a file that only its owner reads."""

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path

_MADE: dict[str, Callable[[], str]] = {
    "FAIRDEAL_SECRET_KEY": lambda: secrets.token_urlsafe(50),
    "FAIRDEAL_DEAL_KEY": lambda: base64.b64encode(secrets.token_bytes(32)).decode(),
    "SUPERUSER_PASSWORD": lambda: secrets.token_hex(24),
    "OWNER_PASSWORD": lambda: secrets.token_hex(24),
    "APP_PASSWORD": lambda: secrets.token_hex(24),
}


def read_pairs(path: Path) -> dict[str, str]:
    """The NAME=value lines of a file; empty when there is none."""
    if not path.exists():
        return {}
    lines = (line.partition("=") for line in path.read_text().splitlines() if "=" in line)
    return {name: value for name, _, value in lines}


def write_pairs(path: Path, pairs: dict[str, str]) -> None:
    """Write NAME=value lines, readable by the owner only, whole or not at all."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.writelines(f"{name}={value}\n" for name, value in pairs.items())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def kept_secrets(var: Path) -> dict[str, str]:
    """The installation's secrets by name; what is missing is made and kept in var/secrets."""
    path = var / "secrets"
    kept = read_pairs(path)
    missing = {name: make() for name, make in _MADE.items() if name not in kept}
    if missing:
        kept |= missing
        write_pairs(path, kept)
    return kept
