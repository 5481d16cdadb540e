"""Second factors: their secrets encrypted at rest, wrong codes counted at the door, and the fresh
proofs that a change of anything sensitive asks for."""

from __future__ import annotations

import base64
import time
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import door, sealing

PURPOSE = "second factors"
SEALED = "sealed1:"
# What each sensitive page must be given anew; a page that asks for the password itself needs less.
BOTH = frozenset({"password", "mfa"})
SENSITIVE = {
    "account_email": BOTH,
    "wallet:cash-out": BOTH,
    "account_change_password": frozenset({"mfa"}),
    "mfa_activate_totp": BOTH,
    "mfa_deactivate_totp": BOTH,
    "mfa_view_recovery_codes": BOTH,
    "mfa_download_recovery_codes": BOTH,
    "mfa_generate_recovery_codes": BOTH,
    "mfa_add_webauthn": BOTH,
    "mfa_edit_webauthn": BOTH,
    "mfa_remove_webauthn": BOTH,
    "accounts:submit-identity": BOTH,
}


class Tampered(Exception):
    """The secret of a second factor is not what was written."""


def seal(text: str) -> str:
    """The text encrypted (AES-256-GCM) under a key derived from FAIRDEAL_DEAL_KEY."""
    sealed = sealing.seal(text.encode(), purpose=PURPOSE, place=SEALED)
    return SEALED + base64.b64encode(sealed).decode()


def unseal(sealed: str) -> str:
    """The text of `seal`. Raises Tampered for anything else."""
    try:
        if not sealed.startswith(SEALED):
            raise ValueError
        raw = base64.b64decode(sealed.removeprefix(SEALED), validate=True)
        plain = sealing.unseal(raw, purpose=PURPOSE, place=SEALED)
    except ValueError:
        raise Tampered(_("This second factor cannot be read; set it up anew.")) from None
    return plain.decode()


class SecondFactorAdapter(DefaultMFAAdapter):
    """How django-allauth's second factors meet ours."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": _("This code is wrong.")}

    def encrypt(self, text: str) -> str:
        """The secret as the database keeps it."""
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret as it was."""
        return unseal(encrypted_text)

    def _get_site_name(self) -> str:
        return "Fairdeal"


class _Counted:
    """A form of codes whose wrong tries count as those of the password do."""

    user: object

    def clean_code(self) -> str:
        """The code, unless this sign-in is locked."""
        from allauth.account.adapter import get_adapter

        if door.is_locked(self.user.email):  # type: ignore[attr-defined]
            raise get_adapter().validation_error("too_many_login_attempts")
        return str(super().clean_code())  # type: ignore[misc]


class CodeForm(_Counted, AuthenticateForm):
    """The code asked for while signing in."""


class FreshCodeForm(_Counted, ReauthenticateForm):
    """The code asked for before a sensitive change."""


def proof_missing(request: HttpRequest, url_name: str | None) -> str | None:
    """Where to go first: the address that asks for the missing proof and comes back; None if none.

    Proofs are a password and, for whoever has a second factor, that too, each at most as old as
    django-allauth's ACCOUNT_REAUTHENTICATION_TIMEOUT.
    """
    needed = SENSITIVE.get(url_name or "")
    if not needed or not request.user.is_authenticated:
        return None
    oldest = time.time() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    fresh = {
        record["method"]
        for record in get_authentication_records(request, request.user)
        if record.get("reauthenticated") and record["at"] > oldest
    }
    types = set(Authenticator.objects.filter(user=request.user).values_list("type", flat=True))
    missing = needed - fresh
    if "password" in missing:
        page = "account_reauthenticate"
    elif "mfa" in missing and Authenticator.Type.TOTP in types:
        page = "mfa_reauthenticate"
    elif "mfa" in missing and Authenticator.Type.WEBAUTHN in types:
        page = "mfa_reauthenticate_webauthn"
    else:
        return None
    return f"{reverse(page)}?{urlencode({'next': request.get_full_path()})}"
