"""What PostgreSQL itself refuses about cash-outs, whoever asks and by whatever road."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from tests import factories
from tests.wallet import cashing
from wallet import payout_files
from wallet.models import Approval, CashOut

pytestmark = pytest.mark.django_db(transaction=True)


def refused(statement: str, dsn: str, *values: object) -> str:
    """What the owner, whom no grant stops, is told."""
    with psycopg.connect(dsn) as connection, pytest.raises(psycopg.Error) as fault:
        connection.execute(statement, values)
    return str(fault.value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("refused", "requested"),
        ("refused", "sending"),
        ("requested", "sending"),
        ("requested", "sent"),
        ("on hold", "approved"),
    ],
)
def test_a_cash_out_goes_no_way_that_there_is_not(
    before: str, after: str, cluster: Any, django_db_setup: None
) -> None:
    row = cashing.asked(cashing.player())
    ended = {"ended_at": timezone.now()} if before == "refused" else {}
    if before != "requested":
        CashOut.objects.filter(pk=row.pk).update(state=before, reason="other", **ended)
    told = refused("UPDATE wallet_cashout SET state = %s", cluster.owner_url, after)
    assert f"is {before} does not become {after}" in told


@pytest.mark.parametrize("people", [0, 1])
def test_nothing_is_approved_by_fewer_people_than_it_needs(
    people: int, cluster: Any, django_db_setup: None
) -> None:
    row = cashing.asked(cashing.player(money=5_000_00), 2_000_00)
    for _ in range(people):
        Approval.objects.create(cash_out=row, person=factories.staff(), turn=row.turn)
    told = refused("UPDATE wallet_cashout SET state = 'approved'", cluster.owner_url)
    assert "not approved by as many people as it needs" in told


def test_a_person_approves_a_turn_once() -> None:
    row, person = cashing.asked(cashing.player()), factories.staff()
    Approval.objects.create(cash_out=row, person=person, turn=1)
    with pytest.raises(DatabaseError, match="approval_once"), transaction.atomic():
        Approval.objects.create(cash_out=row, person=person, turn=1)


def test_what_was_asked_for_and_what_was_done_stay_as_they_are(
    cluster: Any, django_db_setup: None
) -> None:
    row = cashing.approved(cashing.player())
    payout_files.make(ids=[row.pk], note="today's", actor=factories.staff())
    for statement, told in (
        ("UPDATE wallet_cashout SET amount = 1", "never changes"),
        ("UPDATE wallet_cashout SET two_people = true", "never changes"),
        ("UPDATE wallet_cashout SET payout_file_id = NULL", "in one payout file"),
        ("DELETE FROM wallet_cashout", "never deleted"),
        ("UPDATE wallet_payoutfile SET text = ''", "stays as it was made"),
        ("DELETE FROM wallet_approval", "is a history"),
        ("UPDATE wallet_cashoutstep SET note = 'x'", "is a history"),
    ):
        assert told in refused(statement, cluster.owner_url)


def test_a_provider_is_called_once(cluster: Any, django_db_setup: None) -> None:
    row = cashing.sending(cashing.player())
    CashOut.objects.filter(pk=row.pk).update(called_at=timezone.now())
    for value in ("NULL", "now() + '1s'"):
        told = refused(f"UPDATE wallet_cashout SET called_at = {value}", cluster.owner_url)
        assert "called once" in told


def test_the_application_may_not_write_what_was_asked_for() -> None:
    row = cashing.asked(cashing.player())
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        CashOut.objects.filter(pk=row.pk).update(amount=1)
