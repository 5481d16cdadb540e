"""The type of a request behind sign-in."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import Player


class PlayerRequest(HttpRequest):
    """A request whose user is known to be signed in."""

    user: Player
