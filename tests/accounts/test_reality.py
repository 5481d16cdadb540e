"""The reality check: due at the player's interval, what it shows, no deal before it is seen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import gates, reality
from accounts.models import Player, RealityCheck, Sitting
from games import offers
from games.catalogue import MONEY, THREE_CARD_SOLITAIRE
from tests import factories
from wallet.sums import Sums, clock

pytestmark = pytest.mark.django_db


def here_since(player: Player, minutes: int) -> Sitting:
    now = timezone.now()
    return Sitting.objects.create(
        player=player, began_at=now - timedelta(minutes=minutes), seen_at=now
    )


def stake(player: Player, currency: str = "EUR") -> None:
    gates.check_stake(player, currency=currency, amount=1, sums=Sums(player, currency))


def test_it_is_due_at_the_interval_for_money_only_and_acknowledged_once() -> None:
    player = factories.player()
    reality.choose(player=player, minutes=15)
    here_since(player, 16)
    stake(player, "FUN")
    with pytest.raises(gates.Closed) as closed:
        stake(player)
    assert closed.value.way_on == "safer:reality"
    reality.acknowledge(player=player, shown={})
    stake(player)


def test_the_interval_is_the_players_choice_of_three() -> None:
    player = factories.player()
    assert reality.interval(player) in reality.INTERVALS
    sitting = here_since(player, 31)
    assert reality.is_due(player, sitting)
    reality.choose(player=player, minutes=60)
    assert not reality.is_due(player, sitting)
    with pytest.raises(reality.NotAnInterval):
        reality.choose(player=player, minutes=10**6)


def test_a_deal_leads_to_the_page_and_the_page_back_to_the_table() -> None:
    player = factories.player()
    here_since(player, 61)
    client = factories.client(player)
    table = "/play/three-card-solitaire/money/"
    offer = offers.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
    fields = {"deal_id": offer.pk, "client_seed": "61", "card_price": "5"}
    plain = client.post(f"{table}deal/", fields, headers={"referer": f"http://testserver{table}"})
    assert plain["Location"].startswith("/settings/limits/reality/?next=")
    by_script = client.post(
        f"{table}deal/",
        fields,
        headers={"hx-request": "true", "hx-current-url": f"http://testserver{table}"},
    )
    assert by_script["HX-Redirect"] == plain["Location"]
    # Without a script the answer before may have stood at the form's own address.
    own = {"referer": f"http://testserver{table}deal/"}
    assert client.post(f"{table}deal/", fields, headers=own)["Location"] == plain["Location"]
    page = client.get(plain["Location"]).content.decode()
    for word in ("1:01:0", "Staked", "Came back", "Net", "/rounds/", "/wallet/money/", "Leave"):
        assert word in page, word
    done = client.post("/settings/limits/reality/", {"next": table})
    assert done["Location"] == table
    assert RealityCheck.objects.get(player=player).shown["staked"] == 0
    assert client.post(f"{table}deal/", fields)["Location"] == table
    assert player.rounds.count() == 1


def test_tables_of_money_show_the_sessions_clock_and_net() -> None:
    player = factories.player()
    here_since(player, 5)
    client = factories.client(player)
    money = client.get("/play/three-card-solitaire/money/").content.decode()
    assert 'id="clock"' in money
    assert ">0:05:0" in money
    assert "net €0.00" in money
    assert 'id="clock"' not in client.get("/play/three-card-solitaire/fun/").content.decode()


def test_the_clock_tells_hours_minutes_and_seconds() -> None:
    assert [clock(seconds) for seconds in (0, 65, 3_661, 360_000)] == [
        "0:00:00", "0:01:05", "1:01:01", "100:00:00",
    ]  # fmt: skip
