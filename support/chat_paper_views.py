"""What is left of chats: earlier ones, the text to keep, the end, and how the player rates it."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.requests import PlayerRequest
from support import chats, transcripts
from support.chat_views import answered, chatting, refused
from support.lines import Refused
from support.models import Conversation
from support.texts import NotTaken

CHATS_A_PAGE = 20


@chatting
@require_safe
def earlier(request: PlayerRequest) -> HttpResponse:
    """Every chat of the player, newest first."""
    rows = Conversation.objects.filter(player=request.user)
    page = Paginator(rows, CHATS_A_PAGE).get_page(request.GET.get("p"))
    return render(request, "support/chats.html", {"page": page})


@chatting
@require_safe
def one(request: PlayerRequest, pk: int) -> HttpResponse:
    """One chat, to read."""
    chat = _own(request, pk)
    return render(request, "support/one_chat.html", {"chat": chat, "lines": chats.shown(chat)})


@chatting
@require_safe
def transcript(request: PlayerRequest, pk: int) -> HttpResponse:
    """One chat as a file of text."""
    chat = _own(request, pk)
    response = HttpResponse(transcripts.text(chat), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="chat-{chat.pk}.txt"'
    return response


@chatting
@require_POST
def mail(request: PlayerRequest, pk: int) -> HttpResponse:
    """Send the player one chat by mail."""
    chat = _own(request, pk)
    try:
        sent = transcripts.mail(player=request.user, conversation_id=chat.pk)
    except Refused as refusal:
        return refused(request, str(refusal))
    said = (
        _("The chat is on its way to %(email)s.") if sent else _("It was just sent to %(email)s.")
    )
    return _done(request, said % {"email": request.user.email})


@chatting
@require_POST
def end(request: PlayerRequest, pk: int) -> HttpResponse:
    """The player needs nothing more."""
    chats.end(player=request.user, conversation_id=_own(request, pk).pk)
    return answered(request)


@chatting
@require_POST
def rate(request: PlayerRequest, pk: int) -> HttpResponse:
    """How it was, from 1 to 5, once."""
    chat = _own(request, pk)
    stars, note = request.POST.get("stars", ""), request.POST.get("note", "")
    number = int(stars) if stars in ("1", "2", "3", "4", "5") else 0
    try:
        chats.rate(player=request.user, conversation_id=chat.pk, stars=number, note=note)
    except (Refused, NotTaken) as refusal:
        return refused(request, str(refusal))
    return answered(request)


def _done(request: PlayerRequest, sentence: str) -> HttpResponse:
    """To the window what it came to, as a sentence; else back to the page, which says it."""
    if request.htmx:
        return render(request, "support/_done.html", {"sentence": sentence})
    messages.success(request, sentence)
    return redirect("support:chat")


def _own(request: PlayerRequest, pk: int) -> Conversation:
    """The player's own chat; somebody else's is none."""
    if pk >= 2**63:
        raise Http404
    return get_object_or_404(Conversation, pk=pk, player=request.user)
