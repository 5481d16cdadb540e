"""The figures of a player are those that a recount finds, whatever was played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.utils import timezone

from games import charts, services, statistics
from games.catalogue import ENTRIES, FUN, KLONDIKE, ROYAL_PARADE, THREE_CARD_SOLITAIRE
from games.models import Result
from games.statistics import EVERY
from tests import factories, parade
from tests.games.played import page
from tests.games.results import named, result

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 12, tzinfo=UTC)


def some_results(player, dice: Random, count: int) -> None:
    """Results of all kinds, second goes among them, in no order, some ended at the same moment."""
    for _ in range(count):
        entry = dice.choice([KLONDIKE, KLONDIKE, ROYAL_PARADE, THREE_CARD_SOLITAIRE])
        mode = dice.choice(statistics.modes_of(entry)[-3:])
        points = mode and statistics.has_points(entry, mode)
        result(
            player,
            entry,
            mode=mode,
            won=dice.random() < 0.6,
            restarted=dice.random() < 0.2,
            cards=dice.randrange(53),
            score=dice.randrange(-52, 700) if points else None,
            moves=dice.randrange(1, 200),
            seconds=dice.randrange(4000),
            ended_at=START + timedelta(hours=dice.randrange(40)),
        )


def recount(player, game: str, mode: str) -> tuple:
    """The same figures, counted by hand."""
    rows = [
        row
        for row in Result.objects.filter(player=player, game=game).order_by("ended_at", "pk")
        if not row.restarted and mode in (EVERY, row.mode)
    ]
    entry = ENTRIES[game]
    streak = longest = 0
    for row in rows:
        streak = streak + 1 if row.won else 0
        longest = max(longest, streak)
    counted = [
        row.score if statistics.has_points(entry, mode) and row.score is not None else row.cards
        for row in rows
    ]
    won = [row for row in rows if row.won]
    return (
        len(rows),
        len(won),
        max(counted),
        pytest.approx(sum(counted) / len(counted), abs=0.051),
        min((row.seconds for row in won), default=None),
        min((row.moves for row in won), default=None),
        streak,
        longest,
    )


def test_the_figures_are_those_of_a_recount_and_nobody_wins_more_than_he_plays() -> None:
    dice = Random(5)
    for count in (1, 7, 60, 200):
        player = named(f"Kim {count}")
        some_results(player, dice, count)
        found = statistics.standings(player)
        games = {(r.game, mode) for r in Result.objects.filter(player=player, restarted=False)
                 for mode in (r.mode, EVERY)}  # fmt: skip
        assert set(found) == games
        for (game, mode), one in found.items():
            assert tuple(one)[2:] == recount(player, game, mode)
            assert one.played == one.won + one.lost
            assert 0 <= one.streak <= one.longest_streak <= one.won <= one.played
            assert 0 <= one.rate <= 100


def test_figures_cost_one_query_whatever_was_played(django_assert_num_queries) -> None:
    player = named("Kim")
    for _ in range(2):
        some_results(player, Random(1), 20)
        with django_assert_num_queries(1):
            standings = statistics.standings(player)
        one = standings["klondike", EVERY]
        with django_assert_num_queries(1):
            statistics.over_time(player, one, "day", START)


def test_the_chart_has_every_game_of_its_time_once_and_the_days_without_one() -> None:
    player = named("Kim")
    some_results(player, Random(2), 80)
    one = statistics.standings(player)["klondike", EVERY]
    now = START + timedelta(days=3)
    for by, length in statistics.SPANS.items():
        spans = statistics.over_time(player, one, by, now)
        assert len(spans) == length
        assert (sum(s.played for s in spans), sum(s.won for s in spans)) == (one.played, one.won)
        assert [s.first for s in spans] == sorted({s.first for s in spans})
        assert all((span.average is None) == (span.played == 0) for span in spans)


def test_days_are_cut_in_the_players_zone() -> None:
    player = named("Kim")
    result(player, ended_at=datetime(2026, 3, 2, 23, 30, tzinfo=UTC))
    one = statistics.standings(player)["royal-parade", ""]
    for zone, day in (("UTC", 2), ("Asia/Tokyo", 3)):
        with timezone.override(zone):
            spans = statistics.over_time(player, one, "day", datetime(2026, 3, 3, 1, tzinfo=UTC))
        assert [span.first.day for span in spans if span.played] == [day]


@pytest.mark.parametrize("highest", [0, 1, 3, 4, 7, 10, 39, 120, 4321])
def test_bars_stand_within_the_drawing_on_a_grid_of_whole_numbers(highest: int) -> None:
    values = [charts.Value("1 Mar", highest, highest // 2), charts.Value("2 Mar", 0, 0)]
    chart = charts.bars(values)
    rows = [int(row.text) for row in chart.rows]
    assert rows[0] == 0
    assert rows[-1] >= highest
    assert 2 <= len(rows) <= 6
    tall, flat = chart.bars
    assert float(tall.y) >= charts.TOP - 0.1
    assert float(tall.y) + float(tall.height) == pytest.approx(chart.foot, abs=0.11)
    assert float(tall.part_height) <= float(tall.height)
    assert float(flat.height) == 0
    assert chart.columns[-1].text == "2 Mar"


def test_royal_parade_by_other_rules_is_custom_and_apart() -> None:
    player = factories.player()
    for options in ({}, {"openers": "random"}):
        round = parade.dealt(player, **options).round
        services.move(player=player, round_id=round.pk, at=0, notation="deal")
        services.end(player=player, round_id=round.pk, at=1, way="give up", sure=True)
    found = statistics.standings(player)
    assert {mode: one.played for (_, mode), one in found.items()} == {"": 1, "custom": 1, EVERY: 2}


def test_no_request_sets_the_time_of_a_game() -> None:
    player = factories.player()
    round = factories.dealt(player, currency=FUN).round
    browser = factories.client(player)
    lies = {"seconds": "1", "made_at": "2020-01-01", "started_at": "2020-01-01", "time": "1",
            "moves": "1", "score": "9999"}  # fmt: skip
    before = timezone.now()
    browser.post(f"/rounds/{round.pk}/moves/", {"at": "0", "move": "draw"} | lies)
    browser.post(
        f"/rounds/{round.pk}/end/?seconds=1",
        {"at": "1", "way": "collect", "sure": "on"} | lies,
        headers={"date": "Thu, 01 Jan 1970 00:00:00 GMT"},
    )
    kept = Result.objects.get()
    log = list(round.log.order_by("no").values_list("made_at", flat=True))
    assert [before <= at <= timezone.now() for at in log] == [True, True]
    assert kept.seconds == statistics.played_seconds([round.started_at, *log])
    assert (kept.moves, kept.score, kept.cards) == (1, None, 0)


def test_the_pages_tell_what_was_played_and_lead_on() -> None:
    player = named("Kim")
    assert "You have not played this game yet." in page(player, "/statistics/")
    some_results(player, Random(3), 40)
    html = page(player, "/statistics/")
    for one in statistics.standings(player).values():
        if one.mode != EVERY:
            address = f"/statistics/{one.entry.slug}/{one.mode or 'usual'}/"
            assert f'href="{address}"' in html
            detail = page(player, address)
            assert f"<dd>{one.longest_streak}</dd>" in detail
            assert "<svg" in detail
    assert "Custom rules" in html
    for by in ("day", "month", "nonsense"):
        assert "<svg" in page(player, f"/statistics/klondike/?by={by}")


@pytest.mark.parametrize(
    "path", ["nothing/", "three-card-rummy/", "klondike/nothing/", "royal-parade/vegas-hard/"]
)
def test_a_game_or_mode_that_there_is_not_has_no_figures(path: str) -> None:
    assert factories.client(named("Kim")).get(f"/statistics/{path}").status_code == 404
