"""Who is there to take chats, how many each one has, and who leads."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Coalesce

from accounts.models import Player
from support.models import Conversation, Presence

AWAY_AFTER = timedelta(seconds=60)
ACCEPT_WITHIN = timedelta(seconds=30)
State = Conversation.State


class Seat(NamedTuple):
    """One whose desk is open; the load is of open chats and of those offered just now."""

    person: Player
    ready: bool
    most: int
    load: int

    @property
    def has_room(self) -> bool:
        """Whether one more chat may come."""
        return self.ready and self.load < self.most


def is_supervisor(person: Player) -> bool:
    """Whether this member of staff leads the desk."""
    return person.is_active and person.has_perm("support.change_presence")


def present(now: datetime) -> list[Seat]:
    """Those whose desk is open, the least loaded first."""
    there = Presence.objects.filter(seen_at__gt=now - AWAY_AFTER, person__is_active=True)
    rows = list(there.select_related("person"))
    loads = _loads([row.person_id for row in rows], now)
    seats = [Seat(row.person, row.ready, row.most, loads[row.person_id]) for row in rows]
    return sorted(seats, key=lambda seat: (seat.load, seat.person.pk))


def _loads(people: list[int], now: datetime) -> Counter[int]:
    has = Q(state=State.OPEN, agent__in=people)
    offered = Q(state=State.WAITING, offered_to__in=people, offered_at__gt=now - ACCEPT_WITHIN)
    whose = Coalesce("agent", "offered_to")
    return Counter(Conversation.objects.filter(has | offered).values_list(whose, flat=True))


def is_there(person_id: int | None, now: datetime) -> bool:
    """Whether this person's desk is open."""
    there = Presence.objects.filter(seen_at__gt=now - AWAY_AFTER, person__is_active=True)
    return person_id is not None and there.filter(person=person_id).exists()


def seat_of(person_id: int | None, now: datetime) -> Seat | None:
    """The seat of this person; None for who is away."""
    return next((seat for seat in present(now) if seat.person.pk == person_id), None)


def taking(now: datetime, *, supervisors: bool = False) -> list[Seat]:
    """Those present who take chats, the least loaded first, whether or not they have room."""
    ready = [seat for seat in present(now) if seat.ready]
    return [seat for seat in ready if not supervisors or is_supervisor(seat.person)]


def count_alone() -> None:
    """Count loads one transaction after the other. Lock the conversation before, never after."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('fairdeal desk'))")
