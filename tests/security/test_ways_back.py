"""Where a form or a fragment says it came from, or wants to go: only paths of this site count."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts import documents
from accounts.requests import path_here
from tests import factories
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db
ELSEWHERE = ["foo", "lobby", "accounts:settings", "//evil.example/", "http://[bad", "/\\evil", ""]
PAGES = ["http://[bad", "http://evil.example/", "foo", "http://testserver//evil.example/"]


@pytest.mark.parametrize("goal", ELSEWHERE)
@pytest.mark.parametrize(
    ("path", "data", "otherwise"),
    [
        ("/settings/documents/", {"accepted": documents.in_force()}, "/"),
        ("/preferences/", {"name": "sound", "value": "off"}, "/"),
        ("/wallet/refill/", {}, "/wallet/fun/"),
    ],
)
def test_a_form_leads_nowhere_else(
    path: str, data: dict[str, str], otherwise: str, goal: str
) -> None:
    client = factories.client(factories.player())
    answer = client.post(path, data | {"next": goal})
    assert (answer.status_code, answer["Location"]) == (302, otherwise)
    assert client.post(path, data | {"next": "/games/?a=1"})["Location"] == "/games/?a=1"


@pytest.mark.parametrize("goal", ELSEWHERE)
def test_the_door_of_the_console_leads_nowhere_else(goal: str) -> None:
    answer = console(member()).get("/console/login/", {"next": goal})
    assert (answer.status_code, answer["Location"]) == (302, "/console/")


@pytest.mark.parametrize("page", PAGES)
def test_a_fragment_of_an_unreadable_page_leads_by_the_sign_in_to_the_lobby(page: str) -> None:
    headers: dict[str, Any] = {"HX-Request": "true", "HX-Current-URL": page}
    answer = Client().post("/preferences/", headers=headers)
    assert answer.status_code == 204
    assert answer["HX-Redirect"] == "/accounts/login/?next=/"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["HX-Current-URL", "Referer"])
def test_changed_terms_lead_back_to_the_lobby_from_an_unreadable_page(
    name: str, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = factories.client(factories.player())
    monkeypatch.setattr(documents, "waiting", lambda player: ["terms"])
    headers = {name: page} | ({"HX-Request": "true"} if name.startswith("HX") else {})
    answer = client.post("/wallet/refill/", headers=headers)
    goal = answer.get("HX-Redirect") or answer["Location"]
    assert goal == "/settings/documents/?next=%2F"


def test_a_path_of_this_site_is_kept() -> None:
    assert path_here("/wallet/?p=2", "/") == "/wallet/?p=2"
