"""The lobby's pictures: one for each game, cards on felt, 640 by 360 units.

They stand alone as files for <img>, so they may use gradients. None shows a finished board: what
a picture promises must be what a deal can look like.
"""

from games.drawing.backs import back
from games.drawing.chips import chip
from games.drawing.faces import face
from games.drawing.paths import number

LOBBY = ("three-card-solitaire", "klondike", "royal-parade", "three-card-rummy")
FELTS = {
    "three-card-solitaire": ("#237a57", "#0a3123"),
    "klondike": ("#2a659f", "#0d2447"),
    "royal-parade": ("#8b2b3f", "#3a0b17"),
    "three-card-rummy": ("#5e4390", "#221340"),
}
# Drawing name, x and y of its middle, degrees, size.
Placed = tuple[str, float, float, float, float]
SCENES: dict[str, tuple[Placed, ...]] = {
    "three-card-solitaire": (
        ("back-1", 120, 176, -9, 1.45), ("back-1", 126, 172, -4, 1.45),
        ("7c", 300, 192, -13, 1.7), ("Jd", 380, 184, -2, 1.7), ("As", 462, 192, 10, 1.7),
        ("chip-5", 556, 286, 0, 0.7), ("chip-25", 574, 250, 0, 0.7), ("chip-100", 66, 300, 0, 0.7),
    ),
    "klondike": (
        ("back-2", 110, 120, 0, 1.4), ("back-2", 110, 146, 0, 1.4), ("Ks", 110, 178, 0, 1.4),
        ("back-2", 270, 120, 0, 1.4), ("Kd", 270, 146, 0, 1.4), ("Qc", 270, 188, 0, 1.4),
        ("Jh", 270, 230, 0, 1.4), ("back-2", 430, 120, 0, 1.4), ("9s", 430, 148, 0, 1.4),
        ("8h", 430, 190, 0, 1.4), ("Ah", 562, 150, 8, 1.4),
    ),
    "royal-parade": (
        ("Kh", 118, 168, -10, 1.7), ("Qs", 236, 152, -4, 1.7), ("Jc", 356, 152, 3, 1.7),
        ("Kc", 474, 166, 9, 1.7), ("2d", 196, 330, -6, 1.4), ("3s", 322, 336, 0, 1.4),
        ("4h", 448, 330, 6, 1.4),
    ),
    "three-card-rummy": (
        ("5h", 206, 196, -14, 1.8), ("6h", 310, 178, 0, 1.8), ("7h", 414, 196, 14, 1.8),
        ("chip-25", 80, 290, 0, 0.85), ("chip-25", 80, 278, 0, 0.85), ("chip-5", 80, 266, 0, 0.85),
        ("chip-100", 556, 292, 0, 0.85), ("chip-100", 556, 280, 0, 0.85), ("chip-1", 556, 268, 0, 0.85),
    ),
}  # fmt: skip


def lobby_art(slug: str) -> str:
    """The picture of a game as a file of its own."""
    light, deep = FELTS[slug]
    scene = "".join(_placed(item) for item in SCENES[slug])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><defs>'
        f'<radialGradient id="felt" cx=".5" cy=".3" r=".85"><stop stop-color="{light}"/>'
        f'<stop offset="1" stop-color="{deep}"/></radialGradient></defs>'
        f'<rect width="640" height="360" fill="url(#felt)"/>{scene}</svg>\n'
    )


def _placed(item: Placed) -> str:
    name, x, y, degrees, size = item
    kind, _, value = name.partition("-")
    if kind == "chip":
        drawing, half, shadow = chip(int(value)), 50.0, ""
    else:
        drawing, half = (back(int(value)) if kind == "back" else face(name)), 70.0
        shadow = '<rect x="2" y="4" width="100" height="140" rx="8" opacity=".28"/>'
    return (
        f'<g transform="translate({number(x)} {number(y)}) rotate({number(degrees)}) '
        f'scale({size:g}) translate(-50 {number(-half)})">{shadow}{drawing}</g>'
    )
