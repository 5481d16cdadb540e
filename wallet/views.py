"""The wallet's pages: balance and statement, and the refill of fun chips."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts import spreadsheets
from accounts.requests import PlayerRequest, path_here
from wallet import deposit_words, deposits, ledger, money
from wallet.models import TransferKind
from wallet.statement_details import Detail, csv_rows, details, handler
from wallet.statements import Chosen, Sheet, games, net_deposits, of_cause

BOOKS = {"money": settings.CURRENCY, "fun": money.FUN}
DAYS_AT_FIRST = 30
PRINTED_MOST = 5_000
KINDS = [kind for kind in TransferKind if kind != TransferKind.HOUSE]


def refilled_below() -> int:
    """With fewer fun chips (minor units) a player may refill: the games know how few."""
    return int(import_string(settings.REFILL_BELOW))


class StatementForm(forms.Form):
    """Which transfers are shown; the days are those of the player's zone."""

    first_day = forms.DateField(
        label=gettext_lazy("From"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    last_day = forms.DateField(
        label=gettext_lazy("To"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        required=False,
        choices=lambda: [("", _("All kinds")), *((k.value, k.label.capitalize()) for k in KINDS)],
    )
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        choices=lambda: [("", _("All games")), *games().choices()],
    )

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first, and no day is beyond the calendar's end."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if any(day and not 2000 <= day.year <= 9000 for day in (first, last)):
            raise forms.ValidationError(_("Choose days from the year 2000 on."))
        if first and last and last < first:
            raise forms.ValidationError(_("The last day is before the first."))
        return cleaned

    def chosen(self) -> Chosen:
        """What was chosen, from midnight to midnight in the zone of the player."""
        values = self.cleaned_data
        last = values["last_day"]
        return Chosen(
            _midnight(values["first_day"]),
            _midnight(last and last + timedelta(days=1)),
            values["kind"],
            values["game"],
        )


def _midnight(day: date | None) -> datetime | None:
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None


def _form(request: PlayerRequest) -> StatementForm:
    """The form as it was sent; with no days at all those of the last thirty."""
    sent = request.GET.copy()
    if not {"first_day", "last_day"} & set(sent):
        sent["first_day"] = (timezone.localdate() - timedelta(days=DAYS_AT_FIRST - 1)).isoformat()
    return StatementForm(sent, label_suffix="")


@login_required
@require_safe
def statement_page(request: PlayerRequest, book: str = "money") -> HttpResponse:
    """Balance, and the transfers of one book, `money` or `fun`, narrowed by days, kind and game."""
    currency = BOOKS[book]
    form = _form(request)
    chosen = form.chosen() if form.is_valid() else Chosen()
    sheet = Sheet(request.user, currency, chosen)
    printed = "print" in request.GET
    number = request.GET.get("p", "1")
    # A number of any length is an address, not a fault.
    asked = int(number[:9]) if number.isdecimal() else 1
    page = sheet.page(1, PRINTED_MOST) if printed else sheet.page(asked)
    context: dict[str, Any] = {
        "book": book,
        "currency": currency,
        "form": form,
        "chosen": chosen,
        "statement": page,
        "rows": _rows(request, page.rows),
        "printed": printed,
        "held": ledger.balances(request.user, currency),
        "refused": _refused(request, chosen) if book == "money" and not chosen.narrowed else [],
        "net": net_deposits(request.user) if book == "money" else None,
        "smallest_bet": refilled_below(),
        "starting_chips": ledger.STARTING_CHIPS,
        **_spans(),
    }
    return render(request, "wallet/statement.html", context)


def _rows(request: PlayerRequest, transfers: list[Any]) -> list[tuple[Any, Detail, str]]:
    """Each transfer with what stands behind it and who moved it."""
    known = details(request.user, transfers)
    return [(t, known.get(t.cause, Detail()), handler(request.user, t)) for t in transfers]


def _refused(request: PlayerRequest, chosen: Chosen) -> list[Any]:
    """The deposits of the time that moved nothing, with how they stand; at most a hundred."""
    found = deposits.of(request.user).filter(captured=None)
    if chosen.since:
        found = found.filter(created__gte=chosen.since)
    if chosen.until:
        found = found.filter(created__lt=chosen.until)
    return [(one, deposit_words.standing(one)) for one in found[:100]]


def _spans() -> dict[str, str]:
    """First days of the spans that the page offers, for links."""
    today = timezone.localdate()
    year = today.replace(year=today.year - 1, day=min(today.day, 28))
    return {"this_month": today.replace(day=1).isoformat(), "a_year": year.isoformat()}


@login_required
@require_safe
def statement_csv(request: PlayerRequest, book: str = "money") -> HttpResponseBase:
    """The same transfers as a file, every page of them."""
    form = _form(request)
    if not form.is_valid():
        return statement_page(request, book)
    sheet = Sheet(request.user, BOOKS[book], form.chosen())
    zone = timezone.get_current_timezone()
    name = f"statement-{book}-{timezone.localdate().isoformat()}.csv"
    return spreadsheets.download(name, _in_zone(csv_rows(sheet), zone))


def _in_zone(rows: Any, zone: Any) -> Any:
    """The rows, each made in the player's zone, which is over when the answer is sent."""
    while True:
        with timezone.override(zone):
            row = next(rows, None)
        if row is None:
            return
        yield row


@login_required
@require_safe
def transfers_of(request: PlayerRequest, cause: str) -> HttpResponse:
    """Every transfer of the player that one thing caused, as `round:12`; not found if none is."""
    rows = of_cause(request.user, cause)
    if not rows:
        raise Http404(_("There are no such transfers."))
    return render(request, "wallet/cause.html", {"cause": cause, "rows": rows})


@login_required
@require_POST
def refill(request: PlayerRequest) -> HttpResponse:
    """Refill fun chips, or say why not; then back to where the player was."""
    try:
        transfer = ledger.refill(request.user, refilled_below())
    except (ledger.EnoughLeft, ledger.NotYet, ledger.NoWallet) as refusal:
        messages.warning(request, str(refusal))
    else:
        text = _("Your chips are refilled: %(amount)s came in.")
        amount = money.format(transfer.amount, transfer.currency)
        messages.success(request, text % {"amount": amount})
    return HttpResponseRedirect(path_here(request.POST.get("next"), reverse("wallet:fun")))
