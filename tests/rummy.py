"""Hands of Vegas Three Card Rummy for tests: known decks, and the ways to play them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games import dealing, services
from games.catalogue import MONEY, THREE_CARD_RUMMY
from games.positions import Position
from games.rules import three_card_rummy as rules
from tests import factories

ANTE, BONUS = 500, 100
# Outcome and the odds of a raise that has won: the seven ways that a hand ends.
ENDINGS = (
    (rules.FOLDED, None),
    (rules.NOT_QUALIFIED, None),
    (rules.LOSE, None),
    (rules.TIE, None),
    (rules.WIN, 4),
    (rules.WIN, 2),
    (rules.WIN, 1),
)


def hand(seed: bytes, nonce: int = 1) -> rules.State:
    """The hand that a server seed deals with the factories' client seed."""
    deck = dealing.deck(THREE_CARD_RUMMY.slug, seed, factories.CLIENT_SEED, nonce, {})
    return rules.deal(deck, {})


def seed_of(wanted: Callable[[rules.State], bool], nonce: int = 1) -> bytes:
    """The first server seed that deals such a hand."""
    seeds = (number.to_bytes(96, "big") for number in range(100_000))
    return next(seed for seed in seeds if wanted(hand(seed, nonce)))


@cache
def seed_for(outcome: str, odds: int | None = None) -> bytes:
    """A server seed whose hand ends so, raised unless it is to be folded."""
    return seed_of(lambda state: ending(state, decision(outcome)) == (outcome, odds))


def decision(outcome: str) -> str:
    """What a player has to do for a hand to end so."""
    return rules.FOLD if outcome == rules.FOLDED else rules.RAISE


def ending(state: rules.State, decided: str) -> tuple[str, int | None]:
    """How a hand ends by the rules, and the odds of a raise that has won."""
    facts = dict(rules.view(state._replace(decision=decided)).facts)
    return facts["outcome"], facts["raise_odds"]


def dealt(player, *, seed: bytes | None = None, ante=ANTE, bonus=BONUS, currency=MONEY) -> Position:
    """A hand just dealt, from a known server seed if one is given."""
    place = {"player": player, "entry": THREE_CARD_RUMMY, "currency": currency}
    if seed is not None:
        services.commit(**place, server_seed=seed)
    offer = services.commitment(**place)
    return services.deal(
        **place,
        deal_id=offer.pk,
        client_seed=factories.CLIENT_SEED,
        bets={"ante": ante, "bonus": bonus},
    )


def decide(player, at: Position, notation: str) -> Position:
    """Raise or fold."""
    return services.move(
        player=player, round_id=at.round.pk, at=at.round.entries, notation=notation
    )
