"""A careful hint for Royal Parade, found from the view, so that it knows no more than the player.

Each move is tried and followed by every further one that needs no deal; the best of the tables
that they lead to decides. A card drawn from the stock on the way is unknown there and lies idle.
"""

from games import cards
from games.rules import View
from games.rules.royal_parade_table import (
    NOTATIONS,
    OPTIONS,
    PARADE,
    RESERVE,
    Chosen,
    State,
    is_right,
    legal,
    made,
)

UNKNOWN = "??"


def hint(view: View) -> str | None:
    """The notation of a move that helps; None if the view shows none."""
    if view.fact("finished") == len(PARADE):
        return None
    state = _as_state(view)
    candidates = list(legal(state))
    if not candidates:
        return "deal" if state.stock else None
    if candidates[0].endswith(">x"):  # A discard does no harm.
        return candidates[0]
    return max(candidates, key=lambda notation: _promise(state, notation))


def _as_state(view: View) -> State:
    """The table as far as the player knows it."""
    defaults = {name: str(values[0]) for name, values in OPTIONS.items()}
    return State(
        options=Chosen(**{**defaults, "fill": str(view.fact("fill"))}),
        stock=(UNKNOWN,) * len(view.pile("s")),
        parade=tuple(_known(view, name) for name in PARADE),
        reserve=tuple(_known(view, name) for name in RESERVE),
        discard=_known(view, "x"),
    )


def _known(view: View, name: str) -> tuple[str, ...]:
    return tuple(card or UNKNOWN for card in view.pile(name))


def _promise(state: State, notation: str) -> tuple[int, int]:
    """How good the table is that a move leads to with those that follow, then how early it goes."""
    first = -_order(state, notation)
    state = made(state, NOTATIONS[notation])
    while following := list(legal(state)):
        orders = [_order(state, notation) for notation in following]
        state = made(state, NOTATIONS[following[orders.index(min(orders))]])
    return _worth(state), first


def _order(state: State, notation: str) -> int:
    """What goes first: discards and what uses no space, then what uses up one."""
    move = NOTATIONS[notation]
    if move.kind == "discard":
        return 0
    from_parade = move.source < len(PARADE)
    if move.kind == "place" and state.parade[move.target]:
        return 1 if from_parade else 4
    if move.kind == "interchange":
        return 2
    return 3 if from_parade else 5


def _worth(state: State) -> int:
    """Cards placed and discarded, less the cards that block others in the reserve."""
    placed = sum(len(pile) for place, pile in enumerate(state.parade) if is_right(pile, place))
    return placed + len(state.discard) - sum(map(_blocked, state.reserve))


def _blocked(pile: tuple[str, ...]) -> int:
    """How often a card of a reserve pile lies under one that is built after it in its suit."""
    known = [(cards.rank(card), card[1]) for card in pile if card != UNKNOWN]
    return sum(
        same == suit and higher > rank and (higher - rank) % 3 == 0
        for i, (rank, suit) in enumerate(known)
        for higher, same in known[i + 1 :]
    )
