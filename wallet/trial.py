"""The trial balance: what every kind of account holds at a moment, and that it sums to zero."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import connection

# What came to each kind less what left it, of the transfers made until then.
BALANCE = """
SELECT account.currency, account.kind, account.player_id IS NULL, sum(side.amount),
       sum(greatest(side.amount, 0)), sum(greatest(-side.amount, 0))
FROM (
    SELECT target_id AS account_id, amount FROM wallet_transfer WHERE made_at <= %(at)s
    UNION ALL
    SELECT source_id, -amount FROM wallet_transfer WHERE made_at <= %(at)s
) AS side JOIN wallet_account AS account ON account.id = side.account_id
GROUP BY 1, 2, 3 ORDER BY 1, 3, 2
"""


class Row(NamedTuple):
    """A kind of account in a currency: its balance, and all that came and left, in minor units."""

    currency: str
    kind: str
    of_house: bool
    balance: int
    came: int
    left: int


class Balance(NamedTuple):
    """A currency's rows, and their sum, which must be 0."""

    currency: str
    rows: list[Row]

    @property
    def sum(self) -> int:
        """Over all accounts."""
        return sum(row.balance for row in self.rows)


def balance(at: datetime) -> list[Balance]:
    """The trial balance of each currency at that moment, by the time of each transfer."""
    with connection.cursor() as cursor:
        cursor.execute(BALANCE, {"at": at})
        rows = [Row(*row[:3], *(int(amount) for amount in row[3:])) for row in cursor.fetchall()]
    currencies = dict.fromkeys(row.currency for row in rows)
    return [Balance(one, [row for row in rows if row.currency == one]) for one in currencies]
