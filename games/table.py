"""What the templates draw of a round: piles of cards with their names and the moves they take.

Everything here comes from the view, so it cannot hold more than the player may see. A card's id
is its text; a card that lies face down has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import dealing, words
from games.catalogue import Entry
from games.positions import Position
from games.rules import Pile as Seen
from games.rules import View, chosen

# A card's strip that must stay visible, and that of a face-down card, in CSS pixels; a column
# that needs more room than COLUMN_ROOM makes the cards of the table smaller.
STRIP, DOWN_STRIP, COLUMN_ROOM = 24, 5, 270


class Card(NamedTuple):
    """A face-up card. `pick` is what a press on it picks up, empty where nothing can be."""

    text: str
    label: str
    pick: str
    picked: bool


class Pile(NamedTuple):
    """A pile: `hidden` cards face down below `cards`. `move` is what a press plays at once."""

    name: str
    title: str
    hidden: int
    cards: tuple[Card, ...]
    label: str
    takes: str
    move: str

    @property
    def beneath(self) -> str:
        """The card under the top one: seen while the top one is on its way."""
        return self.cards[-2].text if len(self.cards) > 1 else ""

    @property
    def top(self) -> Card | None:
        """The last face-up card."""
        return self.cards[-1] if self.cards else None


class Price(NamedTuple):
    """A row of the paytable, in minor units; `lower` and `higher` are the prices beside it."""

    price: int
    bet: int
    win: int
    most: int
    lower: int | None
    higher: int | None


class Table(NamedTuple):
    """A table as its template draws it; `picked` is the card or run picked up without script.

    `listed` is None in a game without a play deck.
    """

    piles: dict[str, Pile]
    fan: tuple[Card, ...]
    listed: tuple[str, ...] | None
    picked: str
    deep: bool

    @property
    def stock(self) -> Pile:
        """The stock."""
        return self.piles["s"]

    @property
    def waste(self) -> Pile:
        """The play deck."""
        return self.piles["w"]

    @property
    def foundations(self) -> list[Pile]:
        """The four foundations."""
        return [pile for name, pile in self.piles.items() if name[0] == "f"]

    @property
    def columns(self) -> list[Pile]:
        """The columns, from the first to the last."""
        return [pile for name, pile in self.piles.items() if name[0] == "t"]


def table(view: View, moves: Iterable[str], picked: str = "") -> Table:
    """The table of a view. `picked`, as `t3:2`, is dropped when nothing lies there to pick."""
    moves = tuple(moves)
    if not any(sources(picked) & ends(move) for move in moves):
        picked = ""
    language = get_language()
    piles = {
        pile.name: _pile(language, pile, _press(pile.name, pile.cards, moves, picked), picked)
        for pile in view.piles
    }
    waste = piles["w"].cards if "w" in piles else ()
    facts = dict(view.facts)
    shown = max(int(facts.get("fan") or 0), min(1, len(waste)))
    columns = (pile for name, pile in piles.items() if name[0] == "t")
    depths = (STRIP * len(pile.cards) + DOWN_STRIP * pile.hidden for pile in columns)
    return Table(
        piles=piles,
        fan=waste[len(waste) - shown :],
        listed=tuple(card.text for card in waste) if "w" in piles else None,
        picked=picked,
        deep=max(depths, default=0) - STRIP > COLUMN_ROOM,
    )


def empty(entry: Entry) -> Table:
    """The table before the first deal: the piles of the game, with nothing on them."""
    options = chosen(entry.rules.OPTIONS, entry.options)
    # Which piles there are follows from any deck; none of its cards is drawn.
    deck = dealing.deck(entry.slug, b"", b"", 0, options)
    dealt = entry.rules.view(entry.rules.deal(deck, options))
    language = get_language()
    piles = {pile.name: _pile(language, Seen(pile.name, ()), "", "") for pile in dealt.piles}
    return Table(piles, (), () if "w" in piles else None, "", False)


def sources(pick: str) -> set[str]:
    """What the moves of a picked card may begin with: a single card has two spellings."""
    pile, _colon, count = pick.partition(":")
    return {pick, pile} if count in ("", "1") else {pick}


def ends(move: str) -> set[str]:
    """What may be picked up to make a move: where it begins, or either side of an interchange."""
    return set(move.split("=")) if "=" in move else {move.partition(">")[0]}


@lru_cache(maxsize=8192)
def _pile(language: str | None, seen: Seen, move: str, picked: str) -> Pile:
    """A pile as it is drawn. A move changes two or three piles: the others are here already."""
    name = seen.name
    up = [text for text in seen.cards if text is not None]
    size = len(seen.cards)
    cards = tuple(_card(name, text, len(up) - i, size, picked) for i, text in enumerate(up))
    title = words.title(name)
    label = _("%(title)s, %(count)d cards") % {"title": title, "count": size}
    return Pile(name, title, size - len(up), cards, label, words.takes(name), move)


def _card(pile: str, text: str, count: int, size: int, picked: str) -> Card:
    """A face-up card that lies `count` from the end of its pile of `size`."""
    place = {"card": words.card(text), "number": size - count + 1, "size": size}
    label = _("%(card)s, %(number)d of %(size)d, %(pile)s") % {**place, "pile": words.pile(pile)}
    pick = f"{pile}:{count}" if pile[0] == "t" else pile if count == 1 else ""
    return Card(text, label, pick, bool(pick) and pick == picked)


def _press(name: str, seen: tuple[str | None, ...], moves: tuple[str, ...], picked: str) -> str:
    """The move that a press on a pile makes: drawing, or placing what is picked."""
    if name == "s":
        return "draw" if seen else "redeal"
    if not picked:
        return ""
    goal = "f" if name[0] == "f" else name
    tried = [f"{source}>{goal}" for source in sorted(sources(picked), reverse=True)]
    tried += [f"{picked}={goal}", f"{goal}={picked}"]
    return next((move for move in tried if move in moves), "")


def paytable(entry: Entry) -> list[Price]:
    """The rows of a game that is paid by the card, from the least price to the highest.

    None for a game whose bets are of another kind.
    """
    if not entry.bets or not entry.bets[0].values:
        return []
    bet = entry.bets[0]
    rows = []
    for i, price in enumerate(bet.values):
        most = entry.rules.most({bet.name: price})
        lower = bet.values[i - 1] if i else None
        higher = bet.values[i + 1] if i + 1 < len(bet.values) else None
        rows.append(Price(price, 52 * price, most // 52, most, lower, higher))
    return rows


def chosen_price(position: Position | None, prices: list[Price], wanted: str = "") -> Price | None:
    """The row that the stake panel stands at: the one asked for, the last bet, or the least."""
    amounts = [wanted]
    if position:
        amounts += [str(amount) for amount in position.round.bets.values()]
    for amount in amounts:
        for row in prices:
            if str(row.price) == amount:
                return row
    return prices[0] if prices else None
