"""A real browser for the tests of pages, which notes whatever the browser complains about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import ConsoleMessage, Page

from tests.axe import STILL, found
from tests.chromium import PATIENCE, browser, sideways

# What another width or other colours may change of the same page.
OF_SIGHT = ("color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable")
SIGHTS: tuple[tuple[int, Any, tuple[str, ...]], ...] = (
    (1280, "light", ()),
    (390, "dark", OF_SIGHT),
)


class Tab:
    """A page of the browser, and the faults that it told: errors, refused scripts and styles."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._said)

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.faults.append(f"{said.text} {said.location.get('url', '')}".strip())

    def go(self, path: str) -> None:
        """Open an address of the site."""
        self.page.goto(self.site + path)


@contextmanager
def tab(site: str, signed_in: Client | None = None, width: int = 1280) -> Iterator[Tab]:
    """A tab at a live server, in the session of a test client if one is given."""
    viewport: Any = {"width": width, "height": 900}
    # The pages' worker is a test of its own (tests/house/test_install.py).
    context = browser().new_context(viewport=viewport, service_workers="block")
    if signed_in is not None:
        key = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": site}])
    try:
        context.set_default_timeout(PATIENCE)
        yield Tab(context.new_page(), site)
    finally:
        context.close()


def axe_finds(seen: Tab) -> list[str]:
    """What axe finds on the page at a desk in light and on a phone in the dark."""
    told = []
    for width, scheme, only in SIGHTS:
        seen.page.set_viewport_size({"width": width, "height": 900})
        seen.page.emulate_media(color_scheme=scheme)
        seen.page.wait_for_function(STILL)
        told += [f"at {width}, {scheme}: {fault}" for fault in found(seen.page, only=only)]
    seen.page.emulate_media(color_scheme="light")
    return told


def looked_at(seen: Tab) -> None:
    """Nothing for axe to find, and no sideways scroll down to the smallest of phones."""
    assert axe_finds(seen) == [], seen.page.url
    seen.page.set_viewport_size({"width": 320, "height": 900})
    assert sideways(seen.page) <= 0, f"{seen.page.url} scrolls sideways"
    seen.page.set_viewport_size({"width": 1280, "height": 900})
