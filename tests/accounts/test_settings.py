"""The pages of settings: profile, table, signing in."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from accounts.preferences import Preferences
from tests import factories
from tests.accounts.door import signed_in

pytestmark = pytest.mark.django_db
CHOICES = {
    "card_back": "7",
    "table_color": "slate",
    "four_colors": "on",
    "theme": "dark",
    "motion": "off",
    "left_handed": "on",
}


@pytest.fixture
def player() -> Player:
    """A player."""
    return factories.player()


def test_preferences_are_kept_and_shown_by_every_page(player: Player) -> None:
    client = factories.client(player)
    client.post("/settings/table/", CHOICES)
    player.refresh_from_db()
    assert player.preferences == Preferences(7, "slate", True, False, "off", True, False, "dark")
    page = client.get("/").content.decode()
    for shown in ('data-theme="dark"', 'data-table="slate"', 'data-deck="four"', 'data-back="7"'):
        assert shown in page


@pytest.mark.parametrize(
    "wrong", [{"card_back": "11"}, {"theme": "pink"}, {"motion": ""}, {"table_color": "x"}]
)
def test_other_values_are_refused(player: Player, wrong: dict[str, str]) -> None:
    factories.client(player).post("/settings/table/", CHOICES | wrong)
    player.refresh_from_db()
    assert player.preferences == Preferences()


def test_the_page_shows_what_is_chosen(player: Player) -> None:
    client = factories.client(player)
    client.post("/settings/table/", CHOICES)
    page = client.get("/settings/table/").content.decode()
    assert 'name="card_back" value="7" checked' in page
    assert 'name="table_color" value="slate" checked' in page


def test_a_profile_keeps_the_language_when_the_form_does_not_say(player: Player) -> None:
    factories.client(player).post("/settings/", {"display_name": "Kim", "time_zone": "UTC"})
    player.refresh_from_db()
    assert (player.display_name, player.language) == ("Kim", "en")


@pytest.mark.parametrize(
    "path",
    ["/settings/", "/settings/table/", "/settings/security/", "/settings/documents/"],
)
def test_settings_are_for_whoever_is_signed_in(path: str, player: Player) -> None:
    assert Client().get(path)["Location"] == f"/accounts/login/?next={path}"
    for person in (player, factories.staff()):
        assert factories.client(person).get(path).status_code == 200


REACHABLE = [
    "login/",
    "signup/",
    "inactive/",
    "confirm-email/",
    "confirm-email/x:y:z/",
    "password/reset/",
    "password/reset/done/",
    "password/reset/key/done/",
    "password/reset/key/1-x/",
]
OF_AN_ACCOUNT = [
    "email/",
    "password/change/",
    "logout/",
    "reauthenticate/",
    "sessions/",
    "2fa/",
    "2fa/totp/activate/",
    "2fa/webauthn/",
    "2fa/webauthn/add/",
]


@pytest.mark.parametrize("path", REACHABLE)
def test_pages_before_sign_in_are_ours(path: str) -> None:
    page = Client().get(f"/accounts/{path}", follow=True).content.decode()
    assert 'class="site-header"' in page
    assert "Account Inactive" not in page
    assert "Bad Token" not in page


@pytest.mark.parametrize("path", OF_AN_ACCOUNT)
def test_pages_of_an_account_are_ours(path: str, player: Player) -> None:
    client = factories.client(player)
    client.post("/accounts/reauthenticate/", {"password": factories.PASSWORD})
    answer = client.get(f"/accounts/{path}")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'class="site-header"' in page
    assert "Security Key" not in page
    assert "Two-Factor" not in page


def test_the_language_of_a_player_is_spoken(player: Player, settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    Player.objects.update(language="de")
    assert '<html lang="de"' in factories.client(player).get("/").content.decode()


@pytest.mark.parametrize("name", ["Ro\u202ebin", "\u200b", "\u2800"])
def test_a_name_that_is_unseen_or_turns_the_text_around_it_is_not_taken(
    player: Player, name: str
) -> None:
    answer = factories.client(player).post("/settings/", {"display_name": name, "time_zone": "UTC"})
    assert "A display name" in answer.content.decode()
    player.refresh_from_db()
    assert player.display_name == ""


def test_a_change_of_the_address_refuses_one_that_is_too_long(player: Player) -> None:
    client = signed_in(player)
    client.post("/accounts/reauthenticate/", {"password": factories.PASSWORD})
    sent = {"email": "a" * 250 + "@test.example", "action_add": ""}
    answer = client.post("/accounts/email/", sent)
    assert answer.status_code == 200
    assert "This e-mail address is too long." in answer.content.decode()
    assert not player.emailaddress_set.exclude(email=player.email).exists()
