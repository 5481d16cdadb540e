"""Fairdeal as an app: what a browser needs to install it, and a page for when there is no network.

The worker is as small as it can be, so that it can do no harm: it keeps that one page with its
style sheets and nothing else, and answers with them only where the network has not answered at all.
No page with money or a name is ever kept.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# As --surface and --paper of static/style.css have them by day.
BAR, PAPER = "#fffdf8", "#f5f1e8"
ICONS = (
    ("app/icon-192.png", "192x192", "any"),
    ("app/icon-512.png", "512x512", "any"),
    ("app/maskable-512.png", "512x512", "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The app's name, colours and icons. The bar's colours by night stand in the pages' heads."""
    icons = [
        {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    about: dict[str, Any] = {
        "id": "/",
        "name": _("Fairdeal: solitaire and cards"),
        "short_name": "Fairdeal",
        "description": _("Solitaire and a table game whose every deal can be proven."),
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "theme_color": BAR,
        "background_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script of the worker. A changed page makes another text, and so another worker."""
    answer = render(request, "app/worker.js", content_type="text/javascript")
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows in place of a page that cannot be fetched; nobody's own."""
    return render(request, "app/offline.html")
