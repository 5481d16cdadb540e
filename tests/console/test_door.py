"""Who gets into the console: staff, with a second factor given in this session. And the demo."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Event, Player
from config.console.roles import ROLES
from tests import factories
from tests.console.staff import console, member
from wallet import ledger
from wallet.models import Account, Transfer

pytestmark = pytest.mark.django_db
PATHS = ["/console/", "/console/games/round/", "/console/wallet/transfer/", "/console/auth/group/"]


@pytest.mark.parametrize("path", PATHS)
def test_a_visitor_is_sent_to_the_sites_own_sign_in(path: str) -> None:
    answer = Client().get(path, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=/console/")


@pytest.mark.parametrize("path", PATHS)
def test_for_a_player_there_is_no_console(path: str) -> None:
    assert factories.client(factories.player()).get(path, follow=True).status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_staff_without_a_second_factor_are_told_how_to_get_in(path: str) -> None:
    answer = factories.client(member()).get(path, follow=True)
    assert answer.status_code == 403
    assert "The console asks for a second factor" in answer.content.decode()
    assert "/accounts/2fa/totp/activate/" in answer.content.decode()


@pytest.mark.parametrize("path", PATHS)
def test_staff_with_a_second_factor_get_in(path: str) -> None:
    assert console().get(path).status_code == 200


def test_a_player_with_a_second_factor_is_still_a_player() -> None:
    assert console(factories.player()).get("/console/", follow=True).status_code == 404


def test_an_inactive_member_of_staff_is_out_at_once() -> None:
    person = member()
    client = console(person)
    person.is_active = False
    person.save()
    assert client.get("/console/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")


def test_the_second_factor_of_somebody_else_does_not_count() -> None:
    client = console()
    other = member()
    client.force_login(other)
    assert client.get("/console/", follow=True).status_code == 403


def test_signing_in_with_password_and_code_opens_the_console() -> None:
    person = member()
    person.email = "sam@test.example"
    person.save()
    factories.EmailAddress.objects.create(
        user=person, email=person.email, verified=True, primary=True
    )
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    client = Client()
    signing = {"login": person.email, "password": factories.PASSWORD, "next": "/console/"}
    assert client.post("/accounts/login/", signing)["Location"].startswith("/accounts/2fa/")
    assert client.get("/console/").status_code == 302
    assert client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    answer = client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert answer["Location"] == "/console/"
    assert client.get("/console/").status_code == 200


def code_of(secret: str) -> str:
    """What an authenticator with this key shows now."""
    import time

    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def test_each_role_sees_what_it_may_and_no_more() -> None:
    for role, rights in ROLES.items():
        client = console(member(role))
        for name, path in {
            "games.view_round": "/console/games/round/",
            "games.view_deal": "/console/games/deal/",
            "wallet.view_transfer": "/console/wallet/transfer/",
            "accounts.view_player": "/console/accounts/player/",
            "accounts.view_event": "/console/accounts/event/",
            "auth.view_group": "/console/auth/group/",
            "support.view_message": "/console/support/message/",
        }.items():
            expected = 200 if name in rights else 403
            assert client.get(path).status_code == expected, f"{role}: {path}"


def test_a_right_that_was_given_to_one_person_alone_counts_for_nothing() -> None:
    person = member("support")
    right = Permission.objects.get(codename="view_event", content_type__app_label="accounts")
    person.user_permissions.add(right)
    assert console(person).get("/console/accounts/event/").status_code == 403


def test_secrets_of_second_factors_are_nowhere_in_the_console() -> None:
    person = member()
    TOTP.activate(person, generate_totp_secret())
    client = console()
    assert client.get("/console/mfa/authenticator/").status_code == 404
    assert Authenticator.objects.exists()


# The demo.


@pytest.fixture
def demo(settings: Any) -> str:
    """What the demo printed, run twice."""
    settings.DEMO = True
    printed = [StringIO(), StringIO()]
    for said in printed:
        call_command("demo", stdout=said)
    assert printed[0].getvalue() == printed[1].getvalue()
    return printed[0].getvalue()


def test_the_demo_is_made_once_and_everybody_printed_can_sign_in(demo: str) -> None:
    assert Player.objects.count() == 9
    players = Player.objects.filter(is_staff=False)
    assert [player.is_test for player in players] == [True, True]
    for player in players:
        assert ledger.balances(player, "FUN").wallet == 1_000_000
        assert ledger.balances(player, "EUR").wallet == 50_000
    assert Transfer.objects.count() == 4
    people = {
        group.name: group.user_set.count()  # type: ignore[attr-defined]
        for group in Group.objects.all()
    }
    assert people == dict.fromkeys(ROLES, 1) | {"payments": 2}
    assert not Account.objects.filter(player__is_staff=True).exists()
    password = re.search(r"password (\S+)\)", demo)
    assert password
    for email in re.findall(r"\S+@demo\.example", demo):
        answer = Client().post("/accounts/login/", {"login": email, "password": password[1]})
        assert answer.status_code == 302, email


def test_totp_prints_the_code_that_the_printed_key_shows_and_none_for_a_player(demo: str) -> None:
    key = re.search(r"administrator +key (\S+)", demo)
    assert key
    said = StringIO()
    call_command("totp", "administrator", stdout=said)
    assert said.getvalue().strip() == code_of(key[1])
    with pytest.raises(CommandError):
        call_command("totp", "ada", stdout=StringIO())


@pytest.mark.parametrize("command", [["demo"], ["totp", "administrator"]])
def test_neither_works_outside_demo_mode(command: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command(*command, stdout=StringIO())
    assert not Player.objects.exists()
    assert not Event.objects.exists()
