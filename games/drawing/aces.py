"""The pictures of the four aces: one large suit sign, engraved, in an ornament of its own."""

from games.drawing.paths import around, disc, fill, leaf, line, place, stroke
from games.drawing.suits import COLOURS, SHAPES

GOLD = "#c8963a"
LIGHT_GOLD = "#f0cf86"
ENGRAVING = "#fffdf8"
SIZE = 0.56
X, Y = 50.0, 70.0


def ornament(suit: str) -> str:
    """The ace's picture, 84 units wide and 70 high about the middle of the card."""
    return AROUND[suit]() + _emblem(suit)


def _emblem(suit: str) -> str:
    shape = SHAPES[suit]
    emblem = fill(place(shape, X, Y, SIZE), COLOURS[suit])
    inner = place(shape, X, Y + INNER_DROP[suit], SIZE * 0.76)
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
    trefoils, stems = "", ""
    for hour in range(12):
        angle = hour * 30
        for turn, radius in ((-3.1, 34), (3.1, 34), (0, 36.4)):
            x, y = around(X, Y, radius, angle + turn)
            trefoils += disc(round(x, 1), round(y, 1), 1.45)
        stems += line([around(X, Y, 31.4, angle), around(X, Y, 34.5, angle)])
    ring = stroke(disc(X, Y, 31.6), GOLD, 0.8, stroke_dasharray="9.6 6.94", stroke_dashoffset="4.8")
    return ring + stroke(stems, "#3f7d5c", 0.9) + fill(trefoils, "#3f7d5c")


def _heart_inside() -> str:
    flames = "".join(
        leaf((X, 78), around(X, 78, reach, angle), 2.2)
        for angle, reach in ((0, 17), (-32, 18), (32, 18), (-64, 13), (64, 13))
    )
    return fill(flames, LIGHT_GOLD) + fill(disc(X, 80.4, 1.5), LIGHT_GOLD)


def _diamond_inside() -> str:
    facets = line([(50, 49), (42, 70), (50, 91), (58, 70)], closed=True)
    facets += line([(33, 70), (67, 70)])
    return stroke(facets, LIGHT_GOLD, 0.8, stroke_linejoin="round")


def _spade_inside() -> str:
    crown = "".join(
        leaf((X, 81), around(X, 81, reach, angle), 2.3)
        for angle, reach in ((0, 20), (-38, 16), (38, 16), (-78, 12.5), (78, 12.5))
    )
    return fill(crown, LIGHT_GOLD) + fill(disc(X, 84, 1.5), LIGHT_GOLD)


def _club_inside() -> str:
    beads = disc(X, 55, 3.4) + disc(36, 75.6, 3.4) + disc(64, 75.6, 3.4)
    veins = line([(50, 88), (50, 60)]) + line([(50, 76), (40.5, 75.6)]) + line([(50, 76), (59.5, 75.6)])
    return fill(beads, LIGHT_GOLD) + stroke(veins, LIGHT_GOLD, 0.9)


AROUND = {"h": _sunburst, "d": _chain, "s": _laurel, "c": _garland}
INSIDE = {"h": _heart_inside, "d": _diamond_inside, "s": _spade_inside, "c": _club_inside}
