"""The house closed for maintenance: a page or a sentence for everybody, without the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Event
from config import maintenance
from games.models import Move
from tests import factories
from tests.browser.table import CORNER, Table
from tests.console.staff import console
from tests.papers.chromium import tab
from tests.wallet import depositing

WHY = "We move to a larger machine."
SLUG = "three-card-solitaire"
# The server's part of a deck that begins with a move from column to column.
LAID = bytes([3]) * 96
PAGES = ["/", f"/play/{SLUG}/fun/", "/wallet/", "/nowhere/", "/accounts/signup/", "/balance/FUN/"]


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    """The switch of these tests closes no other test's house."""
    settings.VAR_DIR = tmp_path


@pytest.fixture
def close(db: None) -> Callable[..., None]:
    """Closes the house by the command, for an hour if nothing else is said."""

    def by_command(*more: str) -> None:
        until = (timezone.now() + timedelta(hours=1)).isoformat(timespec="minutes")
        call_command("maintenance", "on", "--until", until, "--reason", WHY, *more)

    return by_command


def test_every_page_says_till_when_and_why_and_asks_no_database(
    close: Callable[..., None], django_assert_num_queries: Any
) -> None:
    client = factories.client(factories.player())
    close()
    for path in PAGES:
        with django_assert_num_queries(0):
            answer = client.get(path)
        assert answer.status_code == 503, path
        assert 3000 < int(answer["Retry-After"]) <= 3600
        page = answer.content.decode()
        assert WHY in page
        assert f'href="{path}"' in page, "the way on is the page that was asked for"
        assert "script-src 'self'" in answer["Content-Security-Policy"]
        assert answer["Cache-Control"] == "no-store"


def test_a_form_without_script_leads_back_to_its_page(close: Callable[..., None]) -> None:
    client = factories.client(factories.player())
    close()
    answer = client.post("/wallet/refill/", headers={"referer": "http://testserver/wallet/fun/"})
    assert answer.status_code == 503
    assert 'href="/wallet/fun/"' in answer.content.decode()


def test_a_move_does_nothing_and_gets_a_sentence_without_the_database(
    close: Callable[..., None], django_assert_num_queries: Any
) -> None:
    player = factories.player()
    played = factories.dealt(player, currency=factories.FUN)
    client = factories.client(player)
    close()
    moves = Move.objects.count()
    with django_assert_num_queries(0):
        answer = client.post(
            f"/rounds/{played.round.pk}/moves/",
            {"at": 0, "move": "draw"},
            headers={"hx-request": "true"},
        )
    assert (answer.status_code, answer["HX-Retarget"]) == (503, "#messages")
    assert WHY in answer.content.decode()
    assert Move.objects.count() == moves


def test_health_the_console_its_door_and_what_providers_tell_stay_open(
    close: Callable[..., None],
) -> None:
    staff = console()
    close()
    for path in ("/console/", "/console/health/"):
        answer = staff.get(path)
        assert answer.status_code == 200
        assert WHY in answer.content.decode(), "staff see that it is closed"
    assert Client().get("/accounts/login/").status_code == 200
    # 503 of the silent worker is the view's own.
    assert "failing" in Client().get("/health/").json()
    player = depositing.player()
    depositing.paid(player, 25_00)
    assert depositing.wallet(player) == 25_00


def test_it_is_closed_and_opened_once_each_with_an_event(
    close: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    close()
    assert WHY in capsys.readouterr().out
    for _twice in range(2):
        call_command("maintenance", "off")
    assert Client().get("/").status_code == 200
    events = Event.objects.filter(object=maintenance.ABOUT).order_by("pk")
    assert list(events.values_list("action", flat=True)) == [
        "closed for maintenance",
        "opened after maintenance",
    ]
    assert events[0].reason == WHY
    assert events[0].after["until"]


@pytest.mark.django_db
@pytest.mark.parametrize("until", ["soon", "2020-01-01T10:00", "2030-13-45T10:00"])
def test_a_moment_that_is_none_or_over_closes_nothing(until: str) -> None:
    with pytest.raises(CommandError, match="--until"):
        call_command("maintenance", "on", "--until", until)
    assert maintenance.closed() is None


@pytest.mark.django_db
def test_an_unreadable_switch_closes_rather_than_opens(tmp_path: Path) -> None:
    (tmp_path / "maintenance.json").write_text("{")
    answer = Client().get("/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == str(maintenance.RETRY_SECONDS)


@pytest.mark.django_db
def test_it_can_be_closed_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from django.db import OperationalError

    def away(*_args: Any, **_more: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", away)
    call_command("maintenance", "on")
    told = capsys.readouterr()
    assert "no event was written" in told.err
    assert "Closed." in told.out
    assert Client().get("/").status_code == 503


def test_the_moment_is_told_in_utc_whatever_the_readers_zone() -> None:
    until = datetime(2030, 1, 31, 14, 30, tzinfo=UTC)
    with timezone.override("Asia/Tokyo"):
        assert "31 Jan, 14:30 (UTC)" in maintenance.Closed(until=until).sentence


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_table_says_it_keeps_the_picked_card_and_goes_on_when_the_house_is_open(
    live_server: Any,
) -> None:
    player = factories.player()
    factories.dealt(player, seed=LAID, currency=factories.FUN)
    with tab(live_server.url, factories.client(player)) as browser:
        page = browser.page
        table = Table(page, live_server.url)
        at, move = table.at, next(move for move in table.moves if ">t" in move)
        source, _, goal = move.partition(">")
        maintenance.close(reason=WHY, until=None)
        table.card(source).click(position=CORNER)
        table.place(goal).click(position=CORNER)
        expect(page.locator("#status")).to_contain_text(WHY)
        expect(page.locator("#said")).to_contain_text(WHY)
        # At once: what is shown twice may be taken away again.
        assert page.locator("#messages .notice").count() == 0
        expect(page.locator("#offline")).to_be_hidden()
        expect(table.card(source)).to_have_attribute("aria-pressed", "true")
        assert table.at == at
        page.reload()
        expect(page.locator("h1")).to_have_text("The house is closed for a moment")
        maintenance.reopen()
        # A fragment of any other page leaves the page as it is, and is told among its messages.
        browser.go("/wallet/fun/")
        maintenance.close(reason=WHY, until=None)
        before = page.locator("#balance").inner_text()
        page.evaluate("() => htmx.ajax('GET', '/balance/FUN/', { target: '#balance' })")
        expect(page.locator("#messages .notice")).to_contain_text(WHY)
        assert page.locator("#balance").inner_text() == before
        page.goto(table.address)
        maintenance.reopen()
        page.get_by_role("link", name="Try again").click()
        expect(page.locator("#table")).to_have_attribute("data-at", str(at))
