"""Who looks at a page of the console, for links that lead only where this person may go."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.db import models
from django.http import HttpRequest, HttpResponse

_viewer: ContextVar[Any] = ContextVar("viewer", default=None)


class ViewerMiddleware:
    """Keeps who asks while the answer is made: cells of a list are not told by Django."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass it on."""
        token = _viewer.set(request.user)
        try:
            return self.get_response(request)
        finally:
            _viewer.reset(token)


def may_see(model: type[models.Model]) -> bool:
    """Whether the person who asks may look at rows of the model; nobody outside a request may."""
    options = model._meta
    return may(f"{options.app_label}.view_{options.model_name}")


def may(right: str) -> bool:
    """Whether the person who asks has the right, as `house.decide_identity`."""
    user = _viewer.get()
    return user is not None and user.has_perm(right)
