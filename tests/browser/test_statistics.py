"""Statistics, leaderboards and a shared game as a browser shows them, on a desk and on a phone."""

from __future__ import annotations

import os
import re
from datetime import timedelta
from random import Random

from django.utils import timezone
from playwright.sync_api import expect

from games.catalogue import KLONDIKE, ROYAL_PARADE, THREE_CARD_SOLITAIRE
from tests.axe import found
from tests.browser.test_sight import SIZES, sideways
from tests.games.played import some_round
from tests.games.results import named, result

SHOTS = os.environ.get("FAIRDEAL_SHOTS", "")


def seen(page, name: str) -> None:
    """Nothing that axe finds, nothing wider than the window, and a picture for whoever asks.

    Axe looks at the phone's page, in which tables are laid out as blocks, and at one of the desk's.
    """
    assert sideways(page) <= 0
    if name.endswith("phone") or name in ("chart-desk", "share", "shared"):
        assert found(page) == []
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def fill(player) -> None:
    """Some months of games of the player, and others on the boards."""
    dice, now = Random(8), timezone.now()
    for name in ("Ada", "Maximilian of the long name", "Zoë", "Tim"):
        other = named(name)
        for entry, mode in ((ROYAL_PARADE, ""), (KLONDIKE, "standard-medium")):
            score = dice.randrange(700) if mode else None
            result(other, entry, mode=mode, score=score, cards=dice.randrange(60), seconds=4000)
    for number in range(60):
        mode = dice.choice(["standard-medium", "standard-medium", "vegas-hard", "custom"])
        result(
            player,
            KLONDIKE,
            mode=mode,
            won=dice.random() < 0.4,
            score=None if mode == "custom" else dice.randrange(-52, 208),
            cards=dice.randrange(53),
            moves=dice.randrange(80, 160),
            seconds=dice.randrange(100, 4000),
            ended_at=now - timedelta(days=number * 3),
        )
    result(player, ROYAL_PARADE, cards=61)
    result(player, THREE_CARD_SOLITAIRE, cards=52, won=True)


def test_statistics_boards_and_a_shared_game_on_desk_and_phone(context, live_server, player):
    player.display_name = "Kim"
    player.save()
    fill(player)
    round = some_round(player)
    page = context().new_page()
    faults: list[str] = []
    page.on("console", lambda said: said.type == "error" and faults.append(said.text))
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{live_server.url}/statistics/")
        expect(page.get_by_role("heading", name="Your statistics")).to_be_visible()
        expect(page.get_by_role("link", name="Standard, Medium")).to_be_visible()
        seen(page, f"statistics-{size}")
        page.get_by_role("link", name="Standard, Medium").click()
        expect(page.get_by_role("img", name="Games played and won")).to_be_visible()
        page.get_by_text("The same as a table").first.click()
        expect(page.get_by_role("columnheader", name="Week of")).to_be_visible()
        seen(page, f"chart-{size}")
        page.goto(f"{live_server.url}/boards/klondike/standard-medium/")
        expect(page.locator("#own-place")).to_contain_text("Kim")
        seen(page, f"board-{size}")
        page.goto(f"{live_server.url}/boards/klondike/standard-easy/")
        expect(page.get_by_text("There is no board for")).to_be_visible()
    page.goto(f"{live_server.url}/rounds/{round.pk}/replay/")
    page.get_by_role("button", name="Make a link").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("/shared/.{32}/$"))
    seen(page, "share")
    page.get_by_role("link", name="See what others see").click()
    expect(page.get_by_text("This deal is fair")).to_be_visible()
    page.locator("#replay-forward").click()
    expect(page.get_by_role("heading", name="Step 1 of")).to_be_visible()
    seen(page, "shared")
    page.goto(f"{live_server.url}/shared/")
    seen(page, "links")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("You share no game.")).to_be_visible()
    assert faults == []
