"""The board of the desk: what is offered, what waits, what one has, who else is there.

It is a fragment that comes anew with each signal of the desk, and asks again by itself where there
are no signals. Its numbers are few queries, whatever waits.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from config.console import desk_access, desk_clocks
from config.console.desk_access import FREE, HELD, leads
from config.console.desk_clocks import Clock
from config.console.desk_words import called
from support import presence, staff
from support.models import Complaint, Conversation, Mention, Presence

State = Conversation.State
SHOWN, RESOLVED_SHOWN = 50, 10
# So many chats at once an agent may choose; whoever leads the desk may set more.
MOST_CHOSEN = 6


class Item(NamedTuple):
    """A chat on the board."""

    chat: Conversation
    called: str
    unread: bool
    waits: str
    clocks: list[Clock]


class Group(NamedTuple):
    """Chats of a kind under their title."""

    title: str | Promise
    items: list[Item]
    empty: str | Promise = ""


def most_allowed(actor: Player) -> int:
    """How many chats at once somebody may choose."""
    return presence.MOST[-1] if leads(actor) else MOST_CHOSEN


def own_presence(actor: Player) -> Presence:
    """What the last heartbeat told; not ready before the first one."""
    return Presence.objects.filter(person=actor).first() or Presence(person=actor)


def groups(actor: Player, now: datetime) -> list[Group]:
    """Everything on the board for somebody, in the order in which it is to be done."""
    chats = Conversation.objects.select_related("player", "agent")
    offered = chats.filter(state=State.WAITING, offered_to=actor).order_by("offered_at")
    queue = chats.filter(state__in=FREE).exclude(offered_to=actor).order_by("queued_at", "pk")
    if not leads(actor):
        queue = queue.filter(raised=False)
    mine = chats.filter(agent=actor, state__in=HELD).order_by("due_at", "pk")[:SHOWN]
    named = desk_access.openable(actor).filter(
        pk__in=Mention.objects.filter(person=actor, seen_at=None).values("line__conversation")
    )
    done = chats.filter(agent=actor, state=State.RESOLVED).order_by("-resolved_at")
    own = {state: [chat for chat in mine if chat.state == state] for state in HELD}
    found = [
        Group(_("Offered to you"), items(offered[:SHOWN], now)),
        Group(_("Open"), items(own[State.OPEN], now), _("You have no open chat.")),
        Group(_("You are named in"), items(named[:SHOWN], now)),
        Group(_("Queue"), items(queue[:SHOWN], now), _("Nobody waits.")),
        Group(_("Waiting for the player"), items(own[State.PENDING], now)),
        Group(_("Put off"), items(own[State.SNOOZED], now)),
    ]  # fmt: skip
    if leads(actor):
        others = chats.filter(state__in=HELD).exclude(agent=actor).order_by("due_at", "pk")
        found.append(Group(_("With others"), items(others[:SHOWN], now)))
    found.append(Group(_("Ended by you"), items(done[:RESOLVED_SHOWN], now)))
    return [group for group in found if group.items or group.empty]


def items(chats: Iterable[Conversation], now: datetime) -> list[Item]:
    """The chats as the board shows them."""
    return [
        Item(
            chat,
            called(chat.player),
            chat.state in HELD and chat.asked_at is not None and chat.agent_read < chat.last,
            desk_clocks.waits(chat.queued_at, now) if chat.state in FREE and chat.queued_at else "",
            desk_clocks.clocks(chat, now, pressing=True),
        )
        for chat in chats
    ]


def context(actor: Player, open_chat: int | None = None) -> dict[str, Any]:
    """What `admin/desk_board.html` draws; `open_chat` is the one beside it."""
    now = timezone.now()
    mine = own_presence(actor)
    return {
        "groups": groups(actor, now),
        "presence": mine,
        "seats": staff.present(now),
        "open_chat": open_chat,
        "most_allowed": most_allowed(actor),
        "lead_most": presence.MOST[-1],
        "offer_seconds": int(staff.ACCEPT_WITHIN.total_seconds()),
        "now": now,
        "leads": leads(actor),
        "may_see_numbers": actor.has_perm(desk_access.NUMBERS),
        "complaints": Complaint.objects.filter(ended_at=None).count(),
    }


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """The board as it is now."""
    actor = desk_access.worker(request)
    wanted = request.GET.get("chat", "")
    open_chat = int(wanted[:18]) if wanted.isdecimal() else None
    return render(request, "admin/desk_board.html", context(actor, open_chat))


@require_POST
def beat(request: HttpRequest) -> JsonResponse:
    """The heartbeat of a page, and what waits for whom it is.

    A page of the desk says that its reader is there, unless its reader has left: then the page is
    to be opened anew. Another page of the console only keeps who is there already: nobody is
    offered a chat who has not come to the desk.
    """
    actor = desk_access.worker(request)
    here = request.POST.get("at") == "desk" and not presence.has_left(actor)
    if here or staff.seat_of(actor.pk, timezone.now()):
        presence.beat(agent=actor)
    waiting = Q(state=State.WAITING, raised=False) if not leads(actor) else Q(state=State.WAITING)
    counts = Conversation.objects.aggregate(
        offered=Count("pk", filter=Q(state=State.WAITING, offered_to=actor)),
        waiting=Count("pk", filter=waiting),
        unread=Count("pk", filter=Q(agent=actor, state=State.OPEN, asked_at__isnull=False)),
    )
    return JsonResponse(counts)
