"""What every page may show in its header: the player's balances, fetched only where it does."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts.models import Player
from wallet import ledger
from wallet.money import format


def header(request: HttpRequest) -> dict[str, Any]:
    """`balances` for the header: the books of a player; none for visitors and staff."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.is_staff:
        return {"balances": []}
    return {"balances": SimpleLazyObject(lambda: _balances(user))}


def _balances(player: Player) -> list[dict[str, str]]:
    titles = {"FUN": _("Fun chips"), settings.CURRENCY: _("Money")}
    return [
        {
            "code": currency,
            "label": title,
            "text": format(ledger.balances(player, currency).wallet, currency),
        }
        for currency, title in titles.items()
    ]
