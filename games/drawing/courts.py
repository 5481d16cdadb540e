"""Kings, queens and knaves: two-headed, in a field that winds around the two indices.

One half is drawn - the upper, its head beside the index - and turned by half for the other. The
rank decides the figure (crown and beard, coronet and flower, cap and staff), the suit its colours,
hair, beard and what it holds, so that no two of the twelve are alike.
"""

from typing import NamedTuple

from games.drawing.attributes import held
from games.drawing.inks import GOLD, INK, PAPER
from games.drawing.paths import disc, fill, leaf, line, place, stroke
from games.drawing.suits import COLOURS, SHAPES

FIELD = (
    "M55 7H91Q94 7 94 10V101Q94 104 91 104H48V130Q48 133 45 133H9Q6 133 6"
    " 130V39Q6 36 9 36H52V10Q52 7 55 7Z"
)
# Both halves meet on a slant through the middle of the card: 78 on the left, 62 on the right.
DRESS = "M14 76.5C18 67 34 61 57 52.5Q74 48.5 89 53Q93 55 94 58V62Z"


class Look(NamedTuple):
    """What a suit's courts have in common, in SVG colours; the king's hair is his own."""

    cloth: str
    second: str
    skin: str
    hair: str
    kings_hair: str


LOOKS = {
    "h": Look(COLOURS["h"], "#7c1f4c", "#f5d3b3", "#8f4a22", "#9c5527"),
    "d": Look(COLOURS["d"], "#e08a2e", "#edc39b", "#dba640", "#d9a544"),
    "c": Look(COLOURS["c"], "#3f8a68", "#c08a60", "#35261c", "#4f3a2a"),
    "s": Look(COLOURS["s"], "#3e6ea9", "#f3d8c0", "#3a3340", "#b9bec8"),
}


def court(rank: str, suit: str) -> str:
    """The picture of a court card, without its indices."""
    half = HALVES[rank](suit) + _charge(suit)
    ribbon = stroke(line([(6, 78), (94, 62)]), INK, 4.4) + stroke(
        line([(6, 78), (94, 62)]), GOLD, 3
    )
    return _field(suit) + half + f'<g transform="rotate(180 50 70)">{half}</g>' + ribbon


def _field(suit: str) -> str:
    return fill(
        place(FIELD),
        COLOURS[suit],
        fill_opacity=".08",
        stroke=COLOURS[suit],
        stroke_opacity=".6",
        stroke_width=".9",
    )


def _charge(suit: str) -> str:
    """The suit sign in the free part of the field."""
    return fill(place(SHAPES[suit], 21.5, 51.5, 0.235), COLOURS[suit])


def _shape(path: str, colour: str, x: float = 0, y: float = 0) -> str:
    """A part of the figure, with the outline that all parts share."""
    return fill(place(path, x, y), colour, stroke=INK, stroke_width=".9", stroke_linejoin="round")


def _pair(path: str) -> str:
    """A path of the left side of the face and its mirror image."""
    words = path.replace("C", " C ").replace("L", " L ").replace("M", " M ").replace("Z", " Z ")
    words = words.replace("Q", " Q ")
    mirrored, across = [], True
    for word in words.split():
        if word.isalpha():
            mirrored.append(word)
            across = True
        else:
            mirrored.append(f"{148 - float(word):.1f}" if across else word)
            across = not across
    return path + " ".join(mirrored)


def _face(look: Look, glance: float = 0) -> str:
    head = _shape("M70 43H78V55L74 58L70 55Z", look.skin)
    head += _shape(
        "M64.5 26C64.5 20 83.5 20 83.5 26V36C83.5 43.5 79.5 47.6 74 47.6"
        "C68.5 47.6 64.5 43.5 64.5 36Z",
        look.skin,
    )
    eyes = disc(69.6 + glance, 34, 1.25) + disc(78.4 + glance, 34, 1.25)
    lines = "M67 31.2Q69.5 29.7 72 31M76 31Q78.5 29.7 81 31.2M74 34.5L73 39.6H75.2"
    return head + fill(eyes, INK) + stroke(place(lines), INK, 0.8, stroke_linecap="round")


def _mouth(colour: str, y: float = 43.2) -> str:
    smile = place("M-2.6 0Q0 1.6 2.6 0", 74, y)
    return stroke(smile, colour, 1.1, stroke_linecap="round")


def _hand(look: Look) -> str:
    return _shape("M52 63L56 55L62 58L60 66Z", GOLD) + fill(
        disc(57.3, 55.5, 3.5), look.skin, stroke=INK, stroke_width=".9"
    )


def _trimming(suit: str) -> str:
    """Small signs along the left sleeve."""
    signs = "".join(place(SHAPES[suit], x, y, 0.062) for x, y in ((33, 68.2), (41, 65), (48.5, 62)))
    return fill(signs, GOLD)


BEARDS = {
    "h": "M63.6 35C62 50 66 59 74 60C82 59 86 50 84.4 35",
    "d": "M63.6 35C63 47 69 54 74 62C79 54 85 47 84.4 35",
    "c": "M63.6 35C61 48 62 56 65 59L74 57L83 59C86 56 87 48 84.4 35",
    "s": "M63.6 35C61 49 64 58 69 61.5L74 56L79 61.5C84 58 87 49 84.4 35",
}


def _king(suit: str) -> str:
    look = LOOKS[suit]
    curls = _shape(_pair("M65 26C60 30 58.5 43 61 50C64.5 49 66 42 65 34Z"), look.kings_hair)
    beard = BEARDS[suit] + "C83 39 79.5 41 76.5 39.8Q74 41.6 71.5 39.8C68.5 41 65 39 63.6 35Z"
    robe = _shape(DRESS, look.cloth) + _trimming(suit)
    collar = _shape("M57 52.5Q74 63 91 54L94 58Q76 69.5 50.5 55.5Z", PAPER)
    spots = "".join(disc(x, y, 0.9) for x, y in ((57, 56), (64, 59.6), (84.5, 59.5), (90, 56.6)))
    points = "M62.5 21L59.4 8.6L67.2 15L74 7.6L80.8 15L88.6 8.6L85.5 21Q74 24.4 62.5 21Z"
    crown = _shape(points, GOLD) + _shape("M62.3 20Q74 23.4 85.7 20V25.4Q74 28.8 62.3 25.4Z", GOLD)
    jewels = disc(59.6, 9.4, 1.7) + disc(88.4, 9.4, 1.7) + disc(74, 8.8, 1.7)
    jewels += disc(67.5, 23.9, 1.1) + disc(80.5, 23.9, 1.1) + place(SHAPES[suit], 74, 17.4, 0.072)
    return (
        robe
        + collar
        + fill(spots, INK)
        + _face(look)
        + curls
        + _shape(beard, look.kings_hair)
        + _mouth("#8f2f2a", 44.5)
        + crown
        + fill(jewels, look.cloth)
        + held("K", suit)
        + _hand(look)
    )


def _queen(suit: str) -> str:
    look = LOOKS[suit]
    locks = _shape(
        _pair("M65 24C59.5 33 61.5 44 58 52.5C61.5 57.5 67 55.5 68.4 50C67 44 65 38 65 33Z"),
        look.hair,
    )
    dress = _shape(DRESS, look.cloth) + _trimming(suit)
    skin = _shape("M66 51.5Q74 66 82.5 51.5Z", look.skin)
    lace = "".join(
        disc(x, y, 1.9)
        for x, y in ((64.6, 54.6), (67.4, 58), (71, 60.4), (76.6, 60.4), (80.6, 58), (83.8, 54.6))
    )
    pearls = "".join(
        disc(x, y, 0.85)
        for x, y in ((70.2, 52.6), (72, 54.2), (74, 54.8), (76, 54.2), (77.8, 52.6))
    )
    fringe = (
        "M64.6 33C63 21 67 17.5 74 17.5C81 17.5 85 21 83.4 33C82 27.6 78.5 25.4 74"
        " 24.6C69.5 25.4 66 27.6 64.6 33Z"
    )
    coronet = "M64.2 20.5L63.4 12.5L69 16.4L74 9L79 16.4L84.6 12.5L83.8 20.5Q74 17 64.2 20.5Z"
    tips = disc(63.6, 12, 1.6) + disc(84.4, 12, 1.6) + disc(74, 8.9, 1.8)
    return (
        dress
        + skin
        + fill(lace, PAPER, stroke=INK, stroke_width=".6")
        + locks
        + _face(look)
        + fill(pearls, GOLD)
        + _mouth("#b3262e")
        + fill(disc(67.6, 39, 1.5) + disc(80.4, 39, 1.5), "#d9534a", fill_opacity=".35")
        + _shape(fringe, look.hair)
        + _shape(coronet, GOLD)
        + fill(tips, PAPER, stroke=INK, stroke_width=".7")
        + fill(place(SHAPES[suit], 74, 15.8, 0.06), look.cloth)
        + held("Q", suit)
        + _hand(look)
    )


def _knave(suit: str) -> str:
    look = LOOKS[suit]
    bob = _shape(
        _pair("M65.4 22C60 27 60.5 40 61.6 47C64.5 48.4 67.4 47 67.4 44C65.6 40 65.4 36 65.4 30Z"),
        look.hair,
    )
    tunic = _shape(DRESS, look.second)
    stripes = "M24 74.6L33 63.4L41 60L36 72.5ZM47 70.4L52 55L60 51.8L58 68.4Z"
    ruff = _shape("M65 50.5L74 56L83 50.5L87 55L74 63L61 55Z", PAPER)
    cap = "M60.6 22C58.6 12.5 67 7.6 76 8.4C85.5 9.2 90 15 87.6 22Q74 18 60.6 22Z"
    feather = leaf((66, 20), (57, 8.6), 4.2) if suit in "ds" else leaf((82, 20), (91.5, 8.8), 4.2)
    moustache = (
        "M74 41.4C71 39.8 69 41.6 67.6 41C68.8 43.4 72 43.6 74 42.4C76 43.6 79.2"
        " 43.4 80.4 41C79 41.6 77 39.8 74 41.4Z"
    )
    lip = fill(place(moustache), look.hair) if suit in "cs" else ""
    return (
        tunic
        + fill(place(stripes), look.cloth)
        + ruff
        + _face(look, 1.1 if suit in "ds" else -1.1)
        + bob
        + lip
        + _mouth("#a23a33", 44.6 if lip else 43.4)
        + _shape(cap, look.cloth)
        + fill(feather, PAPER if suit in "hs" else GOLD, stroke=INK, stroke_width=".8")
        + _shape("M61 19.8Q74 15.8 87.4 19.8V24.4Q74 20.4 61 24.4Z", GOLD)
        + fill(place(SHAPES[suit], 74, 19.6, 0.055), INK)
        + held("J", suit)
        + _hand(look)
    )


HALVES = {"K": _king, "Q": _queen, "J": _knave}
