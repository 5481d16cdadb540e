"""Balance and statement: every transfer of the wallet, in pages whose sums add up."""

from __future__ import annotations

import re
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.contrib.messages import get_messages

from games import services
from games.rules import three_card_rummy as rules
from tests import factories, rummy
from wallet import ledger
from wallet.models import Transfer
from wallet.statements import ROWS_A_PAGE, statement

pytestmark = pytest.mark.django_db


def played(player: factories.Player, rounds: int = 1) -> None:
    """Money rounds, collected at once."""
    for _ in range(rounds):
        at = factories.dealt(player)
        services.end(
            player=player, round_id=at.round.pk, at=at.round.entries, way="collect", sure=True
        )


def test_pages_hold_every_transfer_once_and_their_sums_add_up() -> None:
    player = factories.player()
    for number in range(ROWS_A_PAGE + 3):
        ledger.test_money(player, 7 + number, key=f"more:{number}")
    first, second = statement(player, settings.CURRENCY), statement(player, settings.CURRENCY, 2)
    assert (first.pages, len(first.rows), len(second.rows)) == (2, ROWS_A_PAGE, 4)
    numbers = [row.n for row in (*first.rows, *second.rows)]
    assert numbers == list(range(ROWS_A_PAGE + 4, 0, -1))
    for page in (first, second):
        assert page.opening + page.came_in - page.went_out == page.closing
    assert first.rows[-1].before == second.rows[0].after
    assert second.rows[-1].before == first.opening == 0
    assert first.closing == ledger.balances(player, settings.CURRENCY).wallet


@pytest.mark.parametrize("number", [0, -5, 99, 10**9])
def test_a_page_out_of_range_is_the_nearest_one(number: int) -> None:
    player = factories.player()
    assert len(statement(player, settings.CURRENCY, number).rows) == 1


def test_a_page_costs_four_queries_whatever_the_history(django_assert_num_queries: object) -> None:
    player = factories.player()
    for number in range(120):
        ledger.test_money(player, 5, key=f"more:{number}")
    with django_assert_num_queries(4):  # type: ignore[operator]
        statement(player, settings.CURRENCY, 2)


def test_the_page_names_the_game_and_the_signed_amount() -> None:
    player = factories.player()
    played(player)
    round_id = player.rounds.get().pk
    page = factories.client(player).get("/wallet/").content.decode()
    assert f'href="/rounds/{round_id}/proof/"' in page
    assert "−€2.60" in page
    assert "€497.40" in page


def test_a_returned_bet_is_booked_as_a_payout_and_not_as_a_win() -> None:
    player = factories.player()
    at = rummy.dealt(player, seed=rummy.seed_for(rules.TIE), ante=500, bonus=0)
    at = rummy.decide(player, at, "raise")
    assert at.round.returned == at.round.staked == 1_000
    browser = factories.client(player)
    for address in ("/wallet/", f"/wallet/of/{at.round.cause}/"):
        cells = re.findall(r"<td[^>]*>([A-Z][a-z ]+)<br>", browser.get(address).content.decode())
        assert "Win" not in cells
    assert "Payout" in cells


def test_times_are_those_of_the_players_zone() -> None:
    player = factories.player(time_zone="Asia/Tokyo")
    made = Transfer.objects.get(player=player, currency=settings.CURRENCY).made_at
    page = factories.client(player).get("/wallet/").content.decode()
    assert made.astimezone(ZoneInfo("Asia/Tokyo")).strftime("%H:%M") in page
    assert made.astimezone(UTC).strftime("%H:%M") not in re.findall(r"\d\d:\d\d", page)


def test_a_statement_is_for_its_player_and_staff_have_none() -> None:
    assert factories.Client().get("/wallet/")["Location"].startswith("/accounts/login/")
    page = factories.client(factories.staff()).get("/wallet/").content.decode()
    assert "A member of staff has no wallet." in page


def test_chips_are_refilled_when_they_have_run_out() -> None:
    player = factories.player(chips=False, money=0)
    answer = factories.client(player).post("/wallet/refill/")
    assert answer["Location"] == "/wallet/fun/"
    assert ledger.balances(player, "FUN").wallet == 1_000_000


@pytest.mark.parametrize("following", ["https://elsewhere.example/", "//elsewhere.example"])
def test_a_refill_leads_back_to_this_site_only(following: str) -> None:
    answer = factories.client(factories.player()).post("/wallet/refill/", {"next": following})
    assert answer["Location"] == "/wallet/fun/"


def test_a_refill_that_is_not_due_says_why_and_gives_nothing() -> None:
    player = factories.player()
    answer = factories.client(player).post("/wallet/refill/", {"next": "/"})
    said = [str(message) for message in get_messages(answer.wsgi_request)]
    assert said == ["Chips are refilled when less than 1.04 chips are left."]
    assert ledger.balances(player, "FUN").wallet == 1_000_000
