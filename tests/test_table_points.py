"""docs/table.md has a row for each point of the table, and names only tests that exist."""

from __future__ import annotations

import re

from config.supervisor.environment import CHECKOUT
from tests.test_standards import exists

POINTS = 17


def rows() -> list[tuple[str, list[str]]]:
    """The number of each point, and the tests that show it."""
    text = (CHECKOUT / "docs" / "table.md").read_text()
    found = re.findall(r"^\| (\d+) \| .+? \| ([^|]+) \|$", text, re.MULTILINE)
    return [(number, re.findall(r"`([^`]+)`", shown)) for number, shown in found]


def test_every_point_of_the_table_names_tests_and_each_of_them_exists() -> None:
    assert [number for number, _tests in rows()] == [str(n + 1) for n in range(POINTS)]
    assert [number for number, tests in rows() if not tests] == []
    missing = [(number, test) for number, tests in rows() for test in tests if not exists(test)]
    assert missing == []
