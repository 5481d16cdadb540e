"""The console's front page: what needs a person now, and how the house stands.

Whoever looks sees only what the own role may open. Every figure is one query over an index, so that
the page costs the same whatever the books hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Min, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Flag, IdentityCheck, Player
from config import health, maintenance
from config.console.desk_access import FREE
from config.models import Audit, Finding, Proposal
from games import charts, switches
from support.models import Complaint, Conversation, Message
from wallet import cash_outs, liability
from wallet.models import CashOut

DAYS = 30
UNIT = 100
# Ended rounds for money by day; test players are left out, but in the demo, where all are.
PLAYED = """
SELECT (round.ended_at AT TIME ZONE %(zone)s)::date, count(*), sum(round.staked),
       sum(round.returned)
FROM games_round AS round JOIN accounts_player AS player ON player.id = round.player_id
WHERE round.currency = %(currency)s AND round.ended_at >= %(since)s AND round.outcome <> 'void'
      AND (%(tests)s OR NOT player.is_test)
GROUP BY 1
"""


class Queue(NamedTuple):
    """Rows that wait, whose field `since` says for how long; seen in the list of `listed`, which is
    that of the rows where it is none, or on the page of the name `at`."""

    right: str
    title: str | Promise
    rows: QuerySet[Any]
    since: str
    listed: type[Model] | None = None
    at: str = ""

    @property
    def address(self) -> str:
        """The list, or the page."""
        if self.at:
            return reverse(self.at)
        options = (self.listed or self.rows.model)._meta
        return reverse(f"admin:{options.app_label}_{options.model_name}_changelist")


class Work(NamedTuple):
    """Something that waits for a person: how many, since when, and where."""

    title: str | Promise
    waiting: int
    since: datetime | None
    address: str


class Day(NamedTuple):
    """What was played on a day, in minor units."""

    day: date
    rounds: int
    staked: int
    returned: int


class Span(NamedTuple):
    """The sums of some days."""

    title: str | Promise
    rounds: int
    staked: int
    returned: int

    @property
    def revenue(self) -> int:
        """What the house kept; below zero when players won more."""
        return self.staked - self.returned


def context(request: HttpRequest) -> dict[str, Any]:
    """Everything that the front page shows to whoever asks."""
    found: dict[str, Any] = {"work": list(_work(request)), "currency": settings.CURRENCY}
    if request.user.has_perm("wallet.view_account"):
        days = played()
        found |= {
            "spans": spans(days),
            "held": liability.now(tests=settings.DEMO),
            "chart": charts.bars([_bar(one) for one in days]),
            "days": [one for one in reversed(days) if one.rounds],
            "tests": settings.DEMO,
        }
    if request.user.has_perm("accounts.view_event"):
        found["failing"] = [check for check in health.checks() if not check.good]
    if request.user.has_perm("games.view_switch"):
        found["closed"] = sorted(switches.closed())
    return found | {"maintenance": maintenance.closed()}


def _queues() -> list[Queue]:
    """Everything that waits for somebody."""
    return [
        Queue("wallet.view_cashout", _("cash-outs"),
              CashOut.objects.filter(state__in=cash_outs.OPEN), "made_at"),
        Queue("house.view_audit", _("payouts to audit"),
              Audit.objects.filter(state=Audit.State.OPEN), "made_at"),
        Queue("house.view_finding", _("findings"),
              Finding.objects.filter(ended_at=None), "found_at"),
        Queue("house.view_proposal", _("corrections"),
              Proposal.objects.filter(state=Proposal.State.OPEN), "made_at"),
        Queue("accounts.view_identitycheck", _("identities"),
              IdentityCheck.objects.filter(state=IdentityCheck.State.SUBMITTED), "submitted_at"),
        Queue("accounts.change_flag", _("accounts that seem to be one person's"),
              Flag.objects.filter(settled_at=None), "made_at", Player),
        Queue("support.change_conversation", _("chats that wait for a person"),
              Conversation.objects.filter(state__in=FREE), "queued_at", at="admin:desk"),
        Queue("support.view_complaint", _("complaints"),
              Complaint.objects.filter(ended_at=None), "made_at"),
        Queue("support.view_message", _("messages"),
              Message.objects.exclude(status=Message.Status.DONE), "written_at"),
    ]  # fmt: skip


def _work(request: HttpRequest) -> Iterator[Work]:
    """What waits, each only for those who may open it."""
    for queue in _queues():
        if request.user.has_perm(queue.right):
            oldest = queue.rows.aggregate(oldest=Min(queue.since))["oldest"]
            waiting = queue.rows.count() if oldest else 0
            yield Work(queue.title, waiting, oldest, queue.address)


def played(today: date | None = None) -> list[Day]:
    """The last thirty days, the oldest first, those without play included."""
    today = today or timezone.localdate()
    first = today - timedelta(days=DAYS - 1)
    zone = timezone.get_current_timezone_name()
    since = timezone.make_aware(datetime.combine(first, datetime.min.time()))
    values: dict[str, Any] = {
        "zone": zone,
        "currency": settings.CURRENCY,
        "since": since,
        "tests": settings.DEMO,
    }
    with connection.cursor() as cursor:
        cursor.execute(PLAYED, values)
        rows = {row[0]: Day(row[0], row[1], int(row[2]), int(row[3])) for row in cursor.fetchall()}
    days = [first + timedelta(days=number) for number in range(DAYS)]
    return [rows.get(day, Day(day, 0, 0, 0)) for day in days]


def spans(days: list[Day]) -> list[Span]:
    """Today, seven days, thirty days."""
    wanted: tuple[tuple[str | Promise, int], ...] = (
        (_("Today"), 1),
        (_("7 days"), 7),
        (_("30 days"), DAYS),
    )
    return [_span(title, days[-length:]) for title, length in wanted]


def _span(title: str | Promise, days: list[Day]) -> Span:
    staked, returned = sum(day.staked for day in days), sum(day.returned for day in days)
    return Span(title, sum(day.rounds for day in days), staked, returned)


def _bar(day: Day) -> charts.Value:
    """Stakes in whole units, and the part of them that came back."""
    staked, returned = day.staked // UNIT, day.returned // UNIT
    return charts.Value(date_format(day.day, "j M"), max(staked, returned), returned)
