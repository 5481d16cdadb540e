"""What can be done about a chat at the desk: take it, hand it on, put it off, end it.

Each is a form of its own, safe to send twice. What is refused is told on the page that comes next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import Player
from config.console import desk_access
from config.console.desk_access import FREE, HELD, leads
from support import agents, staff, texts
from support.models import Conversation

State = Conversation.State


class UntilForm(forms.Form):
    """Until when a chat is put off, in the agent's zone."""

    until = forms.DateTimeField()


def possible(actor: Player, chat: Conversation) -> dict[str, bool]:
    """Which deeds the page offers to somebody; the services decide once more."""
    mine = chat.agent_id == actor.pk and chat.state in HELD
    free = chat.state in FREE and (leads(actor) or not chat.raised)
    offered = chat.state == State.WAITING and chat.offered_to_id == actor.pk
    others = leads(actor) and chat.state in HELD and not mine
    return {
        "write": mine,
        "note": chat.state != State.HELPER,
        "accept": offered,
        "take": (free and not offered) or others,
        "hand_on": mine,
        "end": mine or others,
        "reopen": chat.state == State.RESOLVED and (leads(actor) or chat.agent_id == actor.pk),
    }


@require_POST
def deed(request: HttpRequest, pk: int) -> HttpResponse:
    """Do one of DEEDS."""
    actor = desk_access.worker(request)
    desk_access.opened(actor, pk)
    what = DEEDS.get(request.POST.get("deed", ""))
    if what is None:
        messages.warning(request, _("Choose what is to be done."))
        return redirect("admin:desk-chat", pk)
    try:
        done = what(request, {"agent": actor, "conversation_id": pk})
    except ValueError as refusal:
        messages.warning(request, _with_note(request, str(refusal)))
    else:
        messages.success(request, done)
    return _following(actor, pk)


def _with_note(request: HttpRequest, sentence: str) -> str:
    """Why it was refused, and the note that was written for it, which would be lost."""
    note = texts.masked(request.POST.get("note", "").strip())
    if not note:
        return sentence
    return _("%(why)s Your note was: %(note)s") % {"why": sentence, "note": note}


def _following(actor: Player, pk: int) -> HttpResponse:
    """The chat, or the desk when the chat is for others now."""
    if desk_access.openable(actor).filter(pk=pk).exists():
        return redirect("admin:desk-chat", pk)
    return redirect("admin:desk")


def _take(request: HttpRequest, chat: dict[str, Any]) -> str:
    agents.take(**chat)
    return _("You have this chat.")


def _decline(request: HttpRequest, chat: dict[str, Any]) -> str:
    agents.decline(**chat)
    return _("The next one is asked.")


def _transfer(request: HttpRequest, chat: dict[str, Any]) -> str:
    wanted = request.POST.get("to", "")
    there = {str(seat.person.pk): seat.person for seat in staff.present(timezone.now())}
    to = there.get(wanted)
    if to is None or not to.has_perm(desk_access.WORK):
        raise ValueError(_("Choose a colleague who is at the desk."))
    agents.transfer(**chat, to=to, note=request.POST.get("note", ""))
    return _("%(name)s has the chat now.") % {"name": to}


def _raise(request: HttpRequest, chat: dict[str, Any]) -> str:
    agents.raise_to_supervisor(**chat, note=request.POST.get("note", ""))
    return _("The chat waits for a supervisor.")


def _snooze(request: HttpRequest, chat: dict[str, Any]) -> str:
    form = UntilForm(request.POST)
    if not form.is_valid():
        raise ValueError(_("Choose until when, as day and time."))
    agents.snooze(**chat, until=form.cleaned_data["until"])
    return _("The chat is put off.")


def _resolve(request: HttpRequest, chat: dict[str, Any]) -> str:
    agents.resolve(**chat)
    return _("The chat has ended; the player gets it by mail.")


def _reopen(request: HttpRequest, chat: dict[str, Any]) -> str:
    agents.reopen(**chat)
    return _("The chat is open again, and you have it.")


DEEDS: dict[str, Callable[[HttpRequest, dict[str, Any]], str]] = {
    "accept": _take,
    "take": _take,
    "decline": _decline,
    "transfer": _transfer,
    "raise": _raise,
    "snooze": _snooze,
    "resolve": _resolve,
    "reopen": _reopen,
}
