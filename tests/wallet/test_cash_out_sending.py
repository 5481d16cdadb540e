"""Approved cash-outs on their way to the bank: each is paid once; what is not known stays so."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Event
from tests import factories
from tests.wallet import cashing
from tests.wallet.cashing import WHY, approved, held, now, sending
from wallet import payout_files, payouts, proof
from wallet.cash_out_steps import NotNow
from wallet.cash_outs import NeedsReason
from wallet.models import CashOut, SandboxPayout, Transfer
from wallet.payout_providers import NoAnswer, Sandbox

pytestmark = pytest.mark.django_db

PAID, NOT_PAID, PAID_IN_SILENCE, SILENT = 100_00, 100_13, 100_17, 100_19
LATER = payouts.CALL_MOST + timedelta(minutes=1)


def right_books() -> bool:
    return [one for one in proof.findings() if one.check != "in play"] == []


def test_a_paid_one_is_sent_with_the_providers_reference() -> None:
    player = cashing.player(money=500_00)
    row = sending(player, PAID)
    assert held(player) == (400_00, 100_00)
    assert payouts.pay_out(row.pk) is True
    sent = now(row)
    assert (sent.state, sent.bank_reference[:8]) == ("sent", "SANDBOX-")
    assert held(player) == (400_00, 0)
    assert Transfer.objects.get(key=f"{row.cause}:sent").kind == "cash-out sent"
    assert right_books()


def test_one_that_the_provider_refuses_has_failed_and_the_money_is_back() -> None:
    player = cashing.player(money=500_00)
    row = sending(player, NOT_PAID)
    payouts.pay_out(row.pk)
    assert now(row).state == "failed"
    assert held(player) == (500_00, 0)
    assert right_books()


@pytest.mark.parametrize("amount", [PAID_IN_SILENCE, SILENT])
def test_one_without_an_answer_is_unknown_and_nothing_happens_to_it_by_itself(amount: int) -> None:
    player = cashing.player(money=500_00)
    row = sending(player, amount)
    payouts.pay_out(row.pk)
    before = SandboxPayout.objects.count()
    for hours in range(1, 4):
        payouts.pay_out(row.pk)
        payouts.sweep(timezone.now() + timedelta(hours=hours))
    assert now(row).state == "unknown"
    assert held(player) == (500_00 - amount, amount)
    assert SandboxPayout.objects.count() == before
    assert right_books()


def test_an_error_of_any_kind_may_have_been_a_payment(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Sandbox, order: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Sandbox, "pay", broken)
    row = sending(cashing.player(), PAID)
    payouts.pay_out(row.pk)
    assert now(row).state == "unknown"


def test_a_person_asks_the_provider_and_tells_with_evidence_what_became_of_it() -> None:
    player, person = cashing.player(money=500_00), factories.staff()
    paid, never = sending(player, PAID_IN_SILENCE), sending(player, SILENT)
    for row in (paid, never):
        payouts.pay_out(row.pk)
    assert "has paid it" in payouts.ask(cash_out_id=paid.pk, actor=person)
    assert "never heard" in payouts.ask(cash_out_id=never.pk, actor=person)
    assert now(paid).state == now(never).state == "unknown"
    for lacking in ({"note": " ", "reference": "R"}, {"note": "seen", "reference": " "}):
        with pytest.raises(NeedsReason):
            payouts.resolve(cash_out_id=paid.pk, sent=True, actor=person, **lacking)
    payouts.resolve(cash_out_id=paid.pk, sent=True, reference="R1", note="asked", actor=person)
    payouts.resolve(cash_out_id=never.pk, sent=False, note="asked", actor=person)
    assert (now(paid).state, now(never).state) == ("sent", "failed")
    assert held(player) == (500_00 - PAID_IN_SILENCE, 0)
    with pytest.raises(NotNow):
        payouts.resolve(cash_out_id=never.pk, sent=True, reference="R", note="x", actor=person)
    assert Event.objects.get(action="cash-out failed").reason == "asked"
    assert right_books()


def test_nobody_tells_what_became_of_one_while_the_provider_is_called() -> None:
    row = sending(cashing.player(), PAID)
    with pytest.raises(NotNow, match="being asked"):
        payouts.resolve(cash_out_id=row.pk, sent=False, note="x", actor=factories.staff())


def test_the_sweep_sends_what_a_lost_message_left() -> None:
    row = sending(cashing.player(), PAID)
    assert payouts.sweep()["paid out"] == 1
    assert payouts.sweep() == {"paid out": 0, "payments looked up": 0}
    assert now(row).state == "sent"


@pytest.mark.parametrize(
    ("reached", "amount", "state"),
    [(True, PAID, "sent"), (True, NOT_PAID, "failed"), (False, PAID, "unknown")],
)
def test_after_a_death_in_the_call_the_provider_is_asked_and_never_called_again(
    reached: bool, amount: int, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """Not caught by anything, as a kill is not."""

    pay = Sandbox.pay

    def killed(self: Sandbox, order: object) -> None:
        if reached:
            pay(self, order)
        raise Killed

    player = cashing.player(money=500_00)
    row = sending(player, amount)
    monkeypatch.setattr(Sandbox, "pay", killed)
    with pytest.raises(Killed):
        payouts.pay_out(row.pk)
    assert payouts.pay_out(row.pk) is False
    assert payouts.sweep() == {"paid out": 0, "payments looked up": 0}, "it may still be calling"
    assert payouts.sweep(timezone.now() + LATER)["payments looked up"] == 1
    assert now(row).state == state
    assert SandboxPayout.objects.count() == reached
    assert right_books()


def test_a_no_that_comes_after_it_was_unknown_gives_nothing_back() -> None:
    player = cashing.player(money=500_00)
    row = sending(player, SILENT)
    payouts.pay_out(row.pk)
    payouts._answered(row.pk, Sandbox().look("none") or payouts.Answer(False, reason="late"))
    assert now(row).state == "unknown"
    payouts._answered(row.pk, payouts.Answer(True, "LATE-1"))
    assert now(row).state == "sent"
    assert right_books()


def test_without_a_provider_there_are_files_only(settings: object) -> None:
    settings.PAYOUT_PROVIDER = ""
    row = approved(cashing.player())
    with pytest.raises(NotNow, match="payout file"):
        payouts.send(cash_out_id=row.pk, note=WHY, actor=factories.staff())
    assert now(row).state == "approved"


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_a_payout_file_lists_each_approved_one_once() -> None:
    player, person = cashing.player(money=500_00), factories.staff()
    first, second = approved(player, 100_05), approved(player, 200_00)
    waiting = cashing.asked(player, 50_00)
    ids = [first.pk, second.pk, waiting.pk]
    file = payout_files.make(ids=ids, note="Monday's", actor=person)
    head, *lines = rows_of(file.text)
    assert head == ["payment", "receiver", "account", "amount", "currency", "reference"]
    reference = f"Fairdeal cash-out {first.pk}"
    account = first.method.reference
    assert lines[0] == [str(first.pk), "Kim Player", account, "100.05", "EUR", reference]
    assert (file.count, file.total, len(lines)) == (2, 300_05, 2)
    assert {now(one).state for one in (first, second)} == {"sending"}
    with pytest.raises(NotNow, match="None of these"):
        payout_files.make(ids=ids, note="again", actor=person)
    assert payouts.sweep() == {"paid out": 0, "payments looked up": 0}


@pytest.mark.parametrize("name", ["=1+1", "+49", "-1", "@x", "\tx", "\rx"])
def test_no_name_in_a_payout_file_is_a_formula(name: str) -> None:
    player = factories.player()
    cashing.method(player, holder=name)
    file = payout_files.make(ids=[approved(player).pk], note=WHY, actor=factories.staff())
    assert rows_of(file.text)[1][1].startswith("'")


def test_each_payment_of_a_file_is_confirmed_by_itself() -> None:
    player, person = cashing.player(money=500_00), factories.staff()
    first, second = approved(player, 100_00), approved(player, 200_00)
    file = payout_files.make(ids=[first.pk, second.pk], note=WHY, actor=person)
    payouts.resolve(cash_out_id=first.pk, sent=True, reference="B-1", note="seen", actor=person)
    file.refresh_from_db()
    assert file.confirmed_at is None
    payouts.resolve(cash_out_id=second.pk, sent=False, note="returned", actor=person)
    file.refresh_from_db()
    assert file.confirmed_at is not None
    assert (now(first).state, now(second).state) == ("sent", "failed")
    assert held(player) == (400_00, 0)
    assert right_books()


def test_the_sandbox_pays_a_key_once_and_says_so_again() -> None:
    order = payouts.order(sending(cashing.player(), PAID))
    assert Sandbox().pay(order) == Sandbox().pay(order)
    assert SandboxPayout.objects.count() == 1
    with pytest.raises(NoAnswer):
        Sandbox().pay(order._replace(key="other", amount=SILENT))
    assert CashOut.objects.filter(state="sending").count() == 1
