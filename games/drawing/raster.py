"""Filled shapes as a PNG, for icons that some browsers and phones take in no other form.

As much of a rasteriser as the mark of the house needs: outlines of straight lines and cubic curves,
one colour each, their edges smoothed by counting quarters of a pixel.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from games.drawing.paths import Point, commands

FINE = 4  # rows counted within one of pixels
STEPS = 16  # straight pieces of a curve
PNG = b"\x89PNG\r\n\x1a\n"


class Shape(NamedTuple):
    """An outline on the drawing's own units, and what it is filled with: red, green, blue."""

    outline: Sequence[Point]
    colour: tuple[int, int, int]


def outline(path: str, x: float, y: float, size: float) -> list[Point]:
    """The points of a path (absolute M, L, H, C, Z), scaled and moved so that its 0 is at x, y."""
    points: list[Point] = []
    for letter, arguments in commands(path):
        if letter in "ML":
            points.append((arguments[0], arguments[1]))
        elif letter == "H":
            points.append((arguments[0], points[-1][1]))
        elif letter == "C":
            points += _curve(points[-1], arguments)
        elif letter != "Z":
            raise ValueError(f"The rasteriser knows no command {letter}.")
    return [(x + px * size, y + py * size) for px, py in points]


def rounded(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """The outline of a rectangle with round corners."""
    k = radius * 0.4477  # where the handles of a quarter's curve stand, from the corner
    right, bottom = x + width, y + height
    corners = [
        ((x, y + radius), (x, y + k, x + k, y, x + radius, y)),
        ((right - radius, y), (right - k, y, right, y + k, right, y + radius)),
        ((right, bottom - radius), (right, bottom - k, right - k, bottom, right - radius, bottom)),
        ((x + radius, bottom), (x + k, bottom, x, bottom - k, x, bottom - radius)),
    ]
    return [point for start, bend in corners for point in (start, *_curve(start, bend))]


def png(shapes: Sequence[Shape], units: float, pixels: int) -> bytes:
    """The shapes, one over the other, on a clear square of `units` as wide as `pixels`."""
    size = struct.pack(">IIBBBBB", pixels, pixels, 8, 6, 0, 0, 0)
    rows = b"".join(b"\x00" + row for row in rows_of(shapes, units, pixels))
    chunks = [(b"IHDR", size), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return PNG + b"".join(_chunk(name, data) for name, data in chunks)


def rows_of(shapes: Sequence[Shape], units: float, pixels: int) -> list[bytes]:
    """The rows of pixels, four bytes each: red, green, blue, and how much it covers."""
    rows = [bytearray(4 * pixels) for _ in range(pixels)]
    for shape in shapes:
        points = [(px * pixels / units, py * pixels / units) for px, py in shape.outline]
        for y, row in enumerate(rows):
            _paint(row, _covered(points, y, pixels), shape.colour)
    return [bytes(row) for row in rows]


def _curve(start: Point, bend: Sequence[float]) -> list[Point]:
    """Points of a cubic curve after its start."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, bend
    found = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found


def _covered(points: Sequence[Point], y: int, pixels: int) -> list[float]:
    """How much of each pixel of a row lies inside the outline, from 0 to 1."""
    # What each pixel covers more than the one before it: a long span costs no more than a short.
    change = [0.0] * (pixels + 2)
    for fine in range(FINE):
        crossings = _crossings(points, y + (fine + 0.5) / FINE)
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            _span(change, max(0.0, left), min(float(pixels), right))
    return [round(share / FINE, 6) for share in accumulate(change[:pixels])]


def _crossings(points: Sequence[Point], y: float) -> list[float]:
    """Where a level line crosses the outline, from the left."""
    found = []
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 <= y) != (y2 <= y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(found)


def _span(change: list[float], left: float, right: float) -> None:
    """Count one fine row from left to right; its two ends may cover a part of their pixel."""
    for edge, sign in ((left, 1), (right, -1)):
        at = int(edge)
        change[at] += sign * (at + 1 - edge)
        change[at + 1] += sign * (edge - at)


def _paint(row: bytearray, covered: Sequence[float], colour: tuple[int, int, int]) -> None:
    """Lay the colour over the row; what lies below shows at the edges."""
    whole_pixel = bytes((*colour, 255))
    for x, share in enumerate(covered):
        if share == 1:
            row[4 * x : 4 * x + 4] = whole_pixel
        elif share > 0:
            row[4 * x : 4 * x + 4] = _mixed(row[4 * x : 4 * x + 4], share, colour)


def _mixed(below: Sequence[int], share: float, colour: tuple[int, int, int]) -> bytes:
    """A colour that covers a share of a pixel, over what that pixel is already."""
    left = below[3] / 255 * (1 - share)
    parts = [
        (value * share + old * left) / (share + left)
        for value, old in zip(colour, below, strict=False)
    ]
    return bytes(round(part) for part in (*parts, 255 * (share + left)))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
