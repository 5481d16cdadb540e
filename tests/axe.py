"""What axe finds on a page: the one way in which the tests ask it.

Only what is found comes out of the browser. All that axe has looked at weighs many times as much,
and to bring it over takes longer than to look.
"""

from __future__ import annotations

from collections.abc import Iterable

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# The rules that look at colours: for a page on which nothing else has changed.
COLORS = ("color-contrast", "link-in-text-block")

# Colours change in a moment, however short; until then some are the old ones.
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"
TABLE = "table => { document.documentElement.dataset.table = table; }"
RUN = """(options) => axe.run(options).then(({ violations }) => violations.flatMap((fault) =>
  fault.nodes.map((node) => `${fault.id}: ${node.target} ${node.failureSummary}`)))"""


def found(page: Page, *, without: Iterable[str] = (), only: Iterable[str] = ()) -> list[str]:
    """What axe finds on a page, as rule and place; `without` some of its rules, or `only` some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    kind, values = ("rule", only) if only else ("tag", TAGS)
    options = {
        "runOnly": {"type": kind, "values": list(values)},
        "rules": {rule: {"enabled": False} for rule in without},
        "resultTypes": ["violations"],
    }
    return list(page.evaluate(RUN, options))


def tinted(page: Page, *, tables: Iterable[str] = ("red", "slate")) -> list[str]:
    """What axe finds in the colours of a page alone: in the other scheme, and on other tables."""
    dark = page.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches")
    own = page.evaluate("() => document.documentElement.dataset.table || ''")
    page.emulate_media(color_scheme="light" if dark else "dark")
    faults = _painted(page)
    page.emulate_media(color_scheme="dark" if dark else "light")
    for table in tables:
        page.evaluate(TABLE, table)
        faults += _painted(page)
    page.evaluate(TABLE, own)
    page.wait_for_function(STILL)
    return faults


def _painted(page: Page) -> list[str]:
    page.wait_for_function(STILL)
    return found(page, only=COLORS)
