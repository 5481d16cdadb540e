"""A round voided for a fault of ours: the money comes back, and the incident is recorded."""

from __future__ import annotations

import pytest

from accounts.models import Event, Player
from games import settlement
from games.models import Round
from tests import factories
from tests.console.staff import console, member
from tests.console.test_pages import collected, text
from wallet import money
from wallet.models import Account, AccountKind, Transfer

pytestmark = pytest.mark.django_db


def money_of(player: Player) -> int:
    return Account.objects.get(player=player, kind=AccountKind.WALLET, currency="EUR").balance


def page_of(round_id: int) -> str:
    return f"/console/games/round/{round_id}/void/"


def test_voiding_gives_everything_back_and_records_who_and_why() -> None:
    player, person = factories.player(), member("supervisor")
    before = money_of(player)
    round = factories.dealt(player).round
    client = console(person)
    assert "Void the round" in text(client, f"/console/games/round/{round.pk}/change/")
    assert client.post(page_of(round.pk), {"reason": ""}).status_code == 200
    assert Round.objects.get(pk=round.pk).is_open
    client.post(page_of(round.pk), {"reason": "The shuffle service failed"})
    assert Round.objects.get(pk=round.pk).outcome == "void"
    assert money_of(player) == before
    event = Event.objects.get(action="incident: round voided")
    assert (event.object, event.actor) == (f"round:{round.pk}", person)
    assert event.reason == "The shuffle service failed"


def test_the_player_is_told_at_the_table_and_in_the_history() -> None:
    player = factories.player()
    round = factories.dealt(player).round
    settlement.void_round(round.pk)
    client = factories.client(player)
    table = text(client, "/play/three-card-solitaire/money/")
    assert "The game is void" in table
    assert "ended it for a fault of its own" in table
    stake = money.format(round.staked, round.currency)
    assert table.count(f">{stake}<") >= 2, "bet and return"
    assert text(client, "/rounds/").count(stake) == 2


def test_a_round_is_voided_once_and_an_ended_one_never() -> None:
    player = factories.player()
    ended, client = collected(player), console(member("administrator"))
    before = money_of(player)
    for _ in range(2):
        client.post(page_of(ended.pk), {"reason": "x"})
    assert money_of(player) == before
    assert not Transfer.objects.filter(cause=ended.cause, kind="refund").exists()
    assert not Event.objects.filter(action="incident: round voided").exists()
    page = text(client, f"/console/games/round/{ended.pk}/change/")
    assert "Void the round" not in page


@pytest.mark.parametrize("role", ["support", "payments", "risk", "auditor"])
def test_other_roles_void_nothing(role: str) -> None:
    round = factories.dealt(factories.player()).round
    client = console(member(role))
    assert client.post(page_of(round.pk), {"reason": "x"}).status_code == 403
    assert Round.objects.get(pk=round.pk).is_open
