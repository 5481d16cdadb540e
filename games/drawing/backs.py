"""Ten card backs, each a pattern of its own within the same paper rim.

Nothing is clipped and no fill is a pattern or gradient: every shape ends where it should, so that
a back draws the same through an external <use> everywhere.
"""

import math
from collections.abc import Callable

from games.drawing.inks import PAPER
from games.drawing.paths import Point, around, disc, fill, leaf, line, place, stroke
from games.drawing.suits import SHAPES

LEFT, TOP, RIGHT, BOTTOM = 5.0, 5.0, 95.0, 135.0
MIDDLE: Point = (50.0, 70.0)


def back(number: int) -> str:
    """The drawing of back 1 to 10 on a field of 100 by 140."""
    return _SHEET + BACKS[number]()


_SHEET = (
    f'<rect x=".4" y=".4" width="99.2" height="139.2" rx="7.5" fill="{PAPER}" '
    'stroke="#1c2420" stroke-opacity=".28" stroke-width=".8"/>'
)


def _panel(colour: str, edge: float = 0) -> str:
    x, y = number_pair(LEFT + edge, TOP + edge)
    width, height = number_pair(RIGHT - LEFT - 2 * edge, BOTTOM - TOP - 2 * edge)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{colour}"/>'


def number_pair(first: float, second: float) -> tuple[str, str]:
    """Two measures in their shortest form."""
    return f"{first:g}", f"{second:g}"


def _frame(colour: str, inset: float, width: float) -> str:
    x, y = number_pair(LEFT + inset, TOP + inset)
    wide, high = number_pair(RIGHT - LEFT - 2 * inset, BOTTOM - TOP - 2 * inset)
    radius = max(1.0, 4 - inset)
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{radius:g}" fill="none" '
        f'stroke="{colour}" stroke-width="{width:g}"/>'
    )


def _medallion(colour: str, ground: str, radius: float = 13) -> str:
    """The four suits about the middle, in a ring."""
    x, y = MIDDLE
    ring = fill(disc(x, y, radius), ground, stroke=colour, stroke_width="1.2")
    signs = place(SHAPES["s"], x, y - 6, 0.085) + place(SHAPES["s"], x, y + 6, 0.085, turned=True)
    signs += place(SHAPES["d"], x - 6, y, 0.085) + place(SHAPES["d"], x + 6, y, 0.085)
    return ring + fill(signs, colour) + stroke(disc(x, y, radius - 2), colour, 0.5)


def _trellis() -> str:
    """1: a red garden trellis with a bead at each crossing."""
    left, top, wide, high, step = 10.0, 10.0, 80.0, 120.0, 10.0
    lines, beads = "", ""
    for start in range(-11, 9):
        begin = max(0.0, -start * step)
        end = min(high, wide - start * step)
        if end > begin:
            x, y = left + start * step, top
            lines += line([(x + begin, y + begin), (x + end, y + end)])
            mirror = 100 - x
            lines += line([(mirror - begin, y + begin), (mirror - end, y + end)])
    for row in range(24):
        for column in range(row % 2, 16, 2):
            x, y = left + 5 + column * 5, top + 5 + row * 5
            if math.hypot(x - 50, y - 70) > 15 and column % 2 != (row + 1) % 2:
                beads += disc(x, y, 1)
    cream = "#f6dfc0"
    body = stroke(lines, cream, 0.8) + fill(beads, cream) + _frame(cream, 4.6, 1.2)
    return _panel("#9c2130") + body + _medallion(cream, "#7d1524")


def _rosette() -> str:
    """2: engine-turned circles, as on a banknote, gold on navy."""
    gold, curves = "#e3bd6f", ""
    for radius, depth, lobes in ((24, 14, 12), (33, 6, 18)):
        points: list[Point] = []
        for degree in range(0, 720, 6):
            reach = radius + depth * math.cos(math.radians(degree * (lobes - 0.5)))
            points.append(around(*MIDDLE, reach, degree))
        curves += line(points, closed=True)
    corners = ""
    for x, y, begin in ((13, 13, 90), (87, 13, 180), (87, 127, 270), (13, 127, 0)):
        for reach in (10, 15, 20):
            ends = [around(x, y, reach, begin + turn) for turn in (0, 90)]
            corners += _arc(ends[0], ends[1], reach)
        corners += line([(x, y), around(x, y, 20, begin + 45)])
    centre = fill(disc(*MIDDLE, 7), "#16294f", stroke=gold, stroke_width="1")
    centre += fill(place(SHAPES["d"], *MIDDLE, 0.085), gold)
    return (
        _panel("#16294f")
        + stroke(curves, gold, 0.55)
        + stroke(corners, gold, 0.9)
        + _frame(gold, 3, 1)
        + _frame(gold, 5, 0.5)
        + centre
    )


def _arc(begin: Point, end: Point, radius: float) -> str:
    (x1, y1), (x2, y2) = begin, end
    return place(f"M{x1:.2f} {y1:.2f}A{radius} {radius} 0 0 1 {x2:.2f} {y2:.2f}")


def _waves() -> str:
    """3: the sea as overlapping discs, teal and foam."""
    deep, drawing, radius = "#0f5a66", "", 11.25
    for row in range(22):
        y = TOP + radius + row * 5.35
        discs, foam, shade = (_scales(row % 2, y, ring) for ring in (11.25, 7.9, 4))
        drawing += fill(discs, deep) + stroke(foam, "#d8eee6", 1.4) + stroke(shade, "#8fcfc4", 1.6)
    foot = '<rect x="5" y="128.6" width="90" height="6.4" rx="4" fill="#0f5a66"/>'
    return _panel(deep) + drawing + foot + _frame(deep, 1.4, 3.4) + _frame("#d8eee6", 3.4, 1)


def _scales(shifted: int, y: float, ring: float) -> str:
    """A row of upper half circles, four whole ones, or three with a quarter at each edge."""
    path = ""
    for column in range(4 - shifted):
        x = LEFT + 11.25 * (2 * column + 1 + shifted)
        path += place(f"M{-ring} 0A{ring} {ring} 0 0 1 {ring} 0", x, y)
    if shifted and ring == 11.25:
        path += place(f"M0 0V{-ring}A{ring} {ring} 0 0 1 {ring} 0Z", LEFT, y)
        path += place(f"M0 0V{-ring}A{ring} {ring} 0 0 0 {-ring} 0Z", RIGHT, y)
    elif shifted:
        path += place(f"M0 {-ring}A{ring} {ring} 0 0 1 {ring} 0", LEFT, y)
        path += place(f"M0 {-ring}A{ring} {ring} 0 0 0 {-ring} 0", RIGHT, y)
    return path


def _sunrise() -> str:
    """4: two suns of the jazz age, gold on black."""
    gold, half = "#d9b25f", ""
    for step in range(-8, 9):
        angle = step * 10.6
        half += line([around(50, 127, 17, angle), _to_edge(50, 127, angle, 13, 87, 72)])
    for reach in (8, 12.5, 17):
        half += _arc((50 - reach, 127), (50 + reach, 127), reach)
    fan = stroke(half, gold, 0.9) + fill(_arc((44, 127), (56, 127), 6) + "z", gold)
    other = f'<g transform="rotate(180 50 70)">{fan}</g>'
    belt = stroke(line([(13, 70), (87, 70)]), gold, 1.4)
    jewel = fill(line([(50, 58), (62, 70), (50, 82), (38, 70)], closed=True), "#191714")
    jewel += stroke(line([(50, 58), (62, 70), (50, 82), (38, 70)], closed=True), gold, 1.2)
    jewel += fill(place(SHAPES["d"], *MIDDLE, 0.13), gold)
    return (
        _panel("#191714")
        + fan
        + other
        + belt
        + jewel
        + _frame(gold, 3.5, 0.6)
        + _frame(gold, 6, 1.4)
    )


def _to_edge(x: float, y: float, degrees: float, left: float, right: float, top: float) -> Point:
    """Where a ray from x, y leaves the field."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    reach = (y - top) / cosine if cosine > 0.01 else 1e9
    if sine > 0.001:
        reach = min(reach, (right - x) / sine)
    if sine < -0.001:
        reach = min(reach, (left - x) / sine)
    return x + reach * sine, y - reach * cosine


def _plaid() -> str:
    """5: a woven plaid, forest green."""
    drawing = ""
    bands = ((12, 12, "#0e3a2c"), (16.5, 3, "#e9d9a6"), (31, 5, "#a8322f"), (38, 2, "#e9d9a6"))
    for offset, breadth, colour in bands:
        path = ""
        for x in (LEFT + offset, RIGHT - offset):
            path += line([(x, TOP), (x, BOTTOM)])
        for y in (TOP + offset, BOTTOM - offset, TOP + 40 + offset / 2, BOTTOM - 40 - offset / 2):
            path += line([(LEFT, y), (RIGHT, y)])
        drawing += stroke(path, colour, breadth, stroke_opacity=".55")
    return _panel("#1f6148") + drawing + _frame("#e9d9a6", 3, 1) + _medallion("#e9d9a6", "#0e3a2c")


def _night() -> str:
    """6: a great star between two moons, over midnight blue."""
    light, pale = "#f4e3ae", "#aab4e8"
    rays = [around(*MIDDLE, (17, 5.4, 10.5, 5.4)[n % 4], n * 11.25) for n in range(32)]
    moon = "M-11 0A11 11 0 0 1 11 0A12.6 12.6 0 0 0 -11 0Z"
    moons = place(moon, 50, 40) + place(moon, 50, 100, turned=True)
    large = ((20, 20), (78, 24), (24, 54), (80, 58))
    small = (
        (38, 15),
        (60, 14),
        (86, 42),
        (14, 36),
        (33, 34),
        (68, 40),
        (14, 68),
        (36, 25),
        (88, 14),
    )
    stars = "".join(_star(x, y, 6.4) + _star(100 - x, 140 - y, 6.4) for x, y in large)
    dots = "".join(disc(x, y, 0.9) + disc(100 - x, 140 - y, 0.9) for x, y in small)
    ring = stroke(disc(*MIDDLE, 20), light, 0.6) + stroke(disc(*MIDDLE, 22), light, 0.3)
    return (
        _panel("#191c48")
        + fill(disc(*MIDDLE, 20), "#2a2f6b")
        + ring
        + fill(line(rays, closed=True) + moons + stars, light)
        + fill(disc(*MIDDLE, 3), "#2a2f6b")
        + fill(dots, pale)
        + _frame(light, 3, 0.8)
    )


def _star(x: float, y: float, reach: float) -> str:
    path = f"M0 {-reach}Q0 0 {reach} 0Q0 0 0 {reach}Q0 0 {-reach} 0Q0 0 0 {-reach}Z"
    return place(path, x, y)


def _flames() -> str:
    """7: flame stitch, in the colours of autumn."""
    colours = ("#7a2e1d", "#c25a2a", "#e8a84c", "#f4dfae", "#5e7350", "#2f4a41")
    drawing, step = "", 5.0
    for row in range(-4, 30):
        points: list[Point] = []
        for column in range(19):
            swing = (0, 4, 9, 15, 9, 4)[column % 6]
            y = min(max(TOP + 2 + row * step - swing + 10, TOP + 1.2), BOTTOM - 1.2)
            points.append((LEFT + 1.2 + column * 4.867, y))
        lower = [(x, min(y + step, BOTTOM - 1.2)) for x, y in reversed(points)]
        distance = row + 4
        if points != lower[::-1]:
            drawing += fill(line(points + lower, closed=True), colours[distance % 6])
    return _panel("#7a2e1d") + drawing + _frame("#2f1a12", 1, 2) + _frame("#f4dfae", 2.6, 1)


def _stars() -> str:
    """8: eight-pointed stars, tile by tile, emerald and gold."""
    gold, stars, links, hearts = "#e6c675", "", "", ""
    for row in range(6):
        for column in range(4):
            x, y = LEFT + 11.25 + column * 22.5, TOP + 10.83 + row * 21.67
            corners = [around(x, y, 10 if n % 2 == 0 else 7.4, n * 22.5) for n in range(16)]
            stars += line(corners, closed=True)
            hearts += disc(round(x, 1), round(y, 1), 2)
            links += line([around(x, y, 5.2, n * 45 + 22.5) for n in range(8)], closed=True)
    crosses = "".join(
        _star(LEFT + 22.5 * column, TOP + 21.67 * row, 4.6)
        for row in range(1, 6)
        for column in range(1, 4)
    )
    return (
        _panel("#0d4f3c")
        + fill(stars, "#17745a", stroke=gold, stroke_width=".9", stroke_linejoin="round")
        + stroke(links, gold, 0.5)
        + fill(hearts + crosses, gold)
        + _frame(gold, 1, 1)
    )


def _sprigs() -> str:
    """9: printed cotton on cream, sprigs in staggered rows."""
    leaves, berries, stems = "", "", ""
    for row, y in enumerate((24, 43.4, 62.6)):
        for column in range(4 - row % 2):
            x = 19.4 + (column + row % 2 / 2) * 20.4
            leaves += _sprig(x, y)
            stems += line([(x, y + 6.4), (x, y - 6)])
            for across, up in ((-5.4, 7.4), (5.4, 7.4), (0, 11.2)):
                berries += disc(round(x + across, 1), round(y - up, 1), 1.15)
    half = stroke(stems, "#2c6147", 0.9, stroke_linecap="round")
    half += fill(leaves, "#3f7a57") + fill(berries, "#c2452f")
    frames = _frame("#255740", 1, 2) + _frame("#255740", 4, 0.6)
    return _panel("#f3ead2") + half + f'<g transform="rotate(180 50 70)">{half}</g>' + frames


def _sprig(x: float, y: float) -> str:
    path = leaf((x, y - 4), (x, y - 9.6), 2)
    for root, across, tip in ((5, 7.2, 1), (1, 6.6, -3.4), (-3, 4.6, -7.4)):
        for side in (-1, 1):
            path += leaf((x, y + root), (x + side * across, y + tip), 2.3)
    return path


TILE = 17.4
SQUARE = f"M0 0H{TILE}V{TILE}H0Z"
QUARTERS = (
    f"M0 0H{TILE}A{TILE} {TILE} 0 0 1 0 {TILE}Z",
    f"M{TILE} 0V{TILE}A{TILE} {TILE} 0 0 1 0 0Z",
    f"M{TILE} {TILE}H0A{TILE} {TILE} 0 0 1 {TILE} 0Z",
    f"M0 {TILE}V0A{TILE} {TILE} 0 0 1 {TILE} {TILE}Z",
)


def _tiles() -> str:
    """10: quarter circles of a modern mosaic, five tiles by seven."""
    colours = ("#e4572e", "#f2b84b", "#17324d", "#2a9d8f", "#f6ead0")
    ground, quarters = dict.fromkeys(colours, ""), dict.fromkeys(colours, "")
    for count in range(17):
        row, column = divmod(count, 5)
        way, over = (row * 3 + column * 5 + row * column) % 4, (row * 2 + column * 3) % 5
        under = (over + 2 + (row + column) % 2) % 5
        for across, down, turn in ((column, row, way), (4 - column, 6 - row, (way + 2) % 4)):
            x, y = 6.5 + across * TILE, 9.1 + down * TILE
            ground[colours[under]] += place(SQUARE, x, y)
            quarters[colours[over]] += place(QUARTERS[turn], x, y)
    drawing = "".join(
        fill(path, colour, stroke=colour, stroke_width=".3") for colour, path in ground.items()
    )
    drawing += "".join(fill(path, colour) for colour, path in quarters.items())
    drawing += fill(place(SQUARE, 41.3, 61.3), "#17324d") + fill(disc(*MIDDLE, 7), "#f6ead0")
    drawing += fill(place(SHAPES["s"], *MIDDLE, 0.08), "#17324d")
    return _panel("#17324d") + drawing + _frame("#17324d", 0.6, 1.4)


BACKS: dict[int, Callable[[], str]] = {
    1: _trellis,
    2: _rosette,
    3: _waves,
    4: _sunrise,
    5: _plaid,
    6: _night,
    7: _flames,
    8: _stars,
    9: _sprigs,
    10: _tiles,
}
