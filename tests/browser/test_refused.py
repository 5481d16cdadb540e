"""What a table shows of a request that was refused: the way to the sign-in, and when it is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table


@pytest.fixture
def table(dealt, context, live_server) -> Table:
    """A table of fun play with a game in play."""
    return Table(context().new_page(), live_server.url)


@pytest.mark.parametrize("tool", ["[data-dialog=help]", "#sound"])
def test_a_lost_session_leads_to_the_sign_in_and_is_no_lost_connection(table, tool) -> None:
    table.page.context.clear_cookies(name="sessionid")
    assert "sessionid" not in {cookie["name"] for cookie in table.page.context.cookies()}
    table.page.locator(tool).first.click()
    table.page.wait_for_url("**/accounts/login/**")
    assert "three-card-solitaire" in table.page.url


def test_a_choice_that_is_not_kept_is_taken_back_and_says_why(table, settings) -> None:
    settings.REQUEST_LIMITS = {"games:preference": (0, 3600)}
    before = table.page.locator("#sound").get_attribute("aria-pressed")
    table.page.click("#sound")
    table.page.wait_for_function(
        "() => document.getElementById('said').textContent.includes('too quick')"
    )
    expect(table.page.locator("#sound")).to_have_attribute("aria-pressed", before)
    expect(table.page.locator("#offline")).to_be_hidden()


def test_a_choice_without_a_connection_is_taken_back(table) -> None:
    before = table.page.locator("#sound").get_attribute("aria-pressed")
    table.page.context.set_offline(True)
    table.page.click("#sound")
    table.page.wait_for_selector("#offline:not([hidden])")
    expect(table.page.locator("#sound")).to_have_attribute("aria-pressed", before)


def test_a_notice_of_too_many_requests_is_gone_after_the_next_move(table, settings) -> None:
    settings.REQUEST_LIMITS = {"games:moves": (0, 3600)}
    table.page.locator("#stock").press("Enter")
    notice = table.page.locator("#messages .notice")
    expect(notice).to_contain_text("too quick")
    settings.REQUEST_LIMITS = {}
    table.press("draw")
    expect(notice).to_have_count(0)
