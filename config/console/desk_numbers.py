"""The numbers of the desk by day and agent: how quickly players are answered, how they rate it.

Times are seconds of business hours. A chat counts for the day on which its player asked for a
person, and for the agent who has it; a later answer for its own day and writer.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.db.models import Avg, Count, F, Q, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import events, spreadsheets
from accounts.jurisdiction import profile
from accounts.models import Player
from accounts.requests import address_of
from config.console import answers
from config.console.desk_access import NUMBERS
from config.console.desk_clocks import span
from config.console.games_report import Period, period_of
from support.models import Conversation, Line

COLUMNS = (
    *("day", "agent", "chats", "first answer, seconds", "first answers late"),
    *("later answers", "later answer, seconds", "later answers late"),
    *("ended", "time to the end, seconds", "ends late", "ratings", "average rating"),
)
# Nobody writes a second answer within it.
ONE_ANSWER = timedelta(seconds=1)
Key = tuple[date, int | None]


class Figures:
    """The figures of a day and an agent, or of several together."""

    def __init__(self, **sums: Any) -> None:
        self.chats = self.first_late = self.answers = self.next_late = 0
        self.ended = self.end_late = self.ratings = 0
        self.first: float | None = None
        self.next: float | None = None
        self.end: float | None = None
        self.rating: float | None = None
        vars(self).update(sums)

    @property
    def words(self) -> dict[str, str]:
        """The averages as a page shows them; a dash where there is nothing to average."""
        times = {"first": self.first, "next": self.next, "end": self.end}
        shown = {name: "-" if one is None else span(round(one)) for name, one in times.items()}
        return shown | {"rating": "-" if self.rating is None else f"{self.rating:.1f}"}

    @property
    def cells(self) -> list[Any]:
        """As COLUMNS has them, behind day and agent."""
        first, next_, end = (
            "" if one is None else round(one) for one in (self.first, self.next, self.end)
        )
        rating = "" if self.rating is None else f"{self.rating:.2f}"
        return [
            *(self.chats, first, self.first_late, self.answers, next_, self.next_late),
            *(self.ended, end, self.end_late, self.ratings, rating),
        ]


def figures(period: Period) -> tuple[dict[Key, Figures], Figures]:
    """The figures by day and agent, the newest day first, and those of all together."""
    chats, lines = _chats(period), _lines(period)
    found: dict[Key, dict[str, Any]] = {}
    for row in _grouped(chats, "queued_at", "agent", _of_chats()):
        found.setdefault((row.pop("day"), row.pop("agent")), {}).update(row)
    for row in _grouped(lines, "at", "person", _of_lines()):
        found.setdefault((row.pop("day"), row.pop("person")), {}).update(row)
    rows = {key: Figures(**sums) for key, sums in sorted(found.items(), key=_order, reverse=True)}
    return rows, Figures(**chats.aggregate(**_of_chats()), **lines.aggregate(**_of_lines()))


def _order(item: tuple[Key, Any]) -> tuple[date, int]:
    (day, agent), _sums = item
    return day, -(agent or 0)


def _grouped(rows: QuerySet[Any], at: str, who: str, sums: dict[str, Any]) -> Iterable[Any]:
    by_day = rows.order_by().annotate(day=TruncDate(at)).values("day", who)
    return by_day.annotate(**sums)


def _chats(period: Period) -> QuerySet[Conversation]:
    chats = Conversation.objects.filter(queued_at__gte=period.first, queued_at__lt=period.last)
    return chats if period.tests else chats.filter(player__is_test=False)


def _lines(period: Period) -> QuerySet[Line]:
    """Answers to what a player wrote after a person had answered first."""
    later = Q(at__gt=F("conversation__first_answered_at") + ONE_ANSWER, waited__isnull=False)
    lines = Line.objects.filter(later, by=Line.By.AGENT, private=False)
    lines = lines.filter(at__gte=period.first, at__lt=period.last)
    return lines if period.tests else lines.filter(conversation__player__is_test=False)


def _of_chats() -> dict[str, Any]:
    """The sums; late is also what should have been done by now and is not."""
    targets, now = profile(), timezone.now()
    first = Q(first_waited__gt=targets.support_first.total_seconds())
    first |= Q(first_answered_at=None, asked_at__isnull=False, due_at__lt=now)
    end = Q(resolved_in__gt=targets.support_end.total_seconds())
    end |= Q(resolved_at=None, resolve_by__lt=now)
    return {
        "chats": Count("pk"),
        "first": Avg("first_waited"),
        "first_late": Count("pk", filter=first),
        "ended": Count("resolved_at"),
        "end": Avg("resolved_in"),
        "end_late": Count("pk", filter=end),
        "ratings": Count("rating"),
        "rating": Avg("rating"),
    }


def _of_lines() -> dict[str, Any]:
    late = Q(waited__gt=profile().support_next.total_seconds())
    return {
        "answers": Count("pk"),
        "next": Avg("waited"),
        "next_late": Count("pk", filter=late),
    }


@require_safe
def page(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """The report; as CSV where the address says so."""
    answers.actor(request, NUMBERS)
    form, period = period_of(request)
    rows, total = figures(period)
    people = Player.objects.in_bulk({agent for _day, agent in rows if agent})
    named = [(day, people.get(agent or 0), row) for (day, agent), row in rows.items()]
    if request.GET.get("as") == "csv" and form.is_valid():
        return _file(request, period, named)
    targets = profile()
    context = {
        "title": _("Numbers of the desk"),
        "form": form,
        "period": period,
        "now": timezone.now(),
        "rows": named,
        "total": total,
        "targets": [
            (_("first answer"), span(int(targets.support_first.total_seconds()))),
            (_("later answer"), span(int(targets.support_next.total_seconds()))),
            (_("end"), span(int(targets.support_end.total_seconds()))),
        ],
        "query": request.GET.urlencode(),
    }
    return answers.page(request, "admin/desk_numbers.html", context)


def _file(
    request: HttpRequest, period: Period, rows: list[tuple[date, Player | None, Figures]]
) -> StreamingHttpResponse:
    """The report as CSV, headed by who made it, of what time and when."""
    events.record(
        "report exported",
        "report:desk",
        actor=answers.actor(request),
        address=address_of(request),
    )
    head: list[Any] = [
        ["operator", "Fairdeal"],
        ["report", "desk: answers by day and agent"],
        ["from", period.first.isoformat(), "to", period.last.isoformat()],
        ["generated at", timezone.now().isoformat(timespec="seconds")],
        ["test players", "included" if period.tests else "left out"],
        COLUMNS,
    ]
    body = [
        [day.isoformat(), f"{agent} #{agent.pk}" if agent else "nobody", *row.cells]
        for day, agent, row in rows
    ]
    return spreadsheets.download("desk-numbers.csv", [*head, *(body or [["No activity"]])])
