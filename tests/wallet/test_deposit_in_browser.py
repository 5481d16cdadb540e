"""Paying in with a browser: from the cashier over the sandbox's page to the credit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.axe import found
from tests.chromium import follow, sideways
from tests.papers.chromium import Tab, tab
from tests.wallet import depositing
from wallet import sandbox
from wallet.models import Deposit, Notification

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def looked_at(seen: Tab, name: str) -> None:
    """Nothing for axe to find, no sideways scroll; a picture, if somebody wants to see it."""
    assert found(seen.page) == [], name
    assert sideways(seen.page) <= 0, f"{name} scrolls sideways"
    if folder := os.environ.get("FAIRDEAL_PICTURES"):
        width = (seen.page.viewport_size or {}).get("width")
        seen.page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def test_a_deposit_from_the_cashier_to_the_credit(live_server: Any, settings: Any) -> None:
    settings.SITE_ADDRESS = live_server.url
    player = depositing.player(money=20_00)
    depositing.paid(player, 75_00, holder=f"Test Player {player.pk}")
    with tab(live_server.url, factories.client(player)) as seen:
        page = seen.page
        seen.go("/cashier/")
        looked_at(seen, "cashier")
        follow(page.get_by_role("main").get_by_role("link", name="Deposit", exact=True))
        page.get_by_label("Amount").fill("1e9")
        follow(page.get_by_role("button", name="Go on"))
        expect(page.get_by_text("Type the amount in the digits 0 to 9 only")).to_be_visible()
        looked_at(seen, "deposit")
        page.get_by_label("Amount").fill("25,50")
        page.get_by_label("Sandbox purse, fee 1.50 %").check()
        follow(page.get_by_role("button", name="Go on"))
        follow(page.get_by_role("link", name="Pay €25.50 at the provider"))
        looked_at(seen, "sandbox")
        page.get_by_label("It is paid, and we are told ten times").check()
        follow(page.get_by_role("button", name="Let it happen"))
        expect(page.get_by_text("waiting", exact=True)).to_be_visible()
        # As the worker does, over the network; the page then finds out by itself.
        assert sandbox.sweep() == {"sandbox messages": 1}
        expect(page.get_by_text("€25.50 came in and can be used.")).to_be_visible()
        expect(page.locator("#standing[hx-get]")).to_have_count(0)
        looked_at(seen, "deposited")
        (refused,) = seen.faults
        assert "422 (Unprocessable Entity)" in refused
        assert refused.endswith("/cashier/deposit/")
    deposit = Deposit.objects.latest("pk")
    assert (deposit.captured, deposit.fee) == (2_550, 38)
    assert Notification.objects.filter(deposit=deposit).count() == 1
    with tab(live_server.url, factories.client(player), 390) as seen:
        seen.page.emulate_media(color_scheme="dark")
        for path, name in (
            *(("/cashier/", "cashier"), ("/cashier/deposit/", "deposit")),
            *((f"/cashier/deposits/{deposit.pk}/", "deposited"), ("/cashier/deposits/", "list")),
            *((f"/cashier/sandbox/{deposit.token}/", "sandbox"), ("/cashier/methods/", "methods")),
            ("/wallet/money/?first_day=", "statement"),
        ):
            seen.go(path)
            looked_at(seen, name)
