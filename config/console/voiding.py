"""Ending a round in play for a fault of ours: all of it comes back; the incident is recorded."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import events
from accounts.models import Player
from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from games import settlement
from games.models import Round

RIGHT = "house.void_round"
INCIDENT = "incident: round voided"


class Voidable(admin.ModelAdmin):
    """What the console's page of a round has besides: the way to void it."""

    change_form_template = "admin/round.html"

    def get_urls(self) -> list[URLPattern]:
        """Besides those of the page, the one that voids."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/void/", view(void_page), name="games_round_void"),
            *super().get_urls(),
        ]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with whether this member of staff may void it."""
        row = kwargs.get("obj")
        context["may_void"] = row is not None and row.is_open and request.user.has_perm(RIGHT)
        return super().render_change_form(request, context, *args, **kwargs)


@transaction.atomic
def void(*, round_id: int, actor: Player, reason: str, address: str | None) -> bool:
    """Give stake and reserve back and record why; False if the round has ended already."""
    if not settlement.void_round(round_id):
        return False
    events.record(INCIDENT, f"round:{round_id}", actor=actor, reason=reason, address=address)
    return True


@require_http_methods(["GET", "POST"])
def void_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the reason, and void."""
    actor = answers.actor(request, RIGHT)
    round = get_object_or_404(Round.objects.select_related("player").defer("kept"), pk=pk)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        done = void(round_id=pk, actor=actor, reason=reason, address=address_of(request))
        if done:
            messages.success(request, _("The round is void; stake and reserve are back."))
        else:
            messages.warning(request, _("The round had ended already; nothing was done."))
        return redirect("admin:games_round_change", pk)
    context = {"title": _("Void the round"), "round": round, "form": form}
    return answers.page(request, "admin/void.html", context)
