"""Wherever a round is named its mode is too: what was played is not only Klondike."""

from __future__ import annotations

import pytest
from django.test import Client

from games import services, sharing
from tests import factories, klondike

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    return factories.player()


@pytest.fixture
def browser(player):
    return factories.client(player)


@pytest.fixture
def ended(player):
    """A game of Vegas, Hard, that was played and given up."""
    round = klondike.dealt(player, mode="vegas-hard").round
    klondike.move(player, round.pk, "draw")
    services.end(player=player, round_id=round.pk, at=1, way="give up", sure=True)
    return round


@pytest.mark.parametrize(
    "page", ["/rounds/", "/rounds/{}/replay/", "/rounds/{}/proof/", "/shared/", "/"]
)
def test_pages_of_a_round_name_its_mode(browser, player, ended, page):
    sharing.share(player=player, round_id=ended.pk)
    assert "Klondike: Vegas, Hard" in browser.get(page.format(ended.pk)).content.decode()


def test_a_shared_round_names_its_mode(player, ended):
    link = sharing.share(player=player, round_id=ended.pk)
    assert "Klondike: Vegas, Hard" in Client().get(f"/shared/{link.token}/").content.decode()


def test_the_figures_of_a_mode_are_headed_by_it_even_if_no_other_was_played(browser, ended):
    page = browser.get("/statistics/klondike/vegas-hard/").content.decode()
    assert "<h1>Klondike: Vegas, Hard</h1>" in page


def test_the_proof_of_a_free_game_names_no_stake_and_that_of_a_deal_played_again_says_so(
    browser, player
):
    first = klondike.dealt(player).round
    klondike.move(player, first.pk, "draw")
    again = services.restart(player=player, round_id=first.pk, at=1, sure=True).round
    assert "is being played again" in browser.get(f"/rounds/{first.pk}/proof/").content.decode()
    open_still = browser.get(f"/rounds/{again.pk}/proof/").content.decode()
    assert "is shown when the game has ended" in open_still
    assert "Stake" not in open_still
