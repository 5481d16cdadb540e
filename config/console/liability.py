"""The console's page of what the house owes its players, now and as it was each night."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wallet import cash_outs, liability
from wallet.models import CashOut

RIGHT = "wallet.inspect_cashout"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Owed to players by kind; with how much of what is on its way out has a cash-out behind it."""
    if not request.user.has_perm(RIGHT):
        raise PermissionDenied
    context = {
        "title": _("Owed to players"),
        "now": liability.now(),
        "days": liability.days(),
        "currency": settings.CURRENCY,
        "open": CashOut.objects.filter(state__in=cash_outs.OPEN).count(),
    }
    return render(request, "admin/liability.html", admin.site.each_context(request) | context)
