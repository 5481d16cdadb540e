"""Records what django-allauth tells of changes to a sign-in: it offers signals for that."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import door, events
from accounts.models import Player


def _record(action: str, request: HttpRequest, user: Player, **what: Any) -> None:
    address = get_adapter(request).get_client_ip(request)
    events.record(action, f"player:{user.pk}", actor=user, address=address, **what)


@receiver(account.password_changed)
def password_changed(request: HttpRequest, user: Player, **kwargs: Any) -> None:
    """The player changed the password."""
    _record("password changed", request, user)


@receiver(account.password_reset)
def password_reset(request: HttpRequest, user: Player, **kwargs: Any) -> None:
    """The player chose a new password through a mailed link, which opens a locked sign-in."""
    _record("password reset", request, user)
    door.unlock(user, address=get_adapter(request).get_client_ip(request))


@receiver(account.email_confirmed)
def email_confirmed(request: HttpRequest, email_address: Any, **kwargs: Any) -> None:
    """An address was proved to be the player's."""
    _record("e-mail confirmed", request, email_address.user)


@receiver(account.email_changed)
def email_changed(
    request: HttpRequest,
    user: Player,
    from_email_address: Any,
    to_email_address: Any,
    **kwargs: Any,
) -> None:
    """The player signs in with another address now."""
    if from_email_address:
        before, after = from_email_address.email, to_email_address.email
        _record("e-mail changed", request, user, before=before, after=after)


@receiver(mfa.authenticator_added)
def factor_added(request: HttpRequest, user: Player, authenticator: Any, **kwargs: Any) -> None:
    """A second factor was added, which proves that the player has it in this very moment."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        record_authentication(
            request, user, "mfa", id=authenticator.pk, type=authenticator.type, reauthenticated=True
        )
    _record("second factor added", request, user, after=authenticator.type)


@receiver(mfa.authenticator_removed)
def factor_removed(request: HttpRequest, user: Player, authenticator: Any, **kwargs: Any) -> None:
    """A second factor was removed."""
    _record("second factor removed", request, user, before=authenticator.type)


@receiver(mfa.authenticator_reset)
def factor_reset(request: HttpRequest, user: Player, authenticator: Any, **kwargs: Any) -> None:
    """New recovery codes were made."""
    _record("second factor renewed", request, user, after=authenticator.type)


@receiver(mfa.authentication_failed)
def factor_failed(request: HttpRequest, user: Player, **kwargs: Any) -> None:
    """A wrong code counts at the door as a wrong password does."""
    adapter = get_adapter(request)
    if door.failed(user.email, address=adapter.get_client_ip(request), what="second factor"):
        adapter.tell_of_lock(request, user.email)
