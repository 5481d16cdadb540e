"""The type of a request behind sign-in, where it comes from, and where on this site it leads."""

from __future__ import annotations

from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import Player


class PlayerRequest(HttpRequest):
    """A request whose user is known to be signed in."""

    user: Player


def address_of(request: HttpRequest) -> str:
    """The client's address, behind as many proxies as the settings trust."""
    return str(get_adapter(request).get_client_ip(request))


def path_here(wanted: str | None, otherwise: str) -> str:
    """`wanted` if it is a path of this site, as /wallet/?p=2; else `otherwise`.

    A name of a view or a relative path is none. Lead there with HttpResponseRedirect: `redirect`
    would look for a view of that name.
    """
    wanted = wanted or ""
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, None):
        return wanted
    return otherwise


def page_behind(request: HttpRequest) -> str:
    """The path of the page that a form or a fragment was sent from; else that of the lobby.

    The browser says it in a header, which may hold anything.
    """
    name = "hx-current-url" if getattr(request, "htmx", False) else "referer"
    page = request.headers.get(name, "")
    try:
        parts = urlsplit(page)
    except ValueError:
        return reverse("lobby")
    if (parts.scheme, parts.netloc) != (request.scheme, request.get_host()):
        return reverse("lobby")
    path = parts._replace(scheme="", netloc="", fragment="").geturl()
    return path_here(path, reverse("lobby"))
