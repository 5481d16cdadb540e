"""Members of staff for the tests of the console."""

from __future__ import annotations

import time

from django.test import Client

from accounts.models import Player
from config.console import roles
from tests import factories


def member(role: str = "administrator") -> Player:
    """A member of staff in a role."""
    person = factories.staff()
    person.groups.add(roles.install()[role])
    return person


def console(of: Player | None = None) -> Client:
    """A browser of sorts whose session has a second factor, as after signing in with a code."""
    of = of or member()
    client = factories.client(of)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": time.time()}]
    session["account_authentication_methods_user"] = str(of.pk)
    session.save()
    return client


__all__ = ["console", "member"]
