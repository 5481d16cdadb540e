"""What every answer carries: a policy with nothing unsafe, no copies in caches, no frames."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.security.table import TABLE
from tests.security.world import World

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
def test_every_answer_keeps_the_strict_policy_and_no_cache_keeps_private_ones(
    world: World, who: str
) -> None:
    wrong = {
        row.path: faults
        for row in PAGES
        if (faults := faults_of(world.ask(who, row.path), private=who != "visitor"))
    }
    assert wrong == {}


def test_the_pages_of_the_site_keep_no_history_of_fragments(world: World) -> None:
    page = world.ask("player", "/play/{slug}/fun/").content.decode()
    assert '"historyCacheSize":0' in page
    assert 'hx-history="false"' in page
    assert '"allowEval":false' in page


def test_sign_out_clears_what_the_browser_keeps(world: World) -> None:
    answer = world.ask("player", "/accounts/logout/", "POST")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
