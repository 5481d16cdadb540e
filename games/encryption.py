"""Encryption of what nobody may read while a round is in play: server seeds and kept tables.

AES-256-GCM with a key of its own for each deal, derived from FAIRDEAL_DEAL_KEY, which lives
outside the database. Each text is bound to its place, so that a row copied onto another is refused.
"""

from __future__ import annotations

import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

NONCE_BYTES = 12


class Tampered(Exception):
    """An encrypted column is not what was written there."""


def encrypt(plain: bytes, *, deal: str, place: str) -> bytes:
    """The text sealed with the deal's key; `place` says where it belongs, as `round 12 entry 3`."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(deal).encrypt(nonce, plain, place.encode())


def decrypt(sealed: bytes, *, deal: str, place: str) -> bytes:
    """The text of `encrypt`. Raises Tampered when it was changed or moved."""
    try:
        return _cipher(deal).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
    except InvalidTag:
        raise Tampered(f"The encrypted text of {place} is not what was written.") from None


@lru_cache(maxsize=1024)
def _cipher(deal: str) -> AESGCM:
    key = HKDF(SHA256(), 32, salt=None, info=f"fairdeal deal {deal}".encode())
    return AESGCM(key.derive(settings.DEAL_KEY))
