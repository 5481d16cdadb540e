"""The agents' desk of the console: its front, who takes chats, and the addresses of all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import events, live
from accounts.models import Player
from accounts.requests import address_of, page_behind
from config.console import (
    desk_access,
    desk_board,
    desk_card,
    desk_chat,
    desk_deeds,
    desk_numbers,
    desk_table,
)
from support import presence
from support.models import Presence


def addresses(view: Callable[..., Any]) -> list[URLPattern]:
    """The addresses below /console/desk/; `view` is the console's door."""
    return [
        path("desk/", view(page), name="desk"),
        path("desk/board/", view(desk_board.board), name="desk-board"),
        path("desk/beat/", view(desk_board.beat), name="desk-beat"),
        path("desk/presence/", view(set_presence), name="desk-presence"),
        path("desk/numbers/", view(desk_numbers.page), name="desk-numbers"),
        path("desk/files/<int:pk>/", view(desk_chat.file), name="desk-file"),
        path("desk/<int:pk>/", view(desk_chat.page), name="desk-chat"),
        path("desk/<int:pk>/news/", view(desk_chat.news), name="desk-news"),
        path("desk/<int:pk>/say/", view(desk_chat.say), name="desk-say"),
        path("desk/<int:pk>/canned/", view(desk_chat.canned), name="desk-canned"),
        path("desk/<int:pk>/read/", view(desk_chat.read), name="desk-read"),
        path("desk/<int:pk>/typing/", view(desk_chat.typing), name="desk-typing"),
        path("desk/<int:pk>/deed/", view(desk_deeds.deed), name="desk-deed"),
        path("desk/<int:pk>/card/", view(desk_card.card), name="desk-card"),
        path("desk/<int:pk>/reveal/", view(desk_card.reveal), name="desk-reveal"),
        path("desk/<int:pk>/table/", view(desk_table.page), name="desk-table"),
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The front of the desk. Whoever opens it is there: it is a heartbeat, as its script sends."""
    actor = desk_access.worker(request)
    presence.beat(agent=actor)
    return render(request, "admin/desk.html", desk_board.context(actor))


@require_POST
def set_presence(request: HttpRequest) -> HttpResponse:
    """Take chats or pause, and how many at once: of oneself, or as a leader of a colleague."""
    actor = desk_access.worker(request)
    whose = request.POST.get("person", "")
    most = request.POST.get("most", "")
    try:
        wanted = _number(most, desk_board.most_allowed(actor))
        if whose and whose != str(actor.pk):
            _set_for(request, actor, whose, wanted)
            messages.success(request, _("It holds from now on."))
        elif request.POST.get("ready") == "leave":
            presence.leave(agent=actor)
            messages.success(request, _("You have left the desk; your open chats wait again."))
            return redirect("admin:index")
        else:
            ready = {"yes": True, "no": False}.get(request.POST.get("ready", ""))
            presence.beat(agent=actor, ready=ready, most=wanted)
    except ValueError as refusal:
        messages.warning(request, str(refusal))
    back = page_behind(request)
    home = reverse("admin:desk")
    return HttpResponseRedirect(back) if back.startswith(home) else redirect("admin:desk")


def _number(text: str, most: int) -> int | None:
    """The number of chats; None where none was sent. Raises ValueError with a sentence."""
    if not text:
        return None
    if not text.isdecimal() or not 1 <= int(text[:4]) <= most:
        raise ValueError(_("Choose 1 to %(most)d chats at once.") % {"most": most})
    return int(text[:4])


@transaction.atomic
def _set_for(request: HttpRequest, actor: Player, whose: str, most: int | None) -> None:
    """Say how many chats a colleague takes; it is recorded."""
    if not desk_access.leads(actor):
        raise PermissionDenied
    rows = Presence.objects.select_for_update()
    row = get_object_or_404(rows, person=int(whose[:18]) if whose.isdecimal() else 0)
    if most is None or row.most == most:
        return
    before, row.most = row.most, most
    row.save(update_fields=["most"])
    events.record(
        "chats at once changed",
        f"player:{row.person_id}",
        actor=actor,
        before=before,
        after=most,
        address=address_of(request),
    )
    live.signal(live.STAFF, "desk", int(timezone.now().timestamp() * 1000))
