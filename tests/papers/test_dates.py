"""One way to write a moment, wherever a person reads it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Event
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
