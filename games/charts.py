"""A chart as numbers: where its bars, lines and labels stand, for the template to draw as SVG.

Units are those of the drawing, whose upper left corner is 0, 0. Every number is a text as SVG wants
it, whatever the language of the page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 480, 240
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 30
LABELS_MOST = 6
STEPS = (1, 2, 5)


class Value(NamedTuple):
    """What a bar stands for: its label, the whole and the part of it that is drawn full."""

    label: str
    whole: int
    part: int


class Bar(NamedTuple):
    """A bar: the whole of it, and the full part at its foot."""

    x: str
    width: str
    y: str
    height: str
    part_y: str
    part_height: str
    says: str


class Mark(NamedTuple):
    """A label at an axis, or a line of the grid at its height."""

    at: str
    text: str


class Chart(NamedTuple):
    """Everything that is drawn."""

    bars: tuple[Bar, ...]
    columns: tuple[Mark, ...]
    rows: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    foot: int = HEIGHT - BOTTOM


def bars(values: Sequence[Value]) -> Chart:
    """A bar for each value, of which there must be one at least."""
    top, step = _scale(max(value.whole for value in values))
    slot = (WIDTH - LEFT - RIGHT) / len(values)
    every = math.ceil(len(values) / LABELS_MOST)
    # The newest one is always labelled.
    labelled = range((len(values) - 1) % every, len(values), every)
    return Chart(
        bars=tuple(_bar(value, number, slot, top) for number, value in enumerate(values)),
        columns=tuple(
            Mark(_text(LEFT + (number + 0.5) * slot), values[number].label) for number in labelled
        ),
        rows=tuple(Mark(_text(_y(row, top)), str(row)) for row in range(0, top + 1, step)),
    )


def _bar(value: Value, number: int, slot: float, top: int) -> Bar:
    y, part_y, foot = _y(value.whole, top), _y(value.part, top), _y(0, top)
    return Bar(
        x=_text(LEFT + (number + 0.14) * slot),
        width=_text(slot * 0.72),
        y=_text(y),
        height=_text(foot - y),
        part_y=_text(part_y),
        part_height=_text(foot - part_y),
        says=f"{value.label}: {value.part}/{value.whole}",
    )


def _y(value: int, top: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)


def _scale(highest: int) -> tuple[int, int]:
    """The value at the top of the axis and the step of its grid: four lines or so, whole ones."""
    wanted = max(1, highest) / 4
    power = 10 ** max(0, math.floor(math.log10(max(1, wanted))))
    step = next(
        step * times for times in (power, power * 10) for step in STEPS if step * times >= wanted
    )
    return math.ceil(max(1, highest) / step) * step, step


def _text(number: float) -> str:
    return f"{number:.1f}"
