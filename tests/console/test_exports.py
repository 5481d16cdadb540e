"""Every list of the console as CSV: its filters kept, any size, no formulas, an event each."""

from __future__ import annotations

import csv
import io
import json
import re
from html import unescape
from typing import Any

import pytest
from django.contrib import admin

from accounts import limits
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


def test_a_page_says_in_words_what_the_export_has_as_it_is_kept() -> None:
    player, desk = factories.player(), console()
    for amount in (100_00, 200_00):
        limits.ask(player=player, kind="loss", period="day", amount=amount, shown=str)
    event = Event.objects.get(action="limit asked")
    page, exact = told(desk, f"/console/accounts/event/{event.pk}/change/")
    assert "what before after amount €100.00 €200.00 kind - loss" in page
    assert "set by the house - no" in page
    assert exact == [event.before, event.after]
    rows = exported(desk, "/console/accounts/event/export/")
    (row,) = [row for row in rows[2:] if row[0] == str(event.pk)]
    kept = [json.loads(cell) for cell in row[-3:]]
    assert kept == [event.object, event.before, event.after]

    round = factories.collected(player, price=5)
    page, exact = told(desk, f"/console/games/round/{round.pk}/change/")
    assert "Cards drawn three" in page
    assert "Card price €0.05" in page
    assert exact == [round.options, round.bets]


def told(desk: Any, path: str) -> tuple[str, list[Any]]:
    """The text of a page, and what stands folded in it as it is kept."""
    page = desk.get(path).content.decode()
    folded = re.findall(r"<details><summary>As it is kept</summary>(.*?)</details>", page)
    exact = [json.loads(unescape(one)) for f in folded for one in re.findall("<code>(.*?)<", f)]
    for one in folded:
        page = page.replace(one, "")
    return " ".join(re.sub("<[^>]+>", " ", page).split()), exact
