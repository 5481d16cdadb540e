"""The names of cards in words and signs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

RANKS = {
    "A": gettext_lazy("Ace"),
    "2": gettext_lazy("2"),
    "3": gettext_lazy("3"),
    "4": gettext_lazy("4"),
    "5": gettext_lazy("5"),
    "6": gettext_lazy("6"),
    "7": gettext_lazy("7"),
    "8": gettext_lazy("8"),
    "9": gettext_lazy("9"),
    "T": gettext_lazy("10"),
    "J": gettext_lazy("Jack"),
    "Q": gettext_lazy("Queen"),
    "K": gettext_lazy("King"),
}
RANKS_OF_MANY = {
    "A": gettext_lazy("aces"),
    "2": gettext_lazy("twos"),
    "3": gettext_lazy("threes"),
    "4": gettext_lazy("fours"),
    "5": gettext_lazy("fives"),
    "6": gettext_lazy("sixes"),
    "7": gettext_lazy("sevens"),
    "8": gettext_lazy("eights"),
    "9": gettext_lazy("nines"),
    "T": gettext_lazy("tens"),
    "J": gettext_lazy("jacks"),
    "Q": gettext_lazy("queens"),
    "K": gettext_lazy("kings"),
}
SUITS = {
    "c": gettext_lazy("Clubs"),
    "d": gettext_lazy("Diamonds"),
    "h": gettext_lazy("Hearts"),
    "s": gettext_lazy("Spades"),
}
# The text form of the signs: no font may draw them as coloured pictures.
SIGNS = {"c": "♣\ufe0e", "d": "♦\ufe0e", "h": "♥\ufe0e", "s": "♠\ufe0e"}


def card(text: str) -> str:
    """`Qh` as "Queen of Hearts"."""
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[text[0]], "suit": SUITS[text[1]]}


def short(text: str) -> str:
    """`Th` as "10♥"."""
    return ("10" if text[0] == "T" else text[0]) + SIGNS[text[1]]
