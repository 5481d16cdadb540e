"""What each court holds upright before its shoulder: twelve things, one for each card."""

from games.drawing.inks import GOLD, INK
from games.drawing.paths import disc, fill, leaf, line, place, stroke
from games.drawing.suits import COLOURS, SHAPES

STEEL = "#dfe5ea"
WOOD = "#8a5a33"
GREEN = "#3f7a57"
X = 57.3


def held(rank: str, suit: str) -> str:
    """The thing in the hand of this court, standing at x = 57.3 between 9 and 63."""
    return THINGS[rank + suit](suit)


def _outlined(path: str, colour: str) -> str:
    return fill(path, colour, stroke=INK, stroke_width=".8", stroke_linejoin="round")


def _staff(top: float, colour: str = WOOD, width: float = 1.6) -> str:
    pole = line([(X, top), (X, 63)])
    return stroke(pole, INK, width + 1.4) + stroke(pole, colour, width)


def _sword(suit: str) -> str:
    blade = _outlined(place("M-2 48V16L0 10L2 16V48Z", X, 0), STEEL)
    ridge = stroke(line([(X, 15), (X, 47)]), "#8c97a3", 0.6)
    return blade + ridge + _outlined(place("M-6 47H6V50H-6Z", X, 0), GOLD)


def _sceptre(suit: str) -> str:
    return (
        _staff(22, GOLD)
        + fill(disc(X, 20.5, 2.2), GOLD, stroke=INK, stroke_width=".8")
        + _outlined(place(SHAPES[suit], X + 0.6, 14.4, 0.095), GOLD)
    )


def _axe(suit: str) -> str:
    head = "M0 14C-3 14 -4.4 12 -4.8 10C-6.4 16 -6.4 24 -4.8 29C-4.4 26.5 -3 25 0 25Z"
    return _staff(10) + _outlined(place(head, X, 0), STEEL)


def _orb_staff(suit: str) -> str:
    cross = line([(X, 9), (X, 15)]) + line([(X - 2.6, 11.4), (X + 2.6, 11.4)])
    return (
        _staff(24, GOLD)
        + fill(disc(X, 20, 4.6), COLOURS[suit], stroke=INK, stroke_width=".8")
        + stroke(cross, INK, 2.6)
        + stroke(cross, GOLD, 1.4)
        + stroke(line([(X - 4.4, 20), (X + 4.4, 20)]), GOLD, 1.3)
    )


def _stem(top: float) -> str:
    leaves = leaf((X, 44), (X - 4.6, 36), 2.4) + leaf((X, 39), (X + 4.2, 31.5), 2.2)
    return stroke(line([(X, top), (X, 60)]), GREEN, 1.5) + fill(leaves, GREEN)


def _rose(suit: str) -> str:
    petals = disc(X - 2.2, 18, 2.8) + disc(X + 2.4, 18, 2.8) + disc(X, 21, 2.8) + disc(X, 15.6, 2.8)
    curl = place("M-1.8 0Q-1.2 -2.4 1 -1.6Q2.4 0 .6 1.4Q-.8 1.8 -.6 .2", X, 18.4)
    return _stem(22) + fill(petals, COLOURS[suit]) + stroke(curl, "#fff3ea", 0.9)


def _tulip(suit: str) -> str:
    cup = (
        "M-4.4 12L-1.9 15L0 10.6L1.9 15L4.4 12V19C4.4 22.6 2.4 24.6 0 24.6C-2.4"
        " 24.6 -4.4 22.6 -4.4 19Z"
    )
    return _stem(24) + _outlined(place(cup, X, 0), "#f0b23f")


def _clover(suit: str) -> str:
    leaves = disc(X, 14.6, 3.1) + disc(X - 2.9, 19.2, 3.1) + disc(X + 2.9, 19.2, 3.1)
    return _stem(18) + fill(leaves, "#3f8a68", stroke=INK, stroke_width=".6")


def _lily(suit: str) -> str:
    petals = leaf((X, 25), (X, 10), 3.6) + leaf((X, 25), (X - 4.8, 14), 2.8)
    petals += leaf((X, 25), (X + 4.8, 14), 2.8)
    return _stem(24) + fill(petals, "#fffdf8", stroke="#3e6ea9", stroke_width=".8")


def _torch(suit: str) -> str:
    flame = (
        "M0 9C5 14.5 5 18 3.4 22H-3.4C-5 18 -4 15.5 -2.4 14C-2 15.4 -1.2 16 -.6 16"
        "C-1.4 13.6 -.8 11 0 9Z"
    )
    return (
        _staff(28)
        + _outlined(place(flame, X, 0), "#ee9a2f")
        + _outlined(place("M-3.8 22H3.8L2.2 29H-2.2Z", X, 0), GOLD)
    )


def _arrow(suit: str) -> str:
    vanes = line([(X, 50), (X - 3, 53.6)]) + line([(X, 50), (X + 3, 53.6)])
    return (
        _staff(16)
        + stroke(vanes, COLOURS[suit], 1.4)
        + _outlined(place("M0 9L4 18.4L0 16.4L-4 18.4Z", X, 0), STEEL)
    )


def _crook(suit: str) -> str:
    hook = place("M0 60V18C0 11.4 -5 10 -4.4 15C-4 17 -2.4 17 -2.2 15.4", X + 1, 0)
    return stroke(hook, INK, 3, stroke_linecap="round") + stroke(
        hook, "#a9763f", 1.6, stroke_linecap="round"
    )


def _halberd(suit: str) -> str:
    blade = (
        "M0 17C-2 17 -4 16 -5 14.6C-5.6 19 -5.4 23 -4.4 26C-3 24.4 -2 24 0 24ZM0 18L4.4 20L0 22.4Z"
    )
    return (
        _staff(14)
        + _outlined(place(blade, X, 0), STEEL)
        + _outlined(place("M0 8.6L1.8 15.6H-1.8Z", X, 0), STEEL)
    )


THINGS = {
    "Kh": _sceptre, "Kd": _axe, "Kc": _orb_staff, "Ks": _sword,
    "Qh": _rose, "Qd": _tulip, "Qc": _clover, "Qs": _lily,
    "Jh": _torch, "Jd": _arrow, "Jc": _crook, "Js": _halberd,
}  # fmt: skip
