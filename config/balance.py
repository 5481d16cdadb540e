"""A balance as text, which a page asks for when a live signal says that it has changed."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from accounts.requests import PlayerRequest
from wallet import ledger, money


@login_required
@require_safe
def balance(request: PlayerRequest, currency: str) -> HttpResponse:
    """What the player can spend of a currency, as the header shows it."""
    if request.user.is_staff or currency not in money.CURRENCIES:
        raise Http404
    spendable = ledger.balances(request.user, currency).wallet
    response = HttpResponse(money.format(spendable, currency), content_type="text/plain")
    response["Cache-Control"] = "no-store"
    return response
