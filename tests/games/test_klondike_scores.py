"""Free Klondike by its services, over time: seconds, timed scores, the carried one, the day's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from games import daily, klondikes, services, tableside
from games.catalogue import KLONDIKE
from games.models import Result
from tests import factories, klondike

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    return factories.player()


class Clock:
    """The time, set by the test; it stands still."""

    at = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self):
        return self.at

    def goes_on(self, seconds):
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


def dealt_at(clock, player, **more):
    """A game just dealt: the model took the real time, and the test's goes on from there."""
    round = klondike.dealt(player, **more).round
    clock.at = round.started_at
    return round


def test_seconds_are_the_servers_and_a_gap_counts_a_minute_at_most(clock, player):
    round = dealt_at(clock, player)
    clock.goes_on(10)
    klondike.move(player, round.pk, "draw")
    clock.goes_on(600)
    klondike.move(player, round.pk, "draw")
    clock.goes_on(25)
    shown = klondikes.standing(player, services.look(player=player, round_id=round.pk))
    assert (shown.seconds, shown.room, shown.time, shown.moves) == (95, 35, "1:35", 2)
    clock.goes_on(600)
    shown = klondikes.standing(player, services.look(player=player, round_id=round.pk))
    assert (shown.seconds, shown.room) == (130, 0)
    services.end(player=player, round_id=round.pk, at=2, way="give up", sure=True)
    shown = klondikes.standing(player, services.look(player=player, round_id=round.pk))
    assert shown.seconds == Result.objects.get().seconds == 130


def test_a_timed_game_loses_two_points_for_ten_seconds_and_gains_by_a_quick_win(clock, player):
    round = dealt_at(clock, player, mode="custom", options={"timed": "yes"})
    for notation in klondike.line(klondike.WON):
        clock.goes_on(2)
        at = klondike.move(player, round.pk, notation)
    seconds = 2 * len(klondike.line(klondike.WON))
    result = Result.objects.get()
    assert result.seconds == seconds
    assert result.score == 690 - 2 * (seconds // 10) + 700_000 // seconds
    assert klondikes.standing(player, at).points == result.score


def vegas(player, up, **more):
    """A game of Vegas given up with so many cards up; its score."""
    round = klondike.dealt(player, mode="vegas-medium", end_old=True, **more).round
    for notation in klondike.line(klondike.WON, "vegas-medium"):
        at = klondike.move(player, round.pk, notation)
        if at.view.fact("up") == up:
            break
    place = {"player": player, "round_id": round.pk, "at": at.round.entries}
    return at, place


def test_the_vegas_score_is_carried_from_game_to_game_if_chosen(player):
    at, place = vegas(player, 1)
    assert klondikes.standing(player, at).carried is None
    services.end(**place, way="give up", sure=True)
    at = carried_game(player)
    assert klondikes.standing(player, at).carried == -52
    at = klondike.move(player, at.round.pk, "draw")
    at = services.end(
        player=player, round_id=at.round.pk, at=at.round.entries, way="give up", sure=True
    )
    assert klondikes.standing(player, at).carried == -52
    again = carried_game(player)
    assert klondikes.standing(player, again).carried == -104
    # Without the choice it is over, and begun anew it begins at nothing.
    other = klondike.dealt(player, mode="vegas-medium", end_old=True, carry=False)
    assert klondikes.standing(player, other).carried is None
    anew = carried_game(player)
    assert klondikes.standing(player, anew).carried == -52


def carried_game(player):
    """A game of Vegas whose score is carried on."""
    return klondike.dealt(player, mode="vegas-medium", end_old=True, carry=True)


def test_a_deal_played_a_second_time_is_not_carried(player):
    at = carried_game(player)
    klondike.move(player, at.round.pk, "draw")
    again = services.restart(player=player, round_id=at.round.pk, at=1, sure=True)
    assert again.round.mode == "vegas-medium"
    assert again.round.deal == at.round.deal
    assert again.view == at.view
    assert klondikes.standing(player, again).carried is None
    klondike.move(player, again.round.pk, "draw")
    services.end(player=player, round_id=again.round.pk, at=1, way="give up", sure=True)
    assert klondikes.standing(player, carried_game(player)).carried == -104


def test_nobody_dates_the_carried_score_back(player):
    choice = {"name": "carried_since", "value": "2020-01-01T00:00:00+00:00"}
    assert factories.client(player).post("/preferences/", choice).status_code == 400
    player.refresh_from_db()
    assert player.preferences.carried_since == ""


def test_the_daily_deal_is_of_the_usual_mode_and_offers_no_other_game(clock, player):
    daily.publish()
    clock.goes_on(24 * 60 * 60)
    day = daily.today()
    at = services.deal_daily(player=player, entry=KLONDIKE, day=day)
    assert (at.round.mode, at.round.options) == (
        "standard-medium",
        klondike.options("standard-medium"),
    )
    context = tableside.context(player, KLONDIKE, day.isoformat(), at)
    page = render_to_string("games/_table.html", context, request=RequestFactory().get("/"))
    assert "restart-button" in page
    assert "deal-button" not in page
    assert "mode-vegas" not in page
