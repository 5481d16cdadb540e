"""The one Chromium of a test process, and how a test waits for what its pages come to show.

Playwright takes no second browser in the same thread. A machine with other things to do may take
long over anything, so that nothing is looked at once only, and no test counts on being quick.
"""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

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
    path = installed_browser()  # which starts a playwright of its own, and ends it
    playwright = sync_playwright().start()
    started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    atexit.register(playwright.stop)
    atexit.register(started.close)
    return started


def follow(link: Locator, **how: Any) -> None:
    """Press what leads to another page, and wait until that page is whole."""
    with link.page.expect_navigation():
        link.click(**how)


def double_press(target: Locator, x: float = 10, y: float = 8) -> None:
    """Press an element twice, by the clock of the browser's events a tenth of a second apart."""
    box = target.bounding_box()
    assert box is not None
    session = target.page.context.new_cdp_session(target.page)
    place = {"x": box["x"] + x, "y": box["y"] + y}
    now = time.time()
    session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "timestamp": now} | place)
    for count in (1, 2):
        press = {"button": "left", "clickCount": count, "timestamp": now + count / 10} | place
        for kind in ("mousePressed", "mouseReleased"):
            session.send("Input.dispatchMouseEvent", {"type": kind} | press)
    session.detach()


def seen(page: Page, script: str, holds: Callable[[Any], bool], arg: Any = None) -> Any:
    """What a script tells of a page as soon as that holds; what it tells at last if it never does.

    For what is measured: a page that has been loaded may have to be laid out once more.
    """
    end = time.monotonic() + PATIENCE / 1000
    while True:
        value = page.evaluate(script, arg)
        if holds(value) or time.monotonic() > end:
            return value
        page.wait_for_timeout(50)


def sideways(page: Page) -> int:
    """Pixels that the page is wider than the window."""
    script = "() => document.documentElement.scrollWidth - innerWidth"
    return int(seen(page, script, lambda over: over <= 0))
