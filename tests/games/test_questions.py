"""A question of the table without a script: a page that asks, and sends all that was filled in."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import Player
from games import services
from games.catalogue import FUN, ROYAL_PARADE
from games.models import Round
from tests import factories, parade

pytestmark = pytest.mark.django_db
TABLE = reverse("games:table", args=["royal-parade", "fun"])
DEAL = reverse("games:deal", args=["royal-parade", "fun"])


@pytest.fixture
def player() -> Player:
    return factories.player()


@pytest.fixture
def browser(player: Player) -> Client:
    return factories.client(player)


def ask_to_deal(browser: Client, player: Player) -> HttpResponse:
    """New deal is pressed while a game is in play; the page has two places for a typed seed."""
    parade.dealt(player)
    offer = services.commitment(player=player, entry=ROYAL_PARADE, currency=FUN)
    return browser.post(
        DEAL, {"deal_id": offer.pk, "own_seed": ["“mine”", ""], "client_seed": ""}, follow=True
    )


def sent_by(page: str) -> tuple[str, dict[str, str]]:
    """Where the form of the page leads, and its hidden fields."""
    form = re.search(r'<form method="post" action="(/play[^"]*)">(.*?)</form>', page, re.S)
    assert form, "the page asks nothing"
    action, inside = form.groups()
    return action, dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', inside))


def test_a_new_deal_over_a_game_in_play_can_be_confirmed_without_a_script(
    browser: Client, player: Player
) -> None:
    page = ask_to_deal(browser, player).content.decode()
    assert "A new deal ends it as lost." in page
    action, fields = sent_by(page)
    answer = browser.post(action, fields, follow=True)
    assert "Dealt. Good luck." in answer.content.decode()
    old, new = Round.objects.order_by("pk")
    assert (old.outcome, new.outcome) == ("give up", "")
    assert bytes(new.deal.client_seed).decode() == "“mine”"


def test_the_question_says_its_own_way_back_and_does_nothing_by_itself(
    browser: Client, player: Player
) -> None:
    page = ask_to_deal(browser, player).content.decode()
    assert f'href="{TABLE}"' in page
    assert Round.objects.get().is_open


@pytest.mark.parametrize(("name", "form"), [("end", {"way": "give up"}), ("restart", {})])
def test_the_end_and_a_restart_can_be_confirmed_without_a_script(
    browser: Client, player: Player, name: str, form: dict[str, str]
) -> None:
    round = parade.dealt(player).round
    address = reverse(f"games:{name}", args=[round.pk])
    page = browser.post(address, {"at": round.entries, **form}, follow=True).content.decode()
    assert f'action="{escape(address)}"' in page
    assert 'name="sure" value="on"' in page
