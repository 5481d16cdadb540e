"""Things that a page has to tell: each kind of money apart, and how many decks are in play."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.catalogue import ENTRIES
from tests import factories, rummy
from wallet import money

pytestmark = pytest.mark.django_db


def words_of(page: str) -> str:
    """The text of a page, its spaces made single."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_wallet_money_in_play_and_requested_cash_outs_stand_apart() -> None:
    player = factories.player(money=10_000)
    factories.dealt(player, price=5)
    text = words_of(factories.client(player).get("/wallet/money/").content.decode())
    assert "Wallet €97.40 In play €2.60 Cash-out requested €0.00" in text


@pytest.mark.parametrize(("currency", "sign"), [("money", "€{}"), ("fun", "{} chips")])
def test_what_is_held_for_a_bet_that_may_follow_stands_apart_from_what_is_staked(
    currency: str, sign: str
) -> None:
    player = factories.player(money=50_000)
    rummy.dealt(player, ante=1_000, bonus=300, currency=currency)
    text = words_of(factories.client(player).get(f"/wallet/{currency}/").content.decode())
    staked, held = sign.format("13.00"), sign.format("10.00")
    assert f"In play {staked} Held for a bet that may follow {held}" in text
    assert f"{staked} in play, {held} held" in text, "the header says the same"


def test_the_lobby_shows_the_balance_with_its_currency_after_sign_in() -> None:
    player = factories.player(money=12_345)
    assert "€123.45" in factories.client(player).get("/").content.decode()


@pytest.mark.parametrize("slug", ENTRIES)
def test_a_page_of_a_game_tells_the_decks_to_everybody(slug: str) -> None:
    text = words_of(Client().get(f"/games/{slug}/").content.decode()).lower()
    packs = ENTRIES[slug].rules.PACKS
    told = {1: ("one deck", "52 cards"), 2: ("two decks", "104 cards")}[packs]
    assert any(words in text for words in told), slug


@pytest.mark.parametrize("slug", [slug for slug, entry in ENTRIES.items() if entry.bets])
def test_a_page_of_a_game_tells_every_bets_limits_to_everybody(slug: str) -> None:
    text = words_of(Client().get(f"/games/{slug}/").content.decode())
    for bet in ENTRIES[slug].bets:
        least, most = (money.format(amount, "EUR") for amount in (bet.minimum, bet.maximum))
        assert f"{bet.title} {least} to {most}" in text
        assert not bet.optional or f"{most}, in steps of €1.00; or none" in text
