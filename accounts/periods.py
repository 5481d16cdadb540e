"""Days, weeks and months in a player's time zone, for which limits count.

Whoever changes the zone does not start a period anew: it counts in every zone that the player had
within the last month, whichever is stricter.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.mails import zone
from accounts.models import Event, Period, Player

# Longer than the longest period.
ZONES_KEPT = timedelta(days=32)


def zones(player: Player, now: datetime) -> list[ZoneInfo]:
    """The player's zone, and those that it has been within the last month."""
    changes = Event.objects.filter(
        object=f"player:{player.pk}", action="player changed", at__gte=now - ZONES_KEPT
    ).values_list("before", flat=True)
    former = [before["time_zone"] for before in changes if before and "time_zone" in before]
    return [zone(name) for name in dict.fromkeys([player.time_zone, *former])]


def start(period: str, now: datetime, where: ZoneInfo) -> datetime:
    """When the day, the week (from Monday) or the month began that `now` lies in."""
    here = now.astimezone(where)
    day = here.date()
    if period == Period.WEEK:
        day -= timedelta(days=day.weekday())
    elif period == Period.MONTH:
        day = day.replace(day=1)
    return datetime(day.year, day.month, day.day, tzinfo=where)


def restart(period: str, now: datetime, where: ZoneInfo) -> datetime:
    """When the next one begins."""
    # In the middle of the last day, so that a change of the clocks does not matter.
    last = {Period.DAY: 0, Period.WEEK: 6, Period.MONTH: 31}[Period(period)]
    inside = start(period, now, where) + timedelta(days=last, hours=12)
    if period != Period.MONTH:
        return start(Period.DAY, inside + timedelta(days=1), where)
    return start(Period.MONTH, inside, where)


def starts(period: str, now: datetime, where: Iterable[ZoneInfo]) -> list[datetime]:
    """The starts of the period in these zones, each once."""
    return sorted({start(period, now, one) for one in where})


def restarts(period: str, now: datetime, where: Iterable[ZoneInfo]) -> datetime:
    """When the period has begun anew in all of these zones."""
    return max(restart(period, now, one) for one in where)
