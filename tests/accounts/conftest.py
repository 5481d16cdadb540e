"""For the tests of this folder."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def demo(settings: Any) -> None:
    """The mode in which mails can be read on a page."""
    settings.DEMO = True
