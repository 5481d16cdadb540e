"""Winnable deals: committed to in advance, won by the solver, taken once, secret to the end."""

import threading

import pytest
from django.db import connection

from games import dealing, proofs, services, solvers, verdicts, winnable
from games.catalogue import FUN, KLONDIKE
from games.models import Deal, Pool, Verdict
from games.refusals import EmptyPool
from games.rules import klondike, replay
from tests import factories, pools


@pytest.fixture
def small(settings):
    """Pools of one deal, empty at first."""
    settings.WINNABLE_POOL = 1


def wanted(of, mode="standard-easy", **more):
    """A winnable deal by the service, as a press of Deal asks for it."""
    offer = services.commitment(player=of, entry=KLONDIKE, currency=FUN)
    return services.deal(
        player=of,
        entry=KLONDIKE,
        currency=FUN,
        deal_id=offer.pk,
        client_seed=factories.CLIENT_SEED,
        bets={},
        mode=mode,
        **more,
    )


@pytest.mark.django_db
def test_the_solver_fills_a_pool_for_each_level_with_decks_that_its_lines_win(small):
    while winnable.lacking():
        solvers.work()
    assert {(rules.key, rules.waiting) for rules in winnable.pools()} == {
        ("back=yes, draw=1, passes=unlimited", 1),
        ("back=yes, draw=1, passes=3", 1),
    }
    for deal in Deal.objects.filter(kind="winnable"):
        options = pools.VEGAS_EASY if "passes=3" in deal.solved_for else pools.EASY
        deck = dealing.deck("klondike", deal.seed(), b"", 0, options)
        line = [("player", notation) for notation in verdicts.kept_line(deal)]
        assert klondike.over(replay(klondike, deck, options, line).state) == "won"
        assert deal.commitment == dealing.commitment(deal.seed())
        assert (deal.player, deal.dealt_at) == (None, None)
    # Now they are full, and are left alone until one is taken.
    assert solvers.work() == {"verdicts": 0, "winnable deals": 0}
    taken = winnable.take(player=factories.player(), entry=KLONDIKE, options=pools.EASY)
    assert winnable.lacking().key == taken.solved_for


@pytest.mark.django_db
def test_a_winnable_deal_is_dealt_as_it_was_committed_and_its_line_stays_shut():
    (deal,) = pools.add()
    player = factories.player()
    at = wanted(player)
    assert at.round.deal == deal
    assert (at.round.deal.commitment, at.round.deal.player) == (deal.commitment, player)
    with pytest.raises(verdicts.NotAsked):
        verdicts.ask(player=player, round_id=at.round.pk)
    with pytest.raises(proofs.NotRevealed):
        proofs.proof(at.round)
    # No column of the deal holds a card or a move that can be read.
    row = Deal.objects.filter(pk=deal.pk).values().get()
    kept = [bytes(value) for value in row.values() if isinstance(value, bytes | memoryview)]
    assert len(kept) == 3
    assert not any(word in text for text in kept for word in (b"draw", b">f", b"t1"))


@pytest.mark.django_db
def test_the_line_that_chose_the_deck_is_the_answer_once_the_game_has_ended():
    pools.add()
    player = factories.player()
    at = wanted(player)
    services.end(player=player, round_id=at.round.pk, at=0, way="give up", sure=True)
    verdict = verdicts.ask(player=player, round_id=at.round.pk)
    assert verdict.state == Verdict.State.SOLVABLE
    assert verdict.notations == list(pools.won(0)[1])


@pytest.mark.django_db
def test_an_empty_pool_says_so_and_any_other_deal_is_dealt():
    player = factories.player()
    with pytest.raises(EmptyPool):
        wanted(player)
    at = wanted(player, any_deal=True)
    assert at.round.deal.kind == "own"


@pytest.mark.django_db
def test_rules_that_somebody_asked_for_get_a_pool_of_their_own():
    player = factories.player()
    offer = services.commitment(player=player, entry=KLONDIKE, currency=FUN)
    rules = {"mode": "custom", "option_deals": "winnable", "option_draw": "3"}
    form = {"deal_id": offer.pk, "client_seed": "00" * 16, **rules}
    page = factories.client(player).post("/play/klondike/fun/deal/", form).content.decode()
    assert "No winnable deal is ready" in page
    assert Pool.objects.get().rules == "back=yes, draw=3, passes=unlimited"
    assert "back=yes, draw=3, passes=unlimited" in {rules.key for rules in winnable.pools()}


@pytest.mark.django_db(transaction=True)
def test_two_players_who_ask_at_once_never_get_the_same_deal():
    pools.add(2)
    players = [factories.player() for _ in range(4)]
    start = threading.Barrier(len(players))
    got = []

    def take(player):
        start.wait()
        deal = winnable.take(player=player, entry=KLONDIKE, options=pools.EASY)
        got.append(deal and deal.pk)
        connection.close()

    threads = [threading.Thread(target=take, args=[player]) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    dealt = [pk for pk in got if pk]
    assert len(dealt) == len(set(dealt)) == 2
