"""The 52 faces: a very large index, full pips that nothing overlaps, aces with an ornament.

The index stands in the top 32 and the left 50 of 100 by 140 units, rank and suit side by side,
so that a covered card is named by its upper strip or by its left half. The lower one is the same,
turned. The pips and pictures have the field between the two, and every face is the same when
turned by half, except for its single pips.
"""

from games.drawing.aces import ornament
from games.drawing.courts import court
from games.drawing.glyphs import length, pen, write
from games.drawing.inks import PAPER
from games.drawing.paths import fill, place, stroke
from games.drawing.suits import COLOURS, SHAPES

# In the order of the sprite, in which like drawings lie near each other and pack well.
RANKS = "23456789TAJQK"
CARDS = tuple(rank + suit for rank in RANKS for suit in "cdhs")
INDEX_HEIGHT = 27.0
INDEX_TOP = 5.0
INDEX_CENTRE = 15.0
SUIT_CENTRE = (38.0, 18.5)
SUIT_SIZE = 0.225

# Pips of a rank: their height, and rows from top to bottom as (y, xs).
Rows = tuple[tuple[float, tuple[float, ...]], ...]
PIPS: dict[str, tuple[float, Rows]] = {
    "2": (27.5, ((50, (50,)), (90, (50,)))),
    "3": (25, ((46, (24,)), (70, (50,)), (94, (76,)))),
    "4": (27.5, ((51, (28, 72)), (89, (28, 72)))),
    "5": (25, ((48, (24, 76)), (70, (50,)), (92, (24, 76)))),
    "6": (25, ((52, (22, 50, 78)), (88, (22, 50, 78)))),
    "7": (22.5, ((46, (28, 72)), (70, (19, 50, 81)), (94, (28, 72)))),
    "8": (20.5, ((46, (20, 50, 80)), (70, (35, 65)), (94, (20, 50, 80)))),
    "9": (20.5, ((46, (21, 50, 79)), (70, (21, 50, 79)), (94, (21, 50, 79)))),
    "T": (20.5, ((46, (23, 50, 77)), (70, (15.5, 38.5, 61.5, 84.5)), (94, (23, 50, 77)))),
}


def turned(drawing: str) -> str:
    """The drawing as somebody on the other side of the table sees it."""
    return f'<g transform="rotate(180 50 70)">{drawing}</g>'


def sheet(colour: str = PAPER) -> str:
    """The blank card."""
    edge = 'stroke="#1c2420" stroke-opacity=".28" stroke-width=".8"'
    return f'<rect x=".4" y=".4" width="99.2" height="139.2" rx="7.5" fill="{colour}" {edge}/>'


def index(card: str) -> str:
    """Rank and suit in the upper left corner."""
    rank, suit = card[0], card[1]
    left = INDEX_CENTRE - length(rank, INDEX_HEIGHT) / 2
    letter = stroke(
        write(rank, left, INDEX_TOP, INDEX_HEIGHT),
        COLOURS[suit],
        pen(INDEX_HEIGHT),
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return letter + fill(place(SHAPES[suit], *SUIT_CENTRE, SUIT_SIZE), COLOURS[suit])


def pips(card: str) -> str:
    """As many suit signs as the card counts; those of the lower half stand on their heads."""
    rank, suit = card[0], card[1]
    height, rows = PIPS[rank]
    path = "".join(
        place(SHAPES[suit], x, y, height / 100, turned=y > 70) for y, xs in rows for x in xs
    )
    return fill(path, COLOURS[suit])


def face(card: str) -> str:
    """The drawing of a card such as Qh, on a field of 100 by 140."""
    rank, suit = card[0], card[1]
    if rank == "A":
        picture = ornament(suit)
    elif rank in "JQK":
        picture = court(rank, suit)
    else:
        picture = pips(card)
    corner = index(card)
    return sheet() + picture + corner + turned(corner)
