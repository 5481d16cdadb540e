"""What every page may show in its header: the player's balances, fetched only where it does."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts import sittings
from accounts.models import Player
from games.models import Round
from wallet import ledger
from wallet.money import format
from wallet.sums import Sums, clock


def header(request: HttpRequest) -> dict[str, Any]:
    """`balances` for the header: the books of a player; none for visitors and staff.

    `session` for tables of money: how long the player has been here, and what came of it.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.is_staff:
        return {"balances": []}
    return {
        "balances": SimpleLazyObject(lambda: _balances(user)),
        "session": SimpleLazyObject(lambda: _session(user)),
    }


def _session(player: Player) -> dict[str, Any]:
    """Seconds, the same as a clock, and the net of the games for money that have ended since."""
    sitting = sittings.current(player)
    if sitting is None:
        return {"seconds": 0, "clock": clock(0), "net": format(0, settings.CURRENCY)}
    seconds = int((timezone.now() - sitting.began_at).total_seconds())
    net = Sums(player, settings.CURRENCY).session(sitting.began_at).net
    return {"seconds": seconds, "clock": clock(seconds), "net": format(net, settings.CURRENCY)}


def _balances(player: Player) -> list[dict[str, Any]]:
    titles = {"FUN": _("Fun chips"), settings.CURRENCY: _("Money")}
    return [_balance(player, currency, title) for currency, title in titles.items()]


def _balance(player: Player, currency: str, title: str) -> dict[str, Any]:
    """A book of the player; `split` and `in_play` are asked for by the pages that show them."""
    balances = ledger.balances(player, currency)
    split = partial(_split, player, currency, balances.in_play)
    return {
        "code": currency,
        "label": title,
        "text": format(balances.wallet, currency),
        "split": split,
        "in_play": lambda: _in_words(split(), currency),
    }


class Split(NamedTuple):
    """What is in play: staked, and held besides for a bet that may follow, in minor units."""

    staked: int
    held: int


def _split(player: Player, currency: str, in_play: int) -> Split:
    """What the account of money in play holds, in its two parts."""
    if not in_play:
        return Split(0, 0)
    open_rounds = Round.objects.open().filter(player=player, currency=currency)
    held = open_rounds.aggregate(held=Sum("reserved"))["held"] or 0
    return Split(in_play - held, held)


def _in_words(split: Split, currency: str) -> str:
    """What is staked and what is held besides; empty when nothing is."""
    if not any(split):
        return ""
    staked = _("%(amount)s in play") % {"amount": format(split.staked, currency)}
    if not split.held:
        return staked
    return _("%(staked)s, %(held)s held") % {
        "staked": staked,
        "held": format(split.held, currency),
    }
