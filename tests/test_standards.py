"""docs/standards.md has a row for every point, and names only tests and pages that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import NamedTuple

import pytest
from django.urls import Resolver404, resolve

from config.supervisor.environment import CHECKOUT

POINTS = [*map(str, range(1, 93)), *(f"92{letter}" for letter in "abcdefghijkl")]
# What holds already may not fall back to waiting.
HOLD = {
    *("1", "2", "6", "8", *map(str, range(11, 23)), "63", *map(str, range(65, 68))),
    *(
        *map(str, range(23, 42)),
        *map(str, range(75, 83)),
        *map(str, range(84, 88)),
        "74",
        "89",
        "92j",
    ),
}


class Point(NamedTuple):
    """A row of the table."""

    number: str
    asked: str
    shown: str

    @property
    def kind(self) -> str:
        """Whether it holds, waits, or does not apply."""
        for kind in ("Waits for", "Does not apply"):
            if self.shown.startswith(f"{kind}: "):
                return kind
        return "holds"


def text() -> str:
    return (CHECKOUT / "docs" / "standards.md").read_text()


def points() -> list[Point]:
    rows = re.findall(r"^\| (\d+[a-l]?) \| (.+?) \| (.+?) \|$", text(), re.MULTILINE)
    return [Point(*row) for row in rows]


@cache
def names_in(name: str) -> frozenset[str]:
    """The names of a file's tests; none if there is no such file."""
    path = CHECKOUT / name
    if not path.is_file():
        return frozenset()
    nodes = ast.walk(ast.parse(path.read_text()))
    return frozenset(
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def exists(reference: str) -> bool:
    """Whether a named test or page is there."""
    if reference.startswith("/"):
        try:
            resolve(reference)
        except Resolver404:
            return False
        return True
    name, _, test = reference.partition("::")
    return test in names_in(name)


def test_every_point_has_one_row_in_order() -> None:
    assert [point.number for point in points()] == POINTS


def test_every_row_names_what_shows_it_what_it_waits_for_or_why_it_does_not_apply() -> None:
    unclear = []
    for point in points():
        references = re.findall(r"`([^`]+)`", point.shown)
        if point.kind == "holds":
            leftover = re.sub(r"`[^`]+`", "", point.shown).strip()
            unclear += [point.number] if leftover or not references else []
        elif references or not point.shown.partition(": ")[2].strip():
            unclear.append(point.number)
    assert unclear == []


def test_every_test_and_page_that_is_named_exists() -> None:
    missing = [
        (point.number, reference)
        for point in points()
        for reference in re.findall(r"`([^`]+)`", point.shown)
        if not exists(reference)
    ]
    assert missing == []


def test_nothing_waits_for_a_part_that_is_still_to_come() -> None:
    assert [p.number for p in points() if p.kind == "Waits for"] == []


def test_what_holds_goes_on_holding() -> None:
    fallen = [p.number for p in points() if p.number in HOLD and p.kind != "holds"]
    assert fallen == []


@pytest.mark.parametrize(
    "reference",
    ["tests/test_standards.py::test_nothing", "tests/test_nothing.py::test_x", "/console-less/"],
)
def test_a_reference_to_nothing_is_found(reference: str) -> None:
    assert not exists(reference)
