"""The console's canned replies: agents write them by `/code`; each change is an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts import events
from accounts.models import Player
from accounts.requests import address_of
from config.console import answers
from config.console.desk_words import VARIABLES, unknown
from config.console.pages import ReadOnly
from support.models import CannedReply

WRITE, CHANGE = "support.add_cannedreply", "support.change_cannedreply"


class ReplyForm(forms.ModelForm):
    """A code and what it stands for."""

    class Meta:
        model = CannedReply
        fields = ("code", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 6})}
        help_texts = {"code": gettext_lazy("Letters, digits and dashes; agents type it behind /.")}

    def clean_code(self) -> str:
        """In small letters, so that it is typed in one way."""
        return str(self.cleaned_data["code"]).lower()

    def clean_text(self) -> str:
        """Only variables that there are."""
        text = str(self.cleaned_data["text"])
        if names := unknown(text):
            listed = ", ".join("{" + name + "}" for name in names)
            raise ValidationError(_("There is no variable %(names)s.") % {"names": listed})
        return text


@admin.register(CannedReply)
class CannedPage(ReadOnly):
    """Canned replies by their codes."""

    change_list_template = "admin/canned_replies.html"
    change_form_template = "admin/canned_reply.html"
    list_display = ("number", "code", "text", "retired")
    list_display_links = ("number", "code")
    list_filter = ("retired",)
    ordering = ("code",)
    search_fields = ("code",)
    search_help_text = gettext_lazy("The number of a reply")
    fields = ("code", "text", "retired")

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, writing, changing and retiring one."""
        view = self.admin_site.admin_view
        return [
            path("write/", view(write), name="support_cannedreply_write"),
            path("<int:pk>/rewrite/", view(rewrite), name="support_cannedreply_rewrite"),
            path("<int:pk>/retire/", view(retire), name="support_cannedreply_retire"),
            *super().get_urls(),
        ]


@transaction.atomic
def keep(reply: CannedReply, *, actor: Player, address: str | None) -> None:
    """Write or change a reply, and record what was before."""
    old = CannedReply.objects.select_for_update().filter(pk=reply.pk).first()
    reply.save()
    events.record(
        "canned reply changed" if old else "canned reply written",
        f"cannedreply:{reply.pk}",
        actor=actor,
        before=_told(old) if old else None,
        after=_told(reply),
        address=address,
    )


def _told(reply: CannedReply) -> dict[str, Any]:
    return {"code": reply.code, "text": reply.text, "retired": reply.retired}


@require_http_methods(["GET", "POST"])
def write(request: HttpRequest) -> HttpResponse:
    """Write a new one."""
    return _edited(request, answers.actor(request, WRITE), CannedReply(), _("Write a canned reply"))


@require_http_methods(["GET", "POST"])
def rewrite(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one."""
    actor = answers.actor(request, CHANGE)
    reply = get_object_or_404(CannedReply, pk=pk)
    return _edited(request, actor, reply, _("Change the canned reply"))


@require_POST
def retire(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one out of use, or back into it."""
    actor = answers.actor(request, CHANGE)
    reply = get_object_or_404(CannedReply, pk=pk)
    wanted = request.POST.get("retired") == "yes"
    if reply.retired != wanted:
        reply.retired = wanted
        keep(reply, actor=actor, address=address_of(request))
    done = _("It is out of use.") if wanted else _("It is in use again.")
    messages.success(request, done)
    return redirect("admin:support_cannedreply_change", pk)


def _edited(request: HttpRequest, actor: Player, reply: CannedReply, title: str) -> HttpResponse:
    form = ReplyForm(request.POST or None, instance=reply)
    if request.method == "POST" and form.is_valid():
        if form.has_changed():
            keep(form.save(commit=False), actor=actor, address=address_of(request))
        messages.success(request, _("The reply is saved."))
        return redirect("admin:support_cannedreply_change", reply.pk)
    context = {"title": title, "form": form, "variables": VARIABLES}
    return answers.page(request, "admin/canned_reply_form.html", context)
