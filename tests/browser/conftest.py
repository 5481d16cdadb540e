"""A browser for the tests of play: one Chromium a run, a fresh context a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext

from accounts.jurisdiction import PROFILES
from tests import factories, strategies
from tests.browser.table import Table
from tests.chromium import PATIENCE, browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def chromium() -> Browser:
    """The browser."""
    return browser()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A delay between two games for money that is not over before a slow machine shows it."""
    slow = replace(PROFILES["test"], money_deal_delay=timedelta(seconds=15))
    monkeypatch.setitem(PROFILES, "test", slow)


@pytest.fixture
def player(transactional_db: None):
    """A player with chips and money."""
    return factories.player()


@pytest.fixture
def context(chromium: Browser, live_server: object, player: object) -> Iterator[Callable]:
    """Makes browser contexts in which the player is signed in."""
    made: list[BrowserContext] = []
    key = factories.client(player).cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}

    def make(**wanted: object) -> BrowserContext:
        wanted.setdefault("viewport", {"width": 1280, "height": 800})
        wanted.setdefault("reduced_motion", "reduce")
        # What a test cuts off must not pass by the worker (tests/house/test_install.py has it).
        wanted.setdefault("service_workers", "block")
        new = chromium.new_context(**wanted)
        new.set_default_timeout(PATIENCE)
        new.add_cookies([cookie])
        made.append(new)
        return new

    yield make
    for one in made:
        one.close()


@pytest.fixture
def table(context: Callable, live_server: object) -> Table:
    """A table of fun play, before the deal."""
    return Table(context().new_page(), live_server.url)


@pytest.fixture(scope="session")
def winning_seed() -> bytes:
    """The server's seed of a deck that greedy play wins, with the factories' client seed."""
    return strategies.winning_seed()


@pytest.fixture
def dealt(player, winning_seed):
    """Deals that deck in fun play, and tells where it stands."""
    return factories.dealt(player, seed=winning_seed, currency=factories.FUN)
