"""Leaderboards: who stands where, who stands nowhere, and that every entry opens its replay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Event
from games import boards, services, statistics
from games.catalogue import FUN, KLONDIKE, MONEY, ROYAL_PARADE, THREE_CARD_SOLITAIRE
from games.models import Disproof, Result
from tests import factories, parade
from tests.games.played import some_round
from tests.games.results import dealt, named, result

pytestmark = pytest.mark.django_db
# A Wednesday.
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
BOARD = "/boards/royal-parade/usual/all/"


def names(period: str = "all", entry=ROYAL_PARADE, mode: str = "", now=NOW, **looks) -> list[str]:
    """The players of a board, the first first."""
    return [row.name for row in boards.board(boards.ranked(entry, mode, period, now), **looks).rows]


def played(player, won: bool = False) -> Result:
    """A real game of Royal Parade: won, or given up after three deals."""
    round = parade.dealt(player).round
    for notation in parade.line(parade.WON) if won else ["deal"] * 3:
        at = parade.move(player, round.pk, notation)
    if not won:
        services.end(
            player=player, round_id=round.pk, at=at.round.entries, way="give up", sure=True
        )
    return Result.objects.get(round=round)


# --- order --------------------------------------------------------------------------------------


def test_more_points_stand_higher_then_the_shorter_time_then_the_earlier_end() -> None:
    rows = [
        ("first", {"cards": 90, "seconds": 500}, 0),
        ("quicker", {"cards": 80, "seconds": 60}, 5),
        ("earlier", {"cards": 80, "seconds": 70}, 1),
        ("later", {"cards": 80, "seconds": 70}, 2),
        ("last", {"cards": 1, "seconds": 1}, 0),
    ]
    for name, fields, hour in reversed(rows):
        result(named(name), ended_at=NOW - timedelta(hours=10 - hour), **fields)
    assert names() == [name for name, _fields, _hour in rows]


def test_a_board_is_that_of_a_recount(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "AT_ONCE", 7)
    dice = Random(3)
    players = [named(f"P{number}") for number in range(9)]
    for _ in range(120):
        result(
            dice.choice(players),
            cards=dice.randrange(4),
            seconds=dice.randrange(3),
            ended_at=NOW - timedelta(hours=dice.randrange(6)),
        )
    everything = sorted(
        Result.objects.select_related("player"),
        key=lambda one: (-one.points, one.seconds, one.ended_at, one.pk),
    )
    best = {one.player_id: one for one in reversed(everything)}
    expected = sorted(best.values(), key=everything.index)
    for most in (1, 4, 9, 50):
        board = boards.board(boards.ranked(ROYAL_PARADE, "", "all", NOW), most=most)
        assert [row.result for row in board.rows] == expected[:most]
        assert [row.place for row in board.rows] == list(range(1, len(board.rows) + 1))
    for place, one in enumerate(expected, 1):
        own = boards.board(
            boards.ranked(ROYAL_PARADE, "", "all", NOW), viewer=one.player, most=2
        ).own
        assert own is not None
        assert (own.place, own.result) == (place, one)


def test_klondike_is_ranked_by_points_on_a_board_for_each_mode_and_level() -> None:
    for name, mode, score, cards in [
        ("high", "standard-medium", 600, 40),
        ("low", "standard-medium", 90, 52),
        ("hard", "standard-hard", 100, 30),
        ("vegas", "vegas-medium", -32, 4),
    ]:
        result(named(name), KLONDIKE, mode=mode, score=score, cards=cards, ended_at=NOW)
    found = {mode: names(entry=KLONDIKE, mode=mode) for mode in boards.ranked_modes(KLONDIKE)}
    assert found == {
        "standard-medium": ["high", "low"],
        "standard-hard": ["hard"],
        "vegas-medium": ["vegas"],
        "vegas-hard": [],
    }


def test_day_and_week_begin_at_midnight_of_utc_and_on_monday() -> None:
    ends = {
        "noon": NOW,
        "midnight": datetime(2026, 3, 4, tzinfo=UTC),
        "evening before": datetime(2026, 3, 3, 23, 59, 59, tzinfo=UTC),
        "monday": datetime(2026, 3, 2, tzinfo=UTC),
        "sunday": datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC),
    }
    for cards, (name, at) in enumerate(reversed(ends.items()), 1):
        result(named(name), cards=cards, ended_at=at)
    assert names("day") == ["noon", "midnight"]
    assert names("week") == ["noon", "midnight", "evening before", "monday"]
    assert names("all") == list(ends)
    with timezone.override("Asia/Tokyo"):
        assert names("day") == ["noon", "midnight"]


# --- who and what stays out ---------------------------------------------------------------------


def test_a_player_stands_on_a_board_by_a_name_of_his_choice_and_only_if_he_likes(settings) -> None:
    player = named("")
    result(player)
    browser = factories.client(player)
    assert names(now=timezone.now()) == []
    assert "Choose a display name" in browser.get(BOARD).content.decode()
    form = {"display_name": "Kim", "time_zone": "UTC"}
    browser.post("/settings/", form | {"leaderboards": "on"})
    assert names(now=timezone.now()) == ["Kim"]
    browser.post("/settings/", form)
    assert names(now=timezone.now()) == []
    assert "You have chosen not to be shown" in browser.get(BOARD).content.decode()
    accounts.change_preferences(player=player, choices={"leaderboards": "on"})
    assert "Kim" in Client().get(BOARD).content.decode()
    settings.MODE = "production"
    assert names(now=timezone.now()) == []


@pytest.mark.parametrize("fields", [{"is_staff": True}, {"is_active": False}])
def test_staff_and_closed_accounts_stand_nowhere(fields: dict[str, Any]) -> None:
    result(named("Kim", **fields))
    assert names(now=timezone.now()) == []


@pytest.mark.parametrize(
    "fields", [{"restarted": True}, {"mode": "custom"}, {"day": NOW.date()}], ids=str
)
def test_second_goes_custom_rules_and_daily_deals_stay_out(fields: dict[str, Any]) -> None:
    result(named("Kim"), **fields)
    assert names(now=timezone.now()) == []


def test_custom_rules_and_levels_with_undo_without_limit_have_no_board_and_say_so() -> None:
    for mode in ("standard-easy", "vegas-easy", "custom"):
        assert not boards.is_ranked(KLONDIKE, mode)
        html = Client().get(f"/boards/klondike/{mode}/").content.decode()
        assert "There is no board for" in html
        assert "an end to undo" in html
    assert boards.ranked_modes(ROYAL_PARADE) == ("",)
    assert boards.ranked_modes(THREE_CARD_SOLITAIRE) == ("",)


def test_a_deal_that_is_being_played_again_keeps_its_entry_back_till_then() -> None:
    player = named("Kim")
    round = parade.dealt(player).round
    parade.move(player, round.pk, parade.line(parade.WON)[0])
    again = services.restart(player=player, round_id=round.pk, at=1, sure=True).round
    first = Result.objects.get(round=round)
    assert names(now=timezone.now()) == []
    assert Client().get(f"/boards/entries/{first.pk}/").status_code == 404
    services.end(player=player, round_id=again.pk, at=0, way="give up", sure=True)
    assert names(now=timezone.now()) == ["Kim"]
    assert Client().get(f"/boards/entries/{first.pk}/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "nothing/",
        "three-card-rummy/",
        "klondike/nothing/",
        "klondike/all/",
        "royal-parade/usual/x/",
    ],
)
def test_a_board_that_there_is_not_is_not_found(path: str) -> None:
    assert Client().get(f"/boards/{path}").status_code == 404


# --- replays ------------------------------------------------------------------------------------


def test_every_entry_opens_its_replay_to_a_visitor() -> None:
    for number in range(3):
        played(named(f"Kim {number}"))
    html = Client().get(BOARD).content.decode()
    board = boards.board(boards.ranked(ROYAL_PARADE, "", "all", timezone.now()))
    assert len(board.rows) == 3
    for row in board.rows:
        address = f"/boards/entries/{row.result.pk}/"
        assert f'href="{address}"' in html
        told = Client().get(f"{address}?step=2").content.decode()
        assert "Step 2 of 4" in told
        assert row.name in told
        assert Client().get(f"{address}steps/?from=1").status_code == 200


def test_the_replay_of_an_entry_tells_nothing_of_money_and_of_the_person() -> None:
    player = named("Kim")
    factories.ledger.test_money(player=player, amount=50_000, key="test:board")
    round = some_round(player, MONEY)
    entry = Result.objects.get(round=round)
    assert names(entry=THREE_CARD_SOLITAIRE, now=timezone.now()) == ["Kim"]
    board = Client().get("/boards/three-card-solitaire/").content.decode()
    steps = [f"?step={number}" for number in range(round.entries + 1)] + ["steps/"]
    pages = [Client().get(f"/boards/entries/{entry.pk}/{at}").content.decode() for at in steps]
    private = ["€", "Stake", "Balance", "Returned", player.email, "/wallet/", "by you"]
    for html in (board, *pages):
        assert [secret for secret in private if secret in html] == []
        assert f"/rounds/{round.pk}/" not in html
    assert not any("for money" in html for html in pages)


def test_no_other_game_of_a_player_can_be_looked_at() -> None:
    player = named("Kim")
    best, worse = sorted((played(player), played(player)), key=lambda one: -one.points)
    other = played(named(""))
    for one, status in ((best, 200), (worse, 404), (other, 404)):
        assert Client().get(f"/boards/entries/{one.pk}/").status_code == status
        assert Client().get(f"/boards/entries/{one.pk}/steps/").status_code == status
    assert Client().get("/boards/entries/999999/").status_code == 404
    accounts.change_preferences(player=player, choices={"leaderboards": "off"})
    gone = Client().get(f"/boards/entries/{best.pk}/")
    assert gone.status_code == 404
    assert "stands on no board now" in gone.content.decode()


def test_the_replay_of_a_daily_entry_is_closed_to_everybody_until_its_day_has_ended() -> None:
    today = timezone.now().astimezone(UTC).date()
    player = named("Kim")
    for day, status in ((today, 404), (today - timedelta(days=1), 200)):
        round = parade.dealt(player).round
        entry = result(player, day=day, deal=round.deal)
        services.end(player=player, round_id=round.pk, at=0, way="give up", sure=True)
        row = boards.board(boards.verified().filter(game=ROYAL_PARADE.slug, day=day)).rows[0]
        assert row.opens == (status == 200)
        if status == 404:
            assert Client().get(f"/boards/entries/{entry.pk}/").status_code == status
        else:
            assert boards.entry_open_to_all(entry.pk, timezone.now()) == entry


# --- verification -------------------------------------------------------------------------------


def test_an_entry_is_what_the_replay_of_its_round_says_and_another_falls() -> None:
    real = played(named("Kim"))
    forged = result(named("Eve"), cards=96, won=True)
    again = result(named("Mal"), cards=95, deal=dealt(named("Max")))
    assert boards.fault_of(real) == ""
    assert names(now=timezone.now()) == ["Eve", "Mal", "Kim"]
    assert boards.verify() == (3, 2)
    assert names(now=timezone.now()) == ["Kim"]
    assert set(Disproof.objects.values_list("result", flat=True)) == {forged.pk, again.pk}
    assert Event.objects.filter(action="result disproved").count() == 2
    assert Client().get(f"/boards/entries/{forged.pk}/").status_code == 404


@pytest.mark.parametrize(
    "lie", [{"cards": 96}, {"seconds": 1}, {"moves": 1}, {"won": True}, {"score": 700}], ids=str
)
def test_each_figure_of_an_entry_is_replayed(lie: dict[str, Any]) -> None:
    real = played(named("Kim"))
    for name, value in lie.items():
        setattr(real, name, value)
        assert name in boards.fault_of(real)


def test_the_command_replays_the_boards_and_fails_when_an_entry_fell(capsys) -> None:
    played(named("Kim"))
    call_command("verify_boards")
    assert "1 entries replayed." in capsys.readouterr().out
    result(named("Eve"), cards=96)
    with pytest.raises(CommandError, match="1 did NOT replay"):
        call_command("verify_boards")
    call_command("verify_boards")


def test_a_result_is_what_its_round_measures() -> None:
    kept = played(named("Kim"), won=True)
    assert kept.won
    assert kept.points == kept.cards == 96
    state = services.look(player=kept.player, round_id=kept.round_id).state
    for name, value in statistics.measure(kept.round, state).items():
        assert getattr(kept, name) == value


def test_a_board_costs_as_many_queries_however_many_stand_on_it(django_assert_num_queries) -> None:
    viewer = named("Kim")
    for number in range(30):
        result(named(f"P{number}"), cards=number)
        if number in (3, 29):
            with django_assert_num_queries(2):
                boards.board(boards.ranked(ROYAL_PARADE, "", "all", NOW), viewer=viewer)


def test_games_for_fun_and_for_money_stand_on_one_board() -> None:
    for name, currency in (("Kim", FUN), ("Mia", MONEY)):
        player = named(name)
        factories.ledger.welcome(player=player)
        factories.ledger.test_money(player=player, amount=50_000, key="test:board")
        some_round(player, currency)
    assert set(names(entry=THREE_CARD_SOLITAIRE, now=timezone.now())) == {"Kim", "Mia"}
