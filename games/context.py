"""What every page may show in its header: the player's balances, fetched only where it does."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Round
from wallet import ledger
from wallet.money import format


def header(request: HttpRequest) -> dict[str, Any]:
    """`balances` for the header: the books of a player; none for visitors and staff."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.is_staff:
        return {"balances": []}
    return {"balances": SimpleLazyObject(lambda: _balances(user))}


def _balances(player: Player) -> list[dict[str, Any]]:
    titles = {"FUN": _("Fun chips"), settings.CURRENCY: _("Money")}
    return [_balance(player, currency, title) for currency, title in titles.items()]


def _balance(player: Player, currency: str, title: str) -> dict[str, Any]:
    """A book of the player; `in_play` is asked for by the pages that show it, and only there."""
    balances = ledger.balances(player, currency)
    return {
        "code": currency,
        "label": title,
        "text": format(balances.wallet, currency),
        "in_play": partial(_in_play, player, currency, balances.in_play),
    }


def _in_play(player: Player, currency: str, in_play: int) -> str:
    """What is staked and what is held besides, in words; empty when nothing is."""
    if not in_play:
        return ""
    held = (
        Round.objects.open()
        .filter(player=player, currency=currency)
        .aggregate(held=Sum("reserved"))["held"]
        or 0
    )
    staked = _("%(amount)s in play") % {"amount": format(in_play - held, currency)}
    if not held:
        return staked
    return _("%(staked)s, %(held)s held") % {"staked": staked, "held": format(held, currency)}
