"""Vegas Three Card Rummy: points and melds, the one decision, what is held, paid and hidden."""

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import cards
from games.rules import UNDO, IllegalMove, NotAMove, play, replay, three_card_rummy
from games.rules.three_card_rummy import (
    BONUS_TABLE,
    MOST_POINTS,
    RAISE_TABLE,
    Hand,
    State,
    Worth,
    odds,
    outcome,
    scored,
    settled,
)
from tests.games.rules.offered import THREE_CARD_RUMMY
from tests.games.rules.secrecy import known_of, with_hidden_cards_shuffled

many = settings(max_examples=60, deadline=None, derandomize=True)
decks = st.permutations(cards.pack())
decisions = st.sampled_from(["raise", "fold"])
bets = st.fixed_dictionaries({"ante": st.integers(1, 10_000), "bonus": st.integers(0, 2_500)})


def dealt(player: str, dealer: str = "2c 5d 9h") -> State:
    first = [*player.split(), *dealer.split()]
    return three_card_rummy.deal(first + [c for c in cards.pack() if c not in first], {})


@pytest.mark.parametrize(
    ("hand", "points", "meld", "melded"),
    [
        ("2c 5d 9h", 16, "none", ""),
        ("Ac Jd Kh", 21, "none", ""),
        ("7c 7d 4h", 4, "pair", "7c 7d"),
        ("Kc Kd Kh", 0, "triple", "Kc Kd Kh"),
        ("5s 6s Qd", 10, "run2", "5s 6s"),
        ("Ts 9s Js", 0, "run3", "9s Ts Js"),
        ("Ad 2d 3d", 0, "run3", "Ad 2d 3d"),
    ],
)
def test_a_meld_counts_nothing(hand: str, points: int, meld: str, melded: str) -> None:
    assert scored(hand.split()) == Hand(points, meld, tuple(melded.split()))


def test_a_run_begins_with_the_ace_and_does_not_go_round() -> None:
    assert scored(["Qh", "Kh", "Ah"]) == Hand(1, "run2", ("Qh", "Kh"))
    assert scored(["Kh", "Ah", "2h"]) == Hand(10, "run2", ("Ah", "2h"))
    assert scored(["Kh", "Ah", "5c"]).meld == "none"


@pytest.mark.parametrize("run", ["Th Jh", "Jh Qh", "Qh Kh"])
def test_court_cards_run_in_their_order(run: str) -> None:
    assert scored([*run.split(), "4c"]) == Hand(4, "run2", tuple(run.split()))


def test_a_ten_and_a_queen_are_no_run_though_both_count_ten() -> None:
    assert scored(["Th", "Qh", "4c"]) == Hand(24, "none", ())


def test_the_lower_of_a_pair_and_a_run_counts() -> None:
    assert scored(["Ac", "2c", "2d"]) == Hand(1, "pair", ("2c", "2d"))
    assert scored(["9c", "Tc", "Td"]) == Hand(9, "pair", ("Tc", "Td"))
    assert scored(["9c", "9d", "Tc"]) == Hand(9, "run2", ("9c", "Tc"))


def test_a_run_is_shown_before_a_pair_of_the_same_points_in_72_hands_of_10_points() -> None:
    def both(hand: tuple[str, ...]) -> bool:
        pair = len({card[0] for card in hand}) == 2
        runs = [scored([*two, "5c"]).meld for two in combinations(hand, 2)]
        return pair and "run2" in runs

    hands = [h for h in combinations([c for c in cards.pack() if c[0] in "TJQK"], 3) if both(h)]
    assert len(hands) == 72
    assert {(scored(hand).points, scored(hand).meld) for hand in hands} == {(10, "run2")}


@many
@given(deck=decks)
def test_the_order_of_the_cards_does_not_count(deck: list[str]) -> None:
    assert len({scored(hand) for hand in permutations(deck[:3])}) == 1


@many
@given(deck=decks)
def test_points_are_what_lies_outside_the_meld_and_never_more_than_all(deck: list[str]) -> None:
    hand = scored(deck[:3])
    outside = [card for card in deck[:3] if card not in hand.cards]
    assert hand.points == sum(min(cards.rank(card), 10) for card in outside) <= MOST_POINTS
    assert (hand.meld == "none") == (hand.cards == ())


def test_only_the_ace_two_three_of_one_suit_is_the_best_hand() -> None:
    best = [hand for hand in combinations(cards.pack(), 3) if scored(hand).worth.best]
    assert best == [(f"A{suit}", f"2{suit}", f"3{suit}") for suit in "cdhs"]


@pytest.mark.parametrize(
    ("player", "dealer", "ended"),
    [
        (30, 21, "dealer not qualified"),
        (21, 21, "dealer not qualified"),
        (0, 30, "dealer not qualified"),
        (19, 20, "win"),
        (20, 20, "tie"),
        (21, 20, "lose"),
        (0, 0, "tie"),
    ],
)
def test_a_dealer_of_more_than_20_points_is_not_compared(
    player: int, dealer: int, ended: str
) -> None:
    assert outcome("raise", player, dealer) == ended
    assert outcome("fold", player, dealer) == "fold"


# Ante 100 and bonus 10, the player's points, the dealer's, and the lines that come back.
SETTLEMENTS = [
    ("fold", 0, 30, {}),
    ("raise", 22, 21, {"ante": 200, "raise": 100}),
    ("raise", 0, 20, {"ante": 200, "raise": 500, "bonus": 260}),
    ("raise", 1, 20, {"ante": 200, "raise": 300, "bonus": 30}),
    ("raise", 5, 20, {"ante": 200, "raise": 300, "bonus": 30}),
    ("raise", 6, 20, {"ante": 200, "raise": 200, "bonus": 30}),
    ("raise", 7, 20, {"ante": 200, "raise": 200, "bonus": 20}),
    ("raise", 12, 20, {"ante": 200, "raise": 200, "bonus": 50}),
    ("raise", 13, 20, {"ante": 200, "raise": 200}),
    ("raise", 19, 20, {"ante": 200, "raise": 200}),
    ("raise", 10, 10, {"ante": 100, "raise": 100, "bonus": 20}),
    ("raise", 11, 10, {"bonus": 50}),
    ("raise", 14, 10, {}),
]


@pytest.mark.parametrize(("decision", "player", "dealer", "lines"), SETTLEMENTS)
@pytest.mark.parametrize("bonus", [10, 0])
def test_each_bet_is_settled_on_its_own(
    decision: str, player: int, dealer: int, lines: dict[str, int], bonus: int
) -> None:
    bets = {"ante": 100, "bonus": bonus}
    wanted = {bet: amount for bet, amount in lines.items() if bonus or bet != "bonus"}
    assert dict(settled(decision, Worth(player, False), dealer, bets)) == wanted


def test_the_best_hand_pays_the_bonus_a_hundredfold_whatever_the_dealer_has() -> None:
    for dealer in range(MOST_POINTS + 1):
        lines = dict(settled("raise", Worth(0, True), dealer, {"ante": 100, "bonus": 10}))
        assert lines["bonus"] == 1010


def test_the_tables_leave_no_hand_out() -> None:
    for points in range(MOST_POINTS + 1):
        assert sum(row.low <= points <= row.high for row in BONUS_TABLE if not row.best) == 1
    assert [odds(RAISE_TABLE, Worth(points, False)) for points in range(20)] == (
        [4, *[2] * 5, *[1] * 14]
    )


@many
@given(deck=decks, bets=bets)
def test_a_hand_stakes_ante_and_bonus_and_holds_the_raise(
    deck: list[str], bets: dict[str, int]
) -> None:
    state = three_card_rummy.deal(deck, {})
    assert three_card_rummy.staked(state, bets) == bets["ante"] + bets["bonus"]
    assert three_card_rummy.reserved(state, bets) == bets["ante"]
    assert three_card_rummy.returns(state, bets) == ()


@many
@given(deck=decks, bets=bets)
def test_a_raise_takes_what_was_held_and_a_fold_frees_it(
    deck: list[str], bets: dict[str, int]
) -> None:
    state = three_card_rummy.deal(deck, {})
    opened = bets["ante"] + bets["bonus"]
    raised, folded = (play(three_card_rummy, state, move) for move in ("raise", "fold"))
    assert three_card_rummy.staked(raised, bets) == opened + bets["ante"]
    assert three_card_rummy.staked(folded, bets) == opened
    assert three_card_rummy.reserved(raised, bets) == three_card_rummy.reserved(folded, bets) == 0
    assert three_card_rummy.returns(folded, bets) == ()


@many
@given(deck=decks, decision=decisions, bets=bets)
def test_no_hand_brings_back_more_than_the_most(
    deck: list[str], decision: str, bets: dict[str, int]
) -> None:
    state = play(three_card_rummy, three_card_rummy.deal(deck, {}), decision)
    lines = three_card_rummy.returns(state, bets)
    assert sum(amount for _, amount in lines) <= three_card_rummy.most(bets)
    assert {bet for bet, _ in lines} <= {"ante", "raise", "bonus"}


def test_the_most_is_reached_by_the_best_hand() -> None:
    bets = {"ante": 100, "bonus": 25}
    state = play(three_card_rummy, dealt("Ac 2c 3c", "5d 6h 9h"), "raise")
    back = sum(amount for _, amount in three_card_rummy.returns(state, bets))
    assert back == three_card_rummy.most(bets) == 7 * 100 + 101 * 25


@many
@given(deck=decks)
def test_the_players_three_cards_are_dealt_before_the_dealers(deck: list[str]) -> None:
    view = three_card_rummy.view(three_card_rummy.deal(deck, {}))
    assert view.pile("player") == tuple(deck[:3])
    assert view.pile("dealer") == (None, None, None)
    assert view.pile("stock") == (None,) * 46


@many
@given(deck=decks, decision=decisions)
def test_either_decision_turns_the_dealers_cards_up_and_ends_the_hand(
    deck: list[str], decision: str
) -> None:
    state = play(three_card_rummy, three_card_rummy.deal(deck, {}), decision)
    assert three_card_rummy.view(state).pile("dealer") == tuple(deck[3:6])
    assert three_card_rummy.view(state).pile("stock") == (None,) * 46
    assert three_card_rummy.over(state) == "settled"
    assert list(three_card_rummy.moves(state)) == []
    assert three_card_rummy.when_left(state) is None


@many
@given(deck=decks, seed=st.integers())
def test_nothing_tells_of_the_dealers_cards_before_the_decision(deck: list[str], seed: int) -> None:
    state = three_card_rummy.deal(deck, {})
    other = with_hidden_cards_shuffled(THREE_CARD_RUMMY, state, random.Random(seed))
    assert known_of(THREE_CARD_RUMMY, other) == known_of(THREE_CARD_RUMMY, state)
    assert three_card_rummy.when_left(other) == three_card_rummy.when_left(state)
    hidden = [value for name, value in three_card_rummy.view(state).facts if "dealer" in name]
    assert hidden == [None] * 4


@many
@given(deck=decks, decision=decisions, seed=st.integers())
def test_the_cards_not_dealt_decide_nothing(deck: list[str], decision: str, seed: int) -> None:
    state = play(three_card_rummy, three_card_rummy.deal(deck, {}), decision)
    other = with_hidden_cards_shuffled(THREE_CARD_RUMMY, state, random.Random(seed))
    assert known_of(THREE_CARD_RUMMY, other) == known_of(THREE_CARD_RUMMY, state)


@pytest.mark.parametrize(
    ("player", "move"),
    [("Tc Jd Ah", "fold"), ("9c Td Ah", "raise"), ("8c Td Ah", "raise"), ("2c 2d 2h", "raise")],
)
def test_a_hand_left_alone_is_raised_on_20_points_or_less(player: str, move: str) -> None:
    assert three_card_rummy.when_left(dealt(player, "4s 5h 9h")) == move


@pytest.mark.parametrize("again", ["raise", "fold"])
@pytest.mark.parametrize("first", ["raise", "fold"])
def test_only_one_decision_counts(first: str, again: str) -> None:
    decided = play(three_card_rummy, dealt("3c 4d 8h"), first)
    with pytest.raises(IllegalMove) as refused:
        play(three_card_rummy, decided, again)
    assert refused.value.code == "over"


@pytest.mark.parametrize("notation", ["", "Raise", "call", "draw", "raise ", "undo"])
def test_other_words_are_no_move(notation: str) -> None:
    with pytest.raises(NotAMove):
        play(three_card_rummy, dealt("3c 4d 8h"), notation)


@pytest.mark.parametrize("decision", ["raise", "fold"])
def test_a_decision_is_never_undone(decision: str) -> None:
    log = [("player", decision), ("player", UNDO)]
    with pytest.raises(IllegalMove):
        replay(three_card_rummy, cards.pack(), {}, log)


@pytest.mark.parametrize("deck", [cards.pack()[:51], ("Ac",) * 52, ()])
def test_another_deck_is_refused(deck: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="deck"):
        three_card_rummy.deal(deck, {})


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match="option"):
        three_card_rummy.deal(cards.pack(), {"draw": 3})
