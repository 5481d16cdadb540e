"""A chat at the desk: its lines, what the agent writes, and what can be done about the chat.

Everything works as plain forms. The page's script sends each line under a key of its own until it
is confirmed, and fetches new lines when a signal tells of them.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import uploads
from accounts.models import Player
from accounts.requests import PlayerRequest
from config.console import desk_access, desk_board, desk_card, desk_clocks, desk_table
from config.console.desk_deeds import possible
from config.console.desk_words import called, code_in, expanded
from config.console.pages import note_look
from support import agents, lines, presence, staff
from support.models import CannedReply, Conversation, Line, LineFile

# Lines that are shown at once; those before are reached by a link.
SHOWN = 200
# What the form of putting off begins with.
LATER = timedelta(hours=4)


@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """The chat, with what the agent sees of its player; looking at it is recorded."""
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    note_look(request, chat.player_id, f"chat:{pk}")
    presence.beat(agent=actor)
    agents.see_mentions(agent=actor, conversation_id=pk)
    agents.read(agent=actor, conversation_id=pk, upto=chat.last)
    return _page(request, actor, desk_access.opened(actor, pk))


def _page(
    request: HttpRequest,
    actor: Player,
    chat: Conversation,
    *,
    text: str = "",
    refusal: str = "",
    private: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The whole page; `text` stands in the form, unsent, and `refusal` says why."""
    first = max(0, chat.last - SHOWN) if "all" not in request.GET else 0
    context = {
        **desk_board.context(actor, chat.pk),
        **desk_card.context(actor, chat),
        **desk_table.context(chat, request.GET.get("round", "")),
        **head(actor, chat),
        **_lines(actor, chat, first),
        "earlier_lines": first,
        "others": [seat for seat in staff.present(timezone.now()) if seat.person != actor],
        "key": uuid.uuid4(),
        "text": text,
        "refusal": refusal,
        "private": private,
        "later": timezone.localtime() + LATER,
        "codes": CannedReply.objects.filter(retired=False).order_by("code"),
    }
    return render(request, "admin/desk_chat.html", context, status=status)


def head(actor: Player, chat: Conversation) -> dict[str, Any]:
    """What stands above the lines: whose chat it is, how it stands, what runs."""
    return {
        "chat": chat,
        "called": called(chat.player),
        "clocks": desk_clocks.clocks(chat, timezone.now()),
        "mine": chat.agent_id == actor.pk,
        "possible": possible(actor, chat),
    }


def _lines(actor: Player, chat: Conversation, after: int) -> dict[str, Any]:
    rows = Line.objects.filter(conversation=chat, number__gt=after).select_related("person")
    files = Prefetch("files", queryset=LineFile.objects.defer("content").order_by("pk"))
    found = rows.order_by("number").prefetch_related(files)
    return {"lines": found, "actor": actor}


@require_safe
def news(request: HttpRequest, pk: int) -> HttpResponse:
    """The lines after a number, and how the chat stands: for the page's script."""
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    return _news(request, actor, chat)


def _news(request: HttpRequest, actor: Player, chat: Conversation) -> HttpResponse:
    wanted = request.GET.get("after") or request.POST.get("after") or ""
    after = int(wanted[:9]) if wanted.isdecimal() else 0
    context = {**_lines(actor, chat, after), **head(actor, chat)}
    return render(request, "admin/desk_news.html", context)


@require_POST
def say(request: PlayerRequest, pk: int) -> HttpResponse:
    """Send a line or keep a note. What is refused keeps its text, and the page says why.

    A text that is a code and nothing else is put in full into the form, and not sent.
    """
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    text, private = request.POST.get("text", ""), request.POST.get("private") == "on"
    by_script = bool(getattr(request, "htmx", False))
    try:
        if (code := code_in(text)) and not by_script:
            return _page(request, actor, chat, text=_canned(chat, code, actor), private=private)
        _said(request, actor, chat, text, private)
    except (ValueError, ValidationError) as refusal:
        sentence = " ".join(getattr(refusal, "messages", [str(refusal)]))
        if by_script:
            return HttpResponse(sentence, status=422, content_type="text/plain; charset=utf-8")
        kept: dict[str, Any] = {"text": text, "refusal": sentence, "private": private}
        return _page(request, actor, chat, **kept, status=422)
    if by_script:
        return _news(request, actor, desk_access.opened(actor, pk))
    return redirect("admin:desk-chat", pk)


def _said(
    request: HttpRequest, actor: Player, chat: Conversation, text: str, private: bool
) -> None:
    """Raises ValueError or ValidationError with a sentence when it is not taken."""
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        raise ValueError(_("This form is incomplete. Please open the chat again.")) from None
    what: dict[str, Any] = {"agent": actor, "conversation_id": chat.pk, "text": text, "key": key}
    files = uploads.taken(request.FILES.getlist("files"))
    if not private:
        waits = request.POST.get("then") == agents.WAITS
        agents.reply(**what, files=files, then=agents.WAITS if waits else agents.STAYS)
    elif files:
        raise ValueError(_("A note takes no files."))
    else:
        agents.note(**what)


@require_safe
def canned(request: HttpRequest, pk: int) -> HttpResponse:
    """What a code stands for in this chat, as plain text."""
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    try:
        text = _canned(chat, request.GET.get("code", ""), actor)
    except ValueError as refusal:
        return HttpResponse(str(refusal), status=422, content_type="text/plain; charset=utf-8")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _canned(chat: Conversation, code: str, actor: Player) -> str:
    reply = CannedReply.objects.filter(code=code.lower(), retired=False).first()
    if reply is None:
        raise ValueError(_("There is no canned reply /%(code)s.") % {"code": code[:30]})
    return expanded(reply, chat, actor.display_name or _("your agent"))


@require_POST
def read(request: HttpRequest, pk: int) -> JsonResponse:
    """Note that the agent who has the chat has seen its lines up to a number."""
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    upto = request.POST.get("upto", "")
    if upto.isdecimal():
        agents.read(agent=actor, conversation_id=chat.pk, upto=int(upto[:9]))
    return JsonResponse({})


@require_POST
def typing(request: HttpRequest, pk: int) -> JsonResponse:
    """Tell the player that somebody is writing; kept nowhere."""
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    agents.typing(agent=actor, conversation_id=chat.pk)
    return JsonResponse({})


@require_safe
def file(request: HttpRequest, pk: int) -> HttpResponse:
    """A file of a chat that the agent may open, to download."""
    actor = desk_access.worker(request)
    files = LineFile.objects.filter(line__conversation__in=desk_access.openable(actor))
    found = get_object_or_404(files, pk=pk)
    response = HttpResponse(lines.content_of(found), content_type=found.content_type)
    # Nothing in a file from outside is ever shown as a page of ours.
    response["Content-Disposition"] = content_disposition_header(True, found.name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-store"
    return response
