"""The history of a player's rounds: its figures, filters and links."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import history, services
from games.catalogue import FUN, MONEY
from games.rules import three_card_rummy as rules
from tests import factories, rummy
from tests.games.played import page, some_round
from wallet import ledger
from wallet.models import Account, AccountKind, Transfer

pytestmark = pytest.mark.django_db


def test_balances_before_and_after_are_those_of_the_ledger():
    player = factories.player(money=100_000)
    expected = []
    for number in range(6):
        currency = (MONEY, FUN)[number % 2]
        code = services.currency_code(currency)
        before = ledger.balances(player=player, currency=code).wallet
        round = some_round(player, currency)
        after = ledger.balances(player=player, currency=code).wallet
        assert after == before - round.staked + round.returned
        expected.append((round.pk, (before, after)))
    _page, rows = history.page(history.chosen(player), 1)
    assert [(row.round.pk, tuple(row.balance)) for row in rows] == expected[::-1]


def test_a_transfer_of_another_cause_between_counts_in_the_balance_after():
    player = factories.player(money=10_000)
    round = factories.dealt(player).round
    ledger.test_money(player=player, amount=777, key="between")
    at = services.end(player=player, round_id=round.pk, at=0, way="collect", sure=True)
    row = history.page(history.chosen(player), 1)[1][0]
    wallet = Account.objects.get(player=player, kind=AccountKind.WALLET, currency="EUR")
    assert row.balance.before == 10_000
    assert row.balance.after <= wallet.balance
    assert at.round.returned == 0
    assert row.balance.after == 10_000 - round.staked


def test_every_round_is_listed_with_its_figures_and_links():
    player = factories.player(money=10_000)
    ended, in_play = some_round(player, MONEY), factories.dealt(player, currency=FUN).round
    html = page(player, "/rounds/")
    for link in (
        f"/rounds/{ended.pk}/replay/",
        f"/rounds/{ended.pk}/proof/",
        f"/wallet/of/round:{ended.pk}/",
        "/play/three-card-solitaire/fun/",
    ):
        assert f'href="{link}"' in html
    assert f"/rounds/{in_play.pk}/replay/" not in html
    assert "Go on playing" in html
    assert "€2.60" in html
    assert "€100.00" in html
    assert "collected" in html


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (rules.FOLDED, "You folded"),
        (rules.NOT_QUALIFIED, "The dealer does not qualify"),
        (rules.WIN, "You win"),
        (rules.TIE, "Equal points"),
        (rules.LOSE, "The dealer wins"),
    ],
)
def test_a_hand_is_listed_with_who_won_it(outcome, said):
    player = factories.player(money=10_000)
    odds = 1 if outcome == rules.WIN else None
    at = rummy.dealt(player, seed=rummy.seed_for(outcome, odds))
    rummy.decide(player, at, rummy.decision(outcome))
    badge = f'<span class="badge">{said}</span>'
    assert badge in page(player, "/rounds/")
    assert badge in page(player, "/")
    assert f", {said}</dd>" in page(player, f"/rounds/{at.round.pk}/replay/")


def test_nobody_sees_the_rounds_of_another():
    round = some_round(factories.player())
    assert f"/rounds/{round.pk}/" not in page(factories.player(), "/rounds/")
    assert factories.Client().get("/rounds/").status_code == 302


def listed(player, query: str) -> list[int]:
    """The rounds that a page of the history lists."""
    answer = factories.client(player).get(f"/rounds/?{query}")
    return [row.round.pk for row in answer.context["rows"]]


def test_the_history_is_narrowed_by_game_currency_and_days():
    player = factories.player(time_zone="Pacific/Auckland")
    fun, money = some_round(player), some_round(player, MONEY)
    day = timezone.localtime(timezone=timezone.get_fixed_timezone(12 * 60)).date()
    old = day - timedelta(days=400)
    assert listed(player, "currency=money") == [money.pk]
    assert listed(player, "currency=fun") == [fun.pk]
    assert listed(player, "game=three-card-solitaire") == [money.pk, fun.pk]
    assert listed(player, f"last_day={old}") == []
    assert listed(player, f"first_day={old}") == [money.pk, fun.pk]


def test_days_are_those_of_the_players_zone():
    player = factories.player(time_zone="Pacific/Kiritimati")  # 14 hours before UTC
    round = some_round(player)
    day = (round.started_at + timedelta(hours=14)).date()
    assert listed(player, f"first_day={day}&last_day={day}") == [round.pk]
    after, before = day + timedelta(days=1), day - timedelta(days=1)
    assert listed(player, f"first_day={after}") == []
    assert listed(player, f"last_day={before}") == []


@pytest.mark.parametrize(
    "query",
    [
        "game=chess",
        "currency=gold",
        "first_day=yesterday",
        "last_day=9999-12-31",
        "p=0",
        "p=x",
        "p=999999999999999999999",
        "first_day=2026-02-01&last_day=2026-01-01",
        "first_day=0001-01-01",
    ],
)
def test_an_address_that_asks_for_nonsense_is_answered(query):
    player = factories.player()
    some_round(player)
    assert factories.client(player).get(f"/rounds/?{query}").status_code == 200


def test_more_rounds_cost_no_more_queries_and_come_page_by_page():
    player = factories.player(money=100_000)

    def queries() -> int:
        client = factories.client(player)
        with CaptureQueriesContext(connection) as done:
            assert client.get("/rounds/").status_code == 200
        return len(done)

    some_round(player), some_round(player, MONEY)
    few = queries()
    for _ in range(13):
        some_round(player), some_round(player, MONEY)
    assert queries() == few
    first, second = listed(player, "p=1"), listed(player, "p=2")
    assert (len(first), len(second)) == (25, 3)
    assert first + second == sorted(first + second, reverse=True)
    assert "?currency=&amp;p=2" in page(player, "/rounds/?currency=")


def test_the_lobby_shows_the_last_rounds_with_their_replay():
    player = factories.player()
    rounds = [some_round(player) for _ in range(6)]
    html = page(player, "/")
    shown = [f"/rounds/{round.pk}/replay/" in html for round in rounds]
    assert shown == [False, True, True, True, True, True]
    assert 'href="/rounds/"' in html
    assert "Your last games" not in factories.Client().get("/").content.decode()


def test_the_transfers_of_a_round_are_shown_to_their_player_only():
    player = factories.player(money=10_000)
    round = some_round(player, MONEY)
    address = reverse("wallet:cause", args=[round.cause])
    html = page(player, address)
    for transfer in Transfer.objects.filter(cause=round.cause):
        assert f"Transfer {transfer.pk}" in html
    assert html.count("<tr>") == 1 + Transfer.objects.filter(cause=round.cause).count()
    assert factories.client(factories.player()).get(address).status_code == 404
    assert factories.Client().get(address).status_code == 302
