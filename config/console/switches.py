"""The console's switches: which games are in service, and taking one out or putting it back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import EMPTY, ReadOnly, person
from games import switches
from games.catalogue import ENTRIES
from games.switch_models import Switch

RIGHT = "games.add_switch"
TITLES = {
    Switch.ALL: gettext_lazy("All games"),
    Switch.MONEY: gettext_lazy("All games for money"),
    **{slug: entry.title for slug, entry in ENTRIES.items()},
}


class SwitchForm(ReasonForm):
    """What is switched, and why."""

    scope = forms.ChoiceField(choices=list(TITLES.items()), widget=forms.HiddenInput)
    on = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce="yes".__eq__, widget=forms.HiddenInput
    )


@admin.register(Switch)
class SwitchPage(ReadOnly):
    """What was switched, the newest first; the page of now stands above it."""

    change_list_template = "admin/switches.html"
    list_display = ("number", "title", "on", "reason", "by", "at")
    list_select_related = ("actor",)
    list_filter = ("on", "at")
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a switch")
    fields = ("title", "on", "reason", "by", "at")

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the form."""
        ours = path("now/", self.admin_site.admin_view(now), name="games_switch_now")
        return [ours, *super().get_urls()]

    @admin.display(description=gettext_lazy("what"))
    def title(self, row: Switch) -> str:
        """As the lobby calls it."""
        return str(TITLES.get(row.scope, row.scope))

    @admin.display(description=gettext_lazy("by"))
    def by(self, row: Switch) -> Any:
        """A person, or the house's own check."""
        return person(row.actor) if row.actor_id else _("the house")


@require_http_methods(["GET", "POST"])
def now(request: HttpRequest) -> HttpResponse:
    """What is in service now; switch one thing, with a reason."""
    answers.actor(request, "games.view_switch")
    form = SwitchForm(request.POST or None)
    if request.method == "POST":
        answers.actor(request, RIGHT)
        if form.is_valid():
            return _switched(request, form)
    rows = switches.newest(switches.scopes())
    context = {
        "title": _("Games in service"),
        "rows": [(scope, title, rows.get(scope)) for scope, title in TITLES.items()],
        "form": form,
        "wrong": form.is_bound,
        "may_switch": request.user.has_perm(RIGHT),
        "nothing": EMPTY,
    }
    return answers.page(request, "admin/switches_now.html", context)


def _switched(request: HttpRequest, form: SwitchForm) -> HttpResponse:
    wanted = form.cleaned_data
    done = switches.switch(
        scope=wanted["scope"],
        on=wanted["on"],
        reason=wanted["reason"],
        actor=answers.actor(request, RIGHT),
        address=address_of(request),
    )
    if done is None:
        messages.warning(request, _("It stood so already; nothing was changed."))
    elif done.on:
        messages.success(request, _("It is in service again."))
    else:
        messages.success(request, _("It is out of service; what is in play may be finished."))
    return redirect("admin:games_switch_now")
