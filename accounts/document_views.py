"""Terms, privacy and their acceptance; and in demo mode the mails that were sent."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import documents
from accounts.jurisdiction import profile
from accounts.models import Mail
from accounts.requests import PlayerRequest, address_of, path_here

MAILS_SHOWN = 50


@require_safe
def document(request: HttpRequest, name: str, version: str = "") -> HttpResponse:
    """A document for everybody, in the version in force or an older one."""
    one = documents.DOCUMENTS[name]
    version = version or one.version
    try:
        text = get_template(f"accounts/documents/{name}-{version}.html")
    except TemplateDoesNotExist:
        raise Http404(_("There is no such version.")) from None
    context = {"document": one, "version": version, "text": text, "jurisdiction": profile()}
    return render(request, "accounts/document.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def accept(request: PlayerRequest) -> HttpResponse:
    """Accept what has changed, and go on where that stopped."""
    wanted = request.POST.get("next") or request.GET.get("next")
    goal = path_here(wanted, reverse("lobby"))
    if request.method == "POST":
        if request.POST.get("accepted") == documents.in_force():
            documents.accept(player=request.user, address=address_of(request))
            return HttpResponseRedirect(goal)
        messages.warning(request, _("Please tick the box first, or the games stay closed."))
    context: dict[str, Any] = {
        "waiting": documents.waiting(request.user),
        "in_force": documents.in_force(),
        "next": goal,
    }
    return render(request, "accounts/accept.html", context)


@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """The mails of the demo, newest first. Anywhere else there is no such page."""
    _demo_only()
    mails = Mail.objects.order_by("-pk")[:MAILS_SHOWN]
    return render(request, "accounts/outbox.html", {"mails": mails})


@require_safe
def outbox_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail of the demo, as the text that a plain reader of mail shows."""
    _demo_only()
    return render(request, "accounts/outbox_mail.html", {"mail": get_object_or_404(Mail, pk=pk)})


@require_safe
def outbox_html(request: HttpRequest, pk: int) -> HttpResponse:
    """The same mail as HTML, on its own page, whose only style is the mail's own."""
    _demo_only()
    mail = get_object_or_404(Mail, pk=pk)
    response = HttpResponse(mail.html)
    style = mail.html.partition("<style>")[2].partition("</style>")[0]
    known = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    response._csp_update = {"style-src": [f"'sha256-{known}'"]}  # type: ignore[attr-defined]
    return response


def _demo_only() -> None:
    if not settings.DEMO:
        raise Http404(_("There is no such page."))
