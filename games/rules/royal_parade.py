"""Royal Parade: two packs, rows of Twos, Threes and Fours, a reserve of eight, no redeal.

The rules stand in `docs/rules/royal-parade.md`.
"""

from collections.abc import Callable, Iterator

from games import cards
from games.rules import PLAYER, Bets, IllegalMove, NotAMove, Pile, Refusal, View
from games.rules.royal_parade_hint import hint
from games.rules.royal_parade_table import (
    BASE_OF,
    DISCARD,
    FULL,
    NOTATIONS,
    OPTIONS,
    PACKS,
    PARADE,
    PLACES,
    RESERVE,
    ROWS,
    Move,
    State,
    available,
    deal,
    is_right,
    legal,
    made,
    misplaced_places,
    pile_at,
    wanted,
)

__all__ = [
    "NOTATIONS",
    "OPTIONS",
    "PACKS",
    "ROWS",
    "State",
    "automatic",
    "deal",
    "finish",
    "hint",
    "misplaced",
    "most",
    "moves",
    "over",
    "refusal",
    "reserved",
    "returns",
    "score",
    "staked",
    "step",
    "view",
    "when_left",
]


def moves(state: State) -> Iterator[tuple[str, State]]:
    """Every legal move of the player and where it leads."""
    if over(state):
        return
    for notation in legal(state):
        yield notation, made(state, NOTATIONS[notation])
    if state.stock:
        yield "deal", made(state, NOTATIONS["deal"])


def step(state: State, notation: str, actor: str = PLAYER) -> State:
    """The state after a move, the same whoever makes it. Raises NotAMove or IllegalMove."""
    refused = refusal(state, notation)
    if refused:
        raise refused
    return made(state, NOTATIONS[notation])


def refusal(state: State, notation: str) -> Refusal | None:
    """Why that is no legal move; None if it is one.

    Packs are left out of what a place would take: either card of two will do, and the first
    pack's stands for both.
    """
    move = NOTATIONS.get(notation)
    if move is None:
        return NotAMove(notation)
    if over(state):
        return IllegalMove("over")
    return REFUSED[move.kind](state, move)


def _refused_deal(state: State, move: Move) -> IllegalMove | None:
    return None if state.stock else IllegalMove("stock empty", pile="s")


def _refused_discard(state: State, move: Move) -> IllegalMove | None:
    refused = _fixed(state, move.source)
    card = "" if refused else pile_at(state, move.source)[-1]
    if refused or card[0] == "A":
        return refused
    return IllegalMove("aces only", card=card, pile=DISCARD)


def _refused_place(state: State, move: Move) -> IllegalMove | None:
    refused = _fixed(state, move.source)
    if refused:
        return refused
    card, pile = pile_at(state, move.source)[-1], PLACES[move.target]
    if move.target >= 24:
        return IllegalMove("nothing to the reserve", card=card, pile=pile)
    if card[0] == "A":
        return IllegalMove("ace", card=card, pile=pile)
    return _unfit(state, card, move.target)


def _unfit(state: State, card: str, target: int) -> IllegalMove | None:
    """Why a place of the parade does not take a card; `wanted` is what it takes."""
    faces = wanted(state, target)
    if card[:2] in faces:
        return None
    pile, there = PARADE[target], state.parade[target]
    if not there:
        return IllegalMove("not the base", card=card, pile=pile, wanted=_first_pack(faces))
    if not is_right(there, target):
        return IllegalMove("on misplaced", card=card, pile=pile)
    if not faces:
        return IllegalMove("pile finished", card=card, pile=pile)
    return IllegalMove("does not fit", card=card, pile=pile, wanted=_first_pack(faces))


def _refused_interchange(state: State, move: Move) -> IllegalMove | None:
    for place in (move.source, move.target):
        refused = _fixed(state, place)
        if refused:
            return refused
    for place, to in ((move.source, move.target), (move.target, move.source)):
        card, pile = state.parade[place][0], PARADE[to]
        if place // 8 == to // 8:
            return IllegalMove("same row", card=card, pile=pile)
        if card[0] != BASE_OF[to]:
            # The card that would not stand right, and the place where it would not.
            return IllegalMove("not both right", card=card, pile=pile, wanted=_bases(to))
    return None


def _fixed(state: State, place: int) -> IllegalMove | None:
    """Why no card of a place may move anywhere."""
    pile = pile_at(state, place)
    if not pile:
        return IllegalMove("empty pile", pile=PLACES[place])
    if place < 24 and is_right(pile, place):
        return IllegalMove("stands right", card=pile[-1], pile=PLACES[place])
    return None


def _bases(place: int) -> tuple[str, ...]:
    return _first_pack(tuple(BASE_OF[place] + suit for suit in cards.SUITS))


def _first_pack(faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(face + "1" for face in faces)


REFUSED: dict[str, Callable[[State, Move], IllegalMove | None]] = {
    "deal": _refused_deal,
    "discard": _refused_discard,
    "place": _refused_place,
    "interchange": _refused_interchange,
}


# How it ends


def over(state: State) -> str | None:
    """`won` when all 24 piles of the parade hold four cards, wherever the aces are."""
    return "won" if all(len(pile) == FULL for pile in state.parade) else None


def automatic(state: State) -> str | None:
    """The discard of the ace in the lowest place, where the house discards the aces."""
    if state.options.aces == "by hand" or over(state):
        return None
    aces = (place for place, card in available(state) if card[0] == "A")
    return next((f"{PLACES[place]}>{DISCARD}" for place in aces), None)


def when_left(state: State) -> str | None:
    """None: nobody plays on for a player who stays away."""
    return None


def finish(state: State) -> tuple[str, ...]:
    """Nothing: the player builds to the end."""
    return ()


def _stuck(state: State) -> bool:
    """Whether no move is legal in a game that is not won."""
    return not (state.stock or over(state) or any(legal(state)))


# What is seen, paid and counted


def view(state: State) -> View:
    """The piles `s`, `a1` to `c8`, `v1` to `v8` and `x`, and the facts of the table.

    Facts: `fill`, as chosen; `house_discards`, `yes` if the house discards the aces; `stock`, the
    cards in it; `deals_left`, the most that it allows; `aces`, those of 8 that are discarded;
    `finished`, the piles of 24 that hold four cards; `placed`, the cards of 96 that lie in right
    piles; `misplaced`, the cards of the parade that do not; `stuck`, `yes` if no move is legal
    in a game that is not won.
    """
    piles = (
        Pile("s", (None,) * len(state.stock)),
        *map(Pile, PARADE, state.parade),
        *map(Pile, RESERVE, state.reserve),
        Pile(DISCARD, state.discard),
    )
    return View(piles, _facts(state))


def _facts(state: State) -> tuple[tuple[str, int | str | None], ...]:
    misplaced_cards = sum(1 for _ in misplaced_places(state))
    return (
        ("fill", state.options.fill),
        ("house_discards", "yes" if state.options.aces == "by the house" else None),
        ("stock", len(state.stock)),
        ("deals_left", -(-len(state.stock) // 8)),
        ("aces", len(state.discard)),
        ("finished", sum(len(pile) == FULL for pile in state.parade)),
        ("placed", sum(map(len, state.parade)) - misplaced_cards),
        ("misplaced", misplaced_cards),
        ("stuck", "yes" if _stuck(state) else None),
    )


def misplaced(view: View) -> frozenset[str]:
    """The names of the places whose card does not stand in its row, as a player sees it."""
    return frozenset(
        name
        for name, pile in view.piles
        if name[0] in ROWS and pile and str(pile[0])[0] != ROWS[name[0]]
    )


def staked(state: State, bets: Bets) -> int:
    """0: the game is free."""
    return 0


def reserved(state: State, bets: Bets) -> int:
    """0: nothing is held."""
    return 0


def returns(state: State, bets: Bets) -> tuple[tuple[str, int], ...]:
    """Nothing comes back, since nothing was staked."""
    return ()


def most(bets: Bets) -> int:
    """0: the game is free."""
    return 0


def score(state: State, seconds: int) -> int | None:
    """None: the game has no points; the fact `placed` says how far it came."""
    return None
