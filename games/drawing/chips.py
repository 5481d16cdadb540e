"""Casino chips of four values, seen from above."""

from games.drawing.glyphs import length, pen, write
from games.drawing.paths import around, disc, fill, line, place, stroke
from games.drawing.suits import SHAPES

# Value to its ground, its edge marks and its ring.
CHIPS = {
    1: ("#e9e4d6", "#3b5b8c", "#7d8894"),
    5: ("#b3262e", "#fbf3e3", "#f3cdb9"),
    25: ("#16694a", "#fbf3e3", "#bfe2cd"),
    100: ("#23262e", "#e2b04a", "#e2b04a"),
}


def chip(value: int) -> str:
    """The drawing of a chip on a field of 100 by 100."""
    ground, mark, ring = CHIPS[value]
    body = fill(disc(50, 51.4, 46), "#000", fill_opacity=".3") + fill(disc(50, 49.5, 46), ground)
    marks, signs = "", ""
    for step in range(6):
        corners = [
            around(50, 49.5, r, step * 60 + a)
            for r, a in ((46, -9), (46, 9), (35.5, 9), (35.5, -9))
        ]
        marks += line(corners, closed=True)
        x, y = around(50, 49.5, 40.6, step * 60 + 30)
        signs += place(SHAPES["dcshdc"[step]], x, y, 0.075)
    ink = "#23262e" if value == 1 else "#fffdf8"
    face = fill(disc(50, 49.5, 31.5), "#fffdf8") + stroke(disc(50, 49.5, 31.5), ring, 2)
    face += stroke(disc(50, 49.5, 27.6), ring, 0.8, stroke_dasharray="2.4 2")
    height = 30.0 if value < 100 else 24.0
    text = write(str(value), 50 - length(str(value), height) / 2, 49.5 - height / 2, height)
    return (
        body
        + fill(marks, mark)
        + fill(signs, ink, fill_opacity=".75")
        + stroke(disc(50, 49.5, 45.4), "#000", 1.2, stroke_opacity=".25")
        + face
        + stroke(text, "#23262e", pen(height), stroke_linecap="round", stroke_linejoin="round")
    )
