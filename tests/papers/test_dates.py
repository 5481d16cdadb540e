"""One way to write a moment, wherever a person reads it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Event
from games import services
from tests import factories
from tests.console.staff import console

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 30, 22, 5, tzinfo=UTC)


def test_a_moment_is_written_with_the_day_first_24_hours_and_its_zone() -> None:
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert (
            date_format(timezone.localtime(EVENING), "DATETIME_FORMAT") == "30 Nov 2026 23:05 CET"
        )
        assert Template("{{ at }}").render(Context({"at": EVENING})) == "30 Nov 2026 23:05 CET"
    assert date_format(EVENING.date()) == "30 Nov 2026"


def test_the_lists_of_the_console_write_it_so_too() -> None:
    Event.objects.create(action="signed in", object="player:1", at=EVENING)
    assert "30 Nov 2026 22:05 UTC" in console().get("/console/accounts/event/").content.decode()


def test_the_last_sign_ins_write_it_so_too() -> None:
    player = factories.player()
    Event.objects.create(action="signed in", object=f"player:{player.pk}", at=EVENING)
    page = factories.client(player).get("/settings/security/").content.decode()
    assert "30 Nov 2026 22:05 UTC" in page


INCLUDED = re.compile(r'{% (?:include|extends) "([^"]+)"')
CLOCK = re.compile(r'date:"[^"TeO]*H:i[^"TeO]*"')


def parts(path: str) -> str:
    """The text of a template with the templates that it names."""
    text = (Path("templates") / path).read_text()
    return text + "".join(parts(name) for name in INCLUDED.findall(text) if "base" not in name)


def test_a_page_with_times_of_day_names_their_zone() -> None:
    folder = Path("templates")
    pages = [
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if '{% extends "base.html" %}' in path.read_text()
    ]
    with_times = {page: text for page in pages if CLOCK.search(text := parts(page))}
    assert {"games/history.html", "games/replay.html", "wallet/statement.html"} <= set(with_times)
    assert [page for page, text in with_times.items() if "{{ zone }}" not in text] == []


def test_the_zone_of_the_times_is_the_players_own() -> None:
    player = factories.player(time_zone="Europe/Vienna")
    at = factories.dealt(player)
    services.end(player=player, round_id=at.round.pk, at=0, way="collect", sure=True)
    page = factories.client(player).get(f"/rounds/{at.round.pk}/replay/").content.decode()
    assert "Times are those of Europe/Vienna." in page
