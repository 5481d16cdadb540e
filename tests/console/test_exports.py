"""Every list of the console as CSV: its filters kept, any size, no formulas, an event each."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.contrib import admin

from accounts.models import Event, Player
from config.console.exports import Exported
from tests import factories
from tests.console.staff import console, member
from wallet.models import Transfer

pytestmark = pytest.mark.django_db


def exported(client: Any, path: str) -> list[list[str]]:
    answer = client.get(path)
    assert answer.status_code == 200, path
    text = b"".join(answer.streaming_content).decode()
    return list(csv.reader(io.StringIO(text)))


def test_every_list_can_be_exported() -> None:
    for model, page in admin.site._registry.items():
        assert isinstance(page, Exported), model


def test_the_rows_are_those_of_the_list_and_headed() -> None:
    mine, _other = factories.player(), factories.player()
    rows = exported(console(), f"/console/wallet/transfer/export/?player__id__exact={mine.pk}")
    assert rows[0][:2] == ["operator", "Fairdeal"]
    assert "number" in rows[1]
    assert len(rows) - 2 == Transfer.objects.filter(player=mine).count()
    event = Event.objects.get(action="list exported")
    assert event.after["filters"] == {"player__id__exact": str(mine.pk)}


def test_a_list_without_rows_says_so() -> None:
    rows = exported(console(), "/console/games/round/export/?state=due")
    assert rows[-1] == ["No activity"]


def test_a_name_that_looks_like_a_formula_is_text() -> None:
    Player.objects.filter(pk=factories.player().pk).update(display_name="=1+1")
    rows = exported(console(), "/console/accounts/player/export/")
    assert any("'=1+1" in cell for row in rows for cell in row)
    assert not any(cell.startswith("=") for row in rows for cell in row)


def test_only_who_may_see_a_list_may_export_it() -> None:
    assert console(member("support")).get("/console/accounts/event/export/").status_code == 403


def test_the_list_leads_to_its_file_with_the_same_filters() -> None:
    page = console().get("/console/games/round/?state=open").content.decode()
    assert "/console/games/round/export/?state=open" in page


@pytest.mark.parametrize("query", ["id__exact=abc", "made_at__gte=xyz", "no_such_filter=1"])
def test_a_filter_that_the_list_does_not_take_is_told_instead_of_a_file(query: str) -> None:
    answer = console().get(f"/console/wallet/transfer/export/?{query}", follow=True)
    assert "no file was made" in answer.content.decode()
    assert not Event.objects.filter(action="list exported").exists()
