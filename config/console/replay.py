"""The replay of a settled round for staff: to be looked at only, and each look is an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts import events
from accounts.models import Event
from accounts.requests import address_of
from config.console.pages import note_look
from games.history_views import replay_context, some_steps
from games.models import Round

RIGHTS = ("games.view_round", "house.view_replay")
LOOKED = "replay looked at"
# Steps fetched by the page's script for as long belong to the look that its page recorded.
ONE_LOOK = timedelta(hours=1)


class Replayed(admin.ModelAdmin):
    """What the console's page of a round has besides: the replay, and a link to it."""

    def get_urls(self) -> list[URLPattern]:
        """Besides those of the page, the replay and the steps that its script fetches."""
        view = self.admin_site.admin_view
        ours = [
            path("<int:pk>/replay/", view(replay), name="games_round_replay"),
            path("<int:pk>/replay/steps/", view(replay_steps), name="games_round_replay_steps"),
        ]
        return [*ours, *super().get_urls()]

    @admin.display(description=_("replay"))
    def replay(self, round: Round) -> SafeString | Any:
        """A link to it once the round has ended, and the day of its daily deal."""
        if round.day_lasts:
            return _("opens when the day of the daily deal has ended")
        if not round.is_revealed():
            return _("opens when the game has ended")
        address = reverse("admin:games_round_replay", args=[round.pk])
        return format_html('<a href="{}">{}</a>', address, _("step by step"))


@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """The replay at a step, as its player saw it; not found while the round is in play."""
    round = _round(request, pk)
    address = reverse("admin:games_round_replay_steps", args=[pk])
    context = replay_context(request, round, address, for_others=True)
    if "sealed" in context:
        raise Http404(context["sealed"])
    _record(request, round)
    return render(request, "admin/replay.html", context | {"for_staff": True})


@require_safe
def replay_steps(request: HttpRequest, pk: int) -> HttpResponse:
    """The next steps, for the page's script; asked for by themselves they are a look too."""
    round = _round(request, pk)
    answer = some_steps(request, round, for_staff=True)
    looks = Event.objects.filter(object=round.cause, action=LOOKED, actor_id=request.user.pk)
    if not looks.filter(at__gt=timezone.now() - ONE_LOOK).exists():
        _record(request, round)
    return answer


def _round(request: HttpRequest, pk: int) -> Round:
    """The round, for those who may see replays."""
    if not request.user.has_perms(RIGHTS):
        raise PermissionDenied
    return get_object_or_404(Round.objects.select_related("deal", "player").defer("kept"), pk=pk)


def _record(request: HttpRequest, round: Round) -> None:
    """Into the event log, by the round and by its player."""
    events.record(
        LOOKED,
        round.cause,
        actor=request.user,  # type: ignore[arg-type]
        address=address_of(request),
    )
    note_look(request, round.player_id, round.cause)
