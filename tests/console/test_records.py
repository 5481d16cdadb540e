"""Corrections by two people, notes, and releases of the files that decide games."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounts.models import Event
from config import proposals, releases
from config.finding_models import Finding
from config.record_models import Note, Proposal, Release
from games import switches
from tests import factories
from tests.console.staff import console, member, proposed
from wallet import ledger
from wallet.models import Transfer

pytestmark = pytest.mark.django_db


def spendable(row: Proposal) -> int:
    return ledger.balances(row.player, "EUR").wallet


def test_a_correction_moves_when_a_second_person_approves_it() -> None:
    first, second = member("payments"), member("payments")
    player = factories.player(money=10_000)
    form = {"currency": "EUR", "way": "add", "amount": "5.00", "reason": "A fee too much"}
    desk = console(first)
    desk.post(f"/console/house/proposal/for/{player.pk}/", form)
    row = Proposal.objects.get()
    assert spendable(row) == 10_000
    deed = f"/console/house/proposal/{row.pk}/decide/"
    own = desk.post(deed, {"decision": "approved", "reason": "Yes"}, follow=True)
    assert "a second person does" in own.content.decode()
    console(second).post(deed, {"decision": "approved", "reason": "Looked at the statement"})
    row.refresh_from_db()
    assert (row.state, spendable(row)) == ("approved", 10_500)
    assert Event.objects.filter(action="correction approved", actor=second).exists()


def test_a_form_without_a_decision_decides_nothing() -> None:
    row = proposed()
    deed = f"/console/house/proposal/{row.pk}/decide/"
    answer = console(member("supervisor")).post(deed, {"reason": "Yes"}, follow=True)
    assert "Approve or refuse it, with a reason." in answer.content.decode()
    row.refresh_from_db()
    assert row.state == Proposal.State.OPEN


def test_a_refusal_moves_nothing_and_ends_it() -> None:
    row = proposed()
    proposals.decide(proposal_id=row.pk, approved=False, actor=member(), answer="No such fee")
    assert spendable(row) == 10_000
    with pytest.raises(proposals.NotDecided, match="already"):
        proposals.decide(proposal_id=row.pk, approved=True, actor=member(), answer="Yes")


def test_more_than_there_is_cannot_be_taken_and_the_correction_still_waits() -> None:
    row = proposed(amount=-20_000)
    with pytest.raises(proposals.NotDecided):
        proposals.decide(proposal_id=row.pk, approved=True, actor=member(), answer="Yes")
    row.refresh_from_db()
    assert (row.state, spendable(row)) == ("open", 10_000)


def test_the_database_refuses_one_person_for_both() -> None:
    row = proposed()
    with pytest.raises(IntegrityError), transaction.atomic():
        Proposal.objects.filter(pk=row.pk).update(
            state="approved", decided_by=row.made_by, decided_at=row.made_at
        )


@pytest.mark.parametrize("amount", ["0", "-5", "0.001", "1e9", "1,000", "٥"])
def test_an_amount_that_is_none_is_refused_with_a_sentence(amount: str) -> None:
    player = factories.player()
    form = {"currency": "EUR", "way": "add", "amount": amount, "reason": "x"}
    answer = console(member("payments")).post(f"/console/house/proposal/for/{player.pk}/", form)
    assert "errorlist" in answer.content.decode()
    assert not Proposal.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_people_approve_at_once_and_the_money_moves_once() -> None:
    row = proposed()
    people = [member("payments") for _ in range(2)]

    def approve(person: Any) -> None:
        try:
            proposals.decide(proposal_id=row.pk, approved=True, actor=person, answer="Yes")
        except proposals.NotDecided:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=approve, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert spendable(row) == 10_500
    assert Transfer.objects.filter(kind="correction").count() == 1


def test_a_note_stands_in_the_players_file() -> None:
    player = factories.player()
    desk = console(member("risk"))
    desk.post(f"/console/house/note/for/{player.pk}/", {"text": "Called, all well <b>."})
    page = desk.get(f"/console/accounts/player/{player.pk}/change/").content.decode()
    assert "Called, all well &lt;b&gt;." in page
    with pytest.raises(DatabaseError), transaction.atomic():
        Note.objects.all().delete()


def test_the_first_state_is_taken_and_nothing_differs_then() -> None:
    assert releases.check() == []
    assert releases.check() == []
    assert Release.objects.get().changed == releases.FIRST
    assert "games/dealing.py" in Release.objects.get().files


def test_a_changed_file_stops_money_games_until_it_is_approved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    releases.check()
    real = releases.digests()
    changed = real | {"games/rules/klondike.py": "0" * 64}
    monkeypatch.setattr(releases, "digests", lambda: changed)
    assert releases.check() == ["games/rules/klondike.py"]
    assert Finding.objects.get().area == "games"
    player = factories.player()
    with pytest.raises(switches.OutOfService):
        factories.dealt(player)
    desk = console(member("administrator"))
    page = desk.get("/console/house/release/now/").content.decode()
    assert "games/rules/klondike.py" in page
    form = {"weight": "major", "changed": "A rule", "digest": "1" * 64}
    stale = desk.post("/console/house/release/now/", form).content.decode()
    assert "Look again" in stale
    form["digest"] = releases.digest_of(changed)
    desk.post("/console/house/release/now/", form)
    assert releases.check() == []
    assert Release.objects.latest("pk").approved_by is not None


def test_a_demo_takes_over_what_it_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    releases.check()
    changed = releases.digests() | {"games/new.py": "0" * 64}
    monkeypatch.setattr(releases, "digests", lambda: changed)
    monkeypatch.setattr(settings, "DEMO", True)
    assert releases.check() == []
    assert switches.closed() == {}
