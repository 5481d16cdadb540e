"""The pictures of the four aces: one large suit sign, engraved, in an ornament of its own."""

from games.drawing.paths import around, disc, fill, leaf, line, place, stroke
from games.drawing.suits import COLOURS, SHAPES

GOLD = "#c8963a"
LIGHT_GOLD = "#f0cf86"
ENGRAVING = "#fffdf8"
SIZES = {"h": 0.54, "d": 0.6, "s": 0.55, "c": 0.56}
X, Y = 50.0, 70.0


def ornament(suit: str) -> str:
    """The ace's picture, 84 units wide and 70 high about the middle of the card."""
    return AROUND[suit]() + _emblem(suit)


def _emblem(suit: str) -> str:
    shape = SHAPES[suit]
    emblem = fill(place(shape, X, Y, SIZES[suit]), COLOURS[suit])
    inner = place(shape, X, Y + INNER_DROP[suit], SIZES[suit] * 0.76)
    emblem += stroke(inner, LIGHT_GOLD, 0.9)
    return emblem + INSIDE[suit]()


INNER_DROP = {"h": -1.2, "d": 0.0, "s": 0.6, "c": 0.4}


def _sunburst() -> str:
    """Hearts: long and short rays."""
    rays = ""
    for step in range(40):
        angle = step * 9
        inner, outer = (32.5, 37.5) if step % 2 else (32.5, 34.8)
        rays += line([around(X, Y, inner, angle), around(X, Y, outer, angle)])
    return stroke(rays, GOLD, 1, stroke_linecap="round")


def _chain() -> str:
    """Diamonds: a chain of small lozenges and beads."""
    lozenges, beads = "", ""
    for step in range(24):
        x, y = around(X, Y, 34.5, step * 15)
        if step % 2:
            beads += disc(round(x, 1), round(y, 1), 0.9)
        else:
            lozenges += place(SHAPES["d"], x, y, 0.055)
    return fill(lozenges, COLOURS["d"]) + fill(beads, GOLD)


def _laurel() -> str:
    """Spades: two branches of laurel, open at the top."""
    leaves, berries = "", ""
    for side in (1, -1):
        for step in range(11):
            angle = side * (170 - step * 14.5)
            root = around(X, Y, 33, angle)
            leaves += leaf(root, around(X, Y, 37.5, angle - side * 13), 1.9)
            leaves += leaf(root, around(X, Y, 29.6, angle - side * 12), 1.9)
            x, y = around(X, Y, 33.6, angle - side * 7)
            berries += disc(round(x, 1), round(y, 1), 0.55)
    tie = disc(X, 102.6, 1.5)
    return fill(leaves, "#4d7a5d") + fill(berries + tie, GOLD)


def _garland() -> str:
    """Clubs: a ring with a trefoil at every hour."""
    trefoils, beads = "", ""
    for hour in range(12):
        angle = hour * 30
        for turn, radius in ((-2.9, 34.6), (2.9, 34.6), (0, 37)):
            x, y = around(X, Y, radius, angle + turn)
            trefoils += disc(round(x, 1), round(y, 1), 1.5)
        x, y = around(X, Y, 32.6, angle + 15)
        beads += disc(round(x, 1), round(y, 1), 1)
    ring = stroke(disc(X, Y, 32.6), GOLD, 0.8)
    return ring + fill(trefoils, "#3f7d5c") + fill(beads, GOLD)


def _heart_inside() -> str:
    """A flower of sixteen petals."""
    petals = "".join(
        leaf(around(X, 66, 2.6, step * 22.5), around(X, 66, (11, 7.4)[step % 2], step * 22.5), 1.7)
        for step in range(16)
    )
    return fill(petals, LIGHT_GOLD) + fill(disc(X, 66, 1.7), LIGHT_GOLD)


def _diamond_inside() -> str:
    facets = line([(50, 49), (42, 70), (50, 91), (58, 70)], closed=True)
    facets += line([(33, 70), (67, 70)])
    return stroke(facets, LIGHT_GOLD, 0.8, stroke_linejoin="round")


LILY = (
    "M0 -17C5 -10 5 -3 2 3H-2C-5 -3 -5 -10 0 -17Z"
    "M3 4C4 -4 9 -9 13 -6C16 -3 14 3 9.6 3C11.6 .6 10.4 -2 8.4 -1.4C6 -.6 5.4 2 5 4Z"
    "M-3 4C-4 -4 -9 -9 -13 -6C-16 -3 -14 3 -9.6 3C-11.6 .6 -10.4 -2 -8.4 -1.4C-6 -.6 -5.4 2 -5 4Z"
    "M-6.4 5H6.4V7.6H-6.4ZM0 8.6C3 11 2.6 13 0 17C-2.6 13 -3 11 0 8.6Z"
)


def _spade_inside() -> str:
    """A heraldic lily."""
    return fill(place(LILY, X, Y + 2), LIGHT_GOLD)


def _club_inside() -> str:
    beads = disc(X, 55, 3.4) + disc(36, 75.6, 3.4) + disc(64, 75.6, 3.4)
    veins = (
        line([(50, 88), (50, 60)]) + line([(50, 76), (40.5, 75.6)]) + line([(50, 76), (59.5, 75.6)])
    )
    return fill(beads, LIGHT_GOLD) + stroke(veins, LIGHT_GOLD, 0.9)


AROUND = {"h": _sunburst, "d": _chain, "s": _laurel, "c": _garland}
INSIDE = {"h": _heart_inside, "d": _diamond_inside, "s": _spade_inside, "c": _club_inside}
