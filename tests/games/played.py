"""Rounds played at random for the tests of history and replay."""

from __future__ import annotations

import os
from random import Random

from games import services, settlement
from games.catalogue import FUN, Entry
from games.models import Round
from tests import factories, strategies

ROUNDS = 200 if os.environ.get("FAIRDEAL_SOAK") else 20
RICH = 10_000_000


def deal(player, entry: Entry, currency: str = FUN, seed: bytes | None = None):
    """A round with the least bets."""
    if seed is not None:
        factories.committed(player, seed, entry=entry, currency=currency)
    offer = services.commitment(player=player, entry=entry, currency=currency)
    return services.deal(
        player=player,
        entry=entry,
        currency=currency,
        deal_id=offer.pk,
        client_seed=factories.CLIENT_SEED,
        bets={bet.name: bet.minimum for bet in entry.bets},
        end_old=True,
    )


def _must(entry: Entry, at) -> str | None:
    """A game that nobody can end has to be played to its end."""
    return None if entry.ends else next(iter(at.moves), None)


def played(player, entry: Entry, dice: Random, seed: bytes | None = None, undos: float = 0.2):
    """A round played at random and ended, with the state kept when each entry was made."""
    at = deal(player, entry, seed=seed)
    choose = strategies.greedy if seed else strategies.random(dice.randrange(10**9))
    kept = {0: at.state}
    while at.round.is_open and not at.round.finish_due and len(kept) < 250:
        place = {"player": player, "round_id": at.round.pk, "at": at.round.entries}
        if at.can_undo and dice.random() < undos:
            at = services.undo(**place)
        elif (notation := choose(at.view, at.moves)) is not None:
            at = services.move(**place, notation=notation)
        elif not entry.ends:  # a game that only its moves end
            at = services.move(**place, notation=dice.choice(at.moves))
        else:
            break
        kept[at.round.entries] = at.state
    if at.round.finish_due:
        settlement.finish_round(at.round.pk)
    elif at.round.is_open:
        place = {"player": player, "round_id": at.round.pk, "at": at.round.entries}
        at = services.end(**place, way=entry.ends[0], sure=True)
        kept[at.round.entries] = at.state
    return Round.objects.select_related("deal").get(pk=at.round.pk), kept


def some_round(player, currency: str = FUN, moves: int = 6, seed: bytes | None = None) -> Round:
    """A round of 3-Card Solitaire, collected after a few moves and an undo."""
    at = factories.dealt(player, currency=currency, seed=seed)
    for _ in range(moves):
        at = services.move(
            player=player, round_id=at.round.pk, at=at.round.entries, notation=at.moves[0]
        )
    place = {"player": player, "round_id": at.round.pk}
    if at.can_undo:
        at = services.undo(**place, at=at.round.entries)
    at = services.end(**place, at=at.round.entries, way="collect", sure=True)
    return Round.objects.select_related("deal").get(pk=at.round.pk)


def page(player, path: str) -> str:
    """The page of a path that answers this player."""
    answer = factories.client(player).get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()
