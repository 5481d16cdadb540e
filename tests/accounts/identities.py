"""Newcomers whose identity nobody knows yet, and what they submit. All of it is invented."""

from __future__ import annotations

from datetime import date
from typing import Any

from accounts import identity
from accounts.identity_models import IdentityCheck
from accounts.models import Player
from accounts.uploads import Upload
from games.drawing.raster import Shape, png, rounded
from tests import factories

PICTURE = png([Shape(rounded(1, 1, 14, 14, 3), (12, 90, 60))], 16, 16)
DETAILS: dict[str, Any] = {
    "full_name": "Mira Holm",
    "birth_date": date(1980, 5, 17),
    "street": "3 Mill Lane",
    "postal_code": "1234",
    "city": "Elsewhere",
    "country": "Norland",
    "document": "passport",
    "document_number": "NX 123456-7",
    "valid_until": date(2090, 1, 1),
}


def newcomer() -> Player:
    """A player whose identity nobody knows yet."""
    return factories.player(money=0, chips=False, known=False)


def submitted(player: Player, **changes: Any) -> IdentityCheck:
    upload = Upload("pass.png", "image/png", PICTURE)
    return identity.submit(player=player, details=DETAILS | changes, files=[upload])
