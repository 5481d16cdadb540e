"""Two tabs, double clicks and crossing requests: real threads on real connections."""

import os
import threading
from collections.abc import Callable

import pytest
from django.db import connection

from games import services, settlement
from games.catalogue import MONEY, THREE_CARD_SOLITAIRE
from games.models import Deal, Move, Round
from games.refusals import Refused
from tests import factories, strategies
from wallet import ledger, proof
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)
PRICE = 5
# All of it in the long run, a tenth where every commit waits for it.
REPEATS = 200 if os.environ.get("FAIRDEAL_SOAK") else 20


def at_once(*tasks: Callable[[], object]) -> list[object]:
    """Run the tasks in threads of their own, started together; results or refusals, in order."""
    results: list[object] = [None] * len(tasks)
    start = threading.Barrier(len(tasks))

    def run(number: int, task: Callable[[], object]) -> None:
        start.wait()
        try:
            results[number] = task()
        except Exception as failure:
            results[number] = failure
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def deal_of(player, offer, seed=b"seed"):
    return lambda: services.deal(
        player=player,
        entry=THREE_CARD_SOLITAIRE,
        currency=MONEY,
        deal_id=offer.pk,
        client_seed=seed,
        bets={"card price": PRICE},
    )


def collect_of(player, round_id, at):
    return lambda: services.end(player=player, round_id=round_id, at=at, way="collect", sure=True)


def only_refusals(results):
    return [r for r in results if isinstance(r, Exception) and not isinstance(r, Refused)]


def books_are_right():
    assert proof.findings(settlement.in_play()) == []


def test_twenty_deals_with_money_for_one_make_one_round():
    player = factories.player(money=52 * PRICE)
    offer = services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
    results = at_once(*[deal_of(player, offer, bytes([n])) for n in range(1, 21)])
    assert {result.round.pk for result in results} == {Round.objects.get().pk}
    assert ledger.balances(player=player, currency="EUR") == (0, 52 * PRICE, 0)
    books_are_right()


def test_commitments_asked_for_at_once_are_one():
    player = factories.player()
    ask = lambda: services.commitment(  # noqa: E731
        player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY
    )
    assert len({offer.pk for offer in at_once(*[ask] * 12)}) == 1
    assert Deal.objects.get().nonce == 1


def test_twenty_collects_pay_once():
    player = factories.player(money=10_000)
    at = factories.dealt(player, price=PRICE, seed=strategies.winning_seed())
    for _ in range(10):
        move = strategies.greedy(at.view, at.moves)
        at = services.move(player=player, round_id=at.round.pk, at=at.round.entries, notation=move)
    results = at_once(*[collect_of(player, at.round.pk, at.round.entries)] * 20)
    assert only_refusals(results) == []
    up = at.view.fact("up")
    assert up > 0
    assert ledger.balances(player=player, currency="EUR").wallet == (
        10_000 - 52 * PRICE + 3 * PRICE * up
    )
    assert Transfer.objects.filter(cause=at.round.cause, kind="win").count() == 1
    books_are_right()


def test_deal_and_collect_crossing_each_other_never_deadlock():
    player = factories.player(money=5_000_000)
    at = factories.dealt(player, price=PRICE)
    for _ in range(REPEATS):
        offer = services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
        results = at_once(
            collect_of(player, at.round.pk, at.round.entries),
            deal_of(player, offer),
            collect_of(player, at.round.pk, at.round.entries),
            deal_of(player, offer),
        )
        assert only_refusals(results) == []
        at = services.current(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
        if at is None:
            at = factories.dealt(player, price=PRICE)
    books_are_right()


def test_a_double_click_plays_one_move():
    player = factories.player()
    at = factories.dealt(player)
    draw = lambda: services.move(  # noqa: E731
        player=player, round_id=at.round.pk, at=0, notation="draw"
    )
    results = at_once(draw, draw, draw)
    assert sum(isinstance(result, Refused) for result in results) == 2
    assert Move.objects.filter(round=at.round).count() == 1


def test_worker_and_sweep_at_once_pay_a_decided_round_once():
    player = factories.player(money=10_000)
    at = factories.dealt(player, seed=strategies.winning_seed(), price=PRICE)
    while not at.round.finish_due:
        move = strategies.greedy(at.view, at.moves)
        at = services.move(player=player, round_id=at.round.pk, at=at.round.entries, notation=move)
    finish = lambda: settlement.finish_round(at.round.pk)  # noqa: E731
    results = at_once(finish, settlement.sweep, finish, settlement.sweep, finish)
    assert only_refusals(results) == []
    assert Transfer.objects.filter(cause=at.round.cause, kind="win").count() == 1
    assert ledger.balances(player=player, currency="EUR").wallet == 10_000 + (156 - 52) * PRICE
    books_are_right()
