"""Payouts to audit: chosen by rules once, looked at with everything of them, decided once."""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Event
from config import audits
from config.audit_models import Audit, AuditRule
from games import services, theory
from games.catalogue import THREE_CARD_RUMMY, THREE_CARD_SOLITAIRE
from games.models import Round
from tests import factories
from tests.console.staff import console, member
from tests.wallet import cashing

pytestmark = pytest.mark.django_db
Kind = AuditRule.Kind


def only(**thresholds: int) -> None:
    """These rules in force and no others."""
    audits.rules()
    AuditRule.objects.update(on=False)
    for name, threshold in thresholds.items():
        AuditRule.objects.filter(kind=Kind[name]).update(on=True, threshold=threshold)


def later() -> Any:
    return timezone.now() + 2 * audits.LAG


def test_every_round_is_looked_at_once_however_often_the_task_runs() -> None:
    only(SAMPLE=1000)
    rounds = {factories.collected(factories.player()).pk for _ in range(3)}
    assert audits.choose() == 0
    assert audits.choose(later()) == 3
    assert audits.choose(later()) == 0
    assert set(Audit.objects.values_list("round_id", flat=True)) == rounds


def test_the_sample_is_the_same_whenever_it_is_taken_and_about_as_large_as_asked() -> None:
    rounds = [Round(pk=number) for number in range(1, 4001)]
    taken = [one.pk for one in rounds if audits.CHECKS[Kind.SAMPLE](one, 50)]
    assert taken == [one.pk for one in rounds if audits.CHECKS[Kind.SAMPLE](one, 50)]
    assert 140 < len(taken) < 265


@pytest.mark.parametrize(
    ("rule", "threshold", "staked", "returned", "chosen"),
    [
        ("WIN", 1000, 260, 1260, True),
        ("WIN", 1000, 260, 1259, False),
        ("MULTIPLE", 300, 260, 780, True),
        ("MULTIPLE", 300, 260, 779, False),
        ("FIRST", 1000, 260, 1260, True),
        ("FIRST", 1000, 260, 1259, False),
    ],
)
def test_a_rule_chooses_from_its_threshold_on(
    rule: str, threshold: int, staked: int, returned: int, chosen: bool
) -> None:
    player = factories.player()
    round = Round(pk=1, player=player, currency="EUR", staked=staked, returned=returned)
    assert audits.CHECKS[Kind[rule]](round, threshold) is chosen


def test_moves_faster_than_a_person_makes_them_are_noticed() -> None:
    only(SPEED=150)
    player = factories.player()
    at = factories.dealt(player)
    for _ in range(21):
        at = services.move(
            player=player, round_id=at.round.pk, at=at.round.entries, notation=at.moves[-1]
        )
    services.end(player=player, round_id=at.round.pk, at=at.round.entries, way="collect", sure=True)
    factories.collected(factories.player())
    assert audits.choose(later()) == 1
    assert Audit.objects.get().reasons == ["speed"]


def test_theory_is_exact_for_rummy_and_named_for_solitaire() -> None:
    rummy = theory.of(THREE_CARD_RUMMY)
    assert rummy is not None
    assert rummy.source == "exact"
    assert 0.97 < rummy.mean < 1
    solitaire = theory.of(THREE_CARD_SOLITAIRE)
    assert solitaire is not None
    assert (solitaire.mean, solitaire.source) == (0.516, "greedy, published")


def test_an_auditor_sees_everything_of_a_payout_and_decides_once() -> None:
    only(SAMPLE=1000)
    round = factories.collected(factories.player())
    audits.choose(later())
    audit = Audit.objects.get()
    desk = console(member("auditor"))
    assert (
        f"/console/house/audit/{audit.pk}/change/"
        in desk.get("/console/house/audit/").content.decode()
    )
    page = desk.get(f"/console/house/audit/{audit.pk}/change/").content.decode()
    for seen in ("The seed is the one", "Every move is legal", "Replay, step by step"):
        assert seen in page
    assert f"/console/games/round/{round.pk}/replay/" in page
    decide = f"/console/house/audit/{audit.pk}/decide/"
    assert "Write a note" in desk.post(decide, {"note": ""}, follow=True).content.decode()
    neither = desk.post(decide, {"note": "Looked at each step."}, follow=True)
    assert "Choose whether the payout passed" in neither.content.decode()
    desk.post(decide, {"decision": "passed", "note": "Looked at each step."})
    audit.refresh_from_db()
    assert (audit.state, audit.note) == ("passed", "Looked at each step.")
    again = desk.post(decide, {"decision": "questioned", "note": "No"}, follow=True)
    assert "audited already" in again.content.decode()
    assert Event.objects.get(action="payout passed").object == round.cause


def test_a_rule_changes_with_a_reason_and_both_values_are_kept() -> None:
    rule = audits.rules()[Kind.WIN]
    desk = console(member("administrator"))
    address = f"/console/house/audit/rules/{rule.pk}/"
    assert "errorlist" in desk.post(address, {"threshold": "-5", "reason": "x"}).content.decode()
    desk.post(address, {"threshold": "99", "on": "on", "reason": "Fewer by hand"})
    event = Event.objects.get(action="rule of audits changed")
    assert (event.before["threshold"], event.after["threshold"]) == (50_000, 99)
    page = desk.get("/console/house/audit/rules/").content.decode()
    shown = re.findall(r"<td>([^<]+) <code>(\d+)</code></td>", page)
    assert ("€0.99", "99") in shown
    assert ("10 times the stake", "1000") in shown
    assert ("0.15 seconds a move", "150") in shown
    assert ("1% of the rounds", "10") in shown
    assert console(member("auditor")).post(address, {"threshold": "1"}).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_two_auditors_at_once_one_decides() -> None:
    only(SAMPLE=1000)
    factories.collected(factories.player())
    audits.choose(later())
    audit = Audit.objects.get()
    people = [member("auditor") for _ in range(2)]
    done: list[str] = []

    def decide(person: Any) -> None:
        try:
            audits.decide(audit_id=audit.pk, passed=True, actor=person, note="Seen")
            done.append("decided")
        except audits.NotDecided:
            done.append("late")
        finally:
            connection.close()

    threads = [threading.Thread(target=decide, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["decided", "late"]


def test_a_questioned_payout_holds_the_players_cash_outs() -> None:
    cash_out = cashing.asked(cashing.player())
    only(SAMPLE=1000)
    factories.collected(cash_out.player)
    audits.choose(later())
    actor = member("auditor")
    audits.decide(
        audit_id=Audit.objects.get().pk, passed=False, actor=actor, note="Too many", hold=True
    )
    cash_out.refresh_from_db()
    assert cash_out.state == "on hold"


def test_rounds_that_ended_long_after_the_last_look_are_not_left_out() -> None:
    only(SAMPLE=1000)
    audits.choose(timezone.now() - timedelta(hours=1))
    factories.collected(factories.player())
    assert audits.choose(later()) == 1
