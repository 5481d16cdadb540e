"""Holding a player's accounts: every operation on money locks them first, in one order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection
from django.utils.translation import gettext as _

from accounts.models import Player
from wallet.models import HOUSE_KINDS, PLAYER_KINDS, Account, AccountKind
from wallet.money import CURRENCIES


class Balances(NamedTuple):
    """What a player has in a currency, in minor units."""

    wallet: int = 0
    in_play: int = 0
    cash_out: int = 0


class NoWallet(Exception):
    """A member of staff has no wallet."""


class NoSuchCurrency(ValueError):
    """The currency is not kept here."""


@dataclass
class Held:
    """The locked accounts of a player in a currency, by kind, and the ids of the house's too."""

    ids: dict[str, int]
    balances: dict[str, int]
    entries: dict[str, int]

    def shown(self) -> Balances:
        """The balances."""
        return Balances(*(self.balances[kind] for kind in PLAYER_KINDS))


def hold(player: Player, currency: str) -> Held:
    """Lock the player's accounts, all made at once on first use, as are the house's."""
    if not connection.in_atomic_block:
        raise RuntimeError("Money moves inside the transaction of its cause.")
    if player.is_staff:
        raise NoWallet(_("A member of staff has no wallet."))
    if currency not in CURRENCIES:
        raise NoSuchCurrency(_("There is no currency %(currency)s here.") % {"currency": currency})
    rows = _locked(player, currency)
    if len(rows) < len(AccountKind):
        _open_accounts(player, currency)
        rows = _locked(player, currency)
    mine = [row for row in rows if row[0] in PLAYER_KINDS]
    return Held(
        ids={kind: pk for kind, pk, _balance, _entries in rows},
        balances={kind: balance for kind, _pk, balance, _entries in mine},
        entries={kind: entries for kind, _pk, _balance, entries in mine},
    )


def _locked(player: Player, currency: str) -> list[tuple[str, int, int, int]]:
    """Kind, id, balance and number of transfers of each account.

    The player's are locked, in id order; the house's are read without a lock.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM wallet_held(%s, %s)", [player.pk, currency])
        return list(cursor.fetchall())


def _open_accounts(player: Player, currency: str) -> None:
    """Make what is missing, in one order, so that two who do it at once wait and do not deadlock.

    The player's accounts of all currencies are made together: the oldest of them, which stands for
    the player in the database's trigger, is then the same for everybody.
    """
    Account.objects.bulk_create(
        [
            Account(player=player, kind=kind, currency=each, balance=0, entries=0)
            for each in CURRENCIES
            for kind in PLAYER_KINDS
        ],
        ignore_conflicts=True,
    )
    Account.objects.bulk_create(
        [Account(kind=kind, currency=currency) for kind in HOUSE_KINDS], ignore_conflicts=True
    )
