"""What the house owes its players: their own accounts, each kind apart, written down each night."""

from __future__ import annotations

import pytest

from accounts.models import Player
from tests import factories
from tests.console.staff import console, member
from tests.console.test_pages import text
from tests.wallet import cashing
from wallet import ledger, liability
from wallet.tasks import note_liability

pytestmark = pytest.mark.django_db


def real(money: int) -> Player:
    """A player whose money counts; the money was given while it was a test player's."""
    player = factories.player(money=money, chips=True)
    cashing.method(player)
    player.is_test = False
    player.save(update_fields=["is_test"])
    return player


def test_what_is_owed_is_what_can_be_spent_is_in_play_and_is_on_its_way_out() -> None:
    first, second = real(300_00), real(50_00)
    factories.player(money=900_00)
    cashing.asked(first, 100_00)
    factories.dealt(second)
    owed = liability.now()
    assert owed[1:] == (300_00 + 50_00 - 100_00 - 2_60, 2_60, 100_00)
    held = [ledger.balances(player, "EUR") for player in (first, second)]
    assert owed.total == sum(map(sum, held)) == 350_00


def test_it_is_written_down_each_night_and_shown_in_the_console() -> None:
    player = real(300_00)
    note_liability()
    cashing.asked(player, 100_00)
    assert [day[1:] for day in liability.days()] == [(300_00, 0, 0)]
    page = text(console(member("auditor")), "/console/liability/")
    assert page.index("€200.00") < page.index("€300.00")
    assert "1 cash-out is open." in page
