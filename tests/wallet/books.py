"""What the tests of the ledger share: raw inserts as any client of the database could send them."""

from __future__ import annotations

import itertools
from typing import Any

from django.db import connection, transaction

from accounts.models import Player
from wallet import ledger, proof
from wallet.models import Account

INSERT = """
INSERT INTO wallet_transfer
    (player_id, key, cause, kind, source_id, target_id, amount, currency, note, reverses_id)
VALUES (%(player_id)s, %(key)s, %(cause)s, %(kind)s, %(source_id)s, %(target_id)s, %(amount)s,
    %(currency)s, '', %(reverses_id)s)
"""
NO_CONFLICT = " ON CONFLICT DO NOTHING"


numbers = itertools.count(1)


def player(money: int = 0, chips: bool = False, **fields: Any) -> Player:
    """A test player, without a password, with this much money (minor units)."""
    made = Player.objects.create_user(f"books{next(numbers)}@test.example", is_test=True, **fields)
    if chips:
        ledger.welcome(made)
    if money:
        ledger.test_money(made, money, "test:start")
    return made


def account(player: Player | None, kind: str, currency: str = "EUR") -> int:
    """The id of an account."""
    return Account.objects.get(player=player, kind=kind, currency=currency).pk


def stake(player: Player, amount: Any = 100, **other: Any) -> dict[str, Any]:
    """The values of a transfer from the player's wallet to what is in play."""
    values = {
        "player_id": player.pk,
        "key": "round:1:stake",
        "cause": "round:1",
        "kind": "stake",
        "source_id": account(player, "wallet"),
        "target_id": account(player, "in play"),
        "amount": amount,
        "currency": "EUR",
        "reverses_id": None,
    }
    return values | other


def send(sql: str, values: Any = None) -> int:
    """Run one statement as the role `app`; the number of rows that it changed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.rowcount


def disagreements() -> list[proof.Finding]:
    """What the proof finds in the books themselves: here money is in play without a round, and on
    its way out without a cash-out."""
    return [one for one in proof.findings() if one.check not in ("in play", "cash-out")]


def move(player: Player, kind: str, source: str, target: str, amount: int) -> None:
    """Move a player's money as a service would."""
    number = next(numbers)
    line = ledger.Line(f"test:{number}", kind, source, target, amount)
    with transaction.atomic():
        ledger.move(player=player, currency="EUR", cause=f"test:{number}", lines=[line])
