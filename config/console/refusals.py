"""The answers 403 and 404, in the console's clothes to those inside it, in the site's to others;
and 500, which asks nothing of anything."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import defaults

from config.logs import request_id


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Known, and not open to this person."""
    if not _in_console(request):
        return defaults.permission_denied(request, exception)
    return _refused(
        request, 403, _("Not open to your role"), _("Your role does not have the right to do this.")
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page, or none of this person's."""
    if not _in_console(request):
        return defaults.page_not_found(request, exception)
    return _refused(
        request,
        404,
        _("There is no such page"),
        _("The address may be mistyped, or the row is gone."),
    )


def broken(request: HttpRequest) -> HttpResponse:
    """A fault of ours, with the number that its lines in the log carry."""
    page = render_to_string("500.html", {"number": request_id.get()})
    return HttpResponse(page, status=500)


def _in_console(request: HttpRequest) -> bool:
    inside = request.path_info.startswith(reverse("admin:index"))
    # A request may fail before it is known who sends it.
    return inside and hasattr(request, "user") and admin.site.has_permission(request)


def _refused(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    context: dict[str, Any] = admin.site.each_context(request)
    context |= {"title": title, "sentence": sentence}
    return render(request, "admin/refused.html", context, status=status)
