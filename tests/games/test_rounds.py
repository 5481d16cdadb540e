"""Rounds: dealt, played, taken back, ended; money and cards always agree with the log."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import positions, services, settlement
from games.catalogue import FUN, MONEY, THREE_CARD_SOLITAIRE
from games.log import entries
from games.models import Deal, Move, Round
from games.refusals import (
    AskFirst,
    FinishDue,
    HasEnded,
    NoCommitment,
    NotEnoughMoney,
    NotNow,
    Refused,
    RoundOpen,
    Stale,
    TooSoon,
)
from games.rules import states
from tests import factories, strategies
from wallet import ledger
from wallet.models import Transfer

pytestmark = pytest.mark.django_db
PRICE = 5
BET = 52 * PRICE


def wallet(player, currency="EUR"):
    return ledger.balances(player=player, currency=currency)


def play_on(player, at, strategy, steps=400):
    """Play a strategy from a position, with the position after each move."""
    for _ in range(steps):
        move = strategy(at.view, at.moves)
        if move is None or not at.round.is_open:
            return at
        at = services.move(player=player, round_id=at.round.pk, at=at.round.entries, notation=move)
    return at


def ended(player, at, way="collect"):
    return services.end(
        player=player, round_id=at.round.pk, at=at.round.entries, way=way, sure=True
    )


def test_a_deal_stakes_52_prices_and_a_collect_pays_3_for_each_card_up():
    player = factories.player(money=10_000)
    at = factories.dealt(player, price=PRICE)
    assert wallet(player) == (10_000 - BET, BET, 0)
    at = play_on(player, at, strategies.greedy)
    up = at.view.fact("up")
    at = ended(player, at)
    assert at.round.outcome == "collect"
    assert at.round.returned == 3 * PRICE * up
    assert wallet(player) == (10_000 - BET + 3 * PRICE * up, 0, 0)


def test_the_commitment_stands_before_the_stake_and_counts_without_gaps():
    player = factories.player()
    for nonce in (1, 2, 3):
        offer = services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=FUN)
        assert offer.nonce == nonce
        assert offer == services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=FUN)
        factories.dealt(player, currency=FUN, end_old=True)
        assert Deal.objects.get(pk=offer.pk).client_seed is not None


def test_a_repeated_deal_answers_with_the_same_round():
    player = factories.player(money=10_000)
    offer = services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
    rounds = [
        services.deal(
            player=player,
            entry=THREE_CARD_SOLITAIRE,
            currency=MONEY,
            deal_id=offer.pk,
            client_seed=seed,
            bets={"card price": PRICE},
        ).round
        for seed in (b"one", b"two")
    ]
    assert rounds[0] == rounds[1]
    assert wallet(player).in_play == BET


@pytest.mark.parametrize("price", [0, -5, 3, 2001, True, 5.0, "5", None])
def test_a_price_that_the_table_does_not_offer_is_refused(price):
    player = factories.player(money=10_000)
    with pytest.raises(Refused), transaction.atomic():
        factories.dealt(player, price=price)
    assert wallet(player) == (10_000, 0, 0)
    assert not Round.objects.exists()


@pytest.mark.parametrize("seed", [b"", b"x" * 65])
def test_a_client_seed_has_1_to_64_bytes(seed):
    with pytest.raises(Refused, match="1 to 64 bytes"):
        factories.dealt(factories.player(), client_seed=seed)


def test_another_players_commitment_is_none():
    mine, other = factories.player(), factories.player()
    offer = services.commitment(player=other, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
    with pytest.raises(NoCommitment):
        services.deal(
            player=mine,
            entry=THREE_CARD_SOLITAIRE,
            currency=MONEY,
            deal_id=offer.pk,
            client_seed=b"x",
            bets={"card price": PRICE},
        )


def test_too_little_money_deals_nothing_and_says_what_is_missing():
    player = factories.player(money=100)
    with pytest.raises(NotEnoughMoney) as refusal:
        factories.dealt(player, price=PRICE)
    assert refusal.value.missing == BET - 100
    assert wallet(player) == (100, 0, 0)
    assert services.current(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY) is None


def test_an_open_money_round_is_in_the_way_and_an_open_fun_round_is_asked_about():
    player = factories.player()
    factories.dealt(player)
    with pytest.raises(RoundOpen):
        factories.dealt(player)
    old = factories.dealt(player, currency=FUN)
    with pytest.raises(AskFirst):
        factories.dealt(player, currency=FUN)
    new = factories.dealt(player, currency=FUN, end_old=True)
    old = services.look(player=player, round_id=old.round.pk)
    assert (old.round.outcome, old.round.returned) == ("give up", 0)
    assert new.round.is_open


def test_money_deals_keep_the_delay_of_the_profile_and_fun_deals_wait_for_nothing(settings):
    settings.JURISDICTION = "strict"
    player = factories.player()
    ended(player, factories.dealt(player))
    with pytest.raises(TooSoon) as refusal:
        factories.dealt(player)
    assert 1 <= refusal.value.seconds <= 5
    factories.dealt(player, currency=FUN)
    factories.dealt(player, currency=FUN, end_old=True)


def test_a_stale_move_is_refused_and_changes_nothing():
    player = factories.player()
    at = factories.dealt(player)
    after = services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
    with pytest.raises(Stale):
        services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
    assert services.look(player=player, round_id=at.round.pk).view == after.view


@pytest.mark.parametrize("notation", ["", "x", "w>t9", "draw ", "t1:99>t2", "redeal", "w>f", "é"])
def test_what_is_no_move_now_is_refused_and_changes_nothing(notation):
    player = factories.player()
    at = factories.dealt(player)
    with pytest.raises(NotNow):
        services.move(player=player, round_id=at.round.pk, at=0, notation=notation)
    assert services.look(player=player, round_id=at.round.pk).view == at.view
    assert not Move.objects.exists()


def test_another_players_round_does_not_exist():
    at = factories.dealt(factories.player())
    other = factories.player()
    for attempt in (
        lambda: services.look(player=other, round_id=at.round.pk),
        lambda: services.move(player=other, round_id=at.round.pk, at=0, notation="draw"),
        lambda: services.undo(player=other, round_id=at.round.pk, at=0),
        lambda: services.end(player=other, round_id=at.round.pk, at=0, way="collect"),
    ):
        with pytest.raises(Round.DoesNotExist):
            attempt()


def test_undo_goes_back_to_the_last_reveal_and_is_an_entry_of_the_log():
    player = factories.player()
    at = factories.dealt(player)
    at = services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
    with pytest.raises(Refused, match="nothing to take back"):
        services.undo(player=player, round_id=at.round.pk, at=1)


def test_undo_reaches_further_back_than_the_round_keeps():
    player = factories.player()
    options = {**THREE_CARD_SOLITAIRE.options, "undo": "without limit"}
    entry = replace(THREE_CARD_SOLITAIRE, options=options)
    at = factories.dealt(player, entry=entry)
    views = [at.view]
    for _ in range(2 * positions.KEPT_STATES):
        move = "draw" if "draw" in at.moves else "redeal"
        at = services.move(player=player, round_id=at.round.pk, at=at.round.entries, notation=move)
        views.append(at.view)
    while at.can_undo:
        assert at.view == views.pop()
        at = services.undo(player=player, round_id=at.round.pk, at=at.round.entries)
    assert views == [at.view]


@pytest.mark.parametrize("number", range(6))
def test_replay_equals_the_kept_table_at_every_entry_undos_included(number):
    player = factories.player()
    at = factories.dealt(player, seed=number.to_bytes(96, "big"), currency=FUN)
    choose = strategies.random(number)
    seen = [at.state]
    for step in range(150):
        move = choose(at.view, at.moves)
        if step % 3 == 2 and at.can_undo:
            at = services.undo(player=player, round_id=at.round.pk, at=at.round.entries)
        elif move is None:
            break
        else:
            at = services.move(
                player=player, round_id=at.round.pk, at=at.round.entries, notation=move
            )
        seen.append(positions.kept(Round.objects.get(pk=at.round.pk)).state)
    round = at.round
    assert seen == list(states(round.rules, positions.deck(round), round.options, entries(round)))


def test_a_collect_with_moves_left_asks_once():
    player = factories.player()
    at = factories.dealt(player)
    with pytest.raises(AskFirst):
        services.end(player=player, round_id=at.round.pk, at=0, way="collect")
    assert ended(player, at).round.outcome == "collect"


def test_a_repeated_collect_pays_once_and_a_move_after_it_is_refused():
    player = factories.player()
    at = factories.dealt(player)
    first = ended(player, at)
    again = ended(player, at)
    assert first.round.ended_at == again.round.ended_at
    with pytest.raises(HasEnded):
        services.move(player=player, round_id=at.round.pk, at=1, notation="draw")
    assert Transfer.objects.filter(cause=at.round.cause).count() == 2


def test_a_way_to_end_that_the_game_does_not_have_is_refused():
    player = factories.player()
    at = factories.dealt(player)
    for way in ("give up", "void", "expire", "nonsense"):
        with pytest.raises(Refused):
            services.end(player=player, round_id=at.round.pk, at=0, way=way, sure=True)


@pytest.fixture
def decided():
    """A round in which nothing is left to decide, with its player."""
    player = factories.player(money=10_000)
    at = factories.dealt(player, seed=strategies.winning_seed(), price=PRICE)
    at = play_on(player, at, strategies.greedy)
    assert at.round.finish_due
    return player, at


def test_while_a_finish_is_due_moves_are_refused(decided):
    player, at = decided
    number = at.round.entries
    for attempt in (
        lambda: services.move(player=player, round_id=at.round.pk, at=number, notation="t1>f"),
        lambda: services.undo(player=player, round_id=at.round.pk, at=number),
        lambda: ended(player, at),
    ):
        with pytest.raises(FinishDue):
            attempt()


def test_the_sweep_finishes_a_decided_round_once_and_pays_the_greatest_win(decided):
    player, at = decided
    assert settlement.sweep()["finished"] == 1
    assert settlement.sweep()["finished"] == 0
    assert settlement.finish_round(at.round.pk) is False
    done = services.look(player=player, round_id=at.round.pk)
    assert (done.round.outcome, done.view.fact("up")) == ("won", 52)
    assert done.round.returned == 156 * PRICE
    assert wallet(player) == (10_000 - BET + 156 * PRICE, 0, 0)


def test_a_round_untouched_for_30_days_is_collected():
    player = factories.player(money=10_000)
    at = play_on(player, factories.dealt(player, price=PRICE), strategies.greedy, steps=12)
    up = at.view.fact("up")
    assert settlement.sweep()["expired"] == 0
    Round.objects.filter(pk=at.round.pk).update(touched_at=timezone.now() - timedelta(days=31))
    assert settlement.sweep()["expired"] == 1
    assert settlement.sweep()["expired"] == 0
    done = services.look(player=player, round_id=at.round.pk)
    assert (done.round.outcome, done.round.returned) == ("expire", 3 * PRICE * up)
    assert entries(done.round)[-1] == ("house", "expire")


def test_a_void_round_gives_the_stake_back():
    player = factories.player(money=10_000)
    at = factories.dealt(player)
    assert settlement.void_round(at.round.pk) is True
    assert settlement.void_round(at.round.pk) is False
    assert wallet(player) == (10_000, 0, 0)


def test_nothing_is_paid_when_the_kept_table_is_not_the_replay():
    player = factories.player()
    at = factories.dealt(player)
    round = Round.objects.select_related("deal").get(pk=at.round.pk)
    kept = positions.kept(round)
    better = kept.state._replace(foundations=(13, 13, 13, 13))
    positions.keep(round, kept._replace(state=better))
    round.save(update_fields=["kept"])
    with pytest.raises(positions.Mismatch):
        ended(player, at)
    assert services.look(player=player, round_id=at.round.pk).round.is_open


def test_a_kept_table_copied_from_another_entry_is_refused():
    from games.encryption import Tampered

    player = factories.player()
    at = factories.dealt(player)
    old = Round.objects.get(pk=at.round.pk).kept
    services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
    Round.objects.filter(pk=at.round.pk).update(kept=old)
    with pytest.raises(Tampered):
        services.look(player=player, round_id=at.round.pk)


def test_the_database_refuses_to_change_logs_deals_and_ended_rounds():
    player = factories.player()
    at = factories.dealt(player)
    services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
    number = at.round.pk
    ended(player, services.look(player=player, round_id=number))
    for statement in (
        "UPDATE games_move SET notation = 'w>f'",
        "DELETE FROM games_move",
        "TRUNCATE games_move",
        "UPDATE games_deal SET client_seed = 'x' WHERE client_seed IS NOT NULL",
        "UPDATE games_deal SET commitment = 'x'",
        "DELETE FROM games_deal",
        f"UPDATE games_round SET returned = 5 WHERE id = {number}",
        f"UPDATE games_round SET ended_at = NULL, outcome = '' WHERE id = {number}",
        "DELETE FROM games_round",
    ):
        with pytest.raises(Exception) as refusal, transaction.atomic():
            connection.cursor().execute(statement)
        assert "permission denied" in str(refusal.value) or isinstance(
            refusal.value, IntegrityError
        ), statement


@pytest.mark.django_db(transaction=True)
def test_a_committed_move_and_a_changed_balance_are_signalled_to_listeners(app_dsn):
    import psycopg

    player = factories.player()
    with psycopg.connect(app_dsn, autocommit=True) as listener:
        listener.execute("LISTEN fairdeal")
        at = factories.dealt(player)
        services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
        heard = [signal.payload for signal in listener.notifies(timeout=2, stop_after=3)]
    assert f"{player.pk} round:{at.round.pk} 1" in heard
    assert any(each.startswith(f"{player.pk} balance:EUR ") for each in heard)
