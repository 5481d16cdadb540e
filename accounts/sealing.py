"""Sealing what the database keeps and must not tell, and keyed hashes to find equal things by.

Each purpose has a key of its own, derived from FAIRDEAL_DEAL_KEY, which lives outside the
database: a text sealed for one purpose opens for no other. Hashes use the same keys and not
FAIRDEAL_SECRET_KEY, which may be changed at any time: an excluded person must be known for years.
"""

from __future__ import annotations

import hmac
import os
from functools import lru_cache

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


def seal(plain: bytes, *, purpose: str, place: str = "") -> bytes:
    """The bytes encrypted (AES-256-GCM) under the key of the purpose.

    `place` says where they belong, so that they open nowhere else; without it, the purpose does.
    """
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(_key(purpose)).encrypt(nonce, plain, (place or purpose).encode())


def unseal(sealed: bytes, *, purpose: str, place: str = "") -> bytes:
    """The bytes that `seal` was given. Raises Tampered for anything else."""
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return AESGCM(_key(purpose)).decrypt(nonce, rest, (place or purpose).encode())
    except (InvalidTag, ValueError):
        raise Tampered from None


def keyed_hash(text: str, *, purpose: str) -> str:
    """64 hex digits, the same for the same text: to find equal ones without keeping the text."""
    return hmac.digest(_key(purpose), text.encode(), "sha256").hex()


# Each deal has a purpose of its own: only so many keys are kept at hand.
@lru_cache(maxsize=1024)
def _key(purpose: str) -> bytes:
    info = f"fairdeal {purpose}".encode()
    return HKDF(SHA256(), 32, salt=None, info=info).derive(settings.DEAL_KEY)
