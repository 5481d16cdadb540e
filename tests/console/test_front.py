"""The console's front page: what waits, for whom it is, and the figures; signs of risk."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Limit, Player
from config import findings, risk
from config.console import front
from config.finding_models import Finding
from games.models import Round
from tests import factories
from tests.console.staff import console, member
from tests.wallet import cashing
from wallet import ledger
from wallet.ledger import Line
from wallet.models import AccountKind, Transfer, TransferKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def in_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where test players, whom these tests have, are looked at."""
    monkeypatch.setattr(settings, "DEMO", True)


def test_what_waits_is_counted_and_leads_to_its_queue() -> None:
    cashing.asked(cashing.player())
    findings.report("sums", "currency:EUR", "It differs.")
    page = console(member("administrator")).get("/console/").content.decode()
    assert "What needs a person" in page
    for address in ("/console/wallet/cashout/", "/console/house/finding/"):
        assert f'<a href="{address}"><b>1</b>' in page


def test_nobody_sees_what_the_role_may_not_open() -> None:
    findings.report("sums", "currency:EUR", "It differs.")
    page = console(member("support")).get("/console/").content.decode()
    assert "/console/house/finding/" not in page


@pytest.mark.usefixtures("in_the_demo")
def test_figures_are_those_of_the_rounds() -> None:
    done = factories.collected(factories.player())
    days = front.played()
    today = front.spans(days)[0]
    assert (today.rounds, today.staked, today.returned) == (1, 260, done.returned)
    page = console().get("/console/").content.decode()
    assert "Gross revenue" in page
    assert "<svg" in page


def test_test_players_are_left_out_elsewhere() -> None:
    factories.collected(factories.player())
    assert front.spans(front.played())[2].rounds == 0


def test_the_page_costs_the_same_whatever_there_is() -> None:
    desk = console()

    def queries() -> int:
        with CaptureQueriesContext(connection) as done:
            assert desk.get("/console/").status_code == 200
        return len(done)

    queries()
    few = queries()
    for number in range(4):
        factories.collected(factories.player())
        findings.report("sums", f"round:{number}", "It differs.")
    # A queue that holds something is counted, one that is empty is not.
    assert queries() <= few + 3


def test_from_a_cent_to_its_card_and_back_in_three_clicks() -> None:
    player = factories.player()
    done = factories.collected(player)
    desk = console(member("auditor"))
    transfers = desk.get(f"/console/wallet/transfer/?player__id__exact={player.pk}")
    assert f"/console/games/round/{done.pk}/change/" in transfers.content.decode()
    round_page = desk.get(f"/console/games/round/{done.pk}/change/").content.decode()
    assert f"/console/games/round/{done.pk}/replay/" in round_page
    replay = desk.get(f"/console/games/round/{done.pk}/replay/").content.decode()
    assert f"/console/games/round/{done.pk}/change/" in replay
    transfer = Transfer.objects.filter(cause=done.cause).latest("pk")
    assert f"/console/wallet/transfer/{transfer.pk}/change/" in round_page


def moved(player: Player, kind: str, source: str, target: str, amount: int, key: str) -> None:
    line = Line(key, kind, source, target, amount)
    ledger.move(player=player, currency="EUR", cause=key, lines=[line])


@pytest.mark.usefixtures("in_the_demo")
def test_money_that_goes_in_and_out_without_play_is_noticed_once() -> None:
    player = factories.player(money=0)
    bank, wallet, out = AccountKind.BANK, AccountKind.WALLET, AccountKind.CASH_OUT
    moved(player, TransferKind.DEPOSIT, bank, wallet, 100_000, "deposit:t:1")
    moved(player, TransferKind.CASH_OUT, wallet, out, 90_000, "cashout:t:request")
    names = {one.check_name for one in risk.look()}
    assert names == {"in and out without play"}
    risk.look()
    found = Finding.objects.get()
    assert (found.area, found.of, found.times) == ("laundering", f"player:{player.pk}", 2)
    findings.end(finding_id=found.pk, actor=member("risk"), reason="A house was sold.")
    assert risk.look() == []
    moved(player, TransferKind.DEPOSIT, bank, wallet, 200_000, "deposit:t:2")
    assert "large deposits" in {one.check_name for one in risk.look()}


@pytest.mark.usefixtures("in_the_demo")
def test_signs_of_harm_are_noticed() -> None:
    player = factories.player()
    for number in range(3):
        Limit.objects.create(
            player=player, kind="loss", period="day", amount=10_000 + number, step="asked"
        )
    round = factories.collected(player)
    night = timezone.now().replace(hour=2, minute=0)
    for days in range(1, 5):
        copy = Round.objects.get(pk=round.pk)
        copy.pk, copy.started_at = None, night - timedelta(days=days)
        copy._state.adding = True
        copy.save(force_insert=True)
    assert {one.check_name for one in risk.look()} == {"limits rise", "plays at night"}


def test_test_players_are_no_cases_elsewhere() -> None:
    player = factories.player(money=0)
    moved(
        player, TransferKind.DEPOSIT, AccountKind.BANK, AccountKind.WALLET, 500_000, "deposit:t:1"
    )
    assert risk.look() == []
