"""Players, deals and rounds for tests, made by the product's services only."""

from __future__ import annotations

import itertools

from allauth.account.models import EmailAddress
from django.test import Client

from accounts import documents, identity, limits
from accounts.models import Player
from games import services
from games.catalogue import FUN, MONEY, THREE_CARD_SOLITAIRE, Entry
from games.models import Deal, Round
from games.positions import Position
from wallet import ledger

numbers = itertools.count(1)
PASSWORD = "a long test password"
CLIENT_SEED = bytes(16)


def player(
    *, money: int = 50_000, chips: bool = True, known: bool = True, **fields: object
) -> Player:
    """A test player with a confirmed address, fun chips and money (minor units).

    `known`: with a verified identity.
    """
    fields.setdefault("email", f"player{next(numbers)}@test.example")
    made = Player.objects.create_user(password=PASSWORD, is_test=True, **fields)
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    documents.accept(player=made)
    if known:
        identity.assume(made)
    limits.choose(player=made, with_limit=False)
    if chips:
        ledger.welcome(player=made)
    if money:
        ledger.test_money(player=made, amount=money, key="test:start")
    return made


def staff(**fields: object) -> Player:
    """A member of staff, without roles and without a wallet."""
    fields.setdefault("email", f"staff{next(numbers)}@test.example")
    return Player.objects.create_user(password=PASSWORD, is_staff=True, **fields)


def client(of: Player) -> Client:
    """A browser of sorts in which this player is signed in."""
    signed_in = Client()
    signed_in.force_login(of)
    return signed_in


def committed(
    of: Player, seed: bytes, *, entry: Entry = THREE_CARD_SOLITAIRE, currency: str = MONEY
) -> Deal:
    """An open commitment to a known seed: with the client's seed the deck is known too."""
    return services.commit(player=of, entry=entry, currency=currency, server_seed=seed)


def dealt(
    of: Player,
    *,
    seed: bytes | None = None,
    price: int = 5,
    entry: Entry = THREE_CARD_SOLITAIRE,
    currency: str = MONEY,
    client_seed: bytes = CLIENT_SEED,
    end_old: bool = False,
) -> Position:
    """A round just dealt, from a known server seed if one is given."""
    if seed is not None:
        committed(of, seed, entry=entry, currency=currency)
    offer = services.commitment(player=of, entry=entry, currency=currency)
    return services.deal(
        player=of,
        entry=entry,
        currency=currency,
        deal_id=offer.pk,
        client_seed=client_seed,
        bets={"card price": price},
        end_old=end_old,
    )


def collected(
    of: Player,
    *,
    moves: int = 1,
    price: int = 5,
    currency: str = MONEY,
    seed: bytes | None = None,
) -> Round:
    """A round of 3-Card Solitaire that was collected after so many moves."""
    at = dealt(of, seed=seed, price=price, currency=currency)
    for _ in range(moves):
        at = services.move(
            player=of, round_id=at.round.pk, at=at.round.entries, notation=at.moves[0]
        )
    return services.end(
        player=of, round_id=at.round.pk, at=at.round.entries, way="collect", sure=True
    ).round


__all__ = ["FUN", "MONEY", "client", "collected", "committed", "dealt", "player", "staff"]
