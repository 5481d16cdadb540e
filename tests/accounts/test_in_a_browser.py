"""What only a browser shows: the way of a new user, passkeys, old tabs, Back after signing out."""

from __future__ import annotations

import re
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from accounts.middleware import tab_of
from accounts.models import Player
from tests import factories
from tests.accounts.door import code_of, with_totp
from tests.chromium import follow
from tests.papers.chromium import looked_at, tab

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("demo"),
]
FIRST, SECOND = "seven black queens", "nine red knaves"
EMAIL = "new@test.example"


def press(page: Page, name: str, exact: bool = False, stays: bool = False) -> None:
    """Press what has that name, in the page's main part if it is there; wait for the next page.

    With `stays`, the press brings no other page by itself.
    """
    roles: tuple[Any, Any] = ("button", "link")
    button, link = (page.get_by_role(role, name=name, exact=exact) for role in roles)
    main = page.get_by_role("main")
    button.or_(link).first.wait_for()
    for found in (main.locator(button), main.locator(link), button, link):
        if found.count():
            with nullcontext() if stays else page.expect_navigation():
                found.first.click()
            return


def read_mail(page: Page, subject: str) -> None:
    """Open the newest mail of the demo with this subject, and the link in it."""
    press(page, "Mails of the demo")
    follow(page.get_by_role("main").get_by_role("link", name=subject).first)
    follow(page.get_by_role("main").get_by_role("link", name=re.compile("^http")).first)


def sign_in(page: Page, email: str, password: str, code: str = "") -> None:
    press(page, "Sign in", exact=True)
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    follow(page.locator("form.form").get_by_role("button", name="Sign in"))
    if code:
        page.get_by_label("Code").fill(code)
        press(page, "Sign in", exact=True)


def menu(page: Page, name: str) -> None:
    page.locator("details.menu summary").click()
    follow(page.locator("details.menu").get_by_text(name, exact=True))


def back(page: Page) -> None:
    """As the browser's Back, and wait for the page that it brings."""
    with page.expect_navigation():
        page.evaluate("() => { setTimeout(() => history.back()); }")


def test_a_new_user_finds_the_whole_way_from_the_pages_alone(live_server: Any) -> None:
    with tab(live_server.url) as seen:
        page = seen.page
        seen.go("/")
        press(page, "Sign up")
        looked_at(seen)
        page.get_by_label("Email").fill(EMAIL)
        page.get_by_label("Password *", exact=True).fill(FIRST)
        page.get_by_label("Password (again)").fill(FIRST)
        page.get_by_label("Birth date").fill("1990-02-28")
        page.get_by_label("Display name").fill("Robin")
        for box in page.get_by_role("checkbox").all():
            box.check()
        press(page, "Sign up", exact=True)
        read_mail(page, "confirm your address")
        press(page, "Yes, confirm it")
        page.get_by_text("10,000").first.wait_for()

        menu(page, "Settings")
        press(page, "Signing in", exact=True)
        looked_at(seen)
        press(page, "Second factor")
        press(page, "Set up an authenticator")
        page.get_by_label("Password").fill(FIRST)
        press(page, "Confirm", exact=True)
        looked_at(seen)
        key = page.locator("#totp-key").inner_text()
        page.get_by_label("code").fill(code_of(key))
        press(page, "Turn it on")
        page.get_by_text("10 of 10 are left").wait_for()
        looked_at(seen)

        menu(page, "Sign out")
        press(page, "Sign in", exact=True)
        follow(page.get_by_role("link", name=re.compile("[Ff]org")).first)
        page.get_by_label("Email").fill(EMAIL)
        press(page, "Send the message")
        read_mail(page, "Choose a new password")
        page.get_by_label("New Password", exact=True).fill(SECOND)
        page.get_by_label("New Password (again)").fill(SECOND)
        press(page, "Keep this password")
        sign_in(page, EMAIL, SECOND, code_of(key))
        page.get_by_text("Your last sign-in was on").wait_for()

        menu(page, "Settings")
        press(page, "Signing in", exact=True)
        press(page, "Sign out everywhere")
        page.get_by_role("link", name="Sign in").first.wait_for()
        assert seen.faults == []


def authenticator(page: Page, transport: str) -> CDPSession:
    """Give the page a device for passkeys, which says yes to everything; detach it at the end."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    inside = transport == "internal"
    options = {
        "protocol": "ctap2",
        "transport": transport,
        "hasResidentKey": inside,
        "hasUserVerification": inside,
        "isUserVerified": inside,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session


def test_a_passkey_is_added_and_signs_in_alone(live_server: Any) -> None:
    player = factories.player()
    with tab(live_server.url, factories.client(player)) as seen:
        page = seen.page
        virtual = authenticator(page, "internal")
        seen.go("/settings/security/")
        press(page, "Second factor")
        press(page, "Add a passkey")
        page.get_by_label("Password").fill(factories.PASSWORD)
        press(page, "Confirm", exact=True)
        looked_at(seen)
        page.get_by_label("Sign in with it alone").check()
        press(page, "Add the passkey", stays=True)
        page.get_by_text("of 10 are left").wait_for()
        menu(page, "Sign out")
        press(page, "Sign in", exact=True)
        press(page, "Sign in with a passkey", stays=True)
        page.get_by_text("first sign-in").wait_for()
        seen.go("/settings/security/")
        expect(page.get_by_role("main")).to_contain_text("1 passkey")

        menu(page, "Sign out")
        sign_in(page, player.email, factories.PASSWORD)
        looked_at(seen)
        press(page, "Use a passkey", stays=True)
        page.get_by_text("Your last sign-in was on").wait_for()
        virtual.detach()
        assert seen.faults == []


def test_a_passkey_that_is_missing_leaves_a_sentence(live_server: Any) -> None:
    with tab(live_server.url) as seen:
        page = seen.page
        virtual = authenticator(page, "usb")
        seen.go("/accounts/login/")
        press(page, "Sign in with a passkey", stays=True)
        page.get_by_text("That did not work").wait_for()
        virtual.detach()


@pytest.fixture
def two() -> tuple[Player, Player]:
    """Two players with names of their own."""
    return factories.player(display_name="Alpha One"), factories.player(display_name="Beta Two")


def test_back_after_another_sign_in_shows_nothing_of_the_first(
    live_server: Any, two: tuple[Player, Player]
) -> None:
    first, second = two
    with tab(live_server.url) as seen:
        page = seen.page
        seen.go("/")
        sign_in(page, first.email, factories.PASSWORD)
        assert "Alpha One" in page.content()
        seen.go("/wallet/")
        seen.go("/settings/security/")
        menu(page, "Sign out")
        sign_in(page, second.email, factories.PASSWORD)
        assert "Beta Two" in page.content()
        for _ in range(3):
            back(page)
            assert "Alpha One" not in page.content()
            assert first.email not in page.content()


def test_back_after_signing_out_shows_nothing_of_whoever_sat_there(
    live_server: Any, two: tuple[Player, Player]
) -> None:
    with tab(live_server.url, factories.client(two[0])) as seen:
        page = seen.page
        for path in ("/", "/wallet/", "/settings/security/"):
            seen.go(path)
            assert "Alpha One" in page.content()
        menu(page, "Sign out")
        for _ in range(3):
            back(page)
            assert "Alpha One" not in page.content()


def test_an_old_tab_of_somebody_else_says_so_and_does_nothing(
    live_server: Any, two: tuple[Player, Player]
) -> None:
    first, second = two
    round_of_first = factories.dealt(first).round
    with tab(live_server.url) as seen:
        page = seen.page
        seen.go("/")
        sign_in(page, first.email, factories.PASSWORD)
        other = page.context.new_page()
        old_form = page.context.new_page()
        old_form.goto(f"{live_server.url}/settings/")
        seen.go("/play/three-card-solitaire/money/")
        other.goto(f"{live_server.url}/")
        menu(other, "Sign out")
        sign_in(other, second.email, factories.PASSWORD)

        page.locator("#stock, [data-pile=s] button").first.click()
        page.get_by_text("Nothing was done").first.wait_for()
        assert tab_of(second) in page.content()
        round_of_first.refresh_from_db()
        assert round_of_first.entries == 0

        old_form.get_by_label("Display name").fill("Changed")
        press(old_form, "Save")
        old_form.get_by_text("Nothing was done").wait_for()
        names = set(Player.objects.values_list("display_name", flat=True))
        assert names == {"Alpha One", "Beta Two"}


PAGES = [
    "/settings/",
    "/settings/table/",
    "/settings/security/",
    "/settings/documents/",
    "/terms/",
    "/privacy/",
    "/outbox/",
    "/accounts/2fa/",
    "/accounts/password/change/",
    "/accounts/sessions/",
]
OPEN = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/terms/"]


def test_axe_finds_nothing_on_these_pages(live_server: Any) -> None:
    player = factories.player(display_name="Robin")
    with_totp(player)
    client = factories.client(player)
    client.get("/")
    for signed_in, paths in ((client, PAGES), (None, OPEN)):
        with tab(live_server.url, signed_in) as seen:
            for path in paths:
                seen.go(path)
                looked_at(seen)
            assert seen.faults == []
