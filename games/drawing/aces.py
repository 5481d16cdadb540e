"""The pictures of the four aces: one large suit sign, engraved, in an ornament of its own."""

from collections.abc import Iterable

from games.drawing.paths import around, disc, fill, leaf, line, number, place, stroke
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


def _ring(drawing: str, angles: Iterable[float]) -> str:
    """The drawing, made at the top of the card's middle, at each of the angles around it."""
    return "".join(
        f'<g transform="rotate({number(angle)} {number(X)} {number(Y)})">{drawing}</g>'
        for angle in angles
    )


def _sunburst() -> str:
    """Hearts: long and short rays."""
    long = _ring(stroke("M50 37.5v-5", GOLD, 1, stroke_linecap="round"), range(0, 360, 18))
    short = stroke("M50 37.5v-2.3", GOLD, 1, stroke_linecap="round")
    return long + _ring(short, range(9, 360, 18))


def _chain() -> str:
    """Diamonds: a chain of small lozenges and beads."""
    lozenge = fill(place(SHAPES["d"], X, 35.5, 0.055), COLOURS["d"])
    return _ring(lozenge, range(0, 360, 30)) + _ring(
        fill(disc(X, 35.5, 0.9), GOLD), range(15, 360, 30)
    )


def _laurel() -> str:
    """Spades: two branches of laurel, open at the top."""
    spray = leaf((X, 37), (58.6, 33.4), 1.9) + leaf((X, 37), (56.4, 41.2), 1.9)
    twig = fill(spray, "#4d7a5d") + fill(disc(54.6, 36.6, 0.55), GOLD)
    left = _ring(twig, (190 + 14.5 * step for step in range(11)))
    right = f'<g transform="matrix(-1 0 0 1 100 0)">{left}</g>'
    return left + right + fill(disc(X, 102.6, 1.5), GOLD)


def _garland() -> str:
    """Clubs: a ring with a trefoil at every hour."""
    trefoil = disc(48.3, 35.4, 1.5) + disc(51.7, 35.4, 1.5) + disc(X, 33, 1.5)
    ring = stroke(disc(X, Y, 32.6), GOLD, 0.8)
    beads = _ring(fill(disc(X, 37.4, 1), GOLD), range(15, 360, 30))
    return ring + _ring(fill(trefoil, "#3f7d5c"), range(0, 360, 30)) + beads


def _heart_inside() -> str:
    """A flower of twelve petals, about a point above the heart's middle."""
    petals = "".join(
        leaf(around(X, 66, 2.6, step * 30), around(X, 66, (11, 7.4)[step % 2], step * 30), 2)
        for step in range(12)
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
    return fill(place(LILY, X, Y + 0.4, 0.92), LIGHT_GOLD)


def _club_inside() -> str:
    beads = disc(X, 55, 3.4) + disc(36, 75.6, 3.4) + disc(64, 75.6, 3.4)
    veins = (
        line([(50, 88), (50, 60)]) + line([(50, 76), (40.5, 75.6)]) + line([(50, 76), (59.5, 75.6)])
    )
    return fill(beads, LIGHT_GOLD) + stroke(veins, LIGHT_GOLD, 0.9)


AROUND = {"h": _sunburst, "d": _chain, "s": _laurel, "c": _garland}
INSIDE = {"h": _heart_inside, "d": _diamond_inside, "s": _spade_inside, "c": _club_inside}
