"""The letters and digits of the deck and chips: skeletons, drawn with one broad round pen.

They are drawn and not set in a font, so that a card looks the same on every machine. Each
stands 100 units tall (its pen included) on a box as wide as `WIDTHS` says.
"""

from games.drawing.paths import place

PEN = 17.0

GLYPHS = {
    "A": "M9 91L32 10L55 91M18 64H46",
    "2": "M10 33C10 18 19 9 32 9C45 9 53 18 53 30C53 42 47 49 36 61L9 91H54",
    "3": "M11 9H51L29 41C44 40 54 50 54 65C54 81 44 91 30 91C20 91 12 86 9 77",
    "4": "M43 91V9L8 67H57",
    "5": "M50 9H17L13 45C18 40 24 38 31 38C45 38 54 48 54 63C54 80 44 91 30 91C20 91 12 86 9 78",
    "6": "M46 10C26 16 9 37 9 64C9 81 18 91 31.5 91C45 91 54 80 54 66"
    "C54 52 45 43 32 43C19 43 9 52 9 66",
    "7": "M9 9H54C40 34 29 60 26 91",
    "8": "M31 47C20 47 12 39 12 28C12 17 20 9 31 9C42 9 50 17 50 28C50 39 42 47 31 47"
    "C18 47 8 55 8 69C8 82 18 91 31 91C44 91 54 82 54 69C54 55 44 47 31 47Z",
    "9": "M17 90C37 84 54 63 54 36C54 19 45 9 31.5 9C18 9 9 20 9 34"
    "C9 48 18 57 31 57C44 57 54 48 54 34",
    "0": "M32 9C45 9 53 23 53 50C53 77 45 91 32 91C19 91 11 77 11 50C11 23 19 9 32 9Z",
    "1": "M8 24L23 9V91",
    "T": "M6 23L17 9V91M55 9C65 9 71 22 71 50C71 78 65 91 55 91C45 91 39 78 39 50C39 22 45 9 55 9Z",
    "J": "M24 9H46V66C46 82 38 91 26 91C15 91 8 84 8 71",
    "Q": "M32 9C46 9 55 23 55 50C55 77 46 91 32 91C18 91 9 77 9 50C9 23 18 9 32 9ZM36 68L57 93",
    "K": "M12 9V91M52 9L13 59M27 43L55 91",
}
WIDTHS = {"1": 32.0, "T": 80.0, "J": 55.0}


def width(glyph: str) -> float:
    """How wide the glyph's box is, of 100 units height."""
    return WIDTHS.get(glyph, 63.0)


def write(text: str, x: float, y: float, height: float) -> str:
    """The skeleton of a text whose top left corner is at x, y; to be stroked with `pen(height)`."""
    size, path = height / 100, ""
    for glyph in text:
        path += place(GLYPHS[glyph], x, y, size)
        x += (width(glyph) + 3) * size
    return path


def length(text: str, height: float) -> float:
    """How long `write` makes the text."""
    return (sum(width(glyph) + 3 for glyph in text) - 3) * height / 100


def pen(height: float) -> float:
    """The width of the pen for a text of this height."""
    return PEN * height / 100
