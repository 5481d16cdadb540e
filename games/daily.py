"""The daily deal: one deck a day of each solitaire, the same for everybody, promised in advance.

Its commitment is published before its day begins (days are those of UTC), its client seed is the
day as text, and seed, proof and replays stay closed for everybody until the day has ended. The
first game that a player plays of it counts, if it ends within the day; any other is practice.
A day whose deck was not committed to in time has no daily deal. Only the demo, which is looked at
on the day of its first start, deals such a deck all the same, and says when it was committed to.
"""

from __future__ import annotations

import calendar
import contextlib
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import dealing, modes, stakes, statistics
from games.catalogue import ENTRIES, Entry
from games.models import Deal, Result, Round
from games.refusals import Refused
from games.rules import Options

# How many days after today have their commitments published.
AHEAD_DAYS = 7


class NoDailyDeal(Refused):
    """There is no deck for that day: not yet, or none was committed to in time."""

    code = "no daily deal"

    def __init__(self) -> None:
        super().__init__(_("There is no daily deal of this day."))


def today() -> date:
    """The day that it is now, by UTC."""
    return timezone.now().astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """The moment at which a day ends and everything about its deals opens."""
    return datetime.combine(day + timedelta(days=1), time.min, UTC)


def entries() -> list[Entry]:
    """The games that have a daily deal."""
    return [entry for entry in ENTRIES.values() if entry.daily]


def options(entry: Entry) -> Options:
    """The rule options that a game's daily deal is played by; the same for everybody."""
    return stakes.wanted(entry, {})


def bets(entry: Entry) -> dict[str, int]:
    """No stake: every bet of the game at nothing."""
    return {bet.name: 0 for bet in entry.bets}


# --- commitments ---------------------------------------------------------------------------------


def sweep() -> dict[str, int]:
    """Keep the days to come committed to."""
    return {"daily deals": publish()}


def publish() -> int:
    """Commit to the deck of each game for the days to come. How many were made.

    Never for a day that has begun, except in the demo.
    """
    first = today() + timedelta(days=0 if settings.DEMO else 1)
    days = [first + timedelta(days=n) for n in range(AHEAD_DAYS + settings.DEMO)]
    there = set(_deals().filter(day__gte=first).values_list("game", "day"))
    wanted = [(entry, day) for day in days for entry in entries()]
    return sum(_commit(entry, day) for entry, day in wanted if (entry.slug, day) not in there)


def _commit(entry: Entry, day: date) -> bool:
    """Commit to the deck of a day; False when another process was first."""
    deal = Deal(kind=Deal.Kind.DAILY, game=entry.slug, currency="FUN", nonce=0, day=day)
    deal.client_seed, deal.made_at = day.isoformat().encode(), timezone.now()
    deal.seal(dealing.new_seed())
    with contextlib.suppress(IntegrityError), transaction.atomic():
        deal.save(force_insert=True)
        return True
    return False


def _deals() -> QuerySet[Deal]:
    return Deal.objects.filter(kind=Deal.Kind.DAILY)


def published(first: date, last: date) -> list[Deal]:
    """The deals of the days from `first` to `last`, by day, then in the order of the lobby."""
    order = list(ENTRIES)
    deals = _deals().filter(day__range=(first, last))
    return sorted(deals, key=lambda deal: (deal.day, order.index(deal.game)))


def is_late(deal: Deal) -> bool:
    """Whether its commitment was published only when its day had begun."""
    return deal.day is not None and deal.made_at.astimezone(UTC).date() >= deal.day


def offer(entry: Entry, day: date) -> Deal:
    """The deal of a day that has begun. Raises NoDailyDeal."""
    deal = _deals().filter(game=entry.slug, day=day).first() if day <= today() else None
    if deal is None:
        raise NoDailyDeal
    return deal


# --- what counts ---------------------------------------------------------------------------------


def counted(day: date, entry: Entry) -> QuerySet[Result]:
    """The results that count of a day's deal in one game: one a player at most."""
    within = (ends_at(day - timedelta(days=1)), ends_at(day))
    # What counts has ended within the day, and results are found by game, mode and time.
    results = Result.objects.filter(game=entry.slug, mode=entry.usual_mode, ended_at__range=within)
    return results.filter(day=day, restarted=False, disproof=None)


def next_counts(player: Player, entry: Entry, day: date) -> bool:
    """Whether the next round of this player would count: none was played, and the day goes on.

    To be asked with the player locked where it decides.
    """
    played = Result.objects.filter(player=player, game=entry.slug, day=day)
    return day == today() and not played.exists()


class Standing(NamedTuple):
    """Where a player stands with the deal of a day: `result` is what counts of his games.

    `tries` says whether a game of now counts (`counted`) or is `practice`.
    """

    entry: Entry
    day: date
    deal: Deal | None
    round: Round | None
    result: Result | None
    tries: str

    @property
    def place(self) -> str:
        """Its table, as an address names it."""
        return self.day.isoformat()

    @property
    def rules(self) -> str:
        """The mode that it is played in, in words; empty in a game without modes."""
        return modes.titles(self.entry.modes).get(self.entry.usual_mode, "")

    @property
    def in_points(self) -> bool:
        """Whether results are points; else they are cards."""
        return statistics.has_points(self.entry, self.entry.usual_mode)

    @property
    def told(self) -> str:
        """The result in words, as `312 points in 4:05`; empty without one."""
        if self.result is None:
            return ""
        facts = {"points": self.result.points, "time": statistics.clock(self.result.seconds)}
        if self.in_points:
            return _("%(points)d points in %(time)s") % facts
        return _("%(points)d cards in %(time)s") % facts

    @property
    def has_ended(self) -> bool:
        """Whether the day has."""
        return today() > self.day

    @property
    def is_today(self) -> bool:
        """Whether it is the day that goes on."""
        return today() == self.day

    @property
    def is_late(self) -> bool:
        """Whether the commitment was published only when the day had begun."""
        return self.deal is not None and is_late(self.deal)


def standing(player: Player | None, entry: Entry, day: date) -> Standing:
    """Where a player, or nobody, stands with the deal of a day of one game."""
    return next(at for at in standings(player, day) if at.entry == entry)


def standings(player: Player | None, day: date) -> list[Standing]:
    """The same for every game that has daily deals."""
    deals = {deal.game: deal for deal in _deals().filter(day=day)}
    rounds: dict[str, Round] = {}
    played: set[str] = set()
    results: dict[str, Result] = {}
    if player is not None:
        of = Round.objects.open().filter(player=player, day=day).defer("kept")
        rounds = {round.game: round for round in of}
        for result in Result.objects.filter(player=player, day=day):
            played.add(result.game)
            if not result.restarted:
                results[result.game] = result
    return [
        Standing(
            entry,
            day,
            deals.get(entry.slug),
            rounds.get(entry.slug),
            results.get(entry.slug),
            _tries(day, rounds.get(entry.slug), entry.slug in played),
        )
        for entry in entries()
    ]


def _tries(day: date, round: Round | None, played: bool) -> str:
    if day != today():
        return "practice"
    counts = round.counts if round else not played
    return "counted" if counts else "practice"


# --- the calendar --------------------------------------------------------------------------------


class Mark(NamedTuple):
    """A game in a day of the calendar: its own result, if the player has one."""

    entry: Entry
    result: Result | None

    @property
    def short(self) -> str:
        """The game in few letters."""
        return str(self.entry.title).partition(" ")[0]


class Day(NamedTuple):
    """A day of the calendar. `dealt`: it has begun and has deals; `marks` are empty else."""

    day: date
    inside: bool
    dealt: bool
    promised: bool
    marks: tuple[Mark, ...]

    @property
    def is_today(self) -> bool:
        """Whether it is the day that goes on."""
        return today() == self.day


def month(player: Player | None, year: int, number: int) -> list[list[Day]]:
    """The weeks of a month, Monday first, with the player's results that count."""
    weeks = calendar.Calendar().monthdatescalendar(year, number)
    span = (weeks[0][0], weeks[-1][-1])
    days = _deals().filter(day__range=span).values_list("day", flat=True)
    deals = {day for day in days if day is not None}
    results = {} if player is None else _own_results(player, span)
    return [[_day(day, number, deals, results) for day in week] for week in weeks]


def _own_results(player: Player, span: tuple[date, date]) -> dict[tuple[date, str], Result]:
    results = Result.objects.filter(player=player, day__range=span, restarted=False)
    return {(result.day, result.game): result for result in results if result.day}


def _day(day: date, number: int, deals: Iterable[date], results: dict[Any, Result]) -> Day:
    there = day in deals
    dealt = there and day <= today()
    marks = (Mark(entry, results.get((day, entry.slug))) for entry in entries()) if dealt else ()
    return Day(day, day.month == number, dealt, there and not dealt, tuple(marks))


def first_day() -> date:
    """The day of the first daily deal there was; today before it."""
    first = _deals().order_by("day").values_list("day", flat=True).first()
    return min(first or today(), today())
