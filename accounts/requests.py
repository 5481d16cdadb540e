"""The type of a request behind sign-in, and where a request comes from."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from accounts.models import Player


class PlayerRequest(HttpRequest):
    """A request whose user is known to be signed in."""

    user: Player


def address_of(request: HttpRequest) -> str:
    """The client's address, behind as many proxies as the settings trust."""
    return str(get_adapter(request).get_client_ip(request))
