"""A payment that was sent and came back: one deed of the console, once, and the player is told."""

from __future__ import annotations

import pytest

from accounts.models import Event, Mail
from tests import factories
from tests.console.staff import console, member
from tests.wallet import books, cashing
from tests.wallet.cashing import now, sending
from wallet import payouts
from wallet.models import CashOut, Transfer

pytestmark = pytest.mark.django_db

WHY = {"reason": "booked back on 3 May, reference R7"}


def sent() -> CashOut:
    row = sending(cashing.player(money=500_00))
    payouts.pay_out(row.pk)
    return now(row)


def test_a_payment_that_came_back_is_the_players_again_once() -> None:
    row, desk = sent(), console(member("payments"))
    page, here = f"/console/wallet/cashout/{row.pk}/change/", "/console/wallet/cashout/{}/returned/"
    assert "The payment came back" in desk.get(page).content.decode()
    for _again in range(2):
        desk.post(here.format(row.pk), WHY)
    assert now(row).state == "sent"
    assert cashing.held(row.player) == (500_00, 0)
    moved = Transfer.objects.get(cause=row.cause, kind="bank return")
    assert moved.amount == row.amount
    assert Event.objects.get(action="payment returned by the bank").reason == WHY["reason"]
    assert Mail.objects.filter(player=row.player, subject__contains="came back").count() == 1
    assert "/returned/" not in desk.get(page).content.decode()
    own = factories.client(row.player).get(f"/cashier/cash-outs/{row.pk}/").content.decode()
    assert "is in your balance again" in own
    assert not books.disagreements()


def test_what_was_not_sent_cannot_have_come_back() -> None:
    row = cashing.asked(cashing.player(money=500_00))
    desk = console(member("payments"))
    desk.post(f"/console/wallet/cashout/{row.pk}/returned/", WHY)
    assert not Transfer.objects.filter(kind="bank return").exists()
