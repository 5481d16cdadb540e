"""What lobby and tables show before anything is dealt: no finished board and no best hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.catalogue import ENTRIES
from games.drawing import CARDS, face
from games.rules.three_card_rummy import BONUS_TABLE, odds, scored
from tests import factories
from tests.page import Page

pytestmark = pytest.mark.django_db
WON = r"All 52 cards|parade is complete|Well played|You win|win up to|up to [€\d]|\d to 1|jackpot"


def lobby() -> str:
    return Client().get("/").content.decode()


def pictures() -> dict[str, list[str]]:
    """The cards that lie face up in each picture of the lobby, by its name."""
    named = re.findall(r'<img class="game-art" src="/static/(lobby/[\w-]+\.svg)"', lobby())
    files = {name: Path(str(finders.find(name))).read_text() for name in named}
    return {name: [card for card in CARDS if face(card) in svg] for name, svg in files.items()}


def test_each_game_has_its_picture_and_none_shows_a_board_that_is_won() -> None:
    shown = pictures()
    assert set(shown) == {f"lobby/{slug}.svg" for slug in ENTRIES}
    for name, cards in shown.items():
        assert 3 <= len(cards) < 13, name
        # A foundation that is complete shows its king upon its suit.
        for suit in "cdhs":
            assert len([card for card in cards if card[1] == suit]) < 5, name


def test_the_hand_in_the_picture_of_the_table_game_is_paid_little() -> None:
    hand = scored(pictures()["lobby/three-card-rummy.svg"])
    assert not hand.worth.best
    assert (odds(BONUS_TABLE, hand.worth) or 0) <= 2


def test_the_lobby_promises_no_prize() -> None:
    page = re.sub(r"<[^>]+>", " ", lobby())
    assert re.findall(WON, page) == []
    assert "€" not in page.split("Today's deal")[0]


@pytest.mark.parametrize("slug", ENTRIES)
def test_a_table_before_the_deal_has_no_card_and_no_result(slug: str) -> None:
    client = factories.client(factories.player())
    for currency in ENTRIES[slug].currencies:
        page = client.get(f"/play/{slug}/{currency}/").content.decode()
        assert [card for cards in Page(page).open.values() for card in cards] == []
        assert 'id="result-title"' not in page
        assert re.findall("All 52 cards|parade is complete|Well played|You win", page) == []
