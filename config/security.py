"""What every answer carries and what no request may be: headers, and the size of a body."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from config import uploads

# What the pages never use is switched off, for whatever might get into them.
HEADERS = {
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), "
        "accelerometer=(), gyroscope=(), magnetometer=(), display-capture=(), browsing-topics=()"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SecurityMiddleware:
    """Adds our headers to Django's, and refuses bodies that no form of ours makes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer with its headers, or 413 before anything of the body is read."""
        response = self._too_large(request) or self.get_response(request)
        if response.status_code == 405 and not response.content:
            response = _with_sentence(request, response)
        for name, value in HEADERS.items():
            response.setdefault(name, value)
        return response

    def _too_large(self, request: HttpRequest) -> HttpResponse | None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) <= uploads.bytes_most(request):
            return None
        sentence = _("That is more than we take at once. Nothing was done; please send less.")
        return refused(request, sentence, status=413)


def _with_sentence(request: HttpRequest, bare: HttpResponse) -> HttpResponse:
    """Django's answer to a wrong method says nothing to a person; the same with a way on."""
    sentence = _("This address cannot be used like that. Go on from a page of the site.")
    response = refused(request, sentence, status=405)
    response.setdefault("Allow", bare.get("Allow", ""))
    return response


def refused(request: HttpRequest, sentence: str, *, status: int) -> HttpResponse:
    """Why nothing was done: as a page, or for a fragment's request among the page's messages."""
    if not getattr(request, "htmx", False):
        return render(request, "refused.html", {"sentence": sentence}, status=status)
    return among_messages(sentence, status=status)


def among_messages(sentence: str, *, status: int) -> HttpResponse:
    """The sentence for a fragment's request, which shows it among the page's messages. It needs
    nothing but the sentence, so that it can be said whatever is away."""
    page = render_to_string("partials/refused.html", {"sentence": sentence})
    response = HttpResponse(page, status=status)
    response["HX-Retarget"] = "#messages"
    response["HX-Reswap"] = "innerHTML"
    return response
