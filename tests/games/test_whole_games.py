"""Whole games over HTTP: page and server always agree, and every cent is where it belongs."""

import os

import pytest
from django.urls import reverse

from games import positions, services, settlement
from games.catalogue import FUN, MONEY, THREE_CARD_SOLITAIRE
from games.log import entries
from games.models import Round
from games.rules import states
from tests import factories, strategies
from tests.page import Page, differences
from wallet import ledger, proof

pytestmark = pytest.mark.django_db
GAMES = 200 if os.environ.get("FAIRDEAL_SOAK") else 20
HTMX = {"hx-request": "true"}
START = 1_000_000


@pytest.fixture(scope="module")
def seeds():
    """One deck that greedy play wins, and others as they come."""
    return [strategies.winning_seed(), *(n.to_bytes(96, "big") for n in range(1, GAMES))]


def table(browser, player, round_id, kept):
    """The page, which must show what the server knows; the state is kept for the replay."""
    page = Page(
        browser.get(reverse("games:table", args=["three-card-solitaire", "money"])).content.decode()
    )
    at = services.look(player=player, round_id=round_id)
    assert differences(page, at.view) == []
    kept.append(at.state)
    return at


def play(browser, player, strategy):
    """Deal with money and play the strategy to its end; the round and its states."""
    offer = services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
    deal = reverse("games:deal", args=["three-card-solitaire", "money"])
    form = {"deal_id": offer.pk, "client_seed": "00" * 16, "card_price": 5}
    assert browser.post(deal, form, headers=HTMX).status_code == 200
    round_id = Round.objects.open().get(player=player).pk
    kept = []
    at = table(browser, player, round_id, kept)
    steps = 0
    while (move := strategy(at.view, at.moves)) is not None and steps < 250:
        form = {"at": at.round.entries, "move": move}
        if steps % 7 == 6 and at.can_undo:
            answer = browser.post(reverse("games:undo", args=[round_id]), form, headers=HTMX)
        else:
            answer = browser.post(reverse("games:moves", args=[round_id]), form, headers=HTMX)
        page = Page(answer.content.decode())
        at = services.look(player=player, round_id=round_id)
        assert differences(page, at.view) == []
        assert page.at == at.round.entries
        kept.append(at.state)
        steps += 1
    if at.round.finish_due:
        settlement.sweep()
    elif at.round.is_open:
        form = {"at": at.round.entries, "way": "collect", "sure": "on"}
        browser.post(reverse("games:end", args=[round_id]), form, headers=HTMX)
    return services.look(player=player, round_id=round_id), kept


def test_games_end_settled_and_pay_three_prices_for_each_card_up(seeds, settings):
    settings.REQUEST_LIMITS = {}  # Nobody plays as quickly as this test.
    player = factories.player(money=START)
    browser = factories.client(player)
    balance = START
    for number, seed in enumerate(seeds):
        if number == 0:
            factories.committed(player, seed)
        strategy = strategies.greedy if number % 2 == 0 else strategies.random(number)
        at, kept = play(browser, player, strategy)
        round = at.round
        up = at.view.fact("up")
        assert not round.is_open
        assert round.returned == 3 * 5 * up
        balance += round.returned - 52 * 5
        assert ledger.balances(player=player, currency="EUR") == (balance, 0, 0)
        log = entries(round)
        replayed = list(states(round.rules, positions.deck(round), round.options, log))
        assert kept == replayed[: len(kept)]
    assert proof.findings(settlement.in_play()) == []


def test_fun_and_money_are_played_by_the_same_code_and_keep_their_books_apart():
    player = factories.player(money=START)
    for currency in (FUN, MONEY):
        at = factories.dealt(player, currency=currency)
        services.end(player=player, round_id=at.round.pk, at=0, way="collect", sure=True)
    assert ledger.balances(player=player, currency="EUR").wallet == START - 260
    assert ledger.balances(player=player, currency="FUN").wallet == 1_000_000 - 260
    assert proof.findings(settlement.in_play()) == []
