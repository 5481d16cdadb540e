"""Rummy in two tabs at once, and what no row tells: real threads, real connections."""

import pytest

from games import positions, services, settlement
from games.catalogue import MONEY, THREE_CARD_RUMMY
from games.models import Move, Round
from games.refusals import Refused
from games.rules import face_up
from tests import factories, rummy
from tests.games.test_races import at_once, books_are_right, only_refusals
from tests.games.test_secrecy import check_rows
from wallet import ledger
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)


def decision_of(player, at, notation):
    return lambda: rummy.decide(player, at, notation)


def deal_of(player, offer):
    return lambda: services.deal(
        player=player,
        entry=THREE_CARD_RUMMY,
        currency=MONEY,
        deal_id=offer.pk,
        client_seed=b"seed",
        bets={"ante": 500, "bonus": 100},
    )


def test_a_hand_dealt_twenty_times_at_once_is_one_hand():
    player = factories.player(money=1_100)
    offer = services.commitment(player=player, entry=THREE_CARD_RUMMY, currency=MONEY)
    results = at_once(*[deal_of(player, offer)] * 20)
    assert {result.round.pk for result in results} == {Round.objects.get().pk}
    assert len({result.view for result in results}) == 1
    assert ledger.balances(player=player, currency="EUR") == (0, 1_100, 0)
    books_are_right()


@pytest.mark.parametrize("notations", [["raise"] * 8, ["raise", "fold"] * 4])
def test_decisions_at_once_are_one_decision_and_one_settlement(notations):
    player = factories.player(money=50_000)
    at = rummy.dealt(player)
    results = at_once(*(decision_of(player, at, notation) for notation in notations))
    assert only_refusals(results) == []
    assert sum(isinstance(result, Refused) for result in results) == len(notations) - 1
    made = Move.objects.get(round=at.round)
    round = Round.objects.get()
    assert positions.position(round).view.fact("decision") == made.notation
    assert Transfer.objects.filter(cause=round.cause, kind="house").count() == 1
    after = ledger.balances(player=player, currency="EUR")
    assert after == (50_000 - round.staked + round.returned, 0, 0)
    books_are_right()


def test_raise_fold_expiry_and_the_next_deal_at_once_settle_once():
    player = factories.player(money=50_000)
    at = rummy.dealt(player)
    Round.objects.update(touched_at="2020-01-01T00:00:00Z")
    offer = services.commitment(player=player, entry=THREE_CARD_RUMMY, currency=MONEY)
    results = at_once(
        decision_of(player, at, "fold"),
        lambda: settlement.expire_round(at.round.pk),
        decision_of(player, at, "raise"),
        settlement.sweep,
        deal_of(player, offer),
    )
    assert only_refusals(results) == []
    assert Move.objects.filter(round=at.round).count() == 1
    assert Transfer.objects.filter(cause=at.round.cause, kind="house").count() == 1
    books_are_right()


def test_no_row_tells_a_card_of_the_dealer_before_the_decision():
    player = factories.player()
    at = rummy.dealt(player)
    deck = positions.deck(at.round)
    hidden = set(deck) - face_up(at.view)
    assert set(deck[3:6]) <= hidden
    check_rows(hidden)
