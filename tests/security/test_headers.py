"""What every answer carries: a policy with nothing unsafe, no copies in caches, no frames."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.papers.chromium import tab
from tests.security.table import TABLE
from tests.security.world import World

pytestmark = pytest.mark.django_db
# Files, fragments that no browser opens by themselves, and the end of the session.
NO_PAGES = (".csv", ".json", "/download/", "/jsi18n/", "/steps/", "/logout/")
PAGES = [row for row in TABLE if row.method == "GET"]


def test_no_answer_of_any_address_allows_anything_unsafe() -> None:
    world = World()
    for who in ("visitor", "player", "administrator"):
        for row in PAGES:
            answer = world.ask(who, row.path)
            policy = answer["Content-Security-Policy"]
            assert "unsafe" not in policy, row.path
            assert "*" not in policy, row.path
            for directive in (
                "default-src 'none'",
                "script-src 'self'",
                "style-src 'self'",
                "frame-ancestors 'none'",
                "base-uri 'none'",
                "form-action 'self'",
            ):
                assert directive in policy, row.path
            assert answer["X-Frame-Options"] == "DENY", row.path
            assert answer["X-Content-Type-Options"] == "nosniff", row.path
            assert answer["Referrer-Policy"] == "same-origin", row.path
            assert answer["Cross-Origin-Opener-Policy"] == "same-origin", row.path
            assert answer["Cross-Origin-Resource-Policy"] == "same-origin", row.path
            assert "camera=()" in answer["Permissions-Policy"], row.path


def test_no_cache_keeps_what_somebody_signed_in_was_shown() -> None:
    world = World()
    for who in ("player", "administrator"):
        for row in PAGES:
            answer = world.ask(who, row.path)
            assert "no-store" in answer.get("Cache-Control", ""), row.path


def test_no_page_holds_a_script_a_style_or_a_handler_of_its_own() -> None:
    world = World()
    for who in ("visitor", "player", "administrator"):
        for row in PAGES:
            answer = world.ask(who, row.path)
            if "text/html" not in answer["Content-Type"]:
                continue
            page = answer.content.decode()
            assert not re.search(
                r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", page
            ), row.path
            assert not re.search(r"<[^>]+\s(style|on[a-z]+)\s*=", page), row.path
            assert "<style" not in page, row.path
            assert not re.search(r"(src|href)=\"(https?:)?//(?!testserver)", page), row.path


def test_the_pages_of_the_site_keep_no_history_of_fragments() -> None:
    world = World()
    page = world.ask("player", "/play/{slug}/fun/").content.decode()
    assert '"historyCacheSize":0' in page
    assert 'hx-history="false"' in page
    assert '"allowEval":false' in page


def test_sign_out_clears_what_the_browser_keeps() -> None:
    answer = World().ask("player", "/accounts/logout/", "POST")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_real_browser_has_nothing_to_complain_of_on_any_page(live_server: Any) -> None:
    world = World()
    seen: dict[str, list[str]] = {}
    for who in ("player", "administrator"):
        paths = [row.path.format(**world.names) for row in PAGES if row.answers[who] == "page"]
        with tab(live_server.url, world.clients[who]) as browser:
            for path in paths:
                if path.endswith(NO_PAGES):
                    continue
                browser.go(path)
                if browser.faults:
                    seen[f"{who} {path}"] = list(browser.faults)
                    browser.faults.clear()
    assert seen == {}
