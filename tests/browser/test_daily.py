"""The daily deal as a browser shows it: the calendar, a day, its table, and an open proof."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import daily, services
from games.catalogue import KLONDIKE, ROYAL_PARADE, THREE_CARD_SOLITAIRE
from games.models import Round
from tests import factories
from tests.browser.table import Table
from tests.browser.test_sight import answers, weights
from tests.browser.test_statistics import seen
from tests.chromium import follow

PHONE = {"width": 390, "height": 844}


def play(player, entry, day, moves: int) -> None:
    """A game of that day, played from left to right and ended."""
    at = services.deal_daily(player=player, entry=entry, day=day)
    place = {"player": player, "round_id": at.round.pk}
    for _ in range(moves):
        at = services.move(**place, at=at.round.entries, notation=at.moves[0])
    services.end(**place, at=at.round.entries, way=entry.ends[0], sure=True)


@pytest.fixture
def days(player, monkeypatch):
    """Two days that have ended, on which others played too, and today, still to be played."""
    player.display_name = "Kim"
    player.save()
    others = [factories.player(display_name=name) for name in ("Ada", "Maximilian of old", "Zoë")]
    real, today = timezone.now, daily.today()
    monkeypatch.setattr(timezone, "now", lambda: real() - timedelta(days=3))
    daily.publish()
    for ago in (2, 1):
        monkeypatch.setattr(timezone, "now", lambda ago=ago: real() - timedelta(days=ago))
        daily.publish()
        for number, one in enumerate([player, *others]):
            play(one, KLONDIKE, today - timedelta(days=ago), 6 + 3 * number + ago)
        play(player, ROYAL_PARADE, today - timedelta(days=ago), 5)
    monkeypatch.setattr(timezone, "now", real)
    daily.publish()
    return today


def test_a_daily_game_from_the_calendar_to_its_result_and_a_former_day_to_its_proof(
    days, context, live_server, player
):
    page = context().new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(live_server.url)
    expect(page.get_by_role("heading", name="Today's deal")).to_be_visible()
    seen(page, "daily-lobby")
    follow(page.get_by_role("link", name="Calendar and boards"))
    expect(page.get_by_role("heading", name="Daily deal", exact=True)).to_be_visible()
    expect(page.locator("[aria-current=date]")).to_be_visible()
    seen(page, "daily-calendar")
    follow(page.get_by_role("link", name="Play Royal Parade"))
    expect(page.locator("#table-balance")).to_contain_text("Counted try")
    seen(page, "daily-before")
    page.locator("#deal-button").click()
    expect(page.locator("#said")).to_contain_text("Dealt.")
    expect(page.locator("#table")).to_have_attribute("data-at", "0")
    seen(page, "daily-table")
    page.locator("#stock").click()
    expect(page.locator("#table")).to_have_attribute("data-at", "1")
    page.locator("#end-button").click()
    page.locator("#sure").click()
    expect(page.locator("#result-title")).to_be_visible()
    expect(page.locator(".rail")).to_contain_text("This was your counted try.")
    expect(page.locator("#table-balance")).to_contain_text("Played")
    expect(page.locator("#deal-button")).to_contain_text("Deal for practice")
    seen(page, "daily-result")
    page.locator("#deal-button").click()
    expect(page.locator("#table-balance")).to_contain_text("Practice")
    assert list(Round.objects.filter(day=days).order_by("pk").values_list("counts", flat=True)) == [
        *(True, False)
    ]
    page.goto(f"{live_server.url}/daily/{days}/")
    expect(page.get_by_role("cell", name="after the day").first).to_be_visible()
    seen(page, "daily-day")
    page.goto(f"{live_server.url}/daily/{days - timedelta(days=1)}/")
    expect(page.get_by_role("link", name="Watch Zoë")).to_be_visible()
    seen(page, "daily-former-day")
    follow(page.get_by_role("link", name="Proof Klondike"))
    expect(page.locator('[data-step=result] [data-when="daily"]')).to_be_visible()
    expect(page.locator('[data-step=kind] [data-when="daily"]')).to_be_visible()
    seen(page, "daily-proof")
    assert faults == []


def test_the_pages_of_the_daily_deal_on_a_phone(days, context, live_server, player):
    page = context(viewport=PHONE).new_page()
    yesterday = days - timedelta(days=1)
    for name, path in {
        "daily-phone-calendar": "/daily/",
        "daily-phone-day": f"/daily/{yesterday}/",
        "daily-phone-tomorrow": f"/daily/{days + timedelta(days=1)}/",
        "daily-phone-proof": f"/daily/{yesterday}/klondike/",
        "daily-phone-fairness": "/fairness/",
        "daily-phone-lobby": "/",
        "daily-phone-table": f"/play/klondike/{days}/",
    }.items():
        page.goto(live_server.url + path)
        expect(page.locator("main")).to_be_visible()
        seen(page, name)
    page.locator("#deal-button").click()
    expect(page.locator("#said")).to_contain_text("Dealt.")
    seen(page, "daily-phone-klondike")
    page.goto(f"{live_server.url}/play/{THREE_CARD_SOLITAIRE.slug}/{days}/")
    page.locator("#deal-button").click()
    expect(page.locator("#end-button")).to_contain_text("End game")
    seen(page, "daily-phone-three-card")


def test_a_first_visit_to_the_table_of_a_day_keeps_to_the_budget(days, context, live_server):
    for game in ("royal-parade", "klondike"):
        page = context().new_page()
        fetched = answers(page)
        table = type("Daily", (Table,), {"game": game})
        table(page, live_server.url, str(days))
        assert sum(weights(page, fetched).values()) <= 60 * 1024
