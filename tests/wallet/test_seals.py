"""Seals cover what is finished, chain to one another, and show the first row that differs."""

from __future__ import annotations

import psycopg
import pytest
from django.db import transaction

from tests.wallet import books
from tests.wallet.books import INSERT, stake
from wallet import ledger, seals
from wallet.models import Seal, Transfer
from wallet.tasks import seal as seal_task

pytestmark = pytest.mark.django_db(transaction=True)


def moved(player, *amounts):
    """Stakes of these amounts, one transfer each; their ids."""
    lines = [
        ledger.Line(f"s{Transfer.objects.count() + n}", "stake", "wallet", "in play", amount)
        for n, amount in enumerate(amounts)
    ]
    with transaction.atomic():
        made = ledger.move(player=player, currency="EUR", cause="round:1", lines=lines)
    return [one.pk for one in made]


@pytest.fixture
def sealed():
    """The ids of six transfers under two seals."""
    player = books.player(money=10_000)
    first = [Transfer.objects.get().pk, *moved(player, 1, 2)]
    seals.seal("transfers")
    second = moved(player, 3, 4, 5)
    seals.seal("transfers")
    return first + second


@pytest.fixture
def tamper(superuser_dsn):
    """Run a statement as a superuser whom no trigger stops."""

    def run(sql: str, *values: object) -> None:
        with psycopg.connect(superuser_dsn) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(sql, values)

    return run


def test_what_was_sealed_is_as_it_was(sealed):
    one, two = Seal.objects.order_by("pk")
    assert (one.first_id, one.last_id, one.count) == (1, sealed[2], 3)
    assert (two.first_id, two.last_id, two.count) == (one.last_id + 1, sealed[5], 3)
    assert two.previous == one.digest
    assert seals.verify("transfers") is None


def test_nothing_new_makes_no_seal(sealed):
    assert seals.seal("transfers") is None
    seal_task()
    assert Seal.objects.count() == 2


def test_the_house_is_summed_from_the_newest_seal(sealed, tamper):
    assert ledger.house("EUR")["bank"] == -10_000
    # Only transfers after the seal are read again: the sealed sum stands.
    tamper("DELETE FROM wallet_transfer WHERE id = %s", sealed[0])
    assert ledger.house("EUR")["bank"] == -10_000


@pytest.mark.parametrize(
    "change",
    [
        "amount = amount + 1",
        "note = 'x'",
        "made_at = made_at - interval '1 microsecond'",
        "key = 'other'",
        "actor_id = player_id",
        "target_after = 0",
    ],
)
def test_a_changed_row_is_named(sealed, tamper, change):
    tamper(f"UPDATE wallet_transfer SET {change} WHERE id = %s", sealed[4])
    assert seals.verify("transfers").row_id == sealed[4]


def test_the_first_of_several_is_named(sealed, tamper):
    tamper("UPDATE wallet_transfer SET note = 'x' WHERE id = ANY(%s)", [sealed[5], sealed[1]])
    assert seals.verify("transfers").row_id == sealed[1]


@pytest.mark.parametrize("at", range(6))
def test_a_row_taken_away_is_named(sealed, tamper, at):
    tamper("DELETE FROM wallet_transfer WHERE id = %s", sealed[at])
    assert seals.verify("transfers").row_id == sealed[at]


def test_a_row_put_in_is_named(tamper):
    player = books.player(money=10_000)
    with transaction.atomic():
        (unused,) = moved(player, 1)
        transaction.set_rollback(True)  # an id that no row has
    (last,) = moved(player, 2)
    seals.seal("transfers")
    assert unused < last
    tamper(
        "INSERT INTO wallet_transfer SELECT (jsonb_populate_record(one, jsonb_build_object("
        "'id', %s::int, 'key', 'in', 'source_no', 99, 'target_no', 99))).* "
        "FROM wallet_transfer AS one WHERE id = %s",
        unused,
        last,
    )
    assert seals.verify("transfers").row_id == unused


@pytest.mark.parametrize(
    "change",
    ["digest = repeat('1', 64)", "totals = '{}'", "count = 2", "previous = repeat('2', 64)"],
)
def test_a_changed_seal_is_found(sealed, tamper, change):
    tamper(f"UPDATE wallet_seal SET {change} WHERE first_id = 1")
    difference = seals.verify("transfers")
    assert difference.seal_id == Seal.objects.get(first_id=1).pk
    assert difference.row_id is None


def test_a_seal_taken_away_is_found(sealed, tamper):
    tamper("DELETE FROM wallet_seal WHERE first_id = 1")
    assert seals.verify("transfers").seal_id == Seal.objects.get().pk


def test_a_row_rewritten_together_with_its_seal_breaks_the_chain(sealed, tamper, monkeypatch):
    later = Seal.objects.get(last_id=sealed[5])
    tamper("UPDATE wallet_transfer SET note = 'x' WHERE id = %s", sealed[1])
    tamper("UPDATE wallet_seal SET subject = 'aside' WHERE id = %s", later.pk)
    tamper("DELETE FROM wallet_seal WHERE first_id = 1")
    monkeypatch.setattr(seals, "ROWS_MOST", 3)
    seals.seal("transfers")
    assert seals.verify("transfers") is None  # as if nothing had been
    tamper("UPDATE wallet_seal SET subject = 'transfers' WHERE id = %s", later.pk)
    assert seals.verify("transfers").seal_id == later.pk


def test_a_seal_waits_for_no_writer_longer_than_a_second(app_dsn):
    player = books.player(money=10_000)
    with psycopg.connect(app_dsn) as writer:
        writer.execute(INSERT, stake(player))
        assert seals.seal("transfers") is None
        writer.commit()
        assert seals.seal("transfers").count == 2


def test_a_long_history_is_sealed_in_pieces(monkeypatch):
    monkeypatch.setattr(seals, "ROWS_MOST", 2)
    moved(books.player(money=10_000), 1, 2, 3, 4)
    seal_task()
    assert [one.count for one in Seal.objects.filter(subject="transfers").order_by("pk")] == [
        2,
        2,
        1,
    ]
    assert seals.verify("transfers") is None
