"""Fairdeal as an app: a browser installs it, and without a network it shows one page of ours."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games.drawing.app_icons import APP_ICONS, UNITS, shapes
from games.drawing.raster import PNG, rows_of
from tests import factories
from tests.chromium import PATIENCE, browser, seen

browsing = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEPT = """async () => {
  const names = await caches.keys();
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map((request) => new URL(request.url).pathname).sort();
}"""
SLUG = "three-card-solitaire"


def file(name: str) -> bytes:
    return Path(str(finders.find(name))).read_bytes()


@pytest.mark.parametrize("name", APP_ICONS)
def test_the_committed_icon_is_what_the_script_draws(name: str) -> None:
    """By its pixels: how they are packed is the packer's affair."""
    pixels, fills = APP_ICONS[name]
    content = file(name)
    at, packed = len(PNG), b""
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        data, at = content[at + 8 : at + 8 + length], at + 12 + length
        packed += data if kind == b"IDAT" else b""
        if kind == b"IHDR":
            assert struct.unpack(">II", data[:8]) == (pixels, pixels)
    drawn = rows_of(shapes(fills=fills), UNITS, pixels)
    assert zlib.decompress(packed) == b"".join(b"\x00" + row for row in drawn)


@pytest.mark.django_db
def test_the_manifest_names_the_app_and_icons_of_the_sizes_that_it_says() -> None:
    answer = Client().get("/app.webmanifest")
    about = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (about["display"], about["start_url"], about["scope"]) == ("standalone", "/", "/")
    assert {icon["purpose"] for icon in about["icons"]} == {"any", "maskable"}
    for icon in about["icons"]:
        size = struct.unpack(">II", file(icon["src"].removeprefix("/static/"))[16:24])
        assert icon["sizes"] == f"{size[0]}x{size[1]}"


@pytest.mark.django_db
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_the_bar_of_the_app_has_the_colour_of_the_page(theme: str) -> None:
    player = factories.player()
    player.settings = {"theme": theme}
    player.save()
    page = factories.client(player).get("/").content.decode()
    bars = [bar for bar in ("#fffdf8", "#1c2225") if f'content="{bar}"' in page]
    assert (
        bars == {"auto": ["#fffdf8", "#1c2225"], "light": ["#fffdf8"], "dark": ["#1c2225"]}[theme]
    )


@pytest.fixture
def context(transactional_db: None) -> Iterator[BrowserContext]:
    made = browser().new_context(reduced_motion="reduce")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


def at_home(context: BrowserContext, site: str, path: str = "/") -> Page:
    """A page whose worker is awake."""
    page = context.new_page()
    page.goto(site + path)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    assert seen(page, "() => Boolean(navigator.serviceWorker.controller)", bool)
    return page


class TestInABrowser:
    pytestmark = browsing

    def test_a_browser_finds_nothing_that_keeps_the_app_from_being_installed(
        self, context: BrowserContext, live_server: Any
    ) -> None:
        page = at_home(context, live_server.url)
        session = context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["url"] == f"{live_server.url}/app.webmanifest"
        assert manifest["errors"] == []
        found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A context of a test is a private window, which installs nothing whatever it is.
        assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []

    def test_without_a_network_a_page_of_ours_says_so_and_nothing_else_was_kept(
        self, context: BrowserContext, live_server: Any
    ) -> None:
        player = factories.player()
        client = factories.client(player)
        key = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": key, "url": live_server.url}])
        page = at_home(context, live_server.url)
        for path in (f"/play/{SLUG}/fun/", "/wallet/money/", "/settings/"):
            page.goto(live_server.url + path)
        files = ["/offline/", *(f"/static/{name}" for name in ("favicon.svg", "icons.svg"))]
        kept = sorted([*files, "/static/page.css", "/static/style.css"])
        assert page.evaluate(KEPT) == kept
        context.set_offline(True)
        page.goto(f"{live_server.url}/wallet/money/?page=2")
        expect(page.locator("h1")).to_have_text("You are offline")
        assert page.evaluate(
            "() => getComputedStyle(document.querySelector('.button')).cursor"
        ) == ("pointer")
        assert str(player) not in page.content()
        context.set_offline(False)
        page.get_by_role("link", name="Try again").click()
        expect(page.locator("h1")).to_have_text("Balance and statement")
        assert page.url.endswith("/wallet/money/?page=2")
        assert page.evaluate(KEPT) == kept
