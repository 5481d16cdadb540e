"""The contact form, for players and strangers, and a player's own messages."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.requests import address_of
from support import services
from support.forms import ContactForm, StrangerForm
from support.models import Message

MESSAGES_A_PAGE = 10


@require_http_methods(["GET", "POST"])
def contact(request: HttpRequest) -> HttpResponse:
    """Write to the house; below, what the player has written before.

    `page` and `round` of the address say what the message is about. Who is not signed in, or cannot
    sign in, says where the answer shall go.
    """
    kind = ContactForm if request.user.is_authenticated else StrangerForm
    form = kind(request.POST) if request.method == "POST" else kind(initial=_about(request))
    if request.method == "POST" and form.is_valid():
        try:
            message = _write(request, form)
        except services.TooMany as refusal:
            form.add_error(None, str(refusal))
        else:
            text = _("Your message has arrived. Its number is %(number)s.")
            messages.success(request, text % {"number": message.pk})
            return redirect("support:contact")
    written = Message.objects.none()
    if isinstance(request.user, Player):
        written = Message.objects.filter(player=request.user)
    page = Paginator(written, MESSAGES_A_PAGE).get_page(request.GET.get("p"))
    return render(request, "support/contact.html", {"form": form, "page": page})


def _about(request: HttpRequest) -> dict[str, str]:
    """What the form starts with: where the player came from, as text."""
    page = request.GET.get("page", "")[:200]
    number = request.GET.get("round", "")
    return {"page": page, "round": number if number.isdecimal() else ""}


def _write(request: HttpRequest, form: ContactForm) -> Message:
    data = {**form.cleaned_data}
    round_id = data.pop("round")
    if isinstance(request.user, Player):
        return services.write(player=request.user, round_id=round_id, **data)
    return services.write_as_stranger(address=address_of(request), **data)
