"""PF1: the test vectors of the document, the properties of the shuffle, and dice that must fail."""

import hashlib
import itertools
import math

import pytest

from games import dealing
from games.cards import code, pack

SEED = bytes(range(96))
CLIENT_SEED = bytes(16)
VECTORS = [
    (
        "klondike",
        {},
        [31, 35, 27, 12, 47, 19, 38, 40],
        "dfe181a534ca2f83c390b22d1db3d61dd4ff912ef7c8dfa606609df6f820fe9c",
    ),
    (
        "royal-parade",
        {"openers": "random"},
        [100, 5, 6, 10, 101, 37, 11, 70],
        "0ec471761543dd02c28bb2c99235005d12a1f1d0b638a5673bf56f9c29f0553c",
    ),
    (
        "royal-parade",
        {"openers": "set"},
        [53, 28, 3, 103, 6, 7, 11, 89],
        "d0312b516232d57477f21ac943578024311c7c8de43f409032391171ef6f8edc",
    ),
]


@pytest.mark.parametrize(("game", "options", "first", "digest"), VECTORS)
def test_the_vectors_of_pf1_hold(game, options, first, digest):
    deck = dealing.deck(game, SEED, CLIENT_SEED, 7, options)
    codes = [code(card) for card in deck]
    assert codes[:8] == first
    assert hashlib.sha256(bytes(codes)).hexdigest() == digest


def test_the_commitment_is_not_the_seed_and_matches_the_vector():
    shown = "321fd0976a92c6b8aa157568e8d51e5c80c8cd97b0d3d53123556b11f810d073"
    assert dealing.commitment(SEED) == shown


def test_every_part_of_the_message_changes_the_deck():
    base = ("klondike", SEED, CLIENT_SEED, 7, {})
    others = [
        ("three-card-solitaire", SEED, CLIENT_SEED, 7, {}),
        ("klondike", SEED[:-1] + b"x", CLIENT_SEED, 7, {}),
        ("klondike", SEED, CLIENT_SEED + b"\0", 7, {}),
        ("klondike", SEED, CLIENT_SEED, 8, {}),
    ]
    decks = {dealing.deck(*arguments) for arguments in (base, *others)}
    assert len(decks) == 5
    assert all(sorted(deck) == sorted(pack()) for deck in decks)


def test_seeds_are_never_the_same_and_long_enough_for_two_packs():
    assert len({dealing.new_seed() for _ in range(1000)}) == 1000
    assert math.log2(math.factorial(104)) <= 8 * dealing.SEED_BYTES


def test_numbers_that_would_favour_some_are_drawn_again():
    # floor(2^32 / 3) * 3 = 4294967295: that number itself must be refused.
    assert dealing._below(3, iter([2**32 - 1, 5])) == 2
    assert dealing._below(3, iter([2**32 - 2])) == (2**32 - 2) % 3


def position_by_card(decks):
    """Chi-square of position by card, with the factor (n-1)/n, against (n-1)^2 degrees, as z."""
    n = 52
    counts = [[0] * n for _ in range(n)]
    for deck in decks:
        for position, number in enumerate(deck):
            counts[position][number] += 1
    expected = len(decks) / n
    square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    degrees = (n - 1) ** 2
    return (square * (n - 1) / n - degrees) / math.sqrt(2 * degrees)


def fair(numbers, i):
    return dealing._below(i + 1, numbers)


def swap_any(numbers, i):
    return dealing._below(52, numbers)


def off_by_one(numbers, i):
    return dealing._below(i, numbers)


def one_byte(numbers, i):
    return (next(numbers) % 256) % (i + 1)


def shuffled(nonce, choose):
    deck = list(range(52))
    numbers = dealing._numbers("klondike", SEED, CLIENT_SEED, nonce)
    for i in range(51, 0, -1):
        j = choose(numbers, i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


DECKS = 12_000


def test_positions_are_even_over_many_nonces():
    decks = [dealing.codes("klondike", SEED, CLIENT_SEED, nonce, 52) for nonce in range(DECKS)]
    assert abs(position_by_card(decks)) < 4
    assert len({tuple(deck) for deck in decks}) == DECKS
    tops = [deck[0] for deck in decks]
    mean = 25.5
    serial = sum((a - mean) * (b - mean) for a, b in itertools.pairwise(tops))
    assert abs(serial / ((52**2 - 1) / 12) / math.sqrt(DECKS)) < 4


@pytest.mark.parametrize("choose", [swap_any, off_by_one, one_byte])
def test_faulty_shuffles_are_found_by_the_same_measure(choose):
    assert position_by_card([shuffled(nonce, choose) for nonce in range(DECKS)]) > 6


def test_the_measure_itself_passes_the_shuffle_written_out():
    assert shuffled(3, fair) == dealing.codes("klondike", SEED, CLIENT_SEED, 3, 52)
