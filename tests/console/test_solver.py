"""The solver in the console: what it said of deals, and the pools; nothing that is a secret."""

from __future__ import annotations

import pytest

from games import dealing
from games.models import Deal
from tests import factories, pools
from tests.console.staff import asked_for, console, judged, member

pytestmark = pytest.mark.django_db
SEALED = "Sealed: it is shown when the deal has been played."


def test_a_winning_line_is_shown_once_the_deal_has_been_played() -> None:
    player = factories.player()
    client = console(member("auditor"))
    played = judged(factories.collected(player).deal)
    page = client.get(f"/console/games/verdict/{played.pk}/change/").content.decode()
    assert "draw w&gt;t1" in page
    assert "Cards drawn: one" in page
    in_play = judged(factories.dealt(player).round.deal)
    page = client.get(f"/console/games/verdict/{in_play.pk}/change/").content.decode()
    assert "draw w&gt;t1" not in page
    assert SEALED in page


def test_verdicts_are_found_by_deal_and_by_player() -> None:
    player = factories.player(email="kim@test.example")
    verdict = judged(factories.collected(player).deal)
    client = console()
    for term, found in (
        (f"deal:{verdict.deal_id}", True),
        ("kim@test.example", True),
        ("x", False),
    ):
        page = client.get("/console/games/verdict/", {"q": term}).content.decode()
        assert (f"/console/games/verdict/{verdict.pk}/change/" in page) == found, term


def test_the_pools_say_how_many_deals_wait_and_name_none_of_them() -> None:
    client = console(member("risk"))
    asked_for()
    before = client.get("/console/games/pool/").content.decode()
    assert "Deals that wait" in before
    assert "<td>1</td>" not in before
    pools.add(1)
    page = client.get("/console/games/pool/").content.decode()
    assert "<td>1</td>" in page
    deal = Deal.objects.get(kind=Deal.Kind.WINNABLE)
    assert dealing.commitment(deal.seed()) == deal.commitment
    assert deal.commitment not in page
    assert deal.seed().hex() not in page
