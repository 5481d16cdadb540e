"""A game out of service deals nothing new; what is in play may be finished."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games import offers, services, switches
from games.catalogue import ROYAL_PARADE
from games.models import Round
from games.positions import Position
from games.switch_models import Switch
from tests import factories
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db


def off(scope: str) -> None:
    switches.switch(scope=scope, on=False, reason="A doubt", actor=factories.staff())


def parade(player: Player) -> Position:
    """A round of Royal Parade just dealt."""
    place = {"player": player, "entry": ROYAL_PARADE, "currency": factories.FUN}
    offer = offers.commitment(**place)
    return services.deal(**place, deal_id=offer.pk, client_seed=b"x", bets={})


@pytest.mark.parametrize("scope", ["three-card-solitaire", Switch.ALL, Switch.MONEY])
def test_a_game_out_of_service_is_not_dealt_and_stakes_nothing(scope: str) -> None:
    player = factories.player()
    off(scope)
    with pytest.raises(switches.OutOfService, match="Nothing was staked"):
        factories.dealt(player)
    assert not Round.objects.exists()
    switches.switch(scope=scope, on=True, reason="Looked at", actor=factories.staff())
    assert factories.dealt(player).round.is_open


def test_what_is_in_play_may_be_finished() -> None:
    player = factories.player()
    at = factories.dealt(player)
    off(Switch.ALL)
    at = services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
    done = services.end(player=player, round_id=at.round.pk, at=1, way="collect", sure=True)
    assert not done.round.is_open


def test_games_for_fun_go_on_when_those_for_money_are_out_of_service() -> None:
    player = factories.player()
    off(Switch.MONEY)
    assert factories.dealt(player, currency=factories.FUN).round.is_open
    assert switches.closed() == {slug: {"EUR"} for slug in switches.ENTRIES}


def test_a_restart_is_a_new_round_too() -> None:
    player = factories.player()
    at = parade(player)
    off("royal-parade")
    with pytest.raises(switches.OutOfService):
        services.restart(player=player, round_id=at.round.pk, at=at.round.entries, sure=True)
    at.round.refresh_from_db()
    assert at.round.is_open


def test_the_lobby_and_the_table_say_so() -> None:
    player = factories.player()
    off("three-card-solitaire")
    client = factories.client(player)
    assert "Out of service" in client.get("/").content.decode()


def test_staff_switch_with_a_reason_and_never_twice() -> None:
    desk = console(member("supervisor"))
    form = {"scope": "three-card-solitaire", "on": "no", "reason": "Odd payouts"}
    page = desk.post("/console/games/switch/now/", form, follow=True).content.decode()
    assert "Odd payouts" in page
    desk.post("/console/games/switch/now/", form)
    assert Switch.objects.count() == 1
    unreasoned = desk.post("/console/games/switch/now/", form | {"on": "yes", "reason": ""})
    assert "errorlist" in unreasoned.content.decode()
    assert switches.closed()
    looking = console(member("support"))
    assert looking.post("/console/games/switch/now/", form).status_code == 403
