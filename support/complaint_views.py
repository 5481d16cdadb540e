"""Complaints: made at any hour, also without a sign-in; one's own with how they stand."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Player
from accounts.requests import address_of
from games.requests import PlayerRequest
from support import complaint_words, complaints, tickets
from support.chat_views import chatting
from support.lines import Refused
from support.models import Complaint
from support.texts import NotTaken


class ComplaintForm(forms.Form):
    """What somebody complains about, and unseen the chat that it comes from."""

    text = forms.CharField(
        label=gettext_lazy("What is your complaint?"),
        widget=forms.Textarea(attrs={"rows": 8}),
        strip=False,
        help_text=gettext_lazy(
            "Up to 4,000 characters, with the number of the game or transfer where there is one. "
            "Please send no passwords and no card numbers."
        ),
    )
    chat = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput
    )
    form_key = forms.UUIDField(initial=uuid.uuid4, widget=forms.HiddenInput)


class StrangersComplaintForm(ComplaintForm):
    """The same from somebody who is not signed in."""

    field_order = ("email",)

    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        max_length=254,
        help_text=gettext_lazy("The number and our answer go there."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


@require_http_methods(["GET", "POST"])
def complaint_page(request: HttpRequest) -> HttpResponse:
    """Make a complaint; below, one's own with their state and what can be done."""
    player = request.user if isinstance(request.user, Player) else None
    if player is not None and player.is_staff:
        raise PermissionDenied(_("Members of staff find complaints in the console."))
    kind = ComplaintForm if player else StrangersComplaintForm
    form = kind(request.POST) if request.method == "POST" else kind(initial=_about(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = _make(request, player, form.cleaned_data)
        except (Refused, NotTaken) as refusal:
            form.add_error(None, str(refusal))
        else:
            said = _("We have your complaint. Its number is %(number)s; a mail confirms it.")
            messages.success(request, said % {"number": made.pk})
            return redirect("support:complaints")
    rows = Complaint.objects.filter(player=player) if player else Complaint.objects.none()
    context = {
        "form": form,
        "rows": [(row, complaints.may_escalate(row)) for row in rows],
        "body": complaint_words.independent_body(),
    }
    return render(request, "support/complaints.html", context)


def _about(request: HttpRequest) -> dict[str, str]:
    """The chat that the player came from."""
    number = request.GET.get("chat", "")
    return {"chat": number if number.isdecimal() else ""}


def _make(request: HttpRequest, player: Player | None, data: dict[str, Any]) -> Complaint:
    return complaints.make(
        text=data["text"],
        key=data["form_key"],
        player=player,
        email=data.get("email", ""),
        conversation_id=data["chat"],
        address=address_of(request),
    )


@chatting
@require_POST
def escalate(request: PlayerRequest, pk: int) -> HttpResponse:
    """Not content with the answer, or without one in time."""
    if pk >= 2**63:
        raise Http404
    _escalate(request, get_object_or_404(Complaint, pk=pk, player=request.user))
    return redirect("support:complaints")


@never_cache
@require_http_methods(["GET", "POST"])
def by_mail(request: HttpRequest, ticket: str) -> HttpResponse:
    """The same for somebody without a sign-in, by the address that a mail told."""
    row = tickets.complaint_of(ticket)
    if row is None:
        raise Http404(_("There is no such complaint."))
    if request.method == "POST":
        _escalate(request, row)
        return redirect("support:complaint-by-mail", ticket)
    context = {"row": row, "may_escalate": complaints.may_escalate(row), "ticket": ticket}
    return render(request, "support/complaint_by_mail.html", context)


def _escalate(request: HttpRequest, row: Complaint) -> None:
    """Do it for whoever wrote it, and say on the next page what came of it."""
    why = request.POST.get("why", "")
    try:
        complaints.escalate_as_writer(player=row.player, complaint_id=row.pk, why=why)
    except (Refused, NotTaken) as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Your complaint is with a supervisor now."))
