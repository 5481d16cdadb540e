"""What the house owes its players: each kind of account by itself, now and day by day.

The players' money stands on their own accounts and never on the house's, so what is owed is their
sum. Test players and fun chips are left out.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q, Sum
from django.utils import timezone

from accounts import events
from accounts.models import Event
from wallet.models import Account, AccountKind

DAILY, SUBJECT = "player liability", "books:liability"


class Owed(NamedTuple):
    """What is owed at a moment, in minor units: to be spent, in play, on its way out."""

    at: datetime
    wallet: int
    in_play: int
    cash_out: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.wallet + self.in_play + self.cash_out


def now(tests: bool = False) -> Owed:
    """What is owed at this moment, in the deployment's money: one reading of all balances.

    `tests`: to test players too.
    """
    of_players = Account.objects.filter(player__isnull=False, currency=settings.CURRENCY)
    real = of_players if tests else of_players.filter(player__is_test=False)
    kinds = {
        "wallet": AccountKind.WALLET,
        "in_play": AccountKind.IN_PLAY,
        "cash_out": AccountKind.CASH_OUT,
    }
    sums = real.aggregate(
        **{name: Sum("balance", filter=Q(kind=kind), default=0) for name, kind in kinds.items()}
    )
    return Owed(timezone.now(), **{name: int(sums[name]) for name in kinds})


def record() -> Owed:
    """Write down what is owed now, as the nightly task does: a row of the event log."""
    owed = now()
    after = {"wallet": owed.wallet, "in play": owed.in_play, "cash-out": owed.cash_out}
    events.record(DAILY, SUBJECT, after=after | {"currency": settings.CURRENCY})
    return owed


def days(most: int = 31) -> list[Owed]:
    """What was written down, the newest first, in the deployment's money."""
    rows = Event.objects.filter(object=SUBJECT, action=DAILY).order_by("-at", "-pk")[:most]
    return [
        Owed(row.at, kept["wallet"], kept["in play"], kept["cash-out"])
        for row in rows
        if (kept := row.after or {}) and kept["currency"] == settings.CURRENCY
    ]
