"""How people of these tests come in: sign-up, sign-in, codes, and the links in their mails."""

from __future__ import annotations

import re
import time
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.http import HttpResponse as Response
from django.test import Client

from accounts.models import Mail, Player
from tests import factories

SIGN_UP = {
    "email": "new@test.example",
    "password1": "seven black queens",
    "password2": "seven black queens",
    "birth_date": "1990-02-28",
    "display_name": "Robin",
    "terms": "on",
    "privacy": "on",
    "monitoring": "on",
    "accuracy": "on",
}


def sign_up(client: Client | None = None, **fields: str) -> Response:
    """Send the form of sign-up; a field of None is left out."""
    sent = {name: value for name, value in (SIGN_UP | fields).items() if value is not None}
    return (client or Client()).post("/accounts/signup/", sent)


def sign_in(
    client: Client, email: str, password: str = factories.PASSWORD, **more: Any
) -> Response:
    """Send the form of sign-in."""
    return client.post("/accounts/login/", {"login": email, "password": password} | more)


def signed_in(player: Player, **headers: str) -> Client:
    """A client in which the player has signed in by the form."""
    client = Client(headers=headers)
    assert sign_in(client, player.email).status_code == 302
    return client


def link(to: str) -> str:
    """The path of the newest link that was mailed to an address."""
    mail = Mail.objects.filter(to=to, text__contains="http").latest("pk")
    return "/" + re.findall(r"https?://[^/\s]+/(\S+)", mail.text)[0]


def with_totp(player: Player) -> str:
    """Give the player an authenticator; its key."""
    secret = generate_totp_secret()
    TOTP.activate(player, secret)
    return secret


def code_of(secret: str) -> str:
    """What an authenticator with this key shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def confirm(client: Client, password: str = factories.PASSWORD, secret: str = "") -> None:
    """Give password, and code where there is a key, anew."""
    client.post("/accounts/reauthenticate/", {"password": password})
    if secret:
        client.post("/accounts/2fa/reauthenticate/", {"code": code_of(secret)})
