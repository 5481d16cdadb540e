"""The colours that the faces share beside the suits' own."""

INK = "#23262e"
PAPER = "#fffdf8"
GOLD = "#e2b04a"
