"""Second factors: sealed at rest, asked for before sensitive changes; address and password."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db import connection
from django.test import Client
from django.urls import get_resolver

from accounts import second_factors
from accounts.models import Event, Mail, Player
from tests import factories
from tests.accounts.door import code_of, confirm, link, sign_in, with_totp

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    """A player."""
    return factories.player(email="kim@test.example")


def stored() -> str:
    """Everything the database keeps about second factors, as it lies there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT data::text FROM mfa_authenticator")
        return json.dumps(cursor.fetchall())


def turned_on(client: Client) -> str:
    """Turn an authenticator on through the pages; its key."""
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = page.partition('id="totp-key">')[2].partition("<")[0]
    client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    return secret


def test_an_authenticator_is_turned_on_and_asked_for_at_sign_in(
    player: Player, django_capture_on_commit_callbacks: Any
) -> None:
    client = factories.client(player)
    confirm(client)
    with django_capture_on_commit_callbacks(execute=True):
        secret = turned_on(client)
    fresh = Client()
    assert sign_in(fresh, player.email)["Location"].startswith("/accounts/2fa/")
    fresh.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert fresh.get("/wallet/").status_code == 200
    assert Event.objects.filter(action="second factor added", actor=player).count() == 2
    assert Mail.objects.filter(to=player.email, subject__contains="authenticator is on").exists()


def test_a_recovery_code_signs_in_once(player: Player) -> None:
    client = factories.client(player)
    confirm(client)
    secret = turned_on(client)
    confirm(client, secret=secret)
    codes = client.get("/accounts/2fa/recovery-codes/download/").content.decode().split()
    assert len(codes) == 10
    for expected in (200, 302):
        fresh = Client()
        sign_in(fresh, player.email)
        fresh.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert fresh.get("/wallet/").status_code == expected


def test_no_secret_lies_readable_in_the_database(player: Player) -> None:
    client = factories.client(player)
    confirm(client)
    secret = turned_on(client)
    assert Authenticator.objects.count() == 2
    assert secret not in stored()
    for one in Authenticator.objects.all():
        sealed = one.data.get("secret") or one.data["seed"]
        assert sealed.startswith(second_factors.SEALED)
        assert second_factors.unseal(sealed)


def test_a_changed_secret_is_refused() -> None:
    sealed = second_factors.seal("JBSWY3DPEHPK3PXP")
    assert second_factors.unseal(sealed) == "JBSWY3DPEHPK3PXP"
    assert second_factors.seal("JBSWY3DPEHPK3PXP") != sealed
    changed = sealed[:-6] + ("A" if sealed[-6] != "A" else "B") + sealed[-5:]
    for wrong in (changed, "JBSWY3DPEHPK3PXP", second_factors.SEALED, ""):
        with pytest.raises(second_factors.Tampered):
            second_factors.unseal(wrong)


def test_the_key_is_derived_and_not_the_deals_own(settings: object) -> None:

    raw = base64.b64decode(second_factors.seal("x").removeprefix(second_factors.SEALED))
    with pytest.raises(InvalidTag):
        AESGCM(settings.DEAL_KEY).decrypt(raw[:12], raw[12:], second_factors.SEALED.encode())


SENSITIVE = [
    "/accounts/email/",
    "/accounts/2fa/totp/deactivate/",
    "/accounts/2fa/recovery-codes/",
    "/accounts/2fa/recovery-codes/download/",
    "/accounts/2fa/recovery-codes/generate/",
    "/accounts/2fa/webauthn/add/",
]


@pytest.mark.parametrize("path", SENSITIVE)
def test_sensitive_pages_ask_for_password_and_code_anew(path: str, player: Player) -> None:
    client = factories.client(player)
    confirm(client)
    secret = turned_on(client)
    client = factories.client(player)
    assert (
        client.get(path)["Location"] == f"/accounts/reauthenticate/?next={path.replace('/', '%2F')}"
    )
    confirm(client)
    assert client.get(path)["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert client.post(path)["Location"].startswith("/accounts/2fa/reauthenticate/")
    client.post("/accounts/2fa/reauthenticate/", {"code": code_of(secret)})
    assert client.get(path).status_code == 200


def _is_known(name: str) -> bool:
    """Whether there is an address of that name, in whatever namespace."""
    space, _colon, last = name.rpartition(":")
    known = get_resolver()
    if space:
        known = known.namespace_dict[space][1]
    return last in known.reverse_dict


def test_every_sensitive_page_exists() -> None:
    for name in second_factors.SENSITIVE:
        assert _is_known(name), name


def test_proofs_grow_old(player: Player) -> None:
    client = factories.client(player)
    confirm(client)
    assert client.get("/accounts/email/").status_code == 200
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 301
    session.save()
    assert client.get("/accounts/email/").status_code == 302


def test_changing_the_password_asks_for_the_second_factor_first(player: Player) -> None:
    secret = with_totp(player)
    client = factories.client(player)
    path = "/accounts/password/change/"
    assert client.get(path)["Location"].startswith("/accounts/2fa/reauthenticate/")
    client.post("/accounts/2fa/reauthenticate/", {"code": code_of(secret)})
    new = {"password1": "nine red knaves", "password2": "nine red knaves"}
    client.post(path, {"oldpassword": factories.PASSWORD} | new)
    player.refresh_from_db()
    assert player.check_password("nine red knaves")
    assert player.password_changed_at
    assert Event.objects.filter(action="password changed", actor=player).exists()
    assert Mail.objects.filter(to=player.email, subject__contains="password was changed").exists()


def test_a_new_address_holds_once_confirmed_and_the_old_one_is_told(player: Player) -> None:
    secret = with_totp(player)
    client = factories.client(player)
    confirm(client, secret=secret)
    client.post("/accounts/email/", {"email": "lee@test.example", "action_add": ""})
    player.refresh_from_db()
    assert player.email == "kim@test.example"
    client.post(link("lee@test.example"))
    player.refresh_from_db()
    assert player.email == "lee@test.example"
    assert EmailAddress.objects.get(user=player).email == "lee@test.example"
    told = Mail.objects.get(to="kim@test.example", subject__contains="address was changed")
    assert "lee@test.example" in told.text
    event = Event.objects.get(action="e-mail changed")
    assert (event.before, event.after) == ("kim@test.example", "lee@test.example")
    assert sign_in(Client(), "kim@test.example").status_code == 200
    assert sign_in(Client(), "lee@test.example").status_code == 302


def test_an_address_of_somebody_else_cannot_be_taken(player: Player) -> None:
    factories.player(email="lee@test.example")
    client = factories.client(player)
    confirm(client)
    client.post("/accounts/email/", {"email": "lee@test.example", "action_add": ""})
    for mail in Mail.objects.filter(to="lee@test.example", text__contains="confirm-email"):
        client.post("/" + mail.text.partition("testserver/")[2].split()[0])
    player.refresh_from_db()
    assert player.email == "kim@test.example"
