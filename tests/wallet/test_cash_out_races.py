"""Two operators, two tasks, two sweeps, a killed worker: one payout. Real threads and processes."""

from __future__ import annotations

import os
import time
import uuid
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tests.games.test_kills import wait_for
from tests.wallet import cashing
from tests.wallet.cashing import WHY, approved, asked, held, now, sending
from tests.wallet.test_races import at_once
from wallet import cash_outs, payout_files, payouts, proof
from wallet.cash_out_steps import NotNow
from wallet.models import Approval, CashOut, CashOutStep, SandboxPayout, Transfer

pytestmark = pytest.mark.django_db(transaction=True)
# The worker is killed before or after the provider has paid; the first takes its turn in the long
# tests, and test_cash_out_sending.py has both without a process.
MOMENTS = [("after", "sent", 1)]
if os.environ.get("FAIRDEAL_SOAK"):
    MOMENTS.append(("before", "unknown", 0))


def kinds(done: list[object]) -> Counter[type]:
    return Counter(map(type, done))


def right_books() -> bool:
    return [one for one in proof.findings() if one.check != "in play"] == []


def test_a_form_sent_ten_times_at_once_is_one_cash_out() -> None:
    player, form = cashing.player(money=500_00), uuid.uuid4()
    done = at_once(*[lambda: asked(player, 100_00, form_key=form)] * 10)
    assert len({one.pk for one in done}) == 1
    assert held(player) == (400_00, 100_00)


def test_the_same_money_is_asked_for_once() -> None:
    player = cashing.player(money=100_00)
    done = at_once(*[lambda: asked(player, 100_00)] * 8)
    assert kinds(done) == {CashOut: 1, cash_outs.NotTaken: 7}
    assert held(player) == (0, 100_00)


def test_operators_who_approve_at_once_count_once_each() -> None:
    player = cashing.player(money=4_000_00)
    people = [factories.staff() for _ in range(4)]
    row = asked(player, 2_000_00)

    def approve(person: Any) -> Any:
        return lambda: cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=person)

    done = at_once(*[approve(people[0])] * 5)
    assert kinds(done) == {CashOut: 1, NotNow: 4}
    assert now(row).state == "requested"
    done = at_once(*map(approve, people[1:]))
    assert kinds(done) == {CashOut: 1, NotNow: 2}
    assert now(row).state == "approved"
    assert Approval.objects.filter(cash_out=row).count() == 2


def test_a_refusal_and_an_approval_at_once_are_one_of_them() -> None:
    player, person = cashing.player(money=500_00), factories.staff()
    row = asked(player, 100_00)
    done = at_once(
        lambda: cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=person),
        *[lambda: cash_outs.refuse(cash_out_id=row.pk, reason="asked", note=WHY, actor=person)] * 3,
    )
    assert kinds(done)[NotNow] >= 2
    assert held(player) in ((400_00, 100_00), (500_00, 0))
    assert Transfer.objects.filter(key=f"{row.cause}:back").count() <= 1
    assert right_books()


def test_sending_and_a_payout_file_at_once_are_one_of_them() -> None:
    row, person = approved(cashing.player()), factories.staff()
    done = at_once(
        lambda: payouts.send(cash_out_id=row.pk, note=WHY, actor=person),
        lambda: payout_files.make(ids=[row.pk], note=WHY, actor=person),
        lambda: payout_files.make(ids=[row.pk], note=WHY, actor=person),
    )
    assert kinds(done)[NotNow] == 2
    assert now(row).by_provider != bool(now(row).payout_file_id)


def test_a_job_that_runs_many_times_pays_once() -> None:
    player = cashing.player(money=500_00)
    row = sending(player, 100_00)
    done = at_once(*[lambda: payouts.pay_out(row.pk)] * 5, *[payouts.sweep] * 3)
    assert not [one for one in done if isinstance(one, Exception)]
    assert SandboxPayout.objects.count() == 1
    assert Transfer.objects.filter(cause=row.cause).count() == 2
    assert (now(row).state, held(player)) == ("sent", (400_00, 0))


def test_two_people_who_tell_different_ends_are_one_of_them() -> None:
    player, person = cashing.player(money=500_00), factories.staff()
    row = sending(player, 100_19)
    payouts.pay_out(row.pk)
    tell = {"cash_out_id": row.pk, "note": "asked", "actor": person}
    done = at_once(
        lambda: payouts.resolve(sent=True, reference="R", **tell),
        lambda: payouts.resolve(sent=False, **tell),
    )
    assert kinds(done) == {CashOut: 1, NotNow: 1}
    assert Transfer.objects.filter(cause=row.cause).count() == 2
    assert right_books()


@pytest.mark.parametrize(("moment", "state", "paid"), MOMENTS)
def test_a_worker_killed_while_it_pays_leaves_one_payout(
    house: Any, moment: str, state: str, paid: int
) -> None:
    house.environment["FAIRDEAL_PAYOUTS"] = "tests.wallet.slow_provider.Slow"
    house.environment["SLOW_PROVIDER"] = moment
    house.start(web=False, worker=True)
    player = cashing.player(money=500_00)
    row = sending(player, 100_00)
    reached = {
        "before": lambda: now(row).called_at is not None,
        "after": lambda: SandboxPayout.objects.exists(),
    }
    wait_for(reached[moment])
    time.sleep(0.1)
    house.kill9("worker")
    assert payouts.pay_out(row.pk) is False, "the message comes again"
    assert payouts.sweep() == {"paid out": 0, "payments looked up": 0}, "it may still be calling"
    assert now(row).state == "sending"
    payouts.sweep(timezone.now() + payouts.CALL_MOST + timedelta(seconds=1))
    payouts.sweep(timezone.now() + timedelta(days=1))
    assert now(row).state == state
    assert SandboxPayout.objects.count() == paid
    assert held(player) == (400_00, 0 if state == "sent" else 100_00)
    steps = CashOutStep.objects.filter(cash_out=row)
    assert [step.after for step in steps] == ["requested", "approved", "sending", state]
    assert right_books()
