"""Klondike, with every option that the games over it need: free Klondike and 3-Card Solitaire.

The rules stand in `docs/rules/klondike.md` and `docs/rules/three-card-solitaire.md`.
"""

from collections.abc import Callable, Iterator

from games import cards
from games.rules import HOUSE, PLAYER, Bets, IllegalMove, NotAMove, Pile, Refusal, View
from games.rules.klondike_hint import hint
from games.rules.klondike_table import (
    KINGS,
    NOTATIONS,
    OPTIONS,
    PACKS,
    SUIT,
    SUITS,
    TAKES,
    Move,
    State,
    deal,
    fits,
    goes_up,
    made,
    may_turn_over,
    passes_left,
    top,
)

__all__ = [
    "OPTIONS",
    "PACKS",
    "State",
    "automatic",
    "deal",
    "finish",
    "hint",
    "in_vain",
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

# The one bet: what each of the 52 cards costs. A card on the foundations brings three times that.
CARD_PRICE = "card price"
WIN_PER_PRICE = 3

FOUNDATION = {suit: tuple(rank + suit for rank in cards.RANKS) for suit in SUITS}


def moves(state: State) -> Iterator[tuple[str, State]]:
    """Every legal move of the player and where it leads."""
    if over(state):
        return
    for notation in _legal(state):
        yield notation, made(state, NOTATIONS[notation], PLAYER)


def _legal(state: State) -> Iterator[str]:
    yield from _placements(state)
    if state.stock:
        yield "draw"
    elif may_turn_over(state):
        yield "redeal"


def _placements(state: State) -> Iterator[str]:
    """Every legal move but draws and turn-overs."""
    if state.waste:
        card = state.waste[-1]
        if goes_up(state, card):
            yield "w>f"
        yield from (f"w>t{t}" for t, c in enumerate(state.columns, 1) if fits(card, c))
    for t, column in enumerate(state.columns, 1):
        if column:
            if goes_up(state, column[-1]):
                yield f"t{t}>f"
            yield from _runs(state, t, column)
    if state.options.back == "yes":
        yield from _returns(state)


def _runs(state: State, t: int, column: tuple[str, ...]) -> Iterator[str]:
    """The moves of face-up cards of a column, numbered from 1, to the others."""
    face_up = range(state.hidden[t - 1], len(column))
    for to, target in enumerate(state.columns, 1):
        if to == t:
            continue
        for i in face_up:
            # A king that is a column's first card would change nothing in another empty one.
            if fits(column[i], target) and (i or target):
                yield f"t{t}:{len(column) - i}>t{to}"


def _returns(state: State) -> Iterator[str]:
    for s, height in enumerate(state.foundations):
        if height:
            for t, column in enumerate(state.columns, 1):
                if fits(top(state, s), column):
                    yield f"f{SUITS[s]}>t{t}"


def step(state: State, notation: str, actor: str = PLAYER) -> State:
    """The state after a move. Raises NotAMove or IllegalMove. The house turns over for nothing."""
    refused = refusal(state, notation)
    if refused:
        raise refused
    return made(state, NOTATIONS[notation], actor)


def refusal(state: State, notation: str) -> Refusal | None:
    """Why that is no legal move; None if it is one."""
    move = NOTATIONS.get(notation)
    if move is None:
        return NotAMove(notation)
    if over(state):
        return IllegalMove("over")
    return REFUSED[move.kind](state, move)


def _refused_draw(state: State, move: Move) -> IllegalMove | None:
    return None if state.stock else IllegalMove("stock empty", pile="s")


def _refused_redeal(state: State, move: Move) -> IllegalMove | None:
    if state.stock:
        return IllegalMove("stock not empty", pile="s")
    if passes_left(state) == 0:
        return IllegalMove("no pass left", pile="s")
    return None if state.waste else IllegalMove("nothing to turn over", pile="w")


def _refused_waste_up(state: State, move: Move) -> IllegalMove | None:
    if not state.waste:
        return IllegalMove("empty pile", pile="w")
    return _unfit_up(state, state.waste[-1])


def _refused_waste_down(state: State, move: Move) -> IllegalMove | None:
    if not state.waste:
        return IllegalMove("empty pile", pile="w")
    return _unfit_down(state, state.waste[-1], move.target)


def _refused_column_up(state: State, move: Move) -> IllegalMove | None:
    column = state.columns[move.source]
    if not column:
        return IllegalMove("empty pile", pile=f"t{move.source + 1}")
    return _unfit_up(state, column[-1])


def _refused_run(state: State, move: Move) -> IllegalMove | None:
    column, pile = state.columns[move.source], f"t{move.source + 1}"
    if not column:
        return IllegalMove("empty pile", pile=pile)
    if move.length > len(column):
        return IllegalMove("too few cards", pile=pile)
    first = len(column) - move.length
    if first < state.hidden[move.source]:
        return IllegalMove("face down", pile=pile)
    if move.source == move.target:
        return IllegalMove("same pile", card=column[first], pile=pile)
    refused = _unfit_down(state, column[first], move.target)
    if refused is None and first == 0 and not state.columns[move.target]:
        return IllegalMove("king moves nothing", card=column[0], pile=f"t{move.target + 1}")
    return refused


def _refused_back(state: State, move: Move) -> IllegalMove | None:
    pile = f"f{SUITS[move.source]}"
    if state.options.back == "no":
        return IllegalMove("no return", pile=pile)
    if not state.foundations[move.source]:
        return IllegalMove("empty pile", pile=pile)
    return _unfit_down(state, top(state, move.source), move.target)


def _unfit_up(state: State, card: str) -> IllegalMove | None:
    """Why a card does not go up; `wanted` is the next card of its suit."""
    if goes_up(state, card):
        return None
    suit = card[1]
    wanted = (cards.RANKS[state.foundations[SUIT[card]]] + suit,)
    return IllegalMove("does not fit", card=card, pile=f"f{suit}", wanted=wanted)


def _unfit_down(state: State, card: str, target: int) -> IllegalMove | None:
    """Why a card does not go to a column; `wanted` are the cards that the column takes."""
    column = state.columns[target]
    if fits(card, column):
        return None
    pile = f"t{target + 1}"
    if not column:
        return IllegalMove("king only", card=card, pile=pile, wanted=KINGS)
    return IllegalMove("does not fit", card=card, pile=pile, wanted=TAKES[column[-1]])


REFUSED: dict[str, Callable[[State, Move], IllegalMove | None]] = {
    "draw": _refused_draw,
    "redeal": _refused_redeal,
    "waste up": _refused_waste_up,
    "waste down": _refused_waste_down,
    "column up": _refused_column_up,
    "run": _refused_run,
    "back": _refused_back,
}


# How it ends


def over(state: State) -> str | None:
    """`won` with all 52 cards on the foundations."""
    return "won" if sum(state.foundations) == 52 else None


def automatic(state: State) -> str | None:
    """None: turning up a card is part of the move that uncovers it."""
    return None


def when_left(state: State) -> str | None:
    """None: nobody plays on for a player who stays away."""
    return None


def finish(state: State) -> tuple[str, ...]:
    """The rest of the game once all cards of the columns are face up and none needs a choice."""
    if over(state) or not _decided(state):
        return ()
    played = []
    while not over(state):
        notation = _next_up(state)
        state = step(state, notation, HOUSE)
        played.append(notation)
    return tuple(played)


def _decided(state: State) -> bool:
    """Whether every card can be played up: those of the stock and play deck all come by."""
    if any(state.hidden):
        return False
    unlimited = state.options.passes == "unlimited" and state.options.draw == 1
    return unlimited or not (state.stock or state.waste)


def _next_up(state: State) -> str:
    """A card played up, or else the way to the next one of the stock."""
    for t, column in enumerate(state.columns, 1):
        if column and goes_up(state, column[-1]):
            return f"t{t}>f"
    if state.waste and goes_up(state, state.waste[-1]):
        return "w>f"
    return "draw" if state.stock else "redeal"


def in_vain(state: State) -> bool:
    """Whether no move is left but turning over and drawing, and no card that comes up so fits.

    Told with the stock empty only: the player sees every such card by then, so nothing is given
    away.
    """
    if state.stock or over(state) or any(_placements(state)):
        return False
    if not may_turn_over(state):
        return True
    coming = state.waste[state.options.draw - 1 :: state.options.draw] + state.waste[-1:]
    return not any(
        goes_up(state, card) or any(fits(card, column) for column in state.columns)
        for card in coming
    )


# What is seen, paid and counted


def view(state: State) -> View:
    """The piles `s`, `w`, `fc` to `fs`, `t1` to `t7`, and the facts of the table.

    Facts: `draw`; `pass`, counted from 1; `passes` and `passes_left`, None without a limit;
    `stock`, the cards in it; `fan`, the cards of the last draw still on the play deck; `up`, the
    cards on the foundations; `face_down`, those hidden in columns; `turn_over`, `yes` if it is
    possible now; `in_vain`, `yes` as above; `stuck`, `yes` if in vain and nothing can be turned
    over either, so that no move at all is legal; `points` without time, None without scoring.
    """
    return View(_piles(state), _facts(state))


def _piles(state: State) -> tuple[Pile, ...]:
    up = (
        Pile("f" + suit, FOUNDATION[suit][:height])
        for suit, height in zip(SUITS, state.foundations, strict=True)
    )
    columns = (
        Pile(f"t{t}", (None,) * n + column[n:])
        for t, n, column in zip(range(1, 8), state.hidden, state.columns, strict=True)
    )
    stock = (None,) * len(state.stock)
    return (Pile("s", stock), Pile("w", state.waste), *up, *columns)


def _facts(state: State) -> tuple[tuple[str, int | str | None], ...]:
    passes, vain = state.options.passes, in_vain(state)
    return (
        ("draw", state.options.draw),
        ("pass", state.turned + 1),
        ("passes", passes if isinstance(passes, int) else None),
        ("passes_left", passes_left(state)),
        ("stock", len(state.stock)),
        ("fan", state.fan),
        ("up", sum(state.foundations)),
        ("face_down", sum(state.hidden)),
        ("turn_over", "yes" if may_turn_over(state) else None),
        ("in_vain", "yes" if vain else None),
        ("stuck", "yes" if vain and not may_turn_over(state) else None),
        ("points", score(state, 0)),
    )


def staked(state: State, bets: Bets) -> int:
    """52 times the card price; 0 in a free game, which has no bets."""
    return 52 * bets.get(CARD_PRICE, 0)


def reserved(state: State, bets: Bets) -> int:
    """0: nothing is held besides the stake."""
    return 0


def returns(state: State, bets: Bets) -> tuple[tuple[str, int], ...]:
    """One line, `cards`: three times the card price for each card on the foundations."""
    amount = WIN_PER_PRICE * bets.get(CARD_PRICE, 0) * sum(state.foundations)
    return (("cards", amount),) if amount else ()


def most(bets: Bets) -> int:
    """What all 52 cards bring."""
    return WIN_PER_PRICE * bets.get(CARD_PRICE, 0) * 52


def score(state: State, seconds: int) -> int | None:
    """Points by the scoring chosen; time counts in a timed game of standard scoring only."""
    if state.options.scoring == "none":
        return None
    if state.options.scoring == "vegas":
        return 5 * sum(state.foundations) - 52
    if state.options.timed == "no":
        return state.points
    bonus = 700_000 // seconds if over(state) and seconds > 30 else 0
    return max(0, state.points - 2 * (seconds // 10)) + bonus
