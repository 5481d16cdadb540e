"""The four suits: their shapes (100 units tall, 0 in the middle) and their colours.

The colour is a variable of the page, so one sprite serves the two-colour and the four-colour
deck; the value after it is for a picture that stands alone.
"""

SHAPES = {
    "h": "M0 47C-10 29 -49 8 -49 -20C-49 -37 -38 -47 -25 -47C-12 -47 -4 -39 0 -28"
    "C4 -39 12 -47 25 -47C38 -47 49 -37 49 -20C49 8 10 29 0 47Z",
    "d": "M0 -50C10 -29 24 -12 41 0C24 12 10 29 0 50C-10 29 -24 12 -41 0C-24 -12 -10 -29 0 -50Z",
    "s": "M0 -50C9 -28 47 -10 47 17C47 32 36 40 25 40C16 40 9 35 5 27C6 37 10 45 19 50H-19"
    "C-10 45 -6 37 -5 27C-9 35 -16 40 -25 40C-36 40 -47 32 -47 17C-47 -10 -9 -28 0 -50Z",
    "c": "M0 -50A23 23 0 0 1 16 -10A23 23 0 1 1 5 20C6 34 10 44 19 50H-19C-10 44 -6 34 -5 20"
    "A23 23 0 1 1 -16 -10A23 23 0 0 1 0 -50Z",
}
NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
COLOURS = {
    "c": "var(--suit-c,#20242c)",
    "d": "var(--suit-d,#c01f2e)",
    "h": "var(--suit-h,#c01f2e)",
    "s": "var(--suit-s,#20242c)",
}
