"""Cards as text: rank, suit and, in games of two packs, the pack (`Ah`, `Ah1`, `Ah2`).

The number of a card, its code, counts rank within suit within pack, as the shuffle does.
"""

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RED = "dh"


def card(code: int, packs: int = 1) -> str:
    """The card of a code, 0 to 52 * packs - 1; the pack is named where there are several."""
    if not 0 <= code < 52 * packs:
        raise ValueError(f"There is no card number {code} in {packs} pack(s).")
    text = RANKS[code % 13] + SUITS[code // 13 % 4]
    return text if packs == 1 else f"{text}{code // 52 + 1}"


def code(text: str) -> int:
    """The number of a card: rank + 13 * suit + 52 * pack, each counted from 0."""
    number = int(text[2]) - 1 if len(text) == 3 else 0
    return RANKS.index(text[0]) + 13 * SUITS.index(text[1]) + 52 * number


def pack(packs: int = 1) -> tuple[str, ...]:
    """All cards of that many packs, by ascending code."""
    return tuple(card(number, packs) for number in range(52 * packs))


def rank(text: str) -> int:
    """1 for an ace to 13 for a king."""
    return RANKS.index(text[0]) + 1


def suit(text: str) -> str:
    """`c`, `d`, `h` or `s`."""
    return text[1]


def colour(text: str) -> str:
    """`red` or `black`."""
    return "red" if text[1] in RED else "black"
