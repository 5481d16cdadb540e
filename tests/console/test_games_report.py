"""What games returned against the theory: intervals, the band, rounds in play, no activity."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from config.console import games_report
from config.finding_models import Finding
from games import returns, settlement
from games.models import Round
from games.theory import Theory
from tests import factories
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db


def rows(tests: bool = True) -> dict[str, list[returns.Row]]:
    now = timezone.now()
    found: dict[str, list[returns.Row]] = {}
    for row in returns.report("EUR", now - timedelta(days=1), now, tests):
        found.setdefault(row.game, []).append(row)
    return found


def test_each_price_has_its_row_and_a_game_without_rounds_says_so() -> None:
    done = [factories.collected(factories.player(), price=price) for price in (5, 5, 10)]
    found = rows()
    assert [(row.rounds, row.staked) for row in found["three-card-solitaire"]] == [
        (1, 520),
        (2, 520),
    ]
    assert sum(row.returned for row in found["three-card-solitaire"]) == sum(
        one.returned for one in done
    )
    assert [row.rounds for row in found["three-card-rummy"]] == [0]
    assert rows(tests=False)["three-card-solitaire"][0].rounds == 0


def test_the_interval_and_the_band_are_those_of_the_books() -> None:
    theory = Theory(0.5, 0.6, "exact")
    row = returns.Row("three-card-solitaire", "", 3600, 1, 1, 0, 0, 0.53, 0.02, theory)
    assert row.deviate == pytest.approx(3)
    assert not row._replace(mean=0.529).alarm
    assert row._replace(mean=0.54).alarm
    assert row._replace(rounds=10, mean=5.0).deviate is None


def test_a_game_out_of_its_band_opens_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.collected(factories.player())
    monkeypatch.setattr(returns, "ROUNDS_LEAST", 1)
    monkeypatch.setattr(returns.theory, "of", lambda entry: Theory(9.0, 0.5, "exact"))
    monkeypatch.setattr(games_report.settings, "DEMO", True)
    assert games_report.watch() == 1
    assert games_report.watch() == 1
    found = Finding.objects.get()
    assert "900.00 %" in found.sentence


def test_the_page_and_its_file(client: Any) -> None:
    factories.collected(factories.player())
    factories.dealt(factories.player())
    desk = console(member("auditor"))
    page = desk.get("/console/games-report/?tests=on").content.decode()
    assert "greedy, published" in page
    assert "too few rounds" in page
    assert "€2.60" in page
    held = Round.objects.open().count()
    assert held == 1
    text = desk.get("/console/games-report/?tests=on&as=csv").getvalue().decode()
    assert "generated at" in text
    assert "three-card-rummy,No activity" in text
    assert desk.get("/console/games-report/?first=yesterday").status_code == 200


@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        ("first=9999-12-31&last=9999-12-31", "Choose a day of the years 2000 to 2999."),
        ("first=0001-01-01", "Choose a day of the years 2000 to 2999."),
        ("first=2026-05-02&last=2026-05-01", "The first day comes after the last."),
        ("first=yesterday", "Enter a valid date."),
    ],
)
def test_a_period_that_is_none_is_told_and_makes_no_file(days: str, sentence: str) -> None:
    for form in (days, f"{days}&as=csv"):
        answer = console(member("auditor")).get(f"/console/games-report/?{form}")
        assert answer["Content-Type"].startswith("text/html")
        assert sentence in answer.content.decode()


def test_a_void_round_is_counted_apart_and_says_nothing_of_the_return() -> None:
    done = factories.collected(factories.player())
    settlement.void_round(factories.dealt(factories.player()).round.pk)
    [row] = rows()["three-card-solitaire"]
    assert (row.rounds, row.voids) == (1, 1)
    assert (row.staked, row.returned) == (done.staked, done.returned)
    assert row.mean == pytest.approx(done.returned / done.staked)
