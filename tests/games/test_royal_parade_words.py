"""What Royal Parade says where its options differ: the opening, the rules, the end of the moves."""

import pytest
from django.urls import reverse

from games import services, words
from games.rules.royal_parade_table import OPTIONS
from tests import factories, parade

pytestmark = pytest.mark.django_db
TABLE = reverse("games:table", args=["royal-parade", "fun"])


@pytest.fixture
def player():
    return factories.player()


def opened_with_an_ace(player):
    """A game in which the house discarded aces at the opening."""
    for number in range(1, 60):
        position = parade.dealt(player, number.to_bytes(96, "big"), aces="by the house")
        if position.view.pile("x"):
            return position
        at = position.round.entries
        services.end(player=player, round_id=position.round.pk, at=at, way="give up", sure=True)
    raise AssertionError("No deal opens with an ace.")


@pytest.mark.parametrize(
    ("again", "start"), [(False, "Dealt."), (True, "The same cards are dealt again.")]
)
def test_aces_discarded_at_the_opening_are_told(player, again, start):
    view = opened_with_an_ace(player).view
    told = words.dealt(view, again=again)
    assert told.startswith(start)
    assert all(words.card(ace) in told for ace in view.pile("x"))
    assert "Discarded by the house: Ace of" in told


def test_a_restart_tells_of_the_aces_on_the_table(player):
    first = opened_with_an_ace(player).round
    form = {"at": first.entries, "sure": "on"}
    url = reverse("games:restart", args=[first.pk])
    answer = factories.client(player).post(url, form, headers={"hx-request": "true"})
    assert "dealt again. Discarded by the house: Ace of" in answer.content.decode()


def test_an_opening_without_an_ace_tells_of_none(player):
    assert words.dealt(parade.dealt(player).view) == "Dealt. Good luck."


@pytest.mark.parametrize("aces", OPTIONS["aces"])
@pytest.mark.parametrize("fill", OPTIONS["fill"])
def test_help_tells_the_rules_of_the_game_in_play(player, fill, aces):
    parade.dealt(player, fill=fill, aces=aces)
    page = factories.client(player).get(f"{TABLE}?open=help").content.decode()
    assert ("filled from the stock at once." in page) == (fill == "at once")
    assert ("waits for the next deal." in page) == (fill == "next deal")
    assert ("the house discards each ace" in page) == (aces == "by the house")


def test_the_page_of_the_rules_tells_both_ways(client):
    page = client.get("/games/royal-parade/").content.decode()
    assert "at once, or waits for the next deal: that is chosen" in page
    assert "you or the house, is chosen" in page


def test_who_is_stuck_is_told_what_is_left_to_do(player):
    round = parade.dealt(player, parade.STUCK).round
    parade.advanced(player, parade.STUCK, 0)
    position = services.look(player=player, round_id=round.pk)
    assert position.stuck
    page = factories.client(player).get(TABLE).content.decode()
    assert words.stuck(position.view, position.can_undo) in page


@pytest.mark.parametrize("can_undo", [True, False])
def test_moves_are_to_be_taken_back_only_where_they_can(player, can_undo):
    view = parade.dealt(player).view
    told = words.stuck(view, can_undo)
    assert ("Take moves back" in told) == can_undo
    assert "tart the same deal again, or give up." in told
