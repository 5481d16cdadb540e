"""The statement of any days, kind and game: what is shown, that it adds up, and the file of it."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from django.conf import settings
from django.test import Client

from games import services
from tests import factories
from tests.wallet import books, depositing
from tests.wallet.depositing import paid
from wallet.models import Transfer
from wallet.statements import Chosen, Sheet, statement

pytestmark = pytest.mark.django_db


def round_played(player: Any, **entry: Any) -> str:
    """The cause of a money round, collected at once."""
    at = factories.dealt(player, **entry)
    ended = services.end(
        player=player, round_id=at.round.pk, at=at.round.entries, way="collect", sure=True
    )
    return str(ended.round.cause)


def rows_of(client: Client, address: str) -> list[dict[str, str]]:
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/csv")
    text = b"".join(answer.streaming_content).decode()
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def old(transactional_db: None, owner_connection: psycopg.Connection) -> Any:
    """Lets a test set back the time of transfers, which nobody but the test's owner could."""

    @contextmanager
    def at(moment: datetime) -> Iterator[None]:
        before = Transfer.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        yield
        owner_connection.execute("SET session_replication_role = replica")
        owner_connection.execute(
            "UPDATE wallet_transfer SET made_at = %s WHERE id > %s", [moment, before]
        )
        owner_connection.commit()

    return at


def test_days_are_cut_at_midnight_of_the_players_zone(old: Any) -> None:
    player = depositing.player(time_zone="Asia/Tokyo")
    tokyo = ZoneInfo("Asia/Tokyo")
    for moment, amount in (
        (datetime(2025, 3, 9, 23, 59, 59, 999_999, tokyo), 1_00),
        (datetime(2025, 3, 10, 0, 0, 0, 0, tokyo), 2_00),
        (datetime(2025, 3, 10, 23, 59, 59, 999_999, tokyo), 3_00),
        (datetime(2025, 3, 11, 0, 0, 0, 0, tokyo), 4_00),
    ):
        with old(moment):
            books.move(player, "test money", "bank", "wallet", amount)
    client = factories.client(player)
    rows = rows_of(client, "/wallet/money.csv?first_day=2025-03-10&last_day=2025-03-10")
    assert [row["amount"] for row in rows[1:-1]] == ["2.00", "3.00"]
    assert rows[1]["time"] == "2025-03-10T00:00:00+09:00"
    assert (rows[0]["balance after"], rows[-1]["balance after"]) == ("1.00", "6.00")
    page = client.get("/wallet/money/?first_day=2025-03-10&last_day=2025-03-10").content.decode()
    assert "+€5.00" in page
    assert "2 transfers" in page


def test_days_of_two_summer_times_are_whole_days(old: Any) -> None:
    player = depositing.player(time_zone="Europe/Berlin")
    for moment in (
        datetime(2025, 3, 29, 22, 30, tzinfo=UTC),  # 23:30 of the 29th
        datetime(2025, 3, 29, 23, 30, tzinfo=UTC),  # 00:30 of the 30th, 23 hours long
        datetime(2025, 3, 30, 21, 30, tzinfo=UTC),  # 23:30 of the 30th
        datetime(2025, 3, 30, 22, 30, tzinfo=UTC),  # 00:30 of the 31st
    ):
        with old(moment):
            books.move(player, "test money", "bank", "wallet", 1_00)
    address = "/wallet/money.csv?first_day=2025-03-30&last_day=2025-03-30"
    assert len(rows_of(factories.client(player), address)) == 2 + 2


def test_the_sums_of_any_days_add_up(old: Any) -> None:
    player, chance = depositing.player(), random.Random(7)
    start, balance = datetime(2025, 1, 1, tzinfo=UTC), 0
    for day in range(40):
        with old(start + timedelta(days=day, minutes=chance.randrange(1000))):
            for _ in range(chance.randrange(3)):
                if balance and chance.random() < 0.5:
                    amount = chance.randrange(1, balance + 1)
                    books.move(player, "stake", "wallet", "in play", amount)
                    balance -= amount
                else:
                    amount = chance.randrange(1, 900)
                    books.move(player, "test money", "bank", "wallet", amount)
                    balance += amount
    closing = 0
    for first in range(0, 40, 5):
        page = statement(
            player,
            settings.CURRENCY,
            chosen=Chosen(start + timedelta(days=first), start + timedelta(days=first + 5)),
        )
        assert page.opening == closing
        assert page.opening + page.came_in - page.went_out == page.closing
        closing = page.closing
    assert closing == balance == depositing.wallet(player)


def test_of_one_kind_the_rest_is_named_and_the_sums_still_add_up() -> None:
    player = depositing.player(money=50_00)
    paid(player, 30_00)
    books.move(player, "stake", "wallet", "in play", 20_00)
    page = statement(player, settings.CURRENCY, chosen=Chosen(kind="deposit"))
    assert [row.kind for row in page.rows] == ["deposit"]
    assert (page.opening, page.came_in, page.went_out, page.others, page.closing) == (
        *(0, 30_00, 0, 30_00, 60_00),
    )
    text = factories.client(player).get("/wallet/money/?first_day=&kind=deposit").content.decode()
    assert "Transfers that are not shown" in text


def test_of_one_game_its_transfers_are_shown_with_its_title() -> None:
    player = factories.player()
    causes = {round_played(player) for _ in range(2)}
    address = "?first_day=&game=three-card-solitaire"
    client = factories.client(player)
    rows = rows_of(client, f"/wallet/money.csv{address}")[1:-1]
    assert {row["cause"] for row in rows} == causes
    assert {row["game"] for row in rows} == {"3-Card Solitaire"}
    assert "3-Card Solitaire" in client.get(f"/wallet/money/{address}").content.decode()
    assert rows_of(client, "/wallet/money.csv?first_day=&game=klondike")[1:-1] == []


def test_the_file_holds_every_transfer_with_balances_fee_method_and_authorisation() -> None:
    player = depositing.player(money=10_00)
    deposit = depositing.asked(player, 40_00, variant="sandbox-purse")
    depositing.send(deposit, depositing.told(deposit, account="SB00000042"))
    books.move(player, "stake", "wallet", "in play", 5_00)
    rows = rows_of(factories.client(player), "/wallet/money.csv?first_day=")
    opening, *moved, closing = rows
    assert Decimal(closing["balance after"]) - Decimal(opening["balance after"]) == sum(
        Decimal(row["amount"]) for row in moved
    )
    for row in moved:
        assert Decimal(row["balance before"]) + Decimal(row["amount"]) == Decimal(
            row["balance after"]
        )
    of_deposit = next(row for row in moved if row["kind"] == "deposit")
    assert of_deposit["method"] == "Sandbox purse ····0042"
    assert (of_deposit["fee"], of_deposit["state"]) == ("0.60", "received")
    assert of_deposit["authorisation number"] == depositing.now(deposit).authorization
    assert of_deposit["handled by"] == "the house"
    assert [row["kind"] for row in moved] == ["test money", "deposit", "fee", "stake"]


def test_a_note_is_no_formula_to_a_spreadsheet() -> None:
    player = depositing.player()
    depositing.deposits.returned_by_bank(
        player, amount=100, key="k", cause="cashout:1", note="=HYPERLINK(1)"
    )
    rows = rows_of(factories.client(player), "/wallet/money.csv?first_day=")
    assert rows[1]["note"] == "'=HYPERLINK(1)"


def test_pages_of_a_choice_hold_every_row_once() -> None:
    player = depositing.player()
    for number in range(120):
        kind = ("test money", "correction")[number % 2]
        source = ("bank", "corrections")[number % 2]
        books.move(player, kind, source, "wallet", 1 + number)
    for chosen in (Chosen(), Chosen(kind="correction")):
        sheet = Sheet(player, settings.CURRENCY, chosen)
        count = sheet.count()
        pages = [sheet.page(number) for number in range(1, sheet.page(1).pages + 1)]
        numbers = [row.n for page in pages for row in page.rows]
        assert len(numbers) == count == len(set(numbers))
        assert numbers == sorted(numbers, reverse=True)


def test_what_comes_while_a_statement_is_read_is_not_on_it() -> None:
    player = depositing.player(money=10_00)
    sheet = Sheet(player, settings.CURRENCY)
    books.move(player, "test money", "bank", "wallet", 99)
    page = sheet.page(1)
    assert (page.count, page.closing) == (1, 10_00)


def test_refused_deposits_stand_on_the_statement_with_the_reason() -> None:
    player = depositing.player()
    deposit = depositing.asked(player, 12_00)
    depositing.send(deposit, depositing.told(deposit, "failed"))
    page = factories.client(player).get("/wallet/money/").content.decode()
    assert "Deposits that moved nothing" in page
    assert "The provider declined it. Nothing was paid." in page


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("first_day=2025-03-10&last_day=2025-03-09", "The last day is before the first."),
        ("first_day=1999-01-01", "Choose days from the year 2000 on."),
        ("first_day=tomorrow", "Enter a valid date."),
        ("kind=gift", "Select a valid choice"),
        ("game=chess", "Select a valid choice"),
    ],
)
def test_a_choice_that_is_none_is_answered_with_a_sentence(query: str, sentence: str) -> None:
    client = factories.client(factories.player())
    for address in ("/wallet/money/", "/wallet/money.csv"):
        answer = client.get(f"{address}?{query}")
        assert answer.status_code == 200
        assert sentence in answer.content.decode()


def test_all_of_it_stands_on_one_page_to_print() -> None:
    player = depositing.player()
    for number in range(60):
        books.move(player, "test money", "bank", "wallet", 1 + number)
    page = factories.client(player).get("/wallet/money/?print=1").content.decode()
    assert page.count("No. ") == 60
    assert "In pages" in page


def test_a_year_and_more_can_be_chosen(old: Any) -> None:
    player = depositing.player()
    with old(datetime(2020, 2, 29, 12, tzinfo=UTC)):
        books.move(player, "test money", "bank", "wallet", 1_00)
    client = factories.client(player)
    assert "29 Feb 2020" not in client.get("/wallet/money/").content.decode()
    assert "29 Feb 2020" in client.get("/wallet/money/?first_day=").content.decode()
    assert date(2020, 2, 29).isoformat() in str(
        rows_of(client, "/wallet/money.csv?first_day=2020-01-01")
    )
