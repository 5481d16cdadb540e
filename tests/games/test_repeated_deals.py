"""A deal asked for twice: a double click has its round, and nothing else is said to be dealt."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import services
from games.catalogue import FUN, ROYAL_PARADE, THREE_CARD_SOLITAIRE
from games.models import Round
from games.refusals import NoCommitment
from tests import factories

pytestmark = pytest.mark.django_db
DEAL = reverse("games:deal", args=["three-card-solitaire", "fun"])


@pytest.fixture
def player() -> Player:
    return factories.player()


@pytest.fixture
def form(player: Player) -> dict[str, str]:
    """The stake panel's form, as two tabs hold it."""
    offer = services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=FUN)
    return {"deal_id": str(offer.pk), "client_seed": "0f" * 16, "card_price": "5"}


@pytest.fixture
def browser(player: Player) -> Client:
    return factories.client(player)


def said(answer: HttpResponse) -> str:
    return answer.content.decode()


def posted(browser: Client, form: dict[str, str], **changed: str) -> str:
    return said(browser.post(DEAL, {**form, **changed}, headers={"hx-request": "true"}))


def test_a_double_click_is_dealt_once_and_told_so_twice(
    browser: Client, form: dict[str, str]
) -> None:
    assert "Dealt. Good luck." in posted(browser, form)
    assert "Dealt. Good luck." in posted(browser, form, client_seed="0a" * 16)
    assert Round.objects.count() == 1


def test_a_deal_whose_round_has_ended_in_another_tab_is_not_said_to_be_dealt(
    browser: Client, player: Player, form: dict[str, str]
) -> None:
    posted(browser, form)
    round = Round.objects.get()
    services.end(player=player, round_id=round.pk, at=round.entries, way="collect", sure=True)
    page = posted(browser, form)
    assert "Dealt. Good luck." not in page
    assert "Please deal again." in page
    assert Round.objects.count() == 1


def test_other_bets_on_a_deal_that_is_dealt_are_refused_and_not_dropped(
    browser: Client, form: dict[str, str]
) -> None:
    posted(browser, form)
    page = posted(browser, form, card_price="100")
    assert "Dealt. Good luck." not in page
    assert "Please deal again." in page
    assert Round.objects.get().bets == {"card price": 5}


def test_a_deal_that_another_tab_has_played_on_is_not_said_to_be_dealt(
    browser: Client, player: Player, form: dict[str, str]
) -> None:
    posted(browser, form)
    round = Round.objects.get()
    services.move(player=player, round_id=round.pk, at=round.entries, notation="draw")
    assert "Dealt. Good luck." not in posted(browser, form)


def test_other_rule_options_on_a_deal_that_is_dealt_are_refused(player: Player) -> None:
    offer = services.commitment(player=player, entry=ROYAL_PARADE, currency=FUN)
    deal: dict[str, Any] = {
        "player": player,
        "entry": ROYAL_PARADE,
        "currency": FUN,
        "deal_id": offer.pk,
        "client_seed": b"seed",
        "bets": {},
    }
    made = services.deal(**deal)
    assert services.deal(**deal).round == made.round
    name = ROYAL_PARADE.choices[0]
    other = next(v for v in ROYAL_PARADE.rules.OPTIONS[name] if v != made.round.options[name])
    with pytest.raises(NoCommitment):
        services.deal(**deal, options={name: other})
