"""The icon where browsers look for it by themselves: beside answers that are no pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """To the drawing, which has a name of its own for every change."""
    return redirect(static("favicon.svg"))
