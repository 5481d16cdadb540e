"""What a player did with money since a moment: for limits, reality checks, figures of a session.

A round counts from the moment of its stake: what comes back for a round that was staked before
gives no room. The rows are found backwards through the numbers of the player's accounts, so a sum
costs as much as there are transfers since, however long the history is.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Q, Sum

from accounts.models import Player
from wallet import money
from wallet.models import Account, AccountKind, Deposit, Transfer, TransferKind

# Of an account: what left since, what came since. The number before the first one is found by the
# index of numbers, from the newest backwards; it holds numbered rows only, which must be said.
WENT = """
    SELECT cause, kind, amount FROM wallet_transfer
    WHERE source_id = %(account)s AND made_at >= %(since)s AND source_no > coalesce((
        SELECT source_no FROM wallet_transfer
        WHERE source_id = %(account)s AND made_at < %(since)s AND source_no IS NOT NULL
        ORDER BY source_no DESC LIMIT 1), 0)
"""
CAME = """
    SELECT cause, kind, amount FROM wallet_transfer
    WHERE target_id = %(account)s AND made_at >= %(since)s AND target_no > coalesce((
        SELECT target_no FROM wallet_transfer
        WHERE target_id = %(account)s AND made_at < %(since)s AND target_no IS NOT NULL
        ORDER BY target_no DESC LIMIT 1), 0)
"""
PLAYED = f"""
    WITH went AS ({WENT}), came AS ({CAME}),
    staked AS (SELECT * FROM went WHERE kind IN ('stake', 'reserve'))
    SELECT (SELECT coalesce(sum(amount), 0) FROM staked),
        coalesce(sum(amount) FILTER (WHERE kind IN ('release', 'refund')), 0),
        coalesce(sum(amount) FILTER (WHERE kind = 'win'), 0)
    FROM came WHERE cause IN (SELECT cause FROM staked)
"""  # noqa: S608
SETTLED = f"SELECT coalesce(sum(amount), 0) FROM ({WENT}) AS went WHERE kind = 'house'"  # noqa: S608
WON = f"SELECT coalesce(sum(amount), 0) FROM ({CAME}) AS came WHERE kind = 'win'"  # noqa: S608


def in_money(amount: int) -> str:
    """An amount of the deployment's money with its currency."""
    return money.format(amount, settings.CURRENCY)


def clock(seconds: int) -> str:
    """Elapsed time as `0:04:05`."""
    minutes, rest = divmod(max(0, seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


class Session(NamedTuple):
    """Of the rounds that were settled since a moment: what they staked and what came back."""

    staked: int
    won: int

    @property
    def net(self) -> int:
        """Above zero for a win."""
        return self.won - self.staked


class Sums:
    """The sums of one player in one currency, in minor units."""

    def __init__(self, player: Player, currency: str, besides: int | None = None) -> None:
        # `besides` is a deposit that is asked about and so does not count.
        self.player, self.besides = player, besides
        self.currency = currency
        self._accounts: dict[str, int] = {}
        self._played: dict[datetime, tuple[int, int]] = {}

    def deposited(self, since: datetime) -> int:
        """Gross: what was captured since, and what may still be. Cash-outs change nothing."""
        captured = Transfer.objects.filter(
            player=self.player,
            currency=self.currency,
            kind=TransferKind.DEPOSIT,
            made_at__gte=since,
        ).aggregate(sum=Sum("amount"))["sum"]
        on_its_way = (
            Deposit.objects.filter(
                Q(ended_at=None) | Q(reason=Deposit.Reason.SILENT, created__gte=since),
                player=self.player,
                currency=self.currency,
                reached_at=None,
            )
            .exclude(pk=self.besides)
            .aggregate(sum=Sum("amount"))["sum"]
        )
        return int(captured or 0) + int(on_its_way or 0)

    def staked(self, since: datetime) -> int:
        """Staked and reserved by rounds begun since, less what was not needed or given back."""
        return self._since(since)[0]

    def lost(self, since: datetime) -> int:
        """Of the same rounds, what was staked less what came back; below zero for a win."""
        staked, won = self._since(since)
        return staked - won

    def shown(self, amount: int) -> str:
        """An amount with its currency."""
        return money.format(amount, self.currency)

    def session(self, since: datetime) -> Session:
        """What the rounds that were settled since staked and returned."""
        return Session(
            self._sum(SETTLED, AccountKind.IN_PLAY, since)[0],
            self._sum(WON, AccountKind.WALLET, since)[0],
        )

    def _since(self, since: datetime) -> tuple[int, int]:
        """Staked and won by the rounds begun since; asked once for each moment."""
        if since not in self._played:
            staked, back, won = self._sum(PLAYED, AccountKind.WALLET, since)
            self._played[since] = (staked - back, won)
        return self._played[since]

    def _sum(self, statement: str, kind: str, since: datetime) -> tuple[int, ...]:
        """The row of a statement over one of the player's accounts; zeros without an account."""
        if not self._accounts:
            rows = Account.objects.filter(player=self.player, currency=self.currency)
            self._accounts = dict(rows.values_list("kind", "pk"))
        values: dict[str, int | datetime] = {"account": self._accounts.get(kind, 0), "since": since}
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return tuple(int(value) for value in cursor.fetchone())
