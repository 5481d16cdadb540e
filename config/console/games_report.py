"""The console's report on games: what each returned against the theory, and what is in play."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts import events, spreadsheets
from accounts.requests import address_of
from config import findings
from config.console import answers
from config.finding_models import Finding
from games import returns
from games.catalogue import ENTRIES
from wallet import money

RIGHT = "games.view_simulation"
COLUMNS = [
    *("game", "bet", "rounds", "staked", "returned", "wins", "voids", "actual return"),
    *("half of 95 % interval", "theoretical return", "basis", "alarm"),
]
YEARS = range(2000, 3000)


class PeriodForm(forms.Form):
    """From which day to which, both included, in the reader's zone; and whose rounds."""

    first = forms.DateField(
        label=gettext_lazy("From"), widget=forms.DateInput(attrs={"type": "date"}), required=False
    )
    last = forms.DateField(
        label=gettext_lazy("To"), widget=forms.DateInput(attrs={"type": "date"}), required=False
    )
    tests = forms.BooleanField(label=gettext_lazy("Test players too"), required=False)

    def clean(self) -> dict[str, Any]:
        """The first day is not behind the last, and both are of this calendar."""
        chosen: dict[str, Any] = super().clean() or {}
        first, last = chosen.get("first"), chosen.get("last")
        if first and first > (last or timezone.localdate()):
            self.add_error("first", _("The first day comes after the last."))
        for name, day in (("first", first), ("last", last)):
            if day and day.year not in YEARS:
                self.add_error(name, _("Choose a day of the years 2000 to 2999."))
        return chosen


class Period(NamedTuple):
    """What a report is about."""

    first: datetime
    last: datetime
    tests: bool


def period_of(request: HttpRequest) -> tuple[PeriodForm, Period]:
    """The chosen period, else the last thirty days; in the demo test players are everybody."""
    form = PeriodForm(request.GET or None)
    today = timezone.localdate()
    chosen: dict[str, Any] = form.cleaned_data if form.is_bound and form.is_valid() else {}
    first = chosen.get("first") or today - timedelta(days=29)
    last = chosen.get("last") or today
    midnight = datetime.min.time()
    return form, Period(
        timezone.make_aware(datetime.combine(first, midnight)),
        timezone.make_aware(datetime.combine(last + timedelta(days=1), midnight)),
        bool(chosen.get("tests")) or settings.DEMO,
    )


@require_safe
def page(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """The report; as CSV where the address says so."""
    answers.actor(request, RIGHT)
    form, period = period_of(request)
    rows = returns.report(settings.CURRENCY, *period)
    if request.GET.get("as") == "csv" and form.is_valid():
        return _file(request, period, rows)
    context = {
        "title": _("Report on games"),
        "form": form,
        "period": period,
        "now": timezone.now(),
        "rows": [(row, ENTRIES[row.game].title, price(row.bets)) for row in rows],
        "open": [
            (row, ENTRIES[row.game].title) for row in returns.in_play(settings.CURRENCY, period[2])
        ],
        "currency": settings.CURRENCY,
        "query": request.GET.urlencode(),
    }
    return answers.page(request, "admin/games_report.html", context)


def price(bets: str) -> str:
    """What was bet, in words: `card price €0.05`."""
    amounts: dict[str, int] = json.loads(bets) if bets else {}
    shown = (
        f"{name} {money.format(amount, settings.CURRENCY)}" for name, amount in amounts.items()
    )
    return ", ".join(shown)


def _file(request: HttpRequest, period: Period, rows: list[returns.Row]) -> StreamingHttpResponse:
    """The report as CSV, headed by who made it, of what time and when; times in UTC."""
    events.record(
        "report exported",
        "report:games",
        actor=answers.actor(request),
        address=address_of(request),
    )
    head = [
        ["operator", "Fairdeal"],
        ["report", "games: actual and theoretical return"],
        ["from", period.first.isoformat(), "to", period.last.isoformat()],
        ["generated at", timezone.now().isoformat(timespec="seconds")],
        ["test players", "included" if period.tests else "left out"],
        COLUMNS,
    ]
    return spreadsheets.download("games-report.csv", [*head, *map(_cells, rows)])


def _cells(row: returns.Row) -> list[Any]:
    if not row.rounds:
        return [row.game, "No activity"]
    known = row.theory
    return [
        *(row.game, price(row.bets), row.rounds, row.staked, row.returned, row.wins, row.voids),
        *(f"{row.mean:.6f}", f"{row.half_width:.6f}"),
        *((f"{known.mean:.6f}", known.source) if known else ("", "")),
        "yes" if row.alarm else "no",
    ]


def watch() -> int:
    """Open a finding for each game and bet that has left its band; how many have."""
    now = timezone.now()
    rows = returns.report(settings.CURRENCY, now - timedelta(days=30), now, settings.DEMO)
    out = [row for row in rows if row.alarm]
    for row in out:
        assert row.theory is not None
        sentence = _(
            "%(game)s at %(price)s returned %(mean).2f %% in 30 days over %(rounds)d rounds; the "
            "theory (%(source)s) says %(theory).2f %%."
        ) % {
            "game": ENTRIES[row.game].title,
            "price": price(row.bets),
            "mean": row.mean * 100,
            "rounds": row.rounds,
            "source": row.theory.source,
            "theory": row.theory.mean * 100,
        }
        of = f"game:{row.game} {row.bets}"[:80]
        findings.report("return out of its band", of, sentence, area=Finding.Area.GAMES)
    return len(out)
