"""Sealing what the database keeps and must not tell: personal details, documents, their hashes.

Each purpose has a key of its own, derived from FAIRDEAL_DEAL_KEY, so that a text sealed for one
purpose opens for no other.
"""

from __future__ import annotations

import hmac
import os
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext as _

NONCE_BYTES = 12


class Tampered(ValueError):
    """The sealed bytes are not what was written."""

    def __init__(self) -> None:
        super().__init__(_("What was kept here cannot be read."))


def seal(plain: bytes, *, purpose: str) -> bytes:
    """The bytes encrypted (AES-256-GCM) under the key of the purpose."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(_key(purpose)).encrypt(nonce, plain, purpose.encode())


def unseal(sealed: bytes, *, purpose: str) -> bytes:
    """The bytes that `seal` was given. Raises Tampered for anything else."""
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return AESGCM(_key(purpose)).decrypt(nonce, rest, purpose.encode())
    except (InvalidTag, ValueError):
        raise Tampered from None


def keyed_hash(text: str, *, purpose: str) -> str:
    """64 hex digits, the same for the same text: to find equal ones without keeping the text."""
    return hmac.digest(_key(purpose), text.encode(), "sha256").hex()


@cache
def _key(purpose: str) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=f"fairdeal {purpose}".encode()).derive(
        settings.DEAL_KEY
    )
