"""Business hours of support, and the time of waiting that counts: only while we are open."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.jurisdiction import OpeningHours, profile

DAYS_MOST = 366


def is_open(now: datetime, hours: OpeningHours | None = None) -> bool:
    """Whether support is open at that moment."""
    return next_open(now, hours) == now


def next_open(now: datetime, hours: OpeningHours | None = None) -> datetime | None:
    """The moment itself if support is open then, else when it opens; None if it never does."""
    for opens, closes in _windows(now, hours):
        if now < closes:
            return max(now, opens)
    return None


def between(start: datetime, end: datetime, hours: OpeningHours | None = None) -> int:
    """Seconds of business hours between two moments."""
    total = timedelta(0)
    for opens, closes in _windows(start, hours):
        if opens >= end:
            break
        total += max(min(closes, end) - max(opens, start), timedelta(0))
    return int(total.total_seconds())


def after(start: datetime, wait: timedelta, hours: OpeningHours | None = None) -> datetime:
    """The moment at which so much of business hours has passed since `start`."""
    left = wait
    for opens, closes in _windows(start, hours):
        begins = max(opens, start)
        if begins + left <= closes:
            return begins + left
        left -= max(closes - begins, timedelta(0))
    return start + wait


def _windows(
    start: datetime, hours: OpeningHours | None = None
) -> Iterator[tuple[datetime, datetime]]:
    """From when to when support is open, in UTC, from the day of `start` on, for a year."""
    hours = hours or profile().support_hours
    zone = ZoneInfo(hours.zone)
    first = start.astimezone(zone).date()
    for number in range(DAYS_MOST):
        day = first + timedelta(days=number)
        if (minutes := hours.days[day.weekday()]) is not None:
            yield _at(day, minutes[0], zone), _at(day, minutes[1], zone)


def _at(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """A minute of a day as its clock shows it; minute 1440 is the next midnight."""
    day += timedelta(days=minute // 1440)
    hour, minute = divmod(minute % 1440, 60)
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone).astimezone(UTC)
