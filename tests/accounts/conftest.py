"""For the tests of this folder."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """A quick hash for the passwords of people who live for one test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def demo(settings: Any) -> None:
    """The mode in which mails can be read on a page."""
    settings.DEMO = True
