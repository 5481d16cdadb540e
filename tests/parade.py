"""Whole games of Royal Parade for tests: known decks, the line of the hint, and a page reader."""

from __future__ import annotations

from functools import cache

from games import dealing, services
from games.catalogue import FUN, ROYAL_PARADE
from games.models import Round
from games.positions import Position
from games.rules import View, chosen, play, royal_parade
from tests import factories
from tests.page import Page

# Server's seeds, with the factories' client seed: the hint's line wins the one and not the other.
WON = (6).to_bytes(96, "big")
STUCK = (4).to_bytes(96, "big")


@cache
def line(seed: bytes) -> tuple[str, ...]:
    """The moves that the hint names on a player's first deal, to the end."""
    options = chosen(royal_parade.OPTIONS, {})
    deck = dealing.deck(ROYAL_PARADE.slug, seed, factories.CLIENT_SEED, 1, options)
    state = royal_parade.deal(deck, options)
    moves = []
    while notation := royal_parade.hint(royal_parade.view(state)):
        moves.append(notation)
        state = play(royal_parade, state, notation)
    return tuple(moves)


def dealt(of: object, seed: bytes = WON, **options: str) -> Position:
    """A game just dealt from a known seed."""
    factories.committed(of, seed, entry=ROYAL_PARADE, currency=FUN)
    offer = services.commitment(player=of, entry=ROYAL_PARADE, currency=FUN)
    return services.deal(
        player=of,
        entry=ROYAL_PARADE,
        currency=FUN,
        deal_id=offer.pk,
        client_seed=factories.CLIENT_SEED,
        bets={},
        options=options,
    )


def advanced(of: object, seed: bytes, left: int) -> tuple[str, ...]:
    """Play a dealt game until so many moves of the line are left; those."""
    moves = line(seed)
    played = moves[: len(moves) - left]
    round = Round.objects.filter(player=of).latest("pk")
    for notation in played:
        move(of, round.pk, notation)
    return moves[len(played) :]


def move(of: object, round_id: int, notation: str) -> Position:
    """Play a move at the entry where the round stands."""
    at = Round.objects.get(pk=round_id).entries
    return services.move(player=of, round_id=round_id, at=at, notation=notation)


def differences(page: Page, view: View) -> list[str]:
    """Where the page and the server's view do not show the same cards; all 104 are counted."""
    wrong = [
        f"{pile.name}: {page.open.get(pile.name)} for {list(pile.cards)}"
        for pile in view.piles
        if pile.name != "s" and page.open.get(pile.name) != list(pile.cards)
    ]
    if page.stock != len(view.pile("s")):
        wrong.append(f"stock: {page.stock}")
    shown = {card for cards in page.open.values() for card in cards}
    if len(shown) + page.stock != 104:
        wrong.append(f"{len(shown)} cards and {page.stock} in the stock")
    return wrong
