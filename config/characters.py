"""Characters that no text of ours may hold: NUL, which PostgreSQL stores nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from config.security import refused

NUL = "\0"


class CharacterMiddleware:
    """Refuses a NUL in path, query or form with 400; a cookie with one counts as not sent."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass it on without such cookies: a session's key is looked up before any view."""
        for name in [name for name, value in request.COOKIES.items() if NUL in name + value]:
            del request.COOKIES[name]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Refuse it before anything is made of it; by then it is known who asks."""
        if not (NUL in request.path_info or _holds(request.GET) or _holds(request.POST)):
            return None
        sentence = _("Your request holds a character that we cannot take. Nothing was done.")
        return refused(request, sentence, status=400)


def _holds(form: QueryDict) -> bool:
    return any(NUL in name or any(NUL in v for v in values) for name, values in form.lists())
