"""A NUL can be sent but not stored: each way of sending one is answered, and none is a fault."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import Player
from tests import factories
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db
SENTENCE = "a character that we cannot take"


@pytest.mark.parametrize("path", ["/wallet/of/%00/", "/wallet/?p=%00", "/?%00=1"])
def test_a_player_is_told_in_the_clothes_of_the_site(path: str) -> None:
    answer = factories.client(factories.player()).get(path)
    assert answer.status_code == 400
    assert SENTENCE in answer.content.decode()
    assert 'class="site-header' in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    ["games/round/?game=%00", "wallet/transfer/?cause=%00", "accounts/player/?q=%00", "x%00/"],
)
def test_no_list_of_the_console_fails(path: str) -> None:
    answer = console(member()).get(f"/console/{path}")
    assert answer.status_code == 400
    assert SENTENCE in answer.content.decode()


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_a_form_of_a_visitor_is_refused(path: str) -> None:
    assert Client().post(path, {"login": "a\0b", "email": "a\0b"}).status_code == 400


def test_a_form_of_a_player_changes_nothing() -> None:
    player = factories.player()
    sent = urlencode({"display_name": "A\0B", "time_zone": "UTC"})
    kind = "application/x-www-form-urlencoded"
    answer = factories.client(player).post("/settings/", sent, content_type=kind)
    assert answer.status_code == 400
    assert Player.objects.get(pk=player.pk).display_name == player.display_name


def test_a_fragment_is_told_among_the_messages_of_its_page() -> None:
    client = factories.client(factories.player())
    answer = client.post("/preferences/", {"name": "\0"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (400, "#messages")


def test_a_session_cookie_with_one_is_nobodys() -> None:
    client = Client(headers={"cookie": 'sessionid="' + r"\000" * 32 + '"'})
    assert client.get("/wallet/")["Location"].startswith("/accounts/login/")
