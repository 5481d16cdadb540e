"""The proof finds nothing in right books, and names the row of each fault planted in them."""

from __future__ import annotations

import psycopg
import pytest
from django.db import transaction

from accounts.models import Event
from tests.wallet import books
from tests.wallet.books import account
from wallet import ledger, proof
from wallet.ledger import Line
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def player():
    """Somebody with 40.00 in the wallet and 20.00 in play, after five transfers."""
    made = books.player(money=10_000)
    lines = [
        Line("1:stake", "stake", "wallet", "in play", 5_000),
        Line("1:house", "house", "in play", "games", 5_000),
        Line("1:win", "win", "games", "wallet", 1_000),
        Line("2:stake", "stake", "wallet", "in play", 2_000),
    ]
    with transaction.atomic():
        ledger.move(player=made, currency="EUR", cause="round:1", lines=lines)
    return made


@pytest.fixture
def tamper(superuser_dsn):
    """Run a statement as a superuser whom no trigger stops."""

    def run(sql: str, *values: object) -> None:
        with psycopg.connect(superuser_dsn) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(sql, values)

    return run


def found(player, since=0):
    """The checks and rows of the findings."""
    findings = proof.findings({(player.pk, "EUR"): 2_000}, since)
    return {(one.check, one.row) for one in findings}


def transfer(key):
    """The id of a transfer."""
    return Transfer.objects.get(key=key).pk


def test_right_books_have_no_finding(player):
    assert found(player) == set()
    assert found(player, since=transfer("1:stake")) == set()


@pytest.mark.parametrize("since", [False, True])
@pytest.mark.parametrize(
    ("change", "check"),
    [
        ("source_after = source_after + 1", "running sums"),
        ("amount = amount + 1", "running sums"),
        ("source_no = source_no + 5", "numbers"),
        ("made_at = made_at - interval '1 day'", "times"),
        ("currency = 'FUN'", "orphans"),
        ("target_id = 0", "orphans"),
        ("player_id = 0", "orphans"),
        ("source_no = NULL", "orphans"),
    ],
)
def test_a_changed_transfer_is_found(player, tamper, change, check, since):
    last = transfer("2:stake")
    tamper(f"UPDATE wallet_transfer SET {change} WHERE id = %s", last)
    assert (check, f"transfer:{last}") in found(player, transfer("1:win") if since else 0)


@pytest.mark.parametrize("key", ["test:start", "1:stake", "1:house", "1:win", "2:stake"])
def test_a_lost_transfer_is_found(player, tamper, key):
    tamper("DELETE FROM wallet_transfer WHERE key = %s", key)
    assert found(player)


@pytest.mark.parametrize("change", ["balance = balance + 1", "entries = entries - 1"])
def test_a_written_balance_is_found(player, tamper, change):
    wallet = account(player, "wallet")
    tamper(f"UPDATE wallet_account SET {change} WHERE id = %s", wallet)
    assert ("kept balances", f"account:{wallet}") in found(player)


def test_money_from_nowhere_is_found(player, tamper):
    tamper("UPDATE wallet_transfer SET amount = amount + 1 WHERE key = '1:win'")
    assert ("sums", "currency:EUR") in found(player)


def test_in_play_is_what_open_rounds_hold(player):
    of = player.pk
    in_play = account(player, "in play")
    for expected in ({}, {(of, "EUR"): 1_999}):
        assert [one.row for one in proof.findings(expected)] == [f"account:{in_play}"]
    other = proof.findings({(of, "EUR"): 2_000, (of, "FUN"): 5})
    assert [one.check for one in other] == ["in play"]


def test_a_failed_proof_raises_the_alarm(player, tamper, monkeypatch, caplog):
    monkeypatch.setitem(proof.EXPECTED, "in play", lambda: {(player.pk, "EUR"): 2_000})
    assert proof.reconcile() == []
    tamper("UPDATE wallet_account SET balance = 1 WHERE id = %s", account(player, "wallet"))
    assert proof.reconcile()
    assert Event.objects.filter(action="reconciliation failed").count() == 1
    assert "The books do not agree" in caplog.text
