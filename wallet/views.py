"""The wallet's pages: balance and statement, and the refill of fun chips."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest, path_here
from wallet import ledger, money
from wallet.statements import of_cause, statement

BOOKS = {"money": settings.CURRENCY, "fun": money.FUN}


def refilled_below() -> int:
    """With fewer fun chips (minor units) a player may refill: the games know how few."""
    return int(import_string(settings.REFILL_BELOW))


@login_required
@require_safe
def statement_page(request: PlayerRequest, book: str = "money") -> HttpResponse:
    """Balance and every transfer of one book, `money` or `fun`."""
    currency = BOOKS[book]
    number = request.GET.get("p", "1")
    context: dict[str, Any] = {
        "book": book,
        "currency": currency,
        "held": ledger.balances(request.user, currency),
        # A number of any length is an address, not a fault.
        "statement": statement(
            request.user, currency, int(number[:9]) if number.isdecimal() else 1
        ),
        "smallest_bet": refilled_below(),
        "starting_chips": ledger.STARTING_CHIPS,
    }
    return render(request, "wallet/statement.html", context)


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
