"""What every answer carries: a policy with nothing unsafe, no copies in caches, no frames."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.chromium import seen
from tests.papers.chromium import tab
from tests.security.table import TABLE
from tests.security.world import World

pytestmark = pytest.mark.django_db
# Files, fragments that no browser opens by themselves, and the end of the session.
NO_PAGES = (".csv", ".json", "/download/", "/jsi18n/", "/steps/", "/logout/", "/export/", ".txt")
# Pictures and files, which are downloaded, and bare text.
PARTS = (
    "/identitycheck/files/",
    "/chats/files/",
    "/desk/files/",
    "/balance/",
    "/metrics/",
    "/health/",
    "/app.webmanifest",
    "/worker.js",
)
# Of phones, large and small.
NARROW = (390, 320)
# How far a whole page is wider than its window, and what does not fit into its own box.
CUT = """() => {
  if (!document.querySelector("main")) return [];
  const over = document.documentElement.scrollWidth - innerWidth;
  const boxes = [...document.querySelectorAll(".button, .badge, td, th, summary, label, legend")];
  const hidden = (box) => box.closest(".visually-hidden")
    || getComputedStyle(box.closest("thead") || box).position === "absolute";
  const cut = boxes.filter((box) => box.checkVisibility() && !hidden(box)
    && getComputedStyle(box).display !== "inline" && box.scrollWidth > box.clientWidth + 1);
  const told = cut.map((box) => `${box.tagName} ${box.textContent.trim().slice(0, 40)}`);
  return over > 0 ? [`${over} pixels wider than the window`, ...told] : told;
}"""
PAGES = [row for row in TABLE if row.method == "GET"]


POLICY = (
    *("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"),
    *("base-uri 'none'", "form-action 'self'"),
)
CARRIED = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# What a page that keeps to the policy has no use for.
INLINE = (
    r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")",
    r"<[^>]+\s(style|on[a-z]+)\s*=",
    r"<style",
    r"(src|href)=\"(https?:)?//(?!testserver)",
)


def faults_of(answer: Any, private: bool) -> list[str]:
    """What an answer lacks, or has and should not have."""
    policy = answer["Content-Security-Policy"]
    faults = [f"no {directive}" for directive in POLICY if directive not in policy]
    faults += [word for word in ("unsafe", "*", "http:") if word in policy]
    faults += [f"no {name}" for name, value in CARRIED.items() if answer.get(name) != value]
    if "camera=()" not in answer["Permissions-Policy"]:
        faults.append("no Permissions-Policy")
    if private and "no-store" not in answer.get("Cache-Control", ""):
        faults.append("a cache may keep it")
    if "text/html" in answer["Content-Type"]:
        page = answer.content.decode()
        faults += [pattern for pattern in INLINE if re.search(pattern, page)]
    return faults


@pytest.mark.parametrize("who", ["visitor", "player", "administrator"])
def test_every_answer_keeps_the_strict_policy_and_no_cache_keeps_private_ones(who: str) -> None:
    world = World()
    wrong = {
        row.path: faults
        for row in PAGES
        if (faults := faults_of(world.ask(who, row.path), private=who != "visitor"))
    }
    assert wrong == {}


def test_the_pages_of_the_site_keep_no_history_of_fragments() -> None:
    world = World()
    page = world.ask("player", "/play/{slug}/fun/").content.decode()
    assert '"historyCacheSize":0' in page
    assert 'hx-history="false"' in page
    assert '"allowEval":false' in page


def test_sign_out_clears_what_the_browser_keeps() -> None:
    answer = World().ask("player", "/accounts/logout/", "POST")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'


def _cut(page: Page) -> list[str]:
    """What a phone of each width would not show whole."""
    found: list[str] = []
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width}: {what}" for what in seen(page, CUT, lambda cut: not cut)]
    return found


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_real_browser_has_nothing_to_complain_of_and_every_page_fits_a_phone(
    live_server: Any,
) -> None:
    world = World()
    wrong: dict[str, list[str]] = {}
    for who in ("player", "administrator"):
        paths = [row.path.format(**world.names) for row in PAGES if row.answers[who] == "page"]
        with tab(live_server.url, world.clients[who]) as browser:
            for path in paths:
                if path.endswith(NO_PAGES) or any(part in path for part in PARTS):
                    continue
                browser.go(path)
                found = [*browser.faults, *_cut(browser.page)]
                browser.faults.clear()
                if found:
                    wrong[f"{who} {path}"] = found
    assert wrong == {}
