"""The console's page of health: what runs, what does not, each in a sentence."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import health, maintenance
from config.console import answers


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every check, as it stands now."""
    answers.actor(request, "accounts.view_event")
    shut = maintenance.closed()
    context = {"title": _("Health"), "checks": health.checks(), "maintenance": shut}
    return answers.page(request, "admin/health.html", context)
