"""What a page says and shows of a hand of Vegas Three Card Rummy.

Points and melds in words, how each bet ended, both paytables, chips. Everything here comes from
the facts of the view and from the bets, so it cannot tell what the player may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.card_words import RANKS_OF_MANY, SUITS, card
from games.rules import View
from games.rules.three_card_rummy import (
    ANTE,
    BONUS,
    BONUS_TABLE,
    FOLD,
    FOLDED,
    LOSE,
    NOT_QUALIFIED,
    RAISE,
    RAISE_TABLE,
    TIE,
    WIN,
    Row,
    stakes,
)

# From the highest; amounts are stacked in as few of them as possible.
CHIPS = (100, 25, 5, 1)

PILES = {
    "player": (gettext_lazy("Your hand"), gettext_lazy("your hand")),
    "dealer": (gettext_lazy("Dealer's hand"), gettext_lazy("the dealer's hand")),
    "stock": (gettext_lazy("Stock"), gettext_lazy("the stock")),
}
TITLES = {ANTE: gettext_lazy("Ante"), RAISE: gettext_lazy("Raise"), BONUS: gettext_lazy("Bonus")}
OUTCOMES = {
    FOLDED: gettext_lazy("You folded"),
    NOT_QUALIFIED: gettext_lazy("The dealer does not qualify"),
    WIN: gettext_lazy("You win"),
    TIE: gettext_lazy("Equal points"),
    LOSE: gettext_lazy("The dealer wins"),
}
# The same for those who look at a player's hand.
OUTCOMES_FOR_OTHERS = {
    FOLDED: gettext_lazy("the player folded"),
    NOT_QUALIFIED: gettext_lazy("the dealer did not qualify"),
    WIN: gettext_lazy("the player won"),
    TIE: gettext_lazy("equal points"),
    LOSE: gettext_lazy("the dealer won"),
}
# How a bet may end.
WON, BACK, LOST = "won", "back", "lost"
# In the order of the rules, and as they lie on the table.
BETS = (ANTE, RAISE, BONUS)
PLACES = (BONUS, ANTE, RAISE)

Facts = Mapping[str, Any]


class Ended(NamedTuple):
    """A bet of a settled hand: `how` it ended in words, and the amounts in minor units."""

    name: str
    title: str
    kind: str
    how: str
    staked: int
    returned: int


class Spot(NamedTuple):
    """A place for a bet on the table: what lies there, in minor units, and its stack of chips.

    `held` is what may follow there; `ended` tells the result once there is one.
    """

    name: str
    title: str
    amount: int
    chips: tuple[int, ...]
    held: int
    ended: Ended | None


class Payline(NamedTuple):
    """A line of a paytable, and whether this hand is on it."""

    title: str
    pays: str
    hit: bool


# Sentences


def shows(view: View) -> bool:
    """Whether that is a view of this game."""
    return any(pile.name == "dealer" for pile in view.piles)


def title(name: str) -> str:
    """The name of a pile of this game as a heading; empty for any other."""
    return str(PILES[name][0]) if name in PILES else ""


def pile(name: str) -> str:
    """The name of a pile of this game within a sentence; empty for any other."""
    return str(PILES[name][1]) if name in PILES else ""


def takes(name: str) -> str:
    """Nothing: no pile of this game is played to."""
    return ""


def points(number: int) -> str:
    """`3 points`."""
    return ngettext("%(points)d point", "%(points)d points", number) % {"points": number}


def meld(kind: str, texts: Sequence[str]) -> str:
    """The meld of a hand in words, its cards lowest first."""
    if kind == "pair":
        return _("a pair of %(ranks)s") % {"ranks": RANKS_OF_MANY[texts[0][0]]}
    if kind == "triple":
        return _("three %(ranks)s") % {"ranks": RANKS_OF_MANY[texts[0][0]]}
    if kind in ("run2", "run3"):
        ranks = "-".join("10" if text[0] == "T" else text[0] for text in texts)
        return _("a run of %(ranks)s in %(suit)s") % {"ranks": ranks, "suit": SUITS[texts[0][1]]}
    return _("no meld")


def counted(facts: Facts, whose: str = "") -> str:
    """`3 points, a pair of queens`; `whose` is empty for the player, `dealer_` for the dealer."""
    cards = str(facts[f"{whose}meld_cards"]).split()
    found = meld(str(facts[f"{whose}meld"]), cards)
    return f"{points(int(facts[f'{whose}points']))}, {found}"


def dealt(view: View, greeting: str) -> str:
    """The sentence for a deal: the player's cards and what they count, in place of a greeting."""
    return _("Dealt: %(cards)s. You have %(count)s. Raise or fold?") % {
        "cards": _named(view, "player"),
        "count": counted(dict(view.facts)),
    }


def moved(notation: str, before: View, after: View) -> str:
    """The sentence for the decision: the dealer's cards, what they count, and who wins."""
    return _decided(after, OUTCOMES)


def moved_by_another(notation: str, before: View, after: View) -> str:
    """The same for those who look at a player's hand."""
    return _decided(after, OUTCOMES_FOR_OTHERS)


def _decided(after: View, outcomes: Mapping[str, str | Promise]) -> str:
    facts = dict(after.facts)
    first = _("Folded.") if facts["decision"] == FOLD else _("Raised.")
    dealer = _("The dealer has %(cards)s: %(count)s.") % {
        "cards": _named(after, "dealer"),
        "count": counted(facts, "dealer_"),
    }
    outcome = str(outcomes[str(facts["outcome"])])
    return f"{first} {dealer} {outcome[0].upper()}{outcome[1:]}."


def _named(view: View, name: str) -> str:
    return ", ".join(card(text) for text in view.pile(name) if text)


# Bets


def spots(bets: Mapping[str, int], facts: Facts, lines: Mapping[str, int]) -> list[Spot]:
    """The places bonus, ante and raise; empty ones before the first deal."""
    placed = stakes(facts["decision"] or "", bets) if facts else dict.fromkeys(PLACES, 0)
    done = {line.name: line for line in ended(bets, facts, lines)}
    undecided = bool(facts) and not facts["decision"]
    return [
        Spot(
            name,
            str(TITLES[name]),
            placed[name],
            stack(placed[name]),
            bets[ANTE] if undecided and name == RAISE else 0,
            done.get(name),
        )
        for name in PLACES
    ]


def stack(amount: int, unit: int = 100) -> tuple[int, ...]:
    """The chips of an amount of minor units, the highest first."""
    chips: list[int] = []
    left = amount // unit
    for value in CHIPS:
        chips += [value] * (left // value)
        left %= value
    return tuple(chips)


def ended(bets: Mapping[str, int], facts: Facts, lines: Mapping[str, int]) -> list[Ended]:
    """How each bet that was made ended; none before the decision.

    `lines` are the returned lines by name, as the rules have settled them.
    """
    if not facts or facts.get("outcome") is None:
        return []
    placed = stakes(facts["decision"], bets)
    return [_ended(name, placed[name], lines.get(name, 0)) for name in BETS if placed[name]]


def _ended(name: str, staked: int, returned: int) -> Ended:
    """What came back tells how a bet ended: more than the stake, the stake, or nothing."""
    if returned > staked:
        kind, how = WON, _("wins %(odds)d:1") % {"odds": returned // staked - 1}
    elif returned:
        kind, how = BACK, _("comes back")
    else:
        kind, how = LOST, _("loses")
    return Ended(name, str(TITLES[name]), kind, how, staked, returned)


# Paytables


def raise_table(facts: Facts) -> list[Payline]:
    """The raise's paytable; the line is marked that a raise has won by."""
    won = facts.get("raise_odds") if facts else None
    return [_payline(row, won is not None and row.odds == won) for row in RAISE_TABLE]


def bonus_table(facts: Facts, bets: Mapping[str, int]) -> list[Payline]:
    """The bonus's paytable; the line is marked that the cards are on, once a bonus lies there."""
    there = bool(facts) and bool(bets.get(BONUS)) and facts.get("outcome") != FOLDED
    return [_payline(row, there and row.odds == facts["bonus_odds"]) for row in BONUS_TABLE]


def _payline(row: Row, hit: bool) -> Payline:
    """A row in words; the first that fits a hand counts, so a later one means the others."""
    pays = _("loses") if row.odds is None else f"{row.odds}:1"
    return Payline(_span(row), pays, hit)


def _span(row: Row) -> str:
    """The hands of a line."""
    if row.best:
        return _("A-2-3 of one suit")
    if row.low == row.high:
        other = _("%(points)s otherwise") if row in BONUS_TABLE else "%(points)s"
        return other % {"points": points(row.low)}
    if row.high == row.low + 1:
        return _("%(low)d or %(high)d points") % {"low": row.low, "high": row.high}
    if row.odds is None:
        return _("%(low)d points or more") % {"low": row.low}
    return _("%(low)d to %(high)d points") % {"low": row.low, "high": row.high}
