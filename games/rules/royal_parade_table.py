"""The table of Royal Parade: options, deal, notation, what lies where and what each move does.

Whether a move is legal stands in `games/rules/royal_parade.py`, and the rules in
`docs/rules/royal-parade.md`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games import cards
from games.rules import Options, Value, chosen

PACKS = 2
OPTIONS: Mapping[str, tuple[Value, ...]] = {
    "fill": ("at once", "next deal"),
    "aces": ("by hand", "by the house"),
    "openers": ("set", "random"),
}

# The rows of the parade, and the rank of each one's base.
ROWS: Mapping[str, str] = {"a": "2", "b": "3", "c": "4"}
PARADE = tuple(f"{row}{n}" for row in ROWS for n in range(1, 9))
RESERVE = tuple(f"v{n}" for n in range(1, 9))
# A place by its number: 0 to 23 in the parade, row by row, then 24 to 31 in the reserve.
PLACES = PARADE + RESERVE
DISCARD = "x"
FULL = 4
BASE_OF = tuple(ROWS[name[0]] for name in PARADE)
# The number of the row that a rank is the base of.
HOME = {rank: row for row, rank in enumerate(ROWS.values())}
# The card, pack left out, that a right pile takes on this one; a jack, queen or king takes none.
NEXT = {
    rank + suit: cards.RANKS[place + 3] + suit
    for place, rank in enumerate(cards.RANKS)
    if 1 <= place <= 9
    for suit in cards.SUITS
}


class Chosen(NamedTuple):
    """The options of a game, as in OPTIONS."""

    fill: str
    aces: str
    openers: str


class State(NamedTuple):
    """A table.

    `stock` is in the order of dealing. `parade` holds the 24 places, row by row, and `reserve`
    the eight piles, each from the bottom card to the top. `discard` holds the aces, in the order
    of their going.
    """

    options: Chosen
    stock: tuple[str, ...]
    parade: tuple[tuple[str, ...], ...]
    reserve: tuple[tuple[str, ...], ...]
    discard: tuple[str, ...]


class Move(NamedTuple):
    """A notation taken apart: places by their number."""

    kind: str
    source: int = 0
    target: int = 0


def _notations() -> Iterator[tuple[str, Move]]:
    """Every notation of the game and those that say what a player may try in vain."""
    yield "deal", Move("deal")
    for source, name in enumerate(PLACES):
        yield f"{name}>{DISCARD}", Move("discard", source)
        for target, other in enumerate(PLACES):
            if target != source:
                yield f"{name}>{other}", Move("place", source, target)
    for source, name in enumerate(PARADE):
        for target in range(source + 1, len(PARADE)):
            yield f"{name}={PARADE[target]}", Move("interchange", source, target)


NOTATIONS = dict(_notations())


def deal(deck: Sequence[str], options: Options) -> State:
    """The table at the start: 24 cards in the parade, 8 on the reserve, 72 in the stock.

    Raises ValueError for a deck that is not the 104 cards of two packs, or that lacks the openers
    which it should begin with, or options that do not exist.
    """
    picked = Chosen(**chosen(OPTIONS, options))
    if sorted(deck) != sorted(cards.pack(PACKS)):
        raise ValueError("The deck is not the 104 cards of two packs.")
    order = list(deck)
    if picked.openers == "set":
        if [card[0] for card in order[:3]] != list(ROWS.values()):
            raise ValueError("The deck does not begin with a 2, a 3 and a 4.")
        first = order[:3]
        order = [*first[:1], *order[3:10], *first[1:2], *order[10:17], *first[2:], *order[17:]]
    singles = tuple((card,) for card in order[:32])
    return State(picked, tuple(order[32:]), singles[:24], singles[24:], ())


# What lies where


def pile_at(state: State, place: int) -> tuple[str, ...]:
    """The cards of a place."""
    return state.parade[place] if place < 24 else state.reserve[place - 24]


def is_right(pile: tuple[str, ...], place: int) -> bool:
    """Whether a place of the parade has its row's base at the bottom."""
    return bool(pile) and pile[0][0] == BASE_OF[place]


def misplaced_places(state: State) -> Iterator[int]:
    """The places of the parade whose card is not their row's base."""
    for place, pile in enumerate(state.parade):
        if pile and not is_right(pile, place):
            yield place


def available(state: State) -> Iterator[tuple[int, str]]:
    """Each place whose card may move, with that card; the parade first, from the lowest place."""
    for place in misplaced_places(state):
        yield place, state.parade[place][0]
    for place, pile in enumerate(state.reserve, 24):
        if pile:
            yield place, pile[-1]


def wanted(state: State, place: int) -> tuple[str, ...]:
    """The cards, pack left out, that a place of the parade takes now."""
    pile = state.parade[place]
    if not pile:
        return tuple(BASE_OF[place] + suit for suit in cards.SUITS)
    after = NEXT.get(pile[-1][:2]) if is_right(pile, place) else None
    return (after,) if after else ()


def legal(state: State) -> Iterator[str]:
    """The notations that move a card of the parade or reserve, the discards first."""
    targets: dict[str, list[int]] = {}
    for place in range(24):
        for face in wanted(state, place):
            targets.setdefault(face, []).append(place)
    movable = list(available(state))
    yield from (f"{PLACES[source]}>{DISCARD}" for source, card in movable if card[0] == "A")
    yield from _interchanges(state)
    for source, card in movable:
        for target in targets.get(card[:2], ()):
            yield f"{PLACES[source]}>{PLACES[target]}"


def _interchanges(state: State) -> Iterator[str]:
    bases = [
        (place, HOME[state.parade[place][0][0]])
        for place in misplaced_places(state)
        if state.parade[place][0][0] in HOME
    ]
    for place, home in bases:
        for other, others_home in bases:
            if place < other and home == other // 8 and others_home == place // 8:
                yield f"{PLACES[place]}={PLACES[other]}"


# What a move does


def made(state: State, move: Move) -> State:
    """The table after a legal move."""
    return MADE[move.kind](state, move)


def _dealt(state: State, move: Move) -> State:
    new = state.stock[:8]
    reserve = tuple(pile + new[place : place + 1] for place, pile in enumerate(state.reserve))
    return state._replace(stock=state.stock[8:], reserve=reserve)


def _discarded(state: State, move: Move) -> State:
    card = pile_at(state, move.source)[-1]
    return _without(state, move.source)._replace(discard=(*state.discard, card))


def _placed(state: State, move: Move) -> State:
    card = pile_at(state, move.source)[-1]
    after = _without(state, move.source)
    parade = list(after.parade)
    parade[move.target] += (card,)
    return after._replace(parade=tuple(parade))


def _interchanged(state: State, move: Move) -> State:
    parade = list(state.parade)
    one, other = move.source, move.target
    parade[one], parade[other] = parade[other], parade[one]
    return state._replace(parade=tuple(parade))


def _without(state: State, place: int) -> State:
    """The table without the top card of a place, a space left in the reserve filled at once."""
    if place < 24:
        parade = list(state.parade)
        parade[place] = ()
        return state._replace(parade=tuple(parade))
    reserve = list(state.reserve)
    left = reserve[place - 24][:-1]
    stock = state.stock
    if not left and state.options.fill == "at once":
        left, stock = stock[:1], stock[1:]
    reserve[place - 24] = left
    return state._replace(stock=stock, reserve=tuple(reserve))


MADE: dict[str, Callable[[State, Move], State]] = {
    "deal": _dealt,
    "discard": _discarded,
    "place": _placed,
    "interchange": _interchanged,
}
