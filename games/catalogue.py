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

from games import columns, hands, modes, parades
from games.rules import klondike, royal_parade, three_card_rummy

FUN = "fun"
MONEY = "money"
# The scripts of a table whose cards the player moves.
MOVED_BY_HAND = ("table-hands.js", "table-keys.js")


@dataclass(frozen=True)
class Bet:
    """A bet that the player places: its name in the rules, its field, and what it may be.

    Amounts are minor units. `values` are the amounts to choose from, where there is a list. The
    form's field counts in chips of `chip` minor units, and so do a table's limits.
    """

    name: str
    field: str
    title: str | Promise
    minimum: int
    maximum: int
    step: int = 1
    values: tuple[int, ...] = ()
    chip: int = 1
    optional: bool = False

    def allows(self, amount: int) -> bool:
        """Whether the bet may be this high."""
        if self.values:
            return amount in self.values
        if self.optional and amount == 0:
            return True
        return self.minimum <= amount <= self.maximum and amount % self.step == 0

    @property
    def least_chips(self) -> int:
        """The minimum as the form has it."""
        return self.minimum // self.chip

    @property
    def most_chips(self) -> int:
        """The maximum as the form has it."""
        return self.maximum // self.chip


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
    # What pages say of its piles and moves: a module as `games.columns`.
    words: ModuleType
    # The folder of the table's block of layout, and the template of the rules for anyone to read.
    layout: str
    information: str
    # The template of figures that the information page shows besides, where there is one.
    figures: str = ""
    # What the layout brings beside the common style and script, as static files.
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    currencies: tuple[str, ...] = (FUN, MONEY)
    # The options that the player chooses before the deal; the others stand in `options`.
    choices: tuple[str, ...] = ()
    # The modes from which these options follow, and the one that a new player finds chosen.
    modes: tuple[modes.Mode, ...] = ()
    usual_mode: str = ""
    # Whether a game in play may be begun again, from the same deal or a new one, as free games may.
    again: bool = False
    hints: bool = False
    # Whether there is a deal a day, the same for everybody.
    daily: bool = False
    # The fact of the view that results count as cards; a game without one keeps no results.
    counted: str = ""
    # What other games it is like, for the page of rules.
    kind: str = "solitaire"
    former: Mapping[int, ModuleType] = field(default_factory=dict)

    # The parts of the layout, which the common frame includes.

    @property
    def board(self) -> str:
        """The template of the cards and of whatever lies beside them; the replay draws it too."""
        return f"games/tables/{self.layout}/board.html"

    @property
    def rail(self) -> str:
        """The template of bets, actions and result; a game with modes has one without bets."""
        return f"games/tables/{self.layout}/{'free' if self.modes else 'rail'}.html"

    @property
    def paytable(self) -> str:
        """The template of what the game pays."""
        return f"games/tables/{self.layout}/paytable.html"

    @property
    def keys(self) -> str:
        """The template of the keys that the table's script knows."""
        return f"games/tables/{self.layout}/keys.html"

    @property
    def has_solver(self) -> bool:
        """Whether a solver can tell if a deal of it could be won."""
        return self.rules is klondike

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
    words=columns,
    layout="klondike",
    information="games/information/three-card-solitaire.html",
    styles=("klondike.css",),
    scripts=(*MOVED_BY_HAND, "table-price.js"),
    daily=True,
    counted="up",
)

# A chip of rummy is one whole unit of the table's currency.
CHIP = 100

THREE_CARD_RUMMY = Entry(
    slug="three-card-rummy",
    title=_("Vegas Three Card Rummy"),
    summary=_("Three cards against the dealer's three: pairs and runs count nothing, fewer win."),
    rules=three_card_rummy,
    version=1,
    options={},
    bets=(
        Bet("ante", "ante", _("Ante"), 1 * CHIP, 100 * CHIP, CHIP, chip=CHIP),
        Bet("bonus", "bonus", _("Bonus"), 1 * CHIP, 25 * CHIP, CHIP, chip=CHIP, optional=True),
    ),
    # The ante and the raise, which is held besides.
    smallest_bet=2 * CHIP,
    # An undecided hand can be neither collected nor given up.
    ends=(),
    expiry="best strategy",
    words=hands,
    layout="rummy",
    information="games/information/three-card-rummy.html",
    figures="games/information/three-card-rummy-figures.html",
    styles=("rummy.css",),
    scripts=("rummy.js",),
    kind="table game",
)

KLONDIKE = Entry(
    slug="klondike",
    title=_("Klondike"),
    summary=_("The classic solitaire, for points: Standard, Vegas, or by rules of your own. Free."),
    rules=klondike,
    version=1,
    options={},
    bets=(),
    smallest_bet=0,
    ends=("give up",),
    expiry="lost",
    words=columns,
    layout="klondike",
    information="games/information/klondike.html",
    figures="games/information/klondike-figures.html",
    styles=("klondike.css",),
    scripts=(*MOVED_BY_HAND, "klondike.js"),
    currencies=(FUN,),
    choices=tuple(klondike.OPTIONS),
    modes=modes.KLONDIKE,
    usual_mode="standard-medium",
    again=True,
    hints=True,
    daily=True,
    counted="up",
)

ROYAL_PARADE = Entry(
    slug="royal-parade",
    title=_("Royal Parade"),
    summary=_("Two packs on parade: rows of Twos, Threes and Fours, a reserve of eight. Free."),
    rules=royal_parade,
    version=1,
    options={},
    bets=(),
    smallest_bet=0,
    ends=("give up",),
    expiry="lost",
    words=parades,
    layout="parade",
    information="games/information/royal-parade.html",
    figures="games/information/royal-parade-figures.html",
    styles=("parade.css",),
    scripts=(*MOVED_BY_HAND, "parade.js"),
    currencies=(FUN,),
    choices=("fill", "aces", "openers"),
    again=True,
    hints=True,
    daily=True,
    counted="placed",
)

ENTRIES: dict[str, Entry] = {
    entry.slug: entry for entry in (THREE_CARD_SOLITAIRE, KLONDIKE, ROYAL_PARADE, THREE_CARD_RUMMY)
}
SMALLEST_BET = min(entry.smallest_bet for entry in ENTRIES.values() if entry.bets)
