"""Encryption of what nobody may read while a round is in play: server seeds and kept tables.

Each deal has a key of its own (`accounts/sealing.py`), and each text is bound to its place, so that
a row copied onto another is refused.
"""

from __future__ import annotations

from accounts import sealing


class Tampered(Exception):
    """An encrypted column is not what was written there."""


def encrypt(plain: bytes, *, deal: str, place: str) -> bytes:
    """The text sealed with the deal's key; `place` says where it belongs, as `round 12 entry 3`."""
    return sealing.seal(plain, purpose=f"deal {deal}", place=place)


def decrypt(sealed: bytes, *, deal: str, place: str) -> bytes:
    """The text of `encrypt`. Raises Tampered when it was changed or moved."""
    try:
        return sealing.unseal(sealed, purpose=f"deal {deal}", place=place)
    except sealing.Tampered:
        raise Tampered(f"The encrypted text of {place} is not what was written.") from None
