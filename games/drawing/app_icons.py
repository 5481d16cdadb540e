"""The mark of the house as an app's icon: in the sizes that phones and browsers ask for."""

from __future__ import annotations

from games.drawing.raster import Shape, outline, png, rounded
from games.drawing.suits import SHAPES

GREEN, CARD = (0x12, 0x65, 0x4B), (0xFF, 0xFD, 0xF8)
UNITS = 32

# Name within static/ to pixels, and whether the tile fills the square: a phone then cuts its own
# form out of it, for which everything that matters stands in the middle four fifths.
APP_ICONS = {
    "app/icon-192.png": (192, False),
    "app/icon-512.png": (512, False),
    "app/maskable-512.png": (512, True),
    "app/touch-180.png": (180, True),
}


def app_icon(name: str) -> bytes:
    """One of APP_ICONS, as PNG."""
    pixels, fills = APP_ICONS[name]
    return png(shapes(fills=fills), UNITS, pixels)


def shapes(*, fills: bool) -> list[Shape]:
    """Tile, card and spade as the icon of the browser's tab has them (games/drawing/icons.py)."""
    size = 0.8 if fills else 1.0
    corner = 16 - 16 * size  # where the card's own square begins
    square = rounded(0, 0, UNITS, UNITS, 0.01 if fills else 7)
    card = rounded(corner + 7 * size, corner + 4 * size, 18 * size, 24 * size, 3 * size)
    return [
        Shape(square, GREEN),
        Shape(card, CARD),
        Shape(outline(SHAPES["s"], 16, 16, 0.145 * size), GREEN),
    ]
