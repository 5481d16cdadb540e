"""Excluding a player who asks staff for it: for how long, and how it was asked."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import exclusion
from accounts.models import Exclusion, Player
from accounts.requests import address_of
from accounts.safer_models import SELF_EXCLUSIONS, TIME_OUTS
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import note_look

MAY_EXCLUDE = "accounts.add_exclusion"


class ExcludeForm(ReasonForm):
    """For how long, and how the player asked for it."""

    kind = forms.ChoiceField(
        label=gettext_lazy("How long"),
        choices=[
            ("", "---------"),
            (gettext_lazy("Time-out"), [(kind.value, kind.label) for kind in TIME_OUTS]),
            (
                gettext_lazy("Self-exclusion"),
                [(kind.value, kind.label) for kind in SELF_EXCLUSIONS],
            ),
        ],
    )
    reason = forms.CharField(
        label=gettext_lazy("How and when the player asked for it"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    # The player's newest exclusion as the form was shown: a form sent twice excludes once.
    known = forms.IntegerField(widget=forms.HiddenInput)
    field_order = ("kind", "reason", "known")


@require_http_methods(["GET", "POST"])
def exclude(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for how long, and exclude the player from now on."""
    actor = answers.actor(request, MAY_EXCLUDE)
    player = get_object_or_404(Player, pk=pk, is_staff=False)
    form = ExcludeForm(request.POST or None, initial={"known": _newest(player)}, label_suffix="")
    if request.method == "POST" and form.is_valid():
        try:
            if _exclude(player, form.cleaned_data, actor, address_of(request)):
                messages.success(request, _("The player is excluded from now on and told by mail."))
            else:
                messages.warning(request, _("An exclusion was made meanwhile; look at it first."))
            return redirect("admin:accounts_player_change", pk)
        except exclusion.ExclusionRefused as refusal:
            form.add_error(None, str(refusal))
    if request.method == "GET":
        note_look(request, pk, f"player:{pk}")
    context = {"title": _("Exclude on the player's request"), "person": player, "form": form}
    return answers.page(request, "admin/safety_exclude.html", context)


@transaction.atomic
def _exclude(player: Player, wanted: dict[str, Any], actor: Player, address: str) -> bool:
    """False, and nothing done, where the form did not know the newest exclusion."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if wanted["known"] != _newest(player):
        return False
    exclusion.start(
        player=player, kind=wanted["kind"], reason=wanted["reason"], actor=actor, address=address
    )
    return True


def _newest(player: Player) -> int:
    """The number of the newest exclusion; 0 without one."""
    newest = Exclusion.objects.filter(player=player).order_by("-pk").first()
    return newest.pk if newest else 0
