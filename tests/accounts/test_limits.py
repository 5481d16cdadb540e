"""Limits: what holds at once, what waits, when they start anew, and the stricter of two."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from accounts import gates, identity, limits, periods, reviews, services, sittings
from accounts.jurisdiction import profile
from accounts.limit_words import duration
from accounts.models import Event, Limit, LimitReview, Mail, Player, RealityCheck, Sitting
from tests import factories
from wallet.sums import in_money

pytestmark = pytest.mark.django_db
EUR = "EUR"


class Spent:
    """Sums as a wallet would tell them."""

    def __init__(self, deposited: int = 0, staked: int = 0, lost: int = 0) -> None:
        self.sums = deposited, staked, lost

    def deposited(self, since: datetime) -> int:
        return self.sums[0]

    def staked(self, since: datetime) -> int:
        return self.sums[1]

    def lost(self, since: datetime) -> int:
        return self.sums[2]

    def shown(self, amount: int) -> str:
        return in_money(amount)


def ask(player: Player, amount: int | None, kind: str = "deposit", period: str = "month") -> Any:
    return limits.ask(player=player, kind=kind, period=period, amount=amount, shown=in_money)


def in_the_past(row: Limit, by: timedelta) -> None:
    """A history takes no change, so the row is written as an older one."""
    older = Limit.objects.create(
        player=row.player, kind=row.kind, period=row.period, amount=row.amount, step=row.step,
        at=row.at - by, actor=row.actor,
    )  # fmt: skip
    row.pk = older.pk


def held(player: Player, kind: str = "deposit", period: str = "month") -> int | None:
    return limits.own(player).get((kind, period))


def test_a_first_or_lower_limit_holds_at_once() -> None:
    player = factories.player()
    assert ask(player, 10_000).step == "set"
    assert ask(player, 4_000).step == "set"
    assert held(player) == 4_000


@pytest.mark.parametrize("wanted", [20_000, None])
def test_a_higher_limit_or_none_waits_a_day_and_a_second_confirmation(wanted: int | None) -> None:
    player = factories.player()
    ask(player, 10_000)
    row = ask(player, wanted)
    assert (row.step, held(player)) == ("asked", 10_000)
    with pytest.raises(limits.LimitRefused, match="from"):
        limits.confirm(player=player, asked=row.pk, shown=in_money)
    in_the_past(row, profile().limit_increase_wait)
    assert held(player) == 10_000
    limits.confirm(player=player, asked=row.pk, shown=in_money)
    assert held(player) == wanted
    with pytest.raises(limits.LimitRefused):
        limits.confirm(player=player, asked=row.pk, shown=in_money)


def test_an_increase_can_be_cancelled_and_is_forgotten_after_a_week() -> None:
    player = factories.player()
    ask(player, 10_000)
    row = ask(player, 20_000)
    limits.cancel(player=player, asked=row.pk, shown=in_money)
    assert limits.pending(player) == []
    in_the_past(again := ask(player, 30_000), timedelta(days=9))
    with pytest.raises(limits.LimitRefused):
        limits.confirm(player=player, asked=again.pk, shown=in_money)
    assert held(player) == 10_000


def test_a_lower_limit_forgets_the_increase_that_waits() -> None:
    player = factories.player()
    ask(player, 10_000)
    row = ask(player, 20_000)
    ask(player, 5_000)
    assert limits.pending(player) == []
    with pytest.raises(limits.LimitRefused):
        limits.confirm(player=player, asked=row.pk, shown=in_money)
    assert held(player) == 5_000


def test_of_the_players_and_the_houses_limit_the_stricter_holds() -> None:
    player, risk = factories.player(), factories.staff()
    of_house: dict[str, Any] = {
        "player": player, "kind": "deposit", "period": "month", "actor": risk, "shown": in_money,
    }  # fmt: skip
    ask(player, 10_000)
    limits.set_by_house(**of_house, amount=2_000, reason="signs of harm")
    with pytest.raises(gates.Closed, match="the house"):
        gates.check_deposit(player, amount=2_001, sums=Spent())
    limits.set_by_house(**of_house, amount=50_000, reason="settled")
    with pytest.raises(gates.Closed, match="you have set"):
        gates.check_deposit(player, amount=10_001, sums=Spent())
    gates.check_deposit(player, amount=10_000, sums=Spent())
    with pytest.raises(limits.LimitRefused):
        limits.set_by_house(**of_house, amount=1, reason=" ")


@pytest.mark.parametrize("kind", ["stake", "loss"])
@pytest.mark.parametrize("period", ["day", "week", "month"])
def test_a_stake_that_would_pass_a_limit_is_refused_and_one_that_meets_it_is_not(
    kind: str, period: str
) -> None:
    player = factories.player()
    ask(player, 1_000, kind, period)
    spent = Spent(staked=900, lost=900)
    gates.check_stake(player, currency=EUR, amount=100, sums=spent)
    with pytest.raises(gates.Closed) as closed:
        gates.check_stake(player, currency=EUR, amount=101, sums=spent)
    assert closed.value.way_on == "safer:limits"
    gates.check_stake(player, currency="FUN", amount=10**9, sums=spent)


def test_a_win_gives_no_more_room_than_the_limit() -> None:
    player = factories.player()
    ask(player, 1_000, "loss", "day")
    with pytest.raises(gates.Closed):
        gates.check_stake(player, currency=EUR, amount=1_001, sums=Spent(lost=-5_000))


def test_the_question_comes_before_the_first_deposit() -> None:
    player = Player.objects.create_user("new@test.example", is_test=True)
    identity.assume(player)
    with pytest.raises(gates.Closed) as closed:
        gates.check_deposit(player, amount=1, sums=Spent())
    assert closed.value.way_on == "safer:choice"
    limits.choose(player=player, with_limit=False)
    gates.check_deposit(player, amount=1, sums=Spent())


def test_the_page_of_the_question_takes_a_limit_or_a_confirmed_none_and_nothing_else() -> None:
    player = factories.player()
    client = factories.client(player)
    for wrong in ({}, {"amount": "50", "none": "on"}, {"amount": "٥٠"}, {"amount": "-5"}):
        page = client.post("/settings/limits/choice/", wrong)
        assert "errorlist" in page.content.decode(), wrong
    done = client.post(
        "/settings/limits/choice/", {"amount": "50", "period": "week", "next": "/wallet/"}
    )
    assert done["Location"] == "/wallet/"
    assert held(player, "deposit", "week") == 5_000


def test_limits_are_set_on_their_page_and_wrong_amounts_are_answered_with_a_sentence() -> None:
    player = factories.player()
    client = factories.client(player)
    client.post("/settings/limits/", {"loss_day": "25,50", "time_day": "90", "stake_month": "0"})
    assert held(player, "loss", "day") == 2_550
    assert held(player, "time", "day") == 90
    assert held(player, "stake", "month") == 0
    same = {"loss_day": "25.50", "time_day": "90", "stake_month": "0"}
    for wrong in ("-1", "0.001", "1e9", "1,00,0", "٢٥", "NaN"):
        page = client.post("/settings/limits/", same | {"deposit_day": wrong})
        assert "errorlist" in page.content.decode(), wrong
    assert held(player, "deposit", "day") is None


def test_limits_of_somebody_else_are_not_found() -> None:
    player, other = factories.player(), factories.player()
    ask(player, 10_000)
    row = ask(player, 20_000)
    for deed in ("confirm", "cancel"):
        answer = factories.client(other).post(f"/settings/limits/{row.pk}/{deed}/")
        assert answer.status_code == 404
    assert limits.pending(player)


def test_limit_steps_are_a_history_told_by_mail_and_in_the_event_log() -> None:
    player = factories.player()
    ask(player, 10_000)
    ask(player, 20_000)
    steps = Event.objects.filter(object=f"player:{player.pk}", action__startswith="limit ")
    assert list(steps.order_by("pk").values_list("action", flat=True))[-2:] == [
        "limit set",
        "limit asked",
    ]
    mail = Mail.objects.filter(to=player.email).latest("pk")
    assert "€200.00 instead of €100.00" in mail.text
    assert "€200.00" in mail.html
    with pytest.raises(DatabaseError), transaction.atomic():
        Limit.objects.filter(player=player).update(amount=1)


@pytest.mark.parametrize(
    ("period", "now", "start", "restart"),
    [
        ("day", "2026-03-29 10:00", "2026-03-28 23:00", "2026-03-29 22:00"),
        ("week", "2026-03-29 21:59", "2026-03-22 23:00", "2026-03-29 22:00"),
        ("month", "2026-03-31 21:30", "2026-02-28 23:00", "2026-03-31 22:00"),
        ("month", "2026-03-31 22:30", "2026-03-31 22:00", "2026-04-30 22:00"),
    ],
)
def test_periods_are_cut_in_the_players_zone_also_where_the_clock_changes(
    period: str, now: str, start: str, restart: str
) -> None:
    vienna = ZoneInfo("Europe/Vienna")
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert periods.start(period, at, vienna) == datetime.fromisoformat(start).replace(tzinfo=UTC)
    assert periods.restart(period, at, vienna) == datetime.fromisoformat(restart).replace(
        tzinfo=UTC
    )


def test_another_time_zone_starts_no_period_anew() -> None:
    player = factories.player()
    now = datetime(2026, 3, 4, 11, tzinfo=UTC)
    services.change_profile(player=player, changes={"time_zone": "Pacific/Kiritimati"})
    player.refresh_from_db()
    where = periods.zones(player, timezone.now())
    assert periods.start("day", now, where[0]) == datetime(2026, 3, 4, 10, tzinfo=UTC)
    assert periods.starts("day", now, where)[0] == datetime(2026, 3, 4, tzinfo=UTC)


def test_time_signed_in_is_counted_once_for_all_devices_and_stops_the_next_stake() -> None:
    player = factories.player()
    now = timezone.now()
    midnight = periods.start("day", now, ZoneInfo("UTC"))
    Sitting.objects.create(player=player, began_at=midnight, seen_at=now)
    spent = int((now - midnight).total_seconds() // 60)
    RealityCheck.objects.create(player=player, shown={})
    ask(player, spent + 10, "time", "day")
    gates.check_stake(player, currency="FUN", amount=1, sums=Spent())
    ask(player, spent, "time", "day")
    for currency in ("FUN", EUR):
        with pytest.raises(gates.Closed, match="is reached"):
            gates.check_stake(player, currency=currency, amount=1, sums=Spent())


def test_a_sitting_goes_on_over_short_pauses_and_new_sign_ins() -> None:
    player = factories.player()
    start = timezone.now()
    first = sittings.note(player, start)
    assert sittings.note(player, start + timedelta(minutes=29)).pk == first.pk
    later = start + timedelta(minutes=29) + profile().idle
    assert sittings.note(player, later).pk != first.pk
    assert sittings.minutes(player, start, later) == 29


def test_a_request_of_a_signed_in_player_notes_the_sitting() -> None:
    player = factories.player()
    factories.client(player).get("/settings/")
    assert Sitting.objects.filter(player=player).count() == 1


def test_limits_are_reviewed_each_half_year_and_each_year_without_any() -> None:
    player = factories.player()
    now = timezone.now()
    LimitReview.objects.exclude(player=player).delete()
    assert reviews.sweep(now + timedelta(days=364)) == 0
    assert reviews.sweep(now + timedelta(days=366)) == 1
    assert reviews.sweep(now + timedelta(days=367)) == 0
    assert "limits" in Mail.objects.filter(to=player.email).latest("pk").subject
    ask(player, 10_000)
    assert reviews.sweep(now + timedelta(days=183)) == 1


def test_home_cashier_and_settings_link_to_the_limits() -> None:
    client = factories.client(factories.player())
    for path in ("/", "/settings/", "/cashier/"):
        assert 'href="/settings/limits/"' in client.get(path).content.decode(), path


def test_the_page_of_help_is_open_to_everybody_and_its_links_lead_somewhere() -> None:
    client = Client()
    page = client.get("/help/safer-play/").content.decode()
    main = page[page.index("<main") : page.index("</main")]
    for word in ("18", "risk", "time-out", "complaint", "somebody else uses your account"):
        assert word.lower() in main.lower(), word
    found = re.findall(r'href="(/[^"]*)"', main)
    assert len(found) >= 3
    assert [path for path in found if client.get(path).status_code not in (200, 302)] == []
    assert not re.search(r'(?:src|href)="https?://', main)


def test_minutes_are_told_as_a_person_says_them() -> None:
    assert [duration(minutes) for minutes in (0, 45, 60, 150)] == [
        "0 min",
        "45 min",
        "1 h",
        "2 h 30 min",
    ]
