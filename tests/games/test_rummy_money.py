"""Hands of rummy and their money: what is staked, held, freed and returned, to the cent."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services, settlement
from games.catalogue import FUN, MONEY, THREE_CARD_RUMMY
from games.log import entries
from games.models import Round
from games.proofs import proof, verify
from games.refusals import HasEnded, NoCommitment, NotEnoughMoney, Refused, RoundOpen, Stale
from games.rules import three_card_rummy as rules
from tests import factories, rummy
from wallet import ledger
from wallet.models import Transfer

pytestmark = pytest.mark.django_db
START = 50_000


def wallet(player, currency="EUR"):
    return ledger.balances(player=player, currency=currency)


def transfers(round):
    """What a round has moved, by kind and line."""
    rows = Transfer.objects.filter(cause=round.cause).values_list("kind", "key", "amount")
    return {(kind, key.split(":", 2)[2]): amount for kind, key, amount in rows}


def test_a_deal_stakes_ante_and_bonus_and_holds_the_raise():
    player = factories.player(money=START)
    at = rummy.dealt(player, ante=500, bonus=100)
    assert (at.round.staked, at.round.reserved) == (600, 500)
    assert wallet(player) == (START - 1_100, 1_100, 0)
    assert transfers(at.round) == {("stake", "stake"): 600, ("reserve", "reserve"): 500}


@pytest.mark.parametrize("bonus", [0, 300])
@pytest.mark.parametrize(("outcome", "odds"), rummy.ENDINGS)
def test_every_line_of_a_settlement_adds_up_in_the_ledger(outcome, odds, bonus):
    player = factories.player(money=START)
    at = rummy.dealt(player, seed=rummy.seed_for(outcome, odds), ante=500, bonus=bonus)
    at = rummy.decide(player, at, rummy.decision(outcome))
    ante = {rules.FOLDED: 0, rules.LOSE: 0, rules.TIE: 500}.get(outcome, 1_000)
    raised = {rules.NOT_QUALIFIED: 500, rules.TIE: 500, rules.WIN: 500 * (1 + (odds or 0))}
    paid = at.view.fact("bonus_odds")
    side = 0 if outcome == rules.FOLDED or paid is None else bonus * (1 + paid)
    lines = {"ante": ante, "raise": raised.get(outcome, 0), "bonus": side}
    lines = {name: amount for name, amount in lines.items() if amount}
    assert at.round.lines == lines
    moved = transfers(at.round)
    assert {key[4:]: n for (kind, key), n in moved.items() if kind == "win"} == lines
    staked, held = moved[("stake", "stake")], moved[("reserve", "reserve")]
    freed = sum(amount for (kind, _), amount in moved.items() if kind == "release")
    assert freed == (500 if outcome == rules.FOLDED else 0)
    assert moved[("house", "house")] == staked + held - freed == at.round.staked
    assert wallet(player) == (START - staked - held + freed + sum(lines.values()), 0, 0)


def test_the_bonus_pays_for_a_hand_that_loses_to_the_dealer():
    seed = rummy.seed_of(
        lambda state: (
            rummy.ending(state, "raise")[0] == rules.LOSE
            and dict(rules.view(state).facts)["bonus_odds"] == 4
        )
    )
    player = factories.player(money=START)
    at = rummy.decide(player, rummy.dealt(player, seed=seed, ante=500, bonus=100), "raise")
    assert at.round.lines == {"bonus": 500}


@pytest.mark.parametrize("bets", [(5_000, 100), (2_600, 0), (2_500, 100)])
def test_opening_a_hand_needs_the_raise_too_and_says_what_is_missing(bets):
    ante, bonus = bets
    player = factories.player(money=5_000)
    with pytest.raises(NotEnoughMoney, match="Nothing was staked") as refusal:
        rummy.dealt(player, ante=ante, bonus=bonus)
    assert refusal.value.missing == 2 * ante + bonus - 5_000
    assert f"€{refusal.value.missing / 100:.2f}" in str(refusal.value)
    assert wallet(player) == (5_000, 0, 0)
    assert not Round.objects.exists()


def test_exactly_enough_for_ante_bonus_and_raise_opens_a_hand():
    player = factories.player(money=5_000)
    rummy.dealt(player, ante=2_400, bonus=200)
    assert wallet(player) == (0, 5_000, 0)


@pytest.mark.parametrize(
    ("ante", "bonus"),
    [
        (-500, 0), (0, 0), (50, 0), (99, 0), (550, 0), (10_100, 0), (500, -100), (500, 50),
        (500, 2_600), (500.5, 0), ("500", 0), (True, 0), (None, 0),
    ],
)  # fmt: skip
def test_a_stake_that_the_table_does_not_take_changes_nothing(ante, bonus):
    player = factories.player(money=START)
    with pytest.raises(Refused, match="whole number"):
        rummy.dealt(player, ante=ante, bonus=bonus)
    assert wallet(player) == (START, 0, 0)
    assert not Round.objects.exists()


def test_the_commitment_of_another_currency_deals_nothing():
    player = factories.player(money=START)
    place = {"player": player, "entry": THREE_CARD_RUMMY}
    offer = services.commitment(**place, currency=FUN)
    with pytest.raises(NoCommitment):
        services.deal(
            **place,
            currency=MONEY,
            deal_id=offer.pk,
            client_seed=b"x",
            bets={"ante": 500, "bonus": 0},
        )
    assert wallet(player) == (START, 0, 0)


@pytest.mark.parametrize("currency", [FUN, MONEY])
def test_an_undecided_hand_is_in_the_way_of_the_next_and_is_neither_collected_nor_given_up(
    currency,
):
    player = factories.player(money=START)
    at = rummy.dealt(player, currency=currency)
    with pytest.raises(RoundOpen, match="Decide it"):
        rummy.dealt(player, currency=currency)
    for way in ("collect", "give up", "expire", "void"):
        with pytest.raises(Refused, match="cannot be ended"):
            services.end(player=player, round_id=at.round.pk, at=0, way=way, sure=True)
    assert Round.objects.get().is_open


def test_the_deal_button_of_fun_play_cannot_throw_a_bad_hand_away():
    player = factories.player(money=START)
    rummy.dealt(player, currency=FUN)
    offer = services.commitment(player=player, entry=THREE_CARD_RUMMY, currency=FUN)
    with pytest.raises(RoundOpen):
        services.deal(
            player=player,
            entry=THREE_CARD_RUMMY,
            currency=FUN,
            deal_id=offer.pk,
            client_seed=b"x",
            bets={"ante": 100, "bonus": 0},
            end_old=True,
        )


def test_a_second_decision_finds_the_hand_ended():
    player = factories.player(money=START)
    at = rummy.dealt(player)
    rummy.decide(player, at, "raise")
    with pytest.raises((HasEnded, Stale)):
        rummy.decide(player, at, "fold")
    assert entries(Round.objects.get()) == [("player", "raise")]


def test_what_is_no_decision_is_refused():
    player = factories.player(money=START)
    at = rummy.dealt(player)
    for notation in ("", "draw", "raise ", "RAISE", "undo"):
        with pytest.raises(Refused):
            rummy.decide(player, at, notation)
    with pytest.raises(Refused):
        services.undo(player=player, round_id=at.round.pk, at=0)
    assert Round.objects.get().is_open


def a_hand_of(points):
    return lambda state: rules.scored(state.player).points == points


@pytest.mark.parametrize(("points", "notation"), [(20, "raise"), (21, "fold")])
def test_a_hand_left_for_thirty_days_is_played_by_the_best_strategy(points, notation):
    player = factories.player(money=START)
    at = rummy.dealt(player, seed=rummy.seed_of(a_hand_of(points)))
    assert not settlement.expire_round(at.round.pk)
    Round.objects.update(touched_at=timezone.now() - timedelta(days=30))
    assert settlement.sweep()["expired"] == 1
    round = Round.objects.get()
    assert round.outcome == "settled"
    assert entries(round) == [("house", notation)]
    assert wallet(player).in_play == 0
    assert wallet(player).wallet == START - round.staked + round.returned


@pytest.mark.parametrize("decision", ["raise", "fold"])
def test_the_proof_of_a_hand_holds_and_a_changed_one_does_not(decision):
    player = factories.player(money=START)
    at = rummy.decide(player, rummy.dealt(player), decision)
    told = proof(Round.objects.select_related("deal").get(pk=at.round.pk))
    assert all(check.holds for check in verify(told))
    assert not all(check.holds for check in verify({**told, "payout": told["payout"] + 1}))
    other = "fold" if decision == "raise" else "raise"
    assert not all(check.holds for check in verify({**told, "moves": [["player", other]]}))


def test_the_books_agree_with_what_open_hands_hold():
    player = factories.player(money=START)
    at = rummy.dealt(player)
    assert settlement.in_play() == {(player.pk, "EUR"): at.round.staked + at.round.reserved}


def test_a_void_hand_gives_back_the_reserve_too():
    player = factories.player(money=START)
    at = rummy.dealt(player)
    settlement.void_round(at.round.pk)
    assert wallet(player) == (START, 0, 0)
