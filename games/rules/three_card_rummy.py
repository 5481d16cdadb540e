"""Vegas Three Card Rummy: points and melds, paytables, settlement, and the game over them.

The rules stand in `docs/rules/three-card-rummy.md`; the exact odds are computed from the functions
here by `games/rules/three_card_rummy_odds.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from games import cards
from games.rules import (
    Bets,
    IllegalMove,
    NotAMove,
    Options,
    Pile,
    Refusal,
    Value,
    View,
    chosen,
)

PACKS = 1
OPTIONS: Mapping[str, tuple[Value, ...]] = {}

# Bets, and the lines that come back.
ANTE, RAISE, BONUS = "ante", "raise", "bonus"
# The two decisions; raising is named as its bet.
FOLD = "fold"
NOTATIONS = (RAISE, FOLD)

FOLDED, NOT_QUALIFIED, WIN, TIE, LOSE = "fold", "dealer not qualified", "win", "tie", "lose"

MOST_POINTS = 30
DEALER_QUALIFIES_UP_TO = 20
# The best strategy, which the exact odds confirm for every hand.
RAISE_UP_TO = 20


# Points


class Worth(NamedTuple):
    """All of a hand that bets are settled on; `best` is A-2-3 of one suit."""

    points: int
    best: bool


class Hand(NamedTuple):
    """Three cards as they count: the points, the meld and its cards, lowest first.

    `meld` is `triple`, `run3`, `run2`, `pair` or `none`.
    """

    points: int
    meld: str
    cards: tuple[str, ...]

    @property
    def worth(self) -> Worth:
        """What the bets are settled on."""
        best = self.meld == "run3" and self.cards[0][0] == "A"
        return Worth(self.points, best)


def scored(hand: Sequence[str]) -> Hand:
    """The lowest count of three cards that any choice of one meld gives; fewer points win."""
    # The first of equals counts, so that a run is shown before a pair of the same points.
    return min(_counts(hand), key=lambda count: count.points)


def _counts(hand: Sequence[str]) -> Iterator[Hand]:
    """Every way to count a hand: with each of its melds, runs first, and with none."""
    ordered = sorted(hand, key=lambda card: (cards.rank(card), cards.SUITS.index(card[1])))
    total = sum(map(value, ordered))
    groups = [tuple(ordered), *combinations(ordered, 2)]
    for melds in (_run, _alike):
        for group in groups:
            if meld := melds(group):
                yield Hand(total - sum(map(value, group)), meld, group)
    yield Hand(total, "none", ())


def value(card: str) -> int:
    """What a card counts outside a meld: 1 for an ace, 10 for J, Q and K, else its face value."""
    return min(cards.rank(card), 10)


def _run(group: Sequence[str]) -> str | None:
    """The meld of cards in order of rank if they are of one suit and next in rank. K-A is not."""
    suited = len({cards.suit(card) for card in group}) == 1
    next_in_rank = all(cards.rank(b) - cards.rank(a) == 1 for a, b in pairwise(group))
    return f"run{len(group)}" if suited and next_in_rank else None


def _alike(group: Sequence[str]) -> str | None:
    """The meld of cards if they are of one rank."""
    if len({cards.rank(card) for card in group}) > 1:
        return None
    return "pair" if len(group) == 2 else "triple"


# Paytables


class Row(NamedTuple):
    """Hands of `low` to `high` points pay `odds` to 1, or lose if that is None.

    A row that is for the `best` hand only stands before the others of its points.
    """

    low: int
    high: int
    odds: int | None
    best: bool = False


# What a raise pays that wins, and what the bonus pays, by the player's hand.
RAISE_TABLE = (Row(0, 0, 4), Row(1, 5, 2), Row(6, 19, 1))
BONUS_TABLE = (
    Row(0, 0, 100, best=True),
    Row(0, 0, 25),
    Row(1, 6, 2),
    Row(7, 10, 1),
    Row(11, 12, 4),
    Row(13, MOST_POINTS, None),
)


def odds(table: Sequence[Row], worth: Worth) -> int | None:
    """What the first row that fits the hand pays to 1; None if it loses."""
    for row in table:
        if row.low <= worth.points <= row.high and (worth.best or not row.best):
            return row.odds
    return None


def _times(table: Sequence[Row], worth: Worth) -> int:
    """How many times the bet comes back by a table, the stake included."""
    paid = odds(table, worth)
    return 0 if paid is None else 1 + paid


# Settlement

# How many times ante and raise come back, the stake included; a raise that wins, by its table.
ANTE_TIMES = {FOLDED: 0, NOT_QUALIFIED: 2, WIN: 2, TIE: 1, LOSE: 0}
RAISE_TIMES = {FOLDED: 0, NOT_QUALIFIED: 1, TIE: 1, LOSE: 0}


def outcome(decision: str, player: int, dealer: int) -> str:
    """How ante and raise end, from the decision and the points of both hands."""
    if decision == FOLD:
        return FOLDED
    if not qualifies(dealer):
        return NOT_QUALIFIED
    if player == dealer:
        return TIE
    return WIN if player < dealer else LOSE


def qualifies(dealer: int) -> bool:
    """Whether the dealer's hand of these points plays against the raise."""
    return dealer <= DEALER_QUALIFIES_UP_TO


def stakes(decision: str, bets: Bets) -> dict[str, int]:
    """What lies on each bet after a decision, in minor units; before it, pass an empty text."""
    raised = bets[ANTE] if decision == RAISE else 0
    return {ANTE: bets[ANTE], RAISE: raised, BONUS: bets.get(BONUS, 0)}


def settled(decision: str, player: Worth, dealer: int, bets: Bets) -> tuple[tuple[str, int], ...]:
    """What each bet brings back, the stake included, in minor units; no line of nothing.

    `dealer` are the dealer's points.
    """
    ended = outcome(decision, player.points, dealer)
    times = {
        ANTE: ANTE_TIMES[ended],
        RAISE: _times(RAISE_TABLE, player) if ended == WIN else RAISE_TIMES[ended],
        BONUS: 0 if ended == FOLDED else _times(BONUS_TABLE, player),
    }
    lines = ((bet, amount * times[bet]) for bet, amount in stakes(decision, bets).items())
    return tuple((bet, amount) for bet, amount in lines if amount)


# The game


class State(NamedTuple):
    """A hand of both; `stock` are the cards not dealt, `decision` is empty until there is one."""

    player: tuple[str, ...]
    dealer: tuple[str, ...]
    stock: tuple[str, ...]
    decision: str


def deal(deck: Sequence[str], options: Options) -> State:
    """Three cards for the player, then three for the dealer.

    Raises ValueError for a deck that is not the 52 cards, or options, of which there are none.
    """
    if sorted(deck) != sorted(cards.pack()):
        raise ValueError("The deck is not the 52 cards.")
    chosen(OPTIONS, options)
    return State(tuple(deck[:3]), tuple(deck[3:6]), tuple(deck[6:]), "")


def moves(state: State) -> Iterator[tuple[str, State]]:
    """Raise and fold, until one of them is chosen."""
    if over(state):
        return
    for notation in NOTATIONS:
        yield notation, state._replace(decision=notation)


def refusal(state: State, notation: str) -> Refusal | None:
    """Why that is no legal move; None if it is one."""
    if notation not in NOTATIONS:
        return NotAMove(notation)
    return IllegalMove("over") if over(state) else None


def over(state: State) -> str | None:
    """`settled` once the player has decided."""
    return "settled" if state.decision else None


def automatic(state: State) -> str | None:
    """None: the house decides nothing in a hand."""
    return None


def finish(state: State) -> tuple[str, ...]:
    """Nothing: the one decision ends the hand."""
    return ()


def when_left(state: State) -> str | None:
    """The best strategy, found from the player's own cards; None once it is decided."""
    if over(state):
        return None
    return RAISE if scored(state.player).points <= RAISE_UP_TO else FOLD


def view(state: State) -> View:
    """The piles `player`, `dealer` and `stock`, and the facts of the hand.

    Facts: `points`, `meld` and `meld_cards` of the player (as in `Hand`, the cards as one text);
    `bonus_odds`, what the bonus table says of these cards, None if it says that they lose, whatever
    is bet or folded. None until the decision: `decision`; `dealer_points`, `dealer_meld`,
    `dealer_meld_cards`; `dealer_qualifies`, `yes` or `no`; `outcome`, as `outcome` says it;
    `raise_odds`, what the raise has won, None if it has not.
    """
    stock = Pile("stock", (None,) * len(state.stock))
    dealer: tuple[str | None, ...] = state.dealer if over(state) else (None,) * 3
    piles = (Pile("player", state.player), Pile("dealer", dealer), stock)
    hand = scored(state.player)
    facts = (*_counted("", hand), ("bonus_odds", odds(BONUS_TABLE, hand.worth)))
    return View(piles, (*facts, *_result(state, hand)))


def _counted(whose: str, hand: Hand | None) -> tuple[tuple[str, int | str | None], ...]:
    """The facts of a hand; each None if it is hidden."""
    return (
        (f"{whose}points", hand.points if hand else None),
        (f"{whose}meld", hand.meld if hand else None),
        (f"{whose}meld_cards", " ".join(hand.cards) if hand else None),
    )


def _result(state: State, hand: Hand) -> tuple[tuple[str, int | str | None], ...]:
    """The facts that the decision brings; each None before it."""
    dealer = scored(state.dealer) if over(state) else None
    ended = outcome(state.decision, hand.points, dealer.points) if dealer else None
    qualified = ("yes" if qualifies(dealer.points) else "no") if dealer else None
    return (
        ("decision", state.decision or None),
        *_counted("dealer_", dealer),
        ("dealer_qualifies", qualified),
        ("outcome", ended),
        ("raise_odds", odds(RAISE_TABLE, hand.worth) if ended == WIN else None),
    )


def staked(state: State, bets: Bets) -> int:
    """Ante and bonus, and the raise once it is made."""
    return sum(stakes(state.decision, bets).values())


def reserved(state: State, bets: Bets) -> int:
    """The raise, as high as the ante, until the player has decided."""
    return 0 if over(state) else bets[ANTE]


def returns(state: State, bets: Bets) -> tuple[tuple[str, int], ...]:
    """The lines `ante`, `raise` and `bonus`, the stake included; none before the decision."""
    if not over(state):
        return ()
    player, dealer = scored(state.player).worth, scored(state.dealer).points
    return settled(state.decision, player, dealer, bets)


def most(bets: Bets) -> int:
    """What A-2-3 of one suit brings, raised against a dealer who qualifies and has more."""
    best = settled(RAISE, Worth(0, True), DEALER_QUALIFIES_UP_TO, bets)
    return sum(amount for _, amount in best)


def score(state: State, seconds: int) -> int | None:
    """None: a hand is played for its bets."""
    return None
