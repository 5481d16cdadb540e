"""The daily deal: promised the day before, the same for everybody, counted once, closed till the
day has ended. Days turn at midnight UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from games import daily, offers, positions, services, settlement, statistics
from games.catalogue import FUN, ROYAL_PARADE, THREE_CARD_RUMMY, THREE_CARD_SOLITAIRE, Entry
from games.models import Deal, Result, Round
from games.positions import Position
from games.refusals import NotAPlayer
from tests import factories
from tests.games.test_races import at_once
from wallet.models import Transfer

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOLITAIRES = daily.entries()
names = pytest.mark.parametrize("entry", SOLITAIRES, ids=lambda entry: entry.slug)


class Clock:
    """The time, set by the test; it stands still."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Noon of the 30th of November, the deals of that day having been promised on the 29th."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    clock.at = NOON - timedelta(days=1)
    daily.publish()
    clock.at = NOON
    return clock


@pytest.fixture
def player(clock: Clock) -> Player:
    return factories.player()


def dealt(player: Player, entry: Entry = THREE_CARD_SOLITAIRE, day: date = DAY) -> Position:
    return services.deal_daily(player=player, entry=entry, day=day)


def moved(player: Player, at: Position) -> Position:
    place: dict[str, Any] = {"player": player, "round_id": at.round.pk, "at": at.round.entries}
    return services.move(**place, notation=at.moves[0])


def ended(player: Player, at: Position) -> Round:
    place: dict[str, Any] = {"player": player, "round_id": at.round.pk, "at": at.round.entries}
    return services.end(**place, way=at.entry.ends[0], sure=True).round


def played(player: Player, entry: Entry = THREE_CARD_SOLITAIRE) -> Round:
    """A game of the day with one move."""
    return ended(player, moved(player, dealt(player, entry)))


# --- the promise ---------------------------------------------------------------------------------


def test_each_solitaire_is_promised_at_least_a_day_before(clock: Clock) -> None:
    for entry in SOLITAIRES:
        deal = daily.offer(entry, DAY)
        assert deal.made_at.date() < DAY
        assert not daily.is_late(deal)
        assert bytes(deal.client_seed or b"") == b"2026-11-30"
        assert deal.nonce == 0
    assert Deal.objects.filter(day=DAY).count() == len(SOLITAIRES)


def test_the_sweep_promises_each_coming_day_once_and_none_that_has_begun(clock: Clock) -> None:
    assert daily.sweep() == {"daily deals": len(SOLITAIRES)}, "one more day each day"
    assert daily.sweep() == {"daily deals": 0}
    clock.at = NOON + timedelta(days=30)  # the house was down for a month
    daily.sweep()
    days = set(Deal.objects.values_list("day", flat=True))
    assert max(days) == date(2026, 12, 30) + timedelta(days=daily.AHEAD_DAYS)
    assert date(2026, 12, 30) not in days, "today was not promised in time"
    with pytest.raises(daily.NoDailyDeal):
        daily.offer(THREE_CARD_SOLITAIRE, date(2026, 12, 30))


def test_only_the_demo_deals_a_day_that_was_promised_late_and_says_so(
    clock: Clock, settings: Any
) -> None:
    clock.at = NOON + timedelta(days=30)
    settings.DEMO = True
    daily.sweep()
    late = daily.standing(None, ROYAL_PARADE, date(2026, 12, 30))
    assert late.is_late
    assert not daily.standing(None, ROYAL_PARADE, DAY).is_late


def test_the_deal_of_tomorrow_is_not_dealt_today(player: Player, clock: Clock) -> None:
    tomorrow = DAY + timedelta(days=1)
    with pytest.raises(daily.NoDailyDeal):
        dealt(player, day=tomorrow)
    clock.at = datetime(2026, 12, 1, tzinfo=UTC)
    assert dealt(player, day=tomorrow).round.day == tomorrow


@names
def test_everybody_gets_the_same_deck_and_no_two_days_do(
    entry: Entry, player: Player, clock: Clock
) -> None:
    mine = dealt(player, entry)
    theirs = dealt(factories.player(), entry)
    assert mine.round.pk != theirs.round.pk
    assert mine.view == theirs.view
    clock.at += timedelta(days=1)
    next_day = dealt(player, entry, DAY + timedelta(days=1))
    assert positions.deck(next_day.round) != positions.deck(mine.round)


def test_rummy_has_no_daily_deal(player: Player) -> None:
    with pytest.raises(daily.NoDailyDeal):
        dealt(player, THREE_CARD_RUMMY)


@names
def test_no_daily_game_ever_moves_money_or_chips(entry: Entry, player: Player) -> None:
    before = Transfer.objects.count()
    round = played(player, entry)
    assert (round.currency, round.staked, round.reserved, round.returned) == ("FUN", 0, 0, 0)
    assert Transfer.objects.count() == before


def test_staff_do_not_play_the_daily_deal(player: Player) -> None:
    with pytest.raises(NotAPlayer):
        dealt(factories.staff())


# --- what counts ---------------------------------------------------------------------------------


@names
def test_the_first_game_played_counts_and_every_other_is_practice(
    entry: Entry, player: Player
) -> None:
    first, second = played(player, entry), played(player, entry)
    assert (first.counts, second.counts) == (True, False)
    assert [result.round for result in daily.counted(DAY, entry)] == [first]


def test_a_game_without_a_move_was_no_try(player: Player) -> None:
    ended(player, dealt(player))
    round = played(player)
    assert [result.round for result in daily.counted(DAY, THREE_CARD_SOLITAIRE)] == [round]


def test_the_same_deal_begun_again_is_practice_once_it_was_played(player: Player) -> None:
    at = moved(player, dealt(player, ROYAL_PARADE))
    place: dict[str, Any] = {"player": player, "round_id": at.round.pk, "at": at.round.entries}
    again = services.restart(**place, sure=True)
    assert again.round.day == DAY
    assert not again.round.counts
    assert daily.counted(DAY, ROYAL_PARADE).get().round == at.round


def test_a_try_that_ends_after_its_day_does_not_count(player: Player, clock: Clock) -> None:
    at = moved(player, dealt(player))
    assert at.round.counts
    clock.at = datetime(2026, 12, 1, 0, 0, 1, tzinfo=UTC)
    at = moved(player, at)
    ended(player, at)
    assert not daily.counted(DAY, THREE_CARD_SOLITAIRE).exists()
    assert Result.objects.get().restarted, "it stays out of every figure"
    assert statistics.figures(player, THREE_CARD_SOLITAIRE).played == 0


def test_a_try_that_ends_in_the_last_second_of_its_day_counts(player: Player, clock: Clock) -> None:
    at = moved(player, dealt(player))
    clock.at = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)
    ended(player, at)
    assert daily.counted(DAY, THREE_CARD_SOLITAIRE).exists()


def test_a_former_day_is_practice(player: Player, clock: Clock) -> None:
    clock.at += timedelta(days=3)
    assert daily.standing(player, THREE_CARD_SOLITAIRE, DAY).tries == "practice"
    assert not played(player).counts
    assert not daily.counted(DAY, THREE_CARD_SOLITAIRE).exists()


def test_a_game_made_void_by_staff_was_no_try(player: Player) -> None:
    at = moved(player, dealt(player))
    settlement.void_round(at.round.pk)
    assert daily.standing(player, THREE_CARD_SOLITAIRE, DAY).tries == "counted"
    assert played(player).counts


def test_the_games_of_a_day_leave_the_other_tables_alone(player: Player, clock: Clock) -> None:
    fun = factories.dealt(player, currency=FUN)
    today = dealt(player)
    clock.at += timedelta(days=1)
    tomorrow = dealt(player, day=DAY + timedelta(days=1))
    place: dict[str, Any] = {"player": player, "entry": THREE_CARD_SOLITAIRE}
    for at in (fun, today, tomorrow):
        found = offers.current(**place, currency=at.round.place)
        assert found is not None
        assert found.round == at.round
    assert offers.last_bets(**place, currency=FUN) == {"card price": 5}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repeat", range(3))
def test_two_tabs_at_once_get_the_same_try(repeat: int, player: Player) -> None:
    first, second = at_once(lambda: dealt(player), lambda: dealt(player))
    assert isinstance(first, Position)
    assert isinstance(second, Position)
    assert first.round == second.round
    moved(player, first)
    place: dict[str, Any] = {"player": player, "round_id": first.round.pk, "at": 1}
    end = partial(services.end, **place, way="collect", sure=True)
    at_once(end, lambda: dealt(player), lambda: dealt(player))
    rounds = Round.objects.filter(player=player).order_by("pk")
    assert [round.counts for round in rounds] in ([True], [True, False])
