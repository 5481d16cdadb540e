"""Deposits: what a gateway captures becomes money, exactly and once, and nothing else does."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from accounts import exclusion
from accounts.models import Event, Mail
from games.gate import Shut
from tests import factories
from tests.wallet import books, depositing
from tests.wallet.depositing import asked, limit, now, paid, send, told, wallet
from wallet import debts, deposit_blocks, deposits, ledger
from wallet.models import Deposit, Notification, PaymentMethod, Transfer

pytestmark = pytest.mark.django_db


def kinds(of: object) -> list[tuple[str, int]]:
    return list(Transfer.objects.filter(player=of).order_by("pk").values_list("kind", "amount"))


def test_what_is_captured_can_be_spent_and_not_before() -> None:
    player = depositing.player()
    deposit = asked(player)
    assert (deposit.status, wallet(player)) == ("waiting", 0)
    send(deposit, told(deposit, "pending"))
    assert (now(deposit).status, wallet(player)) == ("preauth", 0)
    send(deposit, told(deposit, authorization="A77"))
    deposit = now(deposit)
    assert (deposit.status, deposit.captured, deposit.authorization) == ("confirmed", 10_000, "A77")
    assert wallet(player) == 10_000
    assert kinds(player) == [("deposit", 10_000)]
    assert Transfer.objects.get(player=player).cause == deposit.cause
    assert not books.disagreements()


@pytest.mark.parametrize(("kind", "status"), [("failed", "rejected"), ("cancelled", "cancelled")])
def test_what_is_declined_or_cancelled_moves_nothing(kind: str, status: str) -> None:
    player = depositing.player()
    deposit = asked(player)
    assert send(deposit, told(deposit, kind)).status_code == 200
    assert (now(deposit).status, wallet(player)) == (status, 0)
    assert now(deposit).ended_at is not None


def test_money_that_comes_after_a_refusal_is_booked_and_noted() -> None:
    player = depositing.player()
    deposit = asked(player)
    send(deposit, told(deposit, "failed"))
    send(deposit, told(deposit))
    assert wallet(player) == 10_000
    assert now(deposit).needs_look
    assert Event.objects.filter(action="captured late", object=deposit.cause).exists()


def test_silence_ends_a_deposit_and_a_late_notification_is_still_booked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = depositing.player()
    deposit = asked(player)
    deposits.sweep()
    assert now(deposit).is_open
    monkeypatch.setattr(deposits, "STARTED_KEPT", timedelta(0))
    assert deposits.sweep() == {"deposits ended": 1}
    assert (now(deposit).status, now(deposit).reason) == ("error", "silent")
    send(deposit, told(deposit))
    assert wallet(player) == 10_000


def test_another_amount_is_booked_as_it_was_captured() -> None:
    player = depositing.player()
    deposit = asked(player, 100_00)
    send(deposit, told(deposit, amount="60.01"))
    deposit = now(deposit)
    assert (deposit.captured, wallet(player), deposit.needs_look) == (6_001, 6_001, True)
    assert Event.objects.filter(action="another amount captured").exists()


def test_a_fee_is_taken_from_what_came_in() -> None:
    player = depositing.player()
    deposit = asked(player, 33_33, variant="sandbox-purse")
    send(deposit, told(deposit))
    assert kinds(player) == [("deposit", 3_333), ("fee", 50)]
    assert wallet(player) == 3_283
    assert now(deposit).fee == 50


@pytest.mark.parametrize("amount", [1, 99, 1_000_001, 10**12])
def test_an_amount_out_of_bounds_makes_no_row(amount: int) -> None:
    player = depositing.player()
    with pytest.raises(deposits.NotTaken, match=r"€1\.00 to €10,000\.00"):
        asked(player, amount)
    assert not Deposit.objects.exists()


def test_a_form_that_is_sent_twice_begins_one_deposit() -> None:
    player, key = depositing.player(), uuid.uuid4()
    assert asked(player, form_key=key).pk == asked(player, form_key=key).pk


def test_a_gate_that_is_closed_leaves_a_refused_row_that_says_why() -> None:
    deposit = asked(depositing.undecided())
    assert (deposit.status, deposit.reason, deposit.way_on) == ("rejected", "gate", "safer:choice")
    assert "which limit you want" in deposit.message
    stranger = factories.player(money=0, known=False)
    assert asked(stranger).way_on == "accounts:identity"


def test_the_excluded_cannot_pay_in() -> None:
    player = depositing.player()
    exclusion.start(player=player, kind="24 hours")
    assert asked(player).reason == "gate"


def test_a_limit_that_leaves_a_part_is_asked_about() -> None:
    player = depositing.player()
    limit(player, 150_00)
    paid(player, 100_00)
    with pytest.raises(deposits.Trimmed, match=r"asked for €80\.00; your limit allows €50\.00"):
        asked(player, 80_00)
    deposit = asked(player, 50_00, asked=80_00)
    assert (deposit.asked, deposit.amount, deposit.reason) == (8_000, 5_000, "")
    # It counts while it is on its way: another one finds no room.
    assert asked(player, 10_00).reason == "gate"


def test_a_cash_out_gives_no_room_below_a_limit() -> None:
    player = depositing.player()
    limit(player, 100_00)
    paid(player, 100_00)
    books.move(player, "cash-out", "wallet", "cash-out", 100_00)
    books.move(player, "cash-out sent", "cash-out", "bank", 100_00)
    assert asked(player, 10_00).reason == "gate"


def test_a_player_cancels_what_is_not_paid_and_only_that() -> None:
    player = depositing.player()
    deposit = asked(player)
    assert deposits.cancel(player, deposit.pk).status == "cancelled"
    done = paid(player)
    assert deposits.cancel(player, done.pk).status == "confirmed"
    with pytest.raises(Deposit.DoesNotExist):
        deposits.cancel(depositing.player(), deposit.pk)


def test_the_method_is_known_again_and_owned_by_the_person_who_was_verified() -> None:
    player = depositing.player()
    mine = {"account": "SB00000001", "holder": f"TEST  player {player.pk}"}
    paid(player, **mine)
    paid(player, **mine)
    paid(player, account="SB00000002", holder="Somebody Else")
    found = PaymentMethod.objects.filter(player=player).order_by("pk")
    assert [(one.label[-4:], one.verified) for one in found] == [("0001", True), ("0002", False)]


def test_an_account_that_pays_for_two_players_is_noted_and_verified_for_neither() -> None:
    first, second = depositing.player(), depositing.player()
    paid(first, account="SB00000009")
    paid(second, account="SB00000009", holder=f"Test Player {second.pk}")
    assert not PaymentMethod.objects.get(player=second).verified
    assert Event.objects.filter(
        action="payment method of two players", object=f"player:{second.pk}"
    ).exists()


def test_the_player_is_mailed_what_became_of_it() -> None:
    player = depositing.player()
    deposit = paid(player, 25_00)
    mail = Mail.objects.get(player=player, subject__contains="deposit")
    assert mail.subject == "Fairdeal: Your deposit of €25.00, received"
    assert f"/cashier/deposits/{deposit.pk}/" in mail.text
    assert deposit.authorization in mail.text
    assert deposit.authorization in mail.html


def test_a_chargeback_takes_what_is_there_and_the_rest_is_owed() -> None:
    player = depositing.player()
    deposit = paid(player, 100_00)
    books.move(player, "stake", "wallet", "in play", 70_00)
    books.move(player, "house", "in play", "games", 70_00)
    send(deposit, told(deposit, "chargeback"))
    assert kinds(player)[-2:] == [("chargeback", 3_000), ("chargeback", 7_000)]
    assert (wallet(player), debts.owed(player)) == (0, 7_000)
    assert (now(deposit).status, now(deposit).needs_look) == ("refunded", True)
    assert ledger.house("EUR")["receivable"] == -7_000
    assert not books.disagreements()
    assert Event.objects.filter(action="charged back", after__owed=7_000).exists()


def test_who_owes_plays_for_money_only_when_it_is_repaid() -> None:
    player = depositing.player()
    deposit = paid(player, 10_00)
    books.move(player, "stake", "wallet", "in play", 10_00)
    books.move(player, "house", "in play", "games", 10_00)
    send(deposit, told(deposit, "chargeback"))
    ledger.welcome(player)
    books.move(player, "test money", "bank", "wallet", 5_00)
    with pytest.raises(Shut, match=r"€10\.00 of it are still owed"):
        factories.dealt(player)
    factories.dealt(player, currency=factories.FUN)
    assert debts.sweep() == {"debts repaid": 1}
    assert (wallet(player), debts.owed(player)) == (0, 5_00)
    paid(player, 20_00)
    assert (wallet(player), debts.owed(player)) == (15_00, 0)
    factories.dealt(player)
    assert ledger.house("EUR")["receivable"] == 0


def test_a_chargeback_is_no_more_than_was_captured() -> None:
    player = depositing.player()
    deposit = paid(player, 100_00)
    assert send(deposit, told(deposit, "chargeback", amount="60.00")).status_code == 200
    assert send(deposit, told(deposit, "chargeback", amount="40.01")).status_code == 422
    assert send(deposit, told(deposit, "chargeback", amount="40.00")).status_code == 200
    assert (wallet(player), debts.owed(player)) == (0, 0)


def test_a_payment_that_the_bank_returned_is_the_players_again_once() -> None:
    player = depositing.player()
    for _ in range(2):
        deposits.returned_by_bank(player, amount=5_00, key="cashout:1:returned", cause="cashout:1")
    assert kinds(player) == [("bank return", 500)]


def fail(player: object, times: int = 1) -> None:
    for _ in range(times):
        deposit = asked(player, 10_00)
        assert deposit.status == "waiting", deposit.message
        send(deposit, told(deposit, "failed"))


def test_five_failures_block_for_an_hour_and_five_more_until_staff_lift_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = depositing.player()
    fail(player, 4)
    assert asked(player).status == "waiting"
    fail(player)
    assert asked(player).reason == "blocked"
    block = deposit_blocks.in_force(player)
    assert block is not None
    assert block.until is not None
    in_an_hour = block.until + timedelta(seconds=1)
    monkeypatch.setattr(deposit_blocks.timezone, "now", lambda: in_an_hour)
    fail(player, 4)
    assert asked(player).status == "waiting"
    fail(player)
    refused = asked(player)
    assert (refused.reason, refused.way_on) == ("blocked", "support:contact")
    assert "until you speak with us" in refused.message
    last = deposit_blocks.in_force(player)
    assert last is not None
    deposit_blocks.lift(block_id=last.pk, actor=factories.staff(), reason="spoke with the player")
    assert asked(player).status == "waiting"
    fail(player, 4)
    assert asked(player).status == "waiting"


def test_a_payment_between_the_failures_begins_the_count_anew() -> None:
    player = depositing.player()
    fail(player, 4)
    paid(player)
    fail(player, 4)
    assert deposit_blocks.in_force(player) is None


def test_what_the_player_cancels_or_the_house_refuses_counts_as_no_failure() -> None:
    player = depositing.player()
    for _ in range(6):
        deposits.cancel(player, asked(player).pk)
    assert deposit_blocks.in_force(player) is None


def test_what_is_on_record_about_a_notification_cannot_be_changed() -> None:
    paid(depositing.player())
    with pytest.raises(Exception, match=r"permission denied|history"):
        Notification.objects.update(outcome="forged")
