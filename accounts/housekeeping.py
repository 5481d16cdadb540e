"""The sweep of accounts: who stays away, mails that are due, sessions and tries that are over."""

from __future__ import annotations

from accounts import door, dormancy, mails, reviews, sessions


def sweep() -> dict[str, int]:
    """What was done, by kind."""
    dropped = {"sessions dropped": sessions.sweep(), "tries dropped": door.sweep()}
    reminded = {"reminded of limits": reviews.sweep()}
    return dormancy.sweep() | reminded | mails.sweep() | dropped
