"""The console's page of health: what runs, what does not, each in a sentence."""

from __future__ import annotations

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import health


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every check, as it stands now."""
    if not request.user.has_perm("accounts.view_event"):
        raise PermissionDenied
    context = {"title": _("Health"), "checks": health.checks()}
    return render(request, "admin/health.html", admin.site.each_context(request) | context)
