"""The games of the lobby, each an entry over a rules module.

(Slug, version) maps to a module: changed behaviour is a new version, and the old one stays while
its rounds do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import klondike

FUN = "fun"
MONEY = "money"


@dataclass(frozen=True)
class Bet:
    """A bet that the player places: its name in the rules, its field, and what it may be.

    Amounts are minor units. `values` are the amounts to choose from, where there is a list.
    """

    name: str
    field: str
    title: str | Promise
    minimum: int
    maximum: int
    step: int = 1
    values: tuple[int, ...] = ()

    def allows(self, amount: int) -> bool:
        """Whether the bet may be this high."""
        if self.values:
            return amount in self.values
        return self.minimum <= amount <= self.maximum and amount % self.step == 0


@dataclass(frozen=True)
class Entry:
    """A game offered in the lobby."""

    slug: str
    title: str | Promise
    summary: str | Promise
    rules: ModuleType
    version: int
    options: Mapping[str, Any]
    bets: tuple[Bet, ...]
    # The least that must be in the wallet to open a round, in minor units; 0 for a free game.
    smallest_bet: int
    # How the player may end an open round, and how the house ends one left for 30 days.
    ends: tuple[str, ...]
    expiry: str
    # Templates: the table's block of layout, and the rules that anyone can read.
    layout: str
    information: str
    currencies: tuple[str, ...] = (FUN, MONEY)
    former: Mapping[int, ModuleType] = field(default_factory=dict)

    def rules_of(self, version: int) -> ModuleType:
        """The rules module that rounds of this version are played by."""
        return self.rules if version == self.version else self.former[version]


CARD_PRICES = (2, 5, 10, 25, 50, 100, 200, 500, 1000, 2000)

THREE_CARD_SOLITAIRE = Entry(
    slug="three-card-solitaire",
    title=_("3-Card Solitaire"),
    summary=_("Klondike by Vegas rules: three cards a draw, three passes, paid by the card."),
    rules=klondike,
    version=1,
    options={
        "draw": 3,
        "passes": 3,
        "back": "no",
        "scoring": "none",
        "undo": "to the last reveal",
        "timed": "no",
        "hints": "no",
        "finish": "by the house",
        "deals": "any",
    },
    bets=(Bet("card price", "card_price", _("Card price"), 2, 2000, 1, CARD_PRICES),),
    smallest_bet=104,
    ends=("collect",),
    expiry="collect",
    layout="games/tables/klondike.html",
    information="games/information/three-card-solitaire.html",
)

ENTRIES: dict[str, Entry] = {entry.slug: entry for entry in (THREE_CARD_SOLITAIRE,)}
SMALLEST_BET = min(entry.smallest_bet for entry in ENTRIES.values() if entry.bets)
