"""No deposit gets past a gate that closed after it was asked for, or with more than was asked."""

from __future__ import annotations

import pytest

from accounts import exclusion
from accounts.models import Event, Mail, Player
from tests import factories
from tests.wallet import depositing
from tests.wallet.depositing import asked, limit, now, send, told, wallet
from wallet import deposits
from wallet.models import Deposit

pytestmark = pytest.mark.django_db


def limited() -> Player:
    player = depositing.player()
    limit(player, 20_00)
    return player


def test_what_is_paid_above_a_limit_is_set_aside_for_a_person_and_told() -> None:
    player = limited()
    deposit = asked(player, 15_00)
    assert send(deposit, told(deposit, amount="500.00")).status_code == 200
    deposit = now(deposit)
    assert (wallet(player), deposit.captured, deposit.reason) == (0, None, "held")
    assert deposit.needs_look
    assert Event.objects.filter(action="captured and not let in", object=deposit.cause).exists()
    assert "€500.00 were paid, more than is allowed" in Mail.objects.order_by("-pk")[0].text
    page = factories.client(player).get(f"/cashier/deposits/{deposit.pk}/").content.decode()
    assert "being looked at" in page
    assert "not in your balance" in page


def test_what_is_set_aside_stays_so_when_the_provider_tells_of_it_again() -> None:
    player = limited()
    deposit = asked(player, 15_00)
    send(deposit, told(deposit, amount="500.00"))
    send(deposit, told(deposit, amount="15.00"))
    assert (wallet(player), now(deposit).captured) == (0, None)


def test_a_little_more_that_the_limit_has_room_for_comes_in() -> None:
    player = limited()
    deposit = asked(player, 15_00)
    send(deposit, told(deposit, amount="20.00"))
    assert wallet(player) == 20_00


def test_a_deposit_that_was_cancelled_and_is_paid_later_gets_round_no_limit() -> None:
    player = limited()
    first = asked(player, 20_00)
    deposits.cancel(player, first.pk)
    second = asked(player, 20_00)
    for deposit in (second, first):
        send(deposit, told(deposit))
    assert wallet(player) == 20_00
    assert now(first).reason == "held"


@pytest.mark.parametrize("closes", ["exclusion", "lower limit"])
def test_a_gate_that_has_closed_since_ends_the_deposit_on_the_way_to_the_provider(
    closes: str,
) -> None:
    player = depositing.player()
    deposit = asked(player, 50_00)
    if closes == "exclusion":
        exclusion.start(player=player, kind="1 week")
    else:
        limit(player, 20_00)
    answer = factories.client(player).get(f"/cashier/deposits/{deposit.pk}/pay/")
    assert answer["Location"] == f"/cashier/deposits/{deposit.pk}/"
    assert (now(deposit).status, now(deposit).reason) == ("rejected", "gate")
    assert now(deposit).message


def test_a_deposit_that_fills_the_limit_can_be_paid() -> None:
    player = limited()
    deposit = asked(player, 20_00)
    answer = factories.client(player).get(f"/cashier/deposits/{deposit.pk}/pay/")
    assert answer["Location"].startswith("/cashier/sandbox/")


def test_whoever_has_not_said_which_limit_is_asked_before_the_form_of_a_deposit() -> None:
    answer = factories.client(depositing.undecided()).get("/cashier/deposit/")
    assert answer["Location"] == "/settings/limits/choice/?next=%2Fcashier%2Fdeposit%2F"


def test_whoever_may_not_pay_in_is_told_so_instead_of_asked_how_much() -> None:
    player = depositing.player()
    exclusion.start(player=player, kind="1 week")
    page = factories.client(player).get("/cashier/deposit/").content.decode()
    assert "You are taking a time-out until" in page
    assert 'name="amount"' not in page


def test_what_came_in_another_currency_is_not_offered_to_be_paid_again() -> None:
    player = depositing.player()
    deposit = asked(player)
    send(deposit, told(deposit, currency="USD"))
    client = factories.client(player)
    page = client.get(f"/cashier/deposits/{deposit.pk}/").content.decode()
    assert "at the provider" not in page
    answer = client.get(f"/cashier/deposits/{deposit.pk}/pay/")
    assert answer["Location"] == f"/cashier/deposits/{deposit.pk}/"
    assert Deposit.objects.count() == 1
