"""Corrections are made by one and approved by another; a reversal goes the way back once."""

from __future__ import annotations

import pytest

from accounts.models import Event
from tests.wallet import books
from wallet import ledger
from wallet.corrections import NotAllowed, correct, reverse
from wallet.ledger import Line

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    """Somebody with 100.00 of money."""
    return books.player(money=10_000)


@pytest.fixture
def maker():
    """A member of staff."""
    return books.player(is_staff=True)


@pytest.fixture
def approver():
    """Another member of staff."""
    return books.player(is_staff=True)


@pytest.fixture
def stake(player):
    """A stake of 50.00."""
    line = Line("round:1:stake", "stake", "wallet", "in play", 5_000)
    return ledger.move(player=player, currency="EUR", cause="round:1", lines=[line])[0]


def corrected(player, maker, approver, amount=250, reason="a win was not paid", **more):
    """A correction of the player's money."""
    of = {"player": player, "currency": "EUR", "amount": amount, "key": "7", "reason": reason}
    return correct(**of | {"made_by": maker, "approved_by": approver} | more)


def test_a_correction_adds_or_takes(player, maker, approver):
    corrected(player, maker, approver)
    corrected(player, maker, approver, amount=-1_000, key="8")
    assert ledger.balances(player, "EUR").wallet == 9_250
    assert ledger.house("EUR")["corrections"] == 750


def test_a_correction_says_who_and_why(player, maker, approver):
    made = corrected(player, maker, approver)
    assert made.actor == maker
    assert made.note == f"a win was not paid (approved by {approver.email})"
    event = Event.objects.get(object=f"transfer:{made.pk}")
    assert (event.actor, event.reason) == (maker, "a win was not paid")
    assert event.after == {"amount": 250, "currency": "EUR", "approved_by": approver.pk}


def test_a_correction_is_made_once(player, maker, approver):
    assert corrected(player, maker, approver) == corrected(player, maker, approver)
    assert Event.objects.filter(action="corrected").count() == 1


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_correction_needs_a_reason(player, maker, approver, reason):
    with pytest.raises(NotAllowed):
        corrected(player, maker, approver, reason=reason)


def test_a_correction_needs_two_people_of_staff(player, maker):
    for another in (maker, books.player()):
        with pytest.raises(NotAllowed):
            corrected(player, maker, another)


def test_a_correction_does_not_take_what_is_not_there(player, maker, approver):
    with pytest.raises(ledger.NotEnough):
        corrected(player, maker, approver, amount=-10_001)


def test_a_reversal_moves_back_once(player, maker, stake):
    back = reverse(transfer=stake, actor=maker, reason="dealt by mistake")
    assert reverse(transfer=stake, actor=maker, reason="dealt by mistake") == back
    assert back.reverses == stake
    assert ledger.balances(player, "EUR") == (10_000, 0, 0)


def test_a_reversal_is_never_reversed(maker, stake):
    back = reverse(transfer=stake, actor=maker, reason="dealt by mistake")
    with pytest.raises(NotAllowed):
        reverse(transfer=back, actor=maker, reason="and back")


def test_a_reversal_needs_a_reason(maker, stake):
    with pytest.raises(NotAllowed):
        reverse(transfer=stake, actor=maker, reason="")
