"""The player's chat: the window that opens beside a game, the same as a whole page, what it sends.

Every address answers a page to whoever has no script, and a fragment to the window: the lines after
a number, and how the talk stands.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import uploads
from accounts.requests import page_behind
from games.requests import PlayerRequest, signed_in
from support import chats, helper, helper_talk, lines, queue
from support.models import Conversation, LineFile

State = Conversation.State
BIG = 2**63 - 1


def chatting(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For players: sign-in first, and no members of staff, who sit at the other side."""

    @signed_in
    @wraps(view)
    def inner(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_staff:
            raise PermissionDenied(
                _("Members of staff answer chats in the console, and have none of their own.")
            )
        return view(request, *args, **kwargs)

    return inner


class SayForm(forms.Form):
    """A line with the key that the browser gave it, and where the player is."""

    text = forms.CharField(required=False, strip=False)
    key = forms.UUIDField()
    page = forms.CharField(required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=BIG)


class PersonForm(forms.Form):
    """The wish for a person, with one line that says what it is about."""

    summary = forms.CharField(required=False, max_length=helper.SUMMARY_LENGTH)
    key = forms.UUIDField()
    wants = forms.ChoiceField(choices=[(one, one) for one in (chats.CHAT, chats.MAIL)])
    page = forms.CharField(required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=BIG)


@require_safe
def chat(request: HttpRequest) -> HttpResponse:
    """The talk as it stands, as a page or as the window; a visitor is told how to get in touch."""
    if not request.user.is_authenticated:
        return render(request, "support/chat_visitor.html")
    return _chat(request)


@chatting
def _chat(request: PlayerRequest) -> HttpResponse:
    context = _standing(request, chats.current(request.user))
    if request.htmx:
        return render(request, "support/_window.html", context)
    here = context["chat"]
    if here is not None:
        chats.read(player=request.user, conversation_id=here.pk, upto=here.last)
    return render(request, "support/chat.html", context)


@chatting
@require_safe
def news(request: PlayerRequest) -> HttpResponse:
    """The lines after those that the window has, and how the talk stands."""
    return _news(request)


@chatting
@require_safe
def badge(request: PlayerRequest) -> HttpResponse:
    """How many lines are unread, for the sign beside CHAT."""
    return render(request, "support/_badge.html", {"unread_lines": chats.unread(request.user)})


@chatting
@require_POST
def say(request: PlayerRequest) -> HttpResponse:
    """Say a line; the helper answers in the same answer."""
    form = SayForm(request.POST)
    if not form.is_valid():
        return refused(request, _("This line came without its number. Please write it anew."))
    data = form.cleaned_data
    try:
        line = helper_talk.say(
            player=request.user,
            text=data["text"],
            key=data["key"],
            page=_place(request, data["page"]),
            round_id=data["round"],
            files=uploads.taken(request.FILES.getlist("files")),
        )
    except ValidationError as refusal:
        return refused(request, " ".join(refusal.messages))
    except chats.TooMany as refusal:
        return refused(request, str(refusal), status=429)
    except ValueError as refusal:
        return refused(request, str(refusal))
    # The helper has written into its chat since; with a person it is as the line left it.
    chat = line.conversation
    return answered(request, chat if chat.state == State.OPEN else None)


@chatting
@require_POST
def person(request: PlayerRequest) -> HttpResponse:
    """Ask for a person, or for an answer by mail."""
    form = PersonForm(request.POST)
    if not form.is_valid():
        return refused(request, _("Please say in one line of at most 200 letters what it is."))
    data = form.cleaned_data
    here = chats.current(request.user)
    said = helper_talk.said(here) if here is not None else []
    try:
        chats.hand_off(
            player=request.user,
            key=data["key"],
            summary=data["summary"] or helper.summary(said),
            tried=helper.tried(said),
            page=_place(request, data["page"]),
            round_id=data["round"],
            wants=data["wants"],
        )
    except ValueError as refusal:
        return refused(request, str(refusal))
    return answered(request)


@chatting
@require_POST
def read(request: PlayerRequest) -> HttpResponse:
    """Note how far the player has read."""
    here = _number(request.POST.get("chat"))
    get_object_or_404(Conversation, pk=here, player=request.user)
    chats.read(player=request.user, conversation_id=here, upto=_number(request.POST.get("upto")))
    return HttpResponse(status=204)


@chatting
@require_POST
def typing(request: PlayerRequest) -> HttpResponse:
    """Let the agent see that the player is writing."""
    chats.typing(player=request.user)
    return HttpResponse(status=204)


@chatting
@require_safe
def file(request: PlayerRequest, pk: int) -> HttpResponse:
    """A file of one of the player's own chats."""
    if pk > BIG:
        raise Http404
    row = get_object_or_404(
        LineFile, pk=pk, line__private=False, line__conversation__player=request.user
    )
    response = HttpResponse(lines.content_of(row), content_type=row.content_type)
    response["Content-Disposition"] = content_disposition_header(True, row.name)
    return response


def _place(request: PlayerRequest, told: str) -> str:
    """The page that the player looks at beside the chat; the chat's own page tells nothing."""
    page = told or page_behind(request)
    return "" if page.startswith(reverse("support:chat")) else page


def _standing(request: PlayerRequest, here: Conversation | None, after: int = 0) -> dict[str, Any]:
    """What the window shows: the lines after a number, and how the talk stands."""
    place, wait = queue.place(here) if here is not None else (0, None)
    said = helper_talk.said(here) if here is not None and here.state == State.HELPER else []
    return {
        "chat": here,
        "lines": chats.shown(here, after=after) if here is not None else [],
        "with_helper": here is None or here.state == State.HELPER,
        "resolved": here is not None and here.state == State.RESOLVED,
        "may_rate": here is not None and _may_rate(here),
        "place": place,
        "wait": wait,
        "unread_lines": chats.unread_in(here) if here is not None else 0,
        "summary": helper.summary(said),
        "key": uuid.uuid4(),
        "person_key": uuid.uuid4(),
        "page": request.GET.get("page", "")[:200],
        "round": _number(request.GET.get("round")) or "",
    }


def _may_rate(here: Conversation) -> bool:
    """Whether a person answered in it, it has ended, and it was not rated yet."""
    rated = here.rating is not None
    return here.state == State.RESOLVED and here.first_answered_at is not None and not rated


def _news(request: PlayerRequest, here: Conversation | None = None) -> HttpResponse:
    """The answer to the window: what is new after the number of the chat that it knows."""
    known = request.POST if request.method == "POST" else request.GET
    here = here or chats.current(request.user)
    same = here is not None and _number(known.get("chat")) == here.pk
    after = _number(known.get("after")) if same else 0
    return render(request, "support/_news.html", _standing(request, here, after))


def answered(request: PlayerRequest, here: Conversation | None = None) -> HttpResponse:
    """What follows a deed: to the window what is new, else the page.

    `here` is the player's chat where it is at hand.
    """
    return _news(request, here) if request.htmx else redirect("support:chat")


def refused(request: PlayerRequest, sentence: str, status: int = 422) -> HttpResponse:
    """Why a line was not taken: to the window as a sentence, else on the page with the text."""
    if request.htmx:
        return render(request, "partials/refused.html", {"sentence": sentence}, status=status)
    messages.error(request, sentence)
    here = chats.current(request.user)
    context = _standing(request, here) | {"text": request.POST.get("text", "")}
    return render(request, "support/chat.html", context, status=status)


def _number(text: str | None) -> int:
    """A number of a request that a browser wrote; 0 for anything else."""
    text = text or ""
    return min(int(text), BIG) if text.isascii() and text.isdecimal() and len(text) < 20 else 0
