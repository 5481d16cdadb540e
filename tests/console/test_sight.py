"""What eye and screen reader make of the console, in light and dark, at desk and phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chromium import sideways
from tests.papers.chromium import tab
from tests.security.world import World

PATHS = (
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
    "/fairness/seals/",
)
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_in_the_console_and_no_page_scrolls_sideways(
    live_server: Any, width: int, scheme: Any
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    world = World()
    with tab(live_server.url, world.clients["administrator"], width) as seen:
        seen.page.emulate_media(color_scheme=scheme)
        for path in PATHS:
            seen.go(path.format(**world.names))
            found = Axe().run(seen.page, options={"runOnly": {"type": "tag", "values": RULES}})
            assert found.violations_count == 0, f"{path}: {found.generate_report()}"
            assert sideways(seen.page) <= 0, f"{path} scrolls sideways at {width}"
