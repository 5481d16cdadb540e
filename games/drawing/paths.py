"""SVG path text: shapes are written once, in absolute commands, and placed anywhere.

A placed shape is written in relative commands with one decimal, so that the same shape at the
same size is the same text wherever it stands; that is what keeps the sprite small.
"""

import math
import re
from collections.abc import Iterable, Sequence

Point = tuple[float, float]

_WORD = re.compile(r"[MLHVCQAZ]|-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


def number(value: float) -> str:
    """A coordinate with at most one decimal, in its shortest form."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def numbers(values: Iterable[float]) -> str:
    """Coordinates joined as tightly as SVG reads them."""
    text = ""
    for value in values:
        word = number(value)
        text += word if not text or word.startswith("-") else " " + word
    return text


def commands(path: str) -> list[tuple[str, list[float]]]:
    """The commands of a path written in absolute M, L, H, V, C, Q, A and Z."""
    found: list[tuple[str, list[float]]] = []
    letter = ""
    arguments: list[float] = []
    for word in _WORD.findall(path):
        if word in _ARGUMENTS:
            letter, arguments = word, []
        else:
            arguments.append(float(word))
        if len(arguments) == _ARGUMENTS[letter]:
            found.append((letter, arguments))
            arguments = []
    return found


def place(path: str, x: float = 0, y: float = 0, size: float = 1, *, turned: bool = False) -> str:
    """The path scaled by `size`, turned by half if asked, and moved so that its 0 is at x, y."""
    scale = -size if turned else size
    here = start = (0.0, 0.0)
    text = ""
    for letter, arguments in commands(path):
        scaled = [round(value * scale, 1) for value in arguments]
        if letter == "Z":
            text, here = text + "z", start
        elif letter == "M":
            here = start = (scaled[0], scaled[1])
            text += f"M{numbers([round(x, 1) + here[0], round(y, 1) + here[1]])}"
        elif letter == "H":
            text, here = text + f"h{number(scaled[0] - here[0])}", (scaled[0], here[1])
        elif letter == "V":
            text, here = text + f"v{number(scaled[0] - here[1])}", (here[0], scaled[0])
        elif letter == "A":
            end = (scaled[5], scaled[6])
            radii = [abs(scaled[0]), abs(scaled[1]), *arguments[2:5]]
            text += f"a{numbers([*radii, end[0] - here[0], end[1] - here[1]])}"
            here = end
        else:
            moved = [value - here[i % 2] for i, value in enumerate(scaled)]
            text, here = text + letter.lower() + numbers(moved), (scaled[-2], scaled[-1])
    return text


def disc(x: float, y: float, radius: float) -> str:
    """A circle as a path of its own."""
    ring = f"M{-radius} 0A{radius} {radius} 0 1 1 {radius} 0A{radius} {radius} 0 1 1 {-radius} 0Z"
    return place(ring, x, y)


def line(points: Sequence[Point], *, closed: bool = False) -> str:
    """Straight lines through the points."""
    path = "M" + "L".join(f"{px:.2f} {py:.2f}" for px, py in points) + ("Z" if closed else "")
    return place(path)


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at an angle (0 is up, clockwise) on a circle."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def leaf(root: Point, tip: Point, breadth: float) -> str:
    """A pointed leaf from its root to its tip."""
    (x1, y1), (x2, y2) = root, tip
    long = math.hypot(x2 - x1, y2 - y1)
    across, along = breadth * (y1 - y2) / long, breadth * (x2 - x1) / long
    mx, my = x1 * 0.55 + x2 * 0.45, y1 * 0.55 + y2 * 0.45
    sides = [mx + across, my + along, x2, y2, mx - across, my - along, x1, y1]
    return place(
        "M{:.2f} {:.2f}Q{:.2f} {:.2f} {:.2f} {:.2f}Q{:.2f} {:.2f} {:.2f} {:.2f}Z".format(
            x1, y1, *sides
        )
    )


def fill(path: str, colour: str, **more: object) -> str:
    """A filled path element; keywords become attributes (stroke_width is stroke-width)."""
    return f'<path d="{path}" fill="{colour}"{_attributes(more)}/>'


def stroke(path: str, colour: str, width: float, **more: object) -> str:
    """A drawn line; keywords become attributes."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
        f"{_attributes(more)}/>"
    )


def _attributes(more: dict[str, object]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
