"""The one Chromium of a test process. Playwright takes no second one in the same thread."""

from __future__ import annotations

import atexit
import os
from functools import cache

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser_here import installed_browser

PATIENCE = 30_000  # milliseconds that a page may take; only a test that fails waits so long
expect.set_options(timeout=PATIENCE)

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@cache
def browser() -> Browser:
    """The browser, started when it is first asked for and closed when the process ends."""
    # Playwright keeps an event loop in this thread, in which Django would refuse the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    playwright = sync_playwright().start()
    started = playwright.chromium.launch(executable_path=installed_browser(), args=ARGUMENTS)
    atexit.register(playwright.stop)
    atexit.register(started.close)
    return started
