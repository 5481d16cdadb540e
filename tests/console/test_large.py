"""Pages on large data: what `fill_large` makes is true, and no page costs more for more rows."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command

from benchmarks import console as pages
from config import large
from games import books, dealing, statistics
from games.models import Result, Round
from games.positions import kept, replayed
from tests import factories
from tests.console.staff import console
from tests.database import TestDatabase
from wallet import proof, seals

pytestmark = pytest.mark.django_db(transaction=True)
SMALL, MORE = 0.0008, 0.0016


def counted(desk: Any, player: Any) -> dict[str, int]:
    """The queries of every list, the front page, the reports, a file, and a player's own pages."""
    lists = [
        f"/console/{model._meta.app_label}/{model._meta.model_name}/"
        for model in admin.site._registry
    ]
    own = ["/console/", "/console/games-report/", "/console/liability/"]
    own.append(f"/console/accounts/player/{player.pk}/change/")
    found = [pages.timed(desk, path, times=0) for path in (*own, *lists)]
    seat = factories.client(player)
    played = ("/rounds/", "/wallet/money/", "/boards/", "/statistics/", "/cashier/deposits/")
    found += [pages.timed(seat, path, times=0) for path in played]
    return {page.path: page.queries for page in found}


def test_the_large_data_set_is_true_and_more_of_it_costs_no_more_queries(
    cluster: TestDatabase,
) -> None:
    large.fill(cluster.owner_url, SMALL)
    desk, player = console(), pages.someone()
    desk.get("/console/")
    few = counted(desk, player)
    assert few["/console/games/round/"] > 3
    assert large.fill(cluster.owner_url, MORE)["rounds"] > 500
    assert counted(desk, player) == few
    assert proof.findings() == []
    assert list(books.differences()) == []
    assert [seals.verify(subject) for subject in seals.HISTORIES] == [None, None]
    holds_what_its_log_says()
    # The product goes on behind the ids that were written.
    factories.dealt(factories.player())
    assert proof.findings() == []


def holds_what_its_log_says() -> None:
    """A few rounds of each game: kept table, seed, payout and result are those of a replay."""
    few = [
        round
        for number in range(12)
        for round in Round.objects.select_related("deal").order_by("-pk")[number * 40 :][:1]
    ]
    assert any(round.is_open for round in Round.objects.open())
    assert len({round.game for round in few}) >= 3
    for round in [*few, *Round.objects.open().select_related("deal")]:
        line = replayed(round)
        assert kept(round).state == line.state
        assert round.deal.commitment == dealing.commitment(round.deal.seed())
        if round.is_open:
            continue
        assert dict(round.rules.returns(line.state, round.bets)) == round.lines
        measured = statistics.measure(round, line.state)
        assert Result.objects.filter(round=round).values(*measured).first() == (measured or None)


def test_a_house_that_is_open_for_business_is_not_filled(
    settings: Any, cluster: TestDatabase
) -> None:
    settings.MODE = "production"
    with pytest.raises(CommandError, match="no place in a house"):
        call_command("fill_large", share=SMALL)
    assert not Round.objects.exists()


def test_the_application_may_not_fill(cluster: TestDatabase, monkeypatch: Any) -> None:
    monkeypatch.setenv("OWNER_DATABASE_URL", cluster.app_url)
    with pytest.raises(CommandError, match="Only the owner"):
        call_command("fill_large", share=SMALL)
    assert not Round.objects.exists()


@pytest.mark.soak
def test_every_list_and_the_front_page_are_quick_at_the_full_size(cluster: TestDatabase) -> None:
    counts = large.fill(cluster.owner_url, 1.0)
    assert counts["transfers"] >= 1_000_000
    assert counts["rounds"] >= 200_000
    assert counts["moves"] >= 5_000_000
    slow = [
        page
        for page in pages.measure("/console/")
        if pages.is_bound(page.path) and page.ms > pages.MOST_MS
    ]
    assert slow == []
