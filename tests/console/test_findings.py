"""What was changed behind the application's back is found, named, taken and ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from django.utils import timezone

from accounts.models import Event
from config import findings
from config.finding_models import Finding
from config.tasks import prove
from games.models import Round
from tests import factories
from tests.console.staff import console, member
from wallet import ledger, trial
from wallet.tasks import seal

pytestmark = pytest.mark.django_db(transaction=True)


def played() -> Round:
    """A settled round for money, and everything sealed."""
    round = factories.collected(factories.player())
    seal()
    return round


@contextmanager
def behind_the_back(dsn: str) -> Iterator[psycopg.Connection]:
    """A superuser with every trigger off, as somebody at the database's own prompt."""
    with psycopg.connect(dsn) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection


def rows() -> set[str]:
    prove()
    return set(Finding.objects.filter(ended_at=None).values_list("of", flat=True))


def test_whole_books_have_no_findings() -> None:
    played()
    assert rows() == set()
    assert Event.objects.filter(action="books proven").exists()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (
            "UPDATE wallet_transfer SET amount = amount + 1 WHERE id = "
            "(SELECT max(id) FROM wallet_transfer) RETURNING 'transfer:' || id",
            "row",
        ),
        (
            "UPDATE wallet_account SET balance = balance + 1 WHERE id = (SELECT id FROM "
            "wallet_account WHERE kind = 'wallet' AND currency = 'EUR') RETURNING 'account:' || id",
            "row",
        ),
        (
            "UPDATE games_move SET notation = 'draw x' WHERE id = (SELECT min(id) FROM games_move) "
            "RETURNING 'move:' || id",
            "row",
        ),
        (
            "DELETE FROM games_move WHERE id = (SELECT min(id) FROM games_move) "
            "RETURNING 'round:' || round_id",
            "row",
        ),
        (
            "UPDATE games_round SET returned = returned + 15 RETURNING 'round:' || id",
            "row",
        ),
        (
            "UPDATE wallet_seal SET digest = repeat('a', 64) WHERE id = (SELECT min(id) FROM "
            "wallet_seal) RETURNING 'seal:' || id",
            "row",
        ),
    ],
    ids=["amount", "balance", "move", "move deleted", "return", "seal"],
)
def test_a_row_changed_at_the_database_is_found_and_named(
    superuser_dsn: str, change: str, named: str
) -> None:
    played()
    with behind_the_back(superuser_dsn) as connection:
        changed = connection.execute(change).fetchone()
    assert changed
    assert changed[0] in rows(), named


def test_a_finding_seen_again_is_one_and_after_its_end_another(superuser_dsn: str) -> None:
    played()
    with behind_the_back(superuser_dsn) as connection:
        connection.execute("UPDATE games_round SET returned = returned + 15")
    prove()
    prove()
    one = Finding.objects.get(check_name="round and transfers")
    assert one.times == 2
    findings.end(finding_id=one.pk, actor=factories.staff(), reason="Being mended")
    prove()
    assert Finding.objects.filter(check_name="round and transfers").count() == 2


def test_a_finding_has_an_owner_notes_and_an_end() -> None:
    found = findings.report("sums", "currency:EUR", "It differs.")
    auditor = member("auditor")
    desk = console(auditor)
    deed = f"/console/house/finding/{found.pk}/deed/"
    desk.post(deed, {"deed": "take"})
    desk.post(deed, {"deed": "note", "text": "Looked at the log."})
    desk.post(deed, {"deed": "end", "text": ""})
    found.refresh_from_db()
    assert found.ended_at is None
    desk.post(deed, {"deed": "end", "text": "A test of the alarm."})
    found.refresh_from_db()
    assert (found.owner, found.ended_by) == (auditor, auditor)
    page = desk.get(f"/console/house/finding/{found.pk}/change/").content.decode()
    assert "Looked at the log." in page
    assert "A test of the alarm." in page
    assert "already" in desk.post(deed, {"deed": "take"}, follow=True).content.decode()


def test_the_proof_can_be_asked_for_at_once() -> None:
    played()
    answer = console(member("auditor")).post("/console/house/finding/prove/", follow=True)
    assert "The books agree" in answer.content.decode()


def test_the_trial_balance_sums_to_nothing_at_any_moment() -> None:
    before = timezone.now() - timedelta(days=1)
    round = played()
    now = {one.currency: one for one in trial.balance(timezone.now())}
    assert {currency: one.sum for currency, one in now.items()} == {"EUR": 0, "FUN": 0}
    kept = ledger.balances(round.player, "EUR").wallet
    (wallet,) = [row for row in now["EUR"].rows if row.kind == "wallet"]
    assert wallet.balance == kept
    assert trial.balance(before) == []
    desk = console(member("payments"))
    page = desk.get("/console/house/finding/books/").content.decode()
    assert "Sum, which must be nothing" in page
    old = desk.get("/console/house/finding/books/?at=2020-01-01T00:00").content.decode()
    assert "No activity" in old


@pytest.mark.parametrize("deed", ["take", "note", "end"])
def test_there_is_nothing_to_do_about_a_finding_that_is_none(deed: str) -> None:
    answer = console().post("/console/house/finding/12345/deed/", {"deed": deed, "text": "Seen."})
    assert answer.status_code == 404
