"""Only business hours count: across nights, weekends and the change of the clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from accounts.jurisdiction import ALWAYS, OpeningHours
from support import hours

WEEK = OpeningHours("Europe/Malta", (*5 * ((9 * 60, 17 * 60),), (10 * 60, 12 * 60), None))
NEVER = OpeningHours("UTC", 7 * (None,))
MINUTE = timedelta(minutes=1)


def utc(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    """A moment of 2026, where Malta is an hour ahead in winter and two in summer."""
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        (utc(25, 9), utc(25, 10), 60),
        (utc(25, 7, 30), utc(25, 8, 30), 30),
        (utc(25, 15), utc(26, 9), 120),
        (utc(27, 15), utc(30, 8), 60 + 120 + 60),  # Friday to Monday, after the clocks changed
        (utc(29, 0), utc(29, 23), 0),
        (utc(25, 10), utc(25, 10), 0),
        (utc(25, 10), utc(25, 9), 0),
    ],
)
def test_the_minutes_between_two_moments(start: datetime, end: datetime, minutes: int) -> None:
    assert hours.between(start, end, WEEK) == minutes * 60


def test_they_are_those_that_a_count_of_every_minute_gives() -> None:
    dice = Random(9)
    for _ in range(30):
        start = utc(20, 0, month=10) + dice.randrange(5000) * MINUTE
        end = start + dice.randrange(5000) * MINUTE
        count = sum(
            hours.is_open(start + n * MINUTE, WEEK) for n in range(int((end - start) / MINUTE))
        )
        assert hours.between(start, end, WEEK) == count * 60


def test_what_is_due_after_so_much_business_time_is_due_just_then() -> None:
    dice = Random(7)
    for _ in range(300):
        start, wait = utc(20, 0) + dice.randrange(20_000) * MINUTE, dice.randrange(1, 3000) * MINUTE
        due = hours.after(start, wait, WEEK)
        assert hours.between(start, due, WEEK) == wait.total_seconds()
        assert hours.between(start, due - MINUTE, WEEK) < wait.total_seconds()


def test_it_opens_in_the_morning_and_not_on_sundays() -> None:
    assert hours.next_open(utc(25, 9), WEEK) == utc(25, 9)
    assert hours.next_open(utc(28, 12), WEEK) == utc(30, 7)
    assert not hours.is_open(utc(25, 16), WEEK)


def test_around_the_clock_every_second_counts_and_a_closed_house_answers_at_some_time() -> None:
    assert hours.between(utc(25, 0), utc(27, 0, 1), ALWAYS) == 2 * 86400 + 60
    assert hours.after(utc(25, 23, 59), 2 * MINUTE, ALWAYS) == utc(26, 0, 1)
    assert hours.next_open(utc(25, 0), NEVER) is None
    assert hours.after(utc(25, 0), MINUTE, NEVER) == utc(25, 0, 1)
