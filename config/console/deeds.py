"""What staff may do about a row: a deed asks for what it needs, a reason at least, and does it.

A page of rows names its deeds; their addresses, buttons and forms come from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import ReadOnly, note_look

View = Callable[..., HttpResponse]


class Deed(NamedTuple):
    """Something to do about a row of a player's: who may, when it is offered, its words, its form.

    `do` gets the row's number, what the form gave, who does it and from where. Of what it raises,
    `lacking` is said in the form, and `late` on the row, which does not stand so any more.
    """

    model: type[models.Model]
    word: str
    right: str
    title: str | Promise
    sentence: str | Promise
    done: str | Promise
    offers: Callable[[Any, Player], bool]
    do: Callable[[int, dict[str, Any], Player, str], Any]
    form: type[ReasonForm] = ReasonForm
    lacking: tuple[type[Exception], ...] = ()
    late: tuple[type[Exception], ...] = ()
    grave: bool = False
    template: str = "admin/deed.html"

    @property
    def name(self) -> str:
        """The name of its address, without the console's."""
        options = self.model._meta
        return f"{options.app_label}_{options.model_name}_{self.word}"

    def url(self, view: Callable[[View], View]) -> URLPattern:
        """Its address, behind the console's door."""
        return path(f"<int:pk>/{self.word}/", view(self.page), name=self.name)

    def page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for what it needs, and do it."""
        return _page(request, pk, self)


class WithDeeds(ReadOnly):
    """A page of rows about which something can be done."""

    change_form_template = "admin/with_deeds.html"
    deeds: tuple[Deed, ...]

    def get_urls(self) -> list[URLPattern]:
        """Besides those of the page, the deeds'."""
        view = self.admin_site.admin_view
        return [*(deed.url(view) for deed in self.deeds), *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with what this person may do about it."""
        row, actor = kwargs.get("obj"), answers.actor(request)
        if row is not None:
            context["deeds"] = [
                (reverse(f"admin:{deed.name}", args=[row.pk]), deed)
                for deed in self.deeds
                if actor.has_perm(deed.right) and deed.offers(row, actor)
            ]
        return super().render_change_form(request, context, *args, **kwargs)


@require_http_methods(["GET", "POST"])
def _page(request: HttpRequest, pk: int, deed: Deed) -> HttpResponse:
    actor = answers.actor(request, deed.right)
    options = deed.model._meta
    row: Any = get_object_or_404(deed.model._default_manager.select_related("player"), pk=pk)
    here = f"admin:{options.app_label}_{options.model_name}_change"
    form = deed.form(request.POST or None, label_suffix="")
    if request.method == "POST" and form.is_valid():
        try:
            deed.do(pk, form.cleaned_data, actor, address_of(request))
        except deed.lacking as lacking:
            form.add_error(None, str(lacking))
        except deed.late as refusal:
            messages.warning(request, str(refusal))
            return redirect(here, pk)
        else:
            messages.success(request, str(deed.done))
            return redirect(here, pk)
    if request.method == "GET":
        note_look(request, row.player_id, f"{options.model_name}:{pk}")
    above = (f"admin:{options.app_label}_{options.model_name}_changelist", options)
    context = {"title": deed.title, "row": row, "deed": deed, "form": form}
    return answers.page(request, deed.template, context | {"here": here, "above": above})
