"""What a screen reader is told of every table: named lists of buttons, and each card's place."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from games.rules import three_card_rummy as rummy_rules
from tests import factories, klondike, parade, rummy

pytestmark = pytest.mark.django_db
# As "Queen of Hearts, 5 of 5, column 5"; in a row of Royal Parade how it lies there comes first.
FACE_UP = re.compile(
    r"\w+ of (Clubs|Diamonds|Hearts|Spades), "
    r"(\d+ of \d+, \w.+|(misplaced|stands right|[^,]+), (Twos|Threes|Fours), place \d)"
)


class Board(HTMLParser):
    """The piles of a page: the label of each list, and those of the buttons in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.piles: dict[str, str] = {}
        self.buttons: dict[str, list[dict[str, str]]] = {}
        self.loose: list[str] = []
        self._pile = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note piles and buttons; and what bears a card but is no button."""
        found = {name: value or "" for name, value in attrs}
        if "data-pile" in found:
            self._pile = found["data-pile"]
            self.piles[self._pile] = found.get("aria-label", "") if tag == "ol" else ""
            self.buttons[self._pile] = []
        elif tag == "button" and self._pile:
            self.buttons[self._pile].append(found)
        elif "data-pick" in found or found.get("id", "").startswith("c-"):
            self.loose.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """A pile ends with its list."""
        if tag == "ol":
            self._pile = ""


def board(player, game: str) -> Board:
    return Board(factories.client(player).get(f"/play/{game}/fun/").content.decode())


def labels(shown: Board, prefix: str) -> list[str]:
    """The labels of the buttons whose id begins so."""
    buttons = [button for pile in shown.buttons.values() for button in pile]
    return [one["aria-label"] for one in buttons if one.get("id", "").startswith(prefix)]


def test_every_pile_is_a_named_list_of_named_buttons_and_a_card_tells_its_place() -> None:
    player = factories.player()
    factories.dealt(player, currency=factories.FUN)
    klondike.dealt(player)
    parade.dealt(player)
    rummy.dealt(player, currency=factories.FUN)
    for game, cards in (
        ("three-card-solitaire", 7),
        ("klondike", 7),
        ("royal-parade", 32),
        ("three-card-rummy", 3),
    ):
        shown = board(player, game)
        assert shown.loose == [], game
        assert all(shown.piles.values()), game
        assert all(one.get("aria-label") for pile in shown.buttons.values() for one in pile), game
        faces = labels(shown, "c-")
        assert len(faces) == cards, game
        assert [label for label in faces if not FACE_UP.fullmatch(label)] == [], game


def test_a_face_down_run_is_one_stop_with_its_count_and_an_empty_pile_says_what_it_takes() -> None:
    player = factories.player()
    factories.dealt(player, currency=factories.FUN)
    klondike.dealt(player)
    parade.dealt(player)
    rummy.dealt(player, currency=factories.FUN)
    for game in ("three-card-solitaire", "klondike"):
        shown = board(player, game)
        downs = labels(shown, "d-")
        assert downs == ["1 face-down card", *(f"{n} face-down cards" for n in range(2, 7))]
        assert labels(shown, "e-f")[2] == "Foundation of Hearts, takes the Ace of Hearts"
    assert labels(board(player, "royal-parade"), "e-x") == ["Discarded aces, takes aces"]
    assert labels(board(player, "three-card-rummy"), "d-") == ["Dealer: 3 face-down cards"]
    assert labels(board(player, "three-card-rummy"), "c-")[2].endswith("3 of 3, your hand")
    assert rummy_rules.RAISE
