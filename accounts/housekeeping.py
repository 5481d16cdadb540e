"""The sweep of accounts: mails that are due, sessions and wrong tries that are over."""

from __future__ import annotations

from accounts import door, mails, sessions


def sweep() -> dict[str, int]:
    """What was done, by kind."""
    return mails.sweep() | {"sessions dropped": sessions.sweep(), "tries dropped": door.sweep()}
