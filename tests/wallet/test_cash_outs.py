"""A player asks for money and people of the house decide; whatever comes twice happens once."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import exclusion, jurisdiction
from accounts.models import Event, Mail
from tests import factories
from tests.wallet import cashing
from tests.wallet.cashing import WHY, approved, asked, held, now, refusal
from wallet import cash_outs, debts, ledger, payout_files, payouts, proof
from wallet.cash_out_steps import NotNow
from wallet.cash_outs import NeedsReason, NotTaken
from wallet.models import CashOut, CashOutStep, Deposit, PaymentMethod, Transfer

pytestmark = pytest.mark.django_db


def findings() -> list[proof.Finding]:
    return [one for one in proof.findings() if one.check != "in play"]


def test_the_money_leaves_the_wallet_with_the_request() -> None:
    player = cashing.player(money=500_00)
    row = asked(player, 120_50)
    assert held(player) == (379_50, 120_50)
    made = Transfer.objects.get(cause=row.cause)
    assert (made.key, made.kind, made.actor) == (f"{row.cause}:request", "cash-out", player)
    assert [(step.before, step.after) for step in row.steps.all()] == [("", "requested")]
    assert findings() == []


def test_what_is_on_its_way_out_cannot_be_staked() -> None:
    player = cashing.player(money=100_00)
    asked(player, 100_00)
    with pytest.raises(Exception, match="short"):
        factories.dealt(player)


def test_a_form_sent_twice_is_one_cash_out() -> None:
    player, form = cashing.player(), uuid.uuid4()
    first, again = (asked(player, 100_00, form_key=form) for _ in range(2))
    assert first == again
    assert held(player) == (400_00, 100_00)


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        (500_01, "You can cash out up to €500.00."),
        (10**12, "You can cash out up to €500.00."),
        (9_99, "The smallest cash-out is €10.00."),
    ],
)
def test_an_amount_that_is_not_there_or_too_small_is_refused(amount: int, sentence: str) -> None:
    player = cashing.player(money=500_00)
    assert refusal(NotTaken, lambda: asked(player, amount)).startswith(sentence)
    assert held(player) == (500_00, 0)
    assert not CashOut.objects.exists()


def test_the_rest_of_a_balance_is_paid_out_however_small() -> None:
    player = cashing.player(money=1)
    asked(player, 1)
    assert held(player) == (0, 1)


def test_money_goes_to_verified_accounts_of_the_players_own_only() -> None:
    player, other = factories.player(), cashing.player()
    theirs = PaymentMethod.objects.get(player=other)
    for fields in ({"verified": False}, {"closed_at": timezone.now()}):
        cashing.method(player, **fields)
    for method_id in (None, theirs.pk, *player.payment_methods.values_list("pk", flat=True)):
        sentence = refusal(NotTaken, lambda id=method_id: asked(player, method_id=id))
        assert "an account in your own name" in sentence
    mine = cashing.method(player)
    assert asked(player).method == mine


def test_it_goes_back_to_where_the_last_deposit_came_from() -> None:
    player = factories.player()
    funding, _newer = cashing.method(player), cashing.method(player)
    Deposit.objects.create(
        player=player,
        variant="sandbox-account",
        currency="EUR",
        asked=100,
        amount=100,
        captured=100,
        method=funding,
        reached_at=timezone.now(),
        token="x",
    )
    assert asked(player).method == funding


def test_staff_ask_for_nothing() -> None:
    with pytest.raises(ledger.NoWallet):
        asked(factories.staff())


def test_one_person_approves_a_small_amount_and_nobody_approves_twice() -> None:
    row = asked(cashing.player(), 1_000)
    first = factories.staff()
    assert cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=first).state == "approved"
    with pytest.raises(NotNow, match="is approved"):
        cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=first)


def test_two_different_people_approve_what_is_above_the_threshold() -> None:
    player = cashing.player(money=2_000_00)
    row, first = asked(player, 1_000_01), factories.staff()
    assert cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=first).state == "requested"
    with pytest.raises(NotNow, match="waits for a second person"):
        cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=first)
    second = cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=factories.staff())
    assert second.state == "approved"
    assert row.approvals.count() == 2
    assert asked(player, 999_99).two_people is False


def test_a_player_approves_nothing() -> None:
    row = asked(cashing.player())
    with pytest.raises(NotNow, match="person of staff"):
        cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=cashing.player())


def test_a_hold_has_a_reason_stops_the_clock_and_makes_approvals_void() -> None:
    row, first = asked(cashing.player(money=2_000_00), 1_500_00), factories.staff()
    due = row.due_at
    cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=first)
    for reason, note in (("", "x"), ("asked", "x"), ("identity", " ")):
        with pytest.raises(NeedsReason):
            cash_outs.hold(cash_out_id=row.pk, reason=reason, note=note, actor=first)
    cash_outs.hold(cash_out_id=row.pk, reason="identity", note="blurred", actor=None)
    with pytest.raises(NotNow):
        cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=factories.staff())
    CashOut.objects.filter(pk=row.pk).update(held_at=timezone.now() - timedelta(days=2))
    released = cash_outs.release(cash_out_id=row.pk, note=WHY, actor=first)
    assert released.state == "requested"
    assert timedelta(days=2) <= released.due_at - due < timedelta(days=2, minutes=1)
    assert cash_outs.approve(cash_out_id=row.pk, note=WHY, actor=first).state == "requested"


def test_a_refusal_has_a_reason_and_the_money_is_back_at_once() -> None:
    player, person = cashing.player(money=500_00), factories.staff()
    row = asked(player)
    with pytest.raises(NeedsReason):
        cash_outs.refuse(cash_out_id=row.pk, reason="", note="x", actor=person)
    cash_outs.refuse(cash_out_id=row.pk, reason="method", note="another name", actor=person)
    assert held(player) == (500_00, 0)
    assert Transfer.objects.get(key=f"{row.cause}:back").kind == "cash-out refused"
    with pytest.raises(NotNow):
        cash_outs.refuse(cash_out_id=row.pk, reason="method", note="again", actor=person)
    event = Event.objects.get(action="cash-out refused")
    assert (event.object, event.actor, event.reason) == (row.cause, person, "another name")
    assert findings() == []


def test_the_strict_profile_lets_nobody_take_a_cash_out_back() -> None:
    player = cashing.player()
    row = asked(player)
    with pytest.raises(NotNow, match="cannot be taken back"):
        cash_outs.take_back(cash_out_id=row.pk, player=player)
    assert held(player) == (400_00, 100_00)
    assert jurisdiction.STRICT.cash_out_taken_back is False


def test_a_profile_may_let_players_take_back_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    lenient = replace(jurisdiction.profile(), cash_out_taken_back=True)
    monkeypatch.setitem(jurisdiction.PROFILES, "test", lenient)
    player = cashing.player()
    row = asked(player)
    with pytest.raises(CashOut.DoesNotExist):
        cash_outs.take_back(cash_out_id=row.pk, player=cashing.player())
    cash_outs.take_back(cash_out_id=row.pk, player=player)
    assert held(player) == (500_00, 0)


def test_no_money_leaves_while_the_books_do_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    player, person = cashing.player(), factories.staff()
    waiting, ready = asked(player, 1_000), approved(player, 1_000)
    fault = proof.Finding("sums", "currency:EUR", "A planted fault.")
    monkeypatch.setattr(proof, "findings", lambda: [fault])
    proof.reconcile()
    assert "while we check our books" in refusal(NotTaken, lambda: asked(player))
    with pytest.raises(NotNow, match="do not agree"):
        cash_outs.approve(cash_out_id=waiting.pk, note=WHY, actor=person)
    with pytest.raises(NotNow, match="do not agree"):
        payouts.send(cash_out_id=ready.pk, note=WHY, actor=person)
    with pytest.raises(NotNow, match="do not agree"):
        payout_files.make(ids=[ready.pk], note=WHY, actor=person)
    cash_outs.refuse(cash_out_id=waiting.pk, reason="asked", note=WHY, actor=person)
    monkeypatch.setattr(proof, "findings", list)
    proof.reconcile()
    assert payouts.send(cash_out_id=ready.pk, note=WHY, actor=person).state == "sending"


def test_the_proof_finds_money_on_its_way_out_without_a_cash_out() -> None:
    player = cashing.player()
    row = asked(player)
    assert findings() == []
    CashOut.objects.filter(pk=row.pk).update(
        state="refused", reason="other", ended_at=timezone.now()
    )
    assert {one.check for one in findings()} == {"cash-out"}


def test_each_stage_is_mailed_with_the_reason_and_what_happens_next() -> None:
    player = cashing.player()
    row = asked(player)
    cash_outs.hold(cash_out_id=row.pk, reason="play", note="secret", actor=factories.staff())
    first, second = Mail.objects.filter(player=player).order_by("pk")
    assert first.subject == "Fairdeal: Your cash-out of €100.00 is requested"
    assert f"number {row.pk}" in first.text
    assert "A person of the house checks it, at the latest by" in first.text
    assert "looks at the games behind this money" in second.text
    assert "secret" not in second.text + second.html
    assert f"/cashier/cash-outs/{row.pk}/" in second.html


def test_a_step_names_who_and_why_and_is_never_changed(owner_connection: object) -> None:
    person = factories.staff()
    row = asked(cashing.player())
    cash_outs.approve(cash_out_id=row.pk, note="papers seen", actor=person)
    last = CashOutStep.objects.filter(cash_out=row).last()
    assert (last.actor, last.before, last.after) == (person, "requested", "approved")
    assert last.note == "papers seen"
    assert now(row).state == "approved"


def test_nothing_is_approved_or_sent_to_an_account_that_is_no_longer_surely_the_players() -> None:
    player, person = cashing.player(), factories.staff()
    waiting, ready = asked(player), approved(player)
    PaymentMethod.objects.filter(player=player).update(verified=False)
    with pytest.raises(NotNow, match="no longer certain"):
        cash_outs.approve(cash_out_id=waiting.pk, note=WHY, actor=person)
    with pytest.raises(NotNow, match="no longer certain"):
        payouts.send(cash_out_id=ready.pk, note=WHY, actor=person)
    with pytest.raises(NotNow, match="None of these"):
        payout_files.make(ids=[ready.pk], note=WHY, actor=person)


def test_whoever_is_excluded_is_still_paid_out() -> None:
    player = cashing.player(money=500_00)
    exclusion.start(player=player, kind="6 months")
    asked(player, 500_00)
    assert held(player) == (0, 500_00)


def test_whoever_owes_money_after_a_chargeback_is_not_paid_out() -> None:
    player = cashing.player(money=100_00)
    with transaction.atomic():
        debts.charge_back(player, amount=150_00, key="back", cause="deposit:1")
    ledger.test_money(player, 20_00, "again")
    assert "€50.00 must be repaid first" in refusal(NotTaken, lambda: asked(player, 20_00))


def test_test_money_is_not_paid_out_in_production(settings: Any) -> None:
    settings.MODE = "production"
    assert refusal(NotTaken, lambda: asked(cashing.player())) == "Test money is not paid out."
