"""Every page in a real browser: nothing to complain of, and all of it in sight on a phone.

One walk looks for all that needs a page to be drawn, since that is what takes the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.chromium import seen
from tests.papers.chromium import Tab, axe_finds, tab
from tests.security.table import TABLE
from tests.security.world import World

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
# Of the console's pages, one of each kind.
LOOKED_AT = {
    *("/console/", "/console/games/", "/console/rights/", "/console/nothing/"),
    *("/console/games/round/", "/console/games/round/{settled}/change/"),
    *("/console/games/round/{open}/void/", "/console/games/round/add/"),
    *("/console/games/deal/?q=999999", "/console/wallet/transfer/", "/console/accounts/event/"),
    *("/console/accounts/player/{person}/change/", "/console/accounts/player/{person}/access/"),
    *("/console/accounts/player/{colleague}/roles/", "/console/auth/group/{group}/change/"),
    "/console/support/message/{message}/change/",
    *("/console/desk/", "/console/desk/{conversation}/", "/console/desk/numbers/"),
    "/console/support/conversation/{conversation}/change/",
    *("/console/support/complaint/{complaint}/change/", "/console/support/cannedreply/write/"),
    *("/console/wallet/cashout/", "/console/wallet/cashout/{cashout}/change/"),
    "/console/wallet/payoutfile/{payoutfile}/change/",
    *("/console/games-report/", "/console/house/finding/books/", "/console/games/switch/now/"),
    *("/console/house/release/now/", "/console/house/audit/rules/", "/console/health/"),
}
# The head of the console is of the table's green.
FELT = "rgb(12, 61, 42)"
# These answer with a refusal, and are pages as well.
REFUSED = {"/console/nothing/": "404", "/console/games/round/add/": "403"}


def pages(who: str, names: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What somebody may open in a browser, as written here and as asked for."""
    theirs = {row.path for row in TABLE if row.method == "GET" and row.answers[who] == "page"}
    if who == "administrator":
        theirs |= LOOKED_AT
    for path in sorted(theirs):
        filled = path.format(**names)
        if not filled.endswith(NO_PAGES) and not any(part in filled for part in PARTS):
            yield path, filled


def cut(page: Page) -> list[str]:
    """What a phone of each width would not show whole."""
    found: list[str] = []
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width}: {what}" for what in seen(page, CUT, lambda cut: not cut)]
    return found


def wrong_with(browser: Tab, path: str, filled: str) -> list[str]:
    """Whatever is wrong with a page."""
    browser.page.set_viewport_size({"width": 1280, "height": 900})
    browser.go(filled)
    found = [fault for fault in browser.faults if REFUSED.get(path, "none") not in fault]
    found += cut(browser.page)
    # Last, since axe itself does what the policy forbids.
    found += axe_finds(browser) if path in LOOKED_AT else []
    browser.faults.clear()
    return found


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["player", "administrator"])
def test_a_real_browser_has_nothing_to_complain_of_and_every_page_fits_a_phone(
    live_server: Any, who: str
) -> None:
    world = World()
    with tab(live_server.url, world.clients[who]) as browser:
        wrong = {
            path: found
            for path, filled in pages(who, world.names)
            if (found := wrong_with(browser, path, filled))
        }
        if who == "administrator":
            browser.go("/console/")
            bar = browser.page.locator("#header").evaluate("it => getComputedStyle(it).background")
            assert FELT in bar
    assert wrong == {}
