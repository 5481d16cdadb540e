"""The console's page of what the house owes its players, now and as it was each night."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.console import answers
from wallet import cash_outs, liability
from wallet.models import CashOut

RIGHT = "wallet.inspect_cashout"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Owed to players by kind; with how much of what is on its way out has a cash-out behind it."""
    answers.actor(request, RIGHT)
    context = {
        "title": _("Owed to players"),
        "now": liability.now(),
        "days": liability.days(),
        "currency": settings.CURRENCY,
        "open": CashOut.objects.filter(state__in=cash_outs.OPEN).count(),
    }
    return answers.page(request, "admin/liability.html", context)
