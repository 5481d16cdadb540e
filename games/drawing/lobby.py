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
        ("back-2", 112, 116, 0, 1.35), ("back-2", 112, 142, 0, 1.35), ("Ks", 112, 176, 0, 1.35),
        ("back-2", 258, 116, 0, 1.35), ("Kd", 258, 144, 0, 1.35), ("Qc", 258, 188, 0, 1.35),
        ("Jh", 258, 232, 0, 1.35), ("back-2", 404, 116, 0, 1.35), ("9s", 404, 146, 0, 1.35),
        ("8h", 404, 190, 0, 1.35), ("Ah", 540, 132, 7, 1.35),
    ),
    "royal-parade": (
        ("Kh", 131, 98, -2, 1.18), ("Qs", 257, 98, 1, 1.18), ("Jc", 383, 98, -1, 1.18),
        ("Kc", 509, 98, 2, 1.18), ("2d", 131, 268, 2, 1.18), ("3s", 257, 268, -1, 1.18),
        ("4h", 383, 268, 1, 1.18), ("back-4", 505, 266, 4, 1.18), ("back-4", 509, 268, -2, 1.18),
    ),
    "three-card-rummy": (
        ("Qh", 206, 196, -14, 1.8), ("Qc", 310, 178, 0, 1.8), ("3d", 414, 196, 14, 1.8),
        ("chip-25", 72, 300, 0, 0.85), ("chip-25", 72, 288, 0, 0.85), ("chip-5", 72, 276, 0, 0.85),
        ("chip-100", 568, 300, 0, 0.85), ("chip-100", 568, 288, 0, 0.85),
        ("chip-1", 568, 276, 0, 0.85),
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
