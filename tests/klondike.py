"""Whole games of free Klondike for tests: known decks and the line of the hint."""

from __future__ import annotations

from functools import cache

from games import dealing, modes, services
from games.catalogue import FUN, KLONDIKE
from games.models import Deal, Round
from games.positions import Position
from games.rules import chosen, klondike, play
from tests import factories

MODES = [slug for mode in modes.KLONDIKE for slug in mode.slugs if slug != modes.CUSTOM]
# Server's seeds, with the factories' client seed: the hint's line wins the first in Standard and in
# Vegas, and ends in Vegas, Medium, in the second with no move at all, in the third with nothing
# left but turning over.
WON, STUCK, IN_VAIN = (number.to_bytes(96, "big") for number in (8, 20, 23))
# In Standard nothing is left to decide after 33 moves of that line.
QUICK = (326).to_bytes(96, "big")


def options(mode: str) -> dict[str, object]:
    """Every option of a mode."""
    return chosen(klondike.OPTIONS, modes.options(KLONDIKE.modes, mode) or {})


@cache
def line(seed: bytes, mode: str = "standard-medium") -> tuple[str, ...]:
    """The moves that the hint names on a player's first deal, to the end or the last that helps."""
    rules = options(mode)
    deck = dealing.deck(KLONDIKE.slug, seed, factories.CLIENT_SEED, 1, rules)
    state = klondike.deal(deck, rules)
    moves: list[str] = []
    while not klondike.over(state) and len(moves) < 400:
        notation = klondike.hint(klondike.view(state))
        if notation is None:
            break
        moves.append(notation)
        state = play(klondike, state, notation)
    return tuple(moves)


def dealt(of: object, seed: bytes = WON, mode: str = "standard-medium", **more: object) -> Position:
    """A game just dealt, from a known seed unless a commitment is open; the first by the line."""
    if not Deal.objects.filter(player=of, game=KLONDIKE.slug, client_seed=None).exists():
        factories.committed(of, seed, entry=KLONDIKE, currency=FUN)
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


def move(of: object, round_id: int, notation: str) -> Position:
    """Play a move at the entry where the round stands."""
    at = Round.objects.get(pk=round_id).entries
    return services.move(player=of, round_id=round_id, at=at, notation=notation)


def undo(of: object, round_id: int) -> Position:
    """Take the last move back."""
    at = Round.objects.get(pk=round_id).entries
    return services.undo(player=of, round_id=round_id, at=at)


def played(of: object, seed: bytes, left: int, mode: str = "standard-medium") -> tuple[str, ...]:
    """Play the line of a dealt game until so many of its moves are left; those."""
    moves = line(seed, mode)
    round = Round.objects.filter(player=of).latest("pk")
    for notation in moves[: len(moves) - left]:
        move(of, round.pk, notation)
    return moves[len(moves) - left :]
