"""The console's page of identities: what players told of themselves, their documents, the decision.

The list shows names; the whole number of the document and its pictures are shown to whoever
decides, and each look at a picture is recorded.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts import events, identity
from accounts.identity_models import IdentityCheck, IdentityFile
from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import EMPTY, ReadOnly, named, player_of
from config.console.viewer import may

RIGHT = "house.decide_identity"


class DecisionForm(ReasonForm):
    """Verified or refused, and why."""

    decision = forms.ChoiceField(
        label=gettext_lazy("Decision"),
        choices=[
            ("", gettext_lazy("Choose")),
            ("verified", gettext_lazy("Verified: it is this person")),
            ("refused", gettext_lazy("Refused: the player is told the reason")),
        ],
    )
    field_order = ("decision", "reason")


@admin.register(IdentityCheck)
class IdentityPage(ReadOnly):
    """What players submitted, the newest first."""

    change_form_template = "admin/identity.html"
    list_display = ("number", "submitted_at", "by", "full_name", "document", "state", "decided_at")
    list_display_links = ("number", "full_name")
    list_select_related = ("player",)
    list_filter = ("state", "submitted_at")
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of an identity, or a player's e-mail address")
    fields = (
        *("by", "state", "submitted_at", "full_name", "birth_date", "told_before"),
        *("street", "postal_code", "city", "country", "document", "number_", "valid_until"),
        *("pictures", "others", "reason", "decided_at", "decider"),
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the decision and the pictures."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/decide/", view(decide), name="accounts_identity_decide"),
            path("files/<int:pk>/", view(picture), name="accounts_identity_file"),
            *super().get_urls(),
        ]

    def meaning(self, term: str) -> Q | None:
        """A number, or an address."""
        return super().meaning(term)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with whether this member of staff may decide on it."""
        row = kwargs.get("obj")
        waits = row is not None and row.state == IdentityCheck.State.SUBMITTED
        context["may_decide"] = waits and request.user.has_perm(RIGHT)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=gettext_lazy("player"))
    def by(self, check: IdentityCheck) -> Any:
        """Whose it is."""
        return player_of(check)

    @admin.display(description=gettext_lazy("birth date told at sign-up"))
    def told_before(self, check: IdentityCheck) -> Any:
        """To compare."""
        return check.player.birth_date or EMPTY

    @admin.display(description=gettext_lazy("document number ends in"))
    def number_(self, check: IdentityCheck) -> str:
        """Its last signs."""
        return f"····{check.document_tail}"

    @admin.display(description=gettext_lazy("pictures"))
    def pictures(self, check: IdentityCheck) -> SafeString:
        """The files; links to them for whoever decides."""
        rows = check.files.order_by("pk").values_list("pk", "name", "size")
        if not may(RIGHT):
            names = ((name, -(-size // 1024)) for _pk, name, size in rows)
            return format_html_join(", ", "{} ({} KB)", names)
        return format_html_join(
            ", ",
            '<a href="{}">{}</a> ({} KB)',
            (
                (reverse("admin:accounts_identity_file", args=[pk]), name, -(-size // 1024))
                for pk, name, size in rows
            ),
        )

    @admin.display(description=gettext_lazy("the same person or document elsewhere"))
    def others(self, check: IdentityCheck) -> Any:
        """Other players that look like the same person."""
        found = identity.same_people(check)
        return format_html_join(", ", "{}", ((named(f"player:{pk}"),) for pk in found)) or EMPTY

    @admin.display(description=gettext_lazy("decided by"))
    def decider(self, check: IdentityCheck) -> Any:
        """Who decided."""
        return named(f"player:{check.decided_by_id}") if check.decided_by_id else EMPTY


@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what is to be compared, ask for the decision, and take it."""
    actor = answers.actor(request, RIGHT)
    check = get_object_or_404(IdentityCheck.objects.select_related("player"), pk=pk)
    form = DecisionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            identity.decide(
                check_id=pk,
                verified=form.cleaned_data["decision"] == "verified",
                actor=actor,
                reason=form.cleaned_data["reason"],
                address=address_of(request),
            )
        except identity.NotDecided as refusal:
            messages.warning(request, str(refusal))
        else:
            messages.success(request, _("The decision is recorded; the player is told."))
        return redirect("admin:accounts_identitycheck_change", pk)
    context = {
        "title": _("Decide on an identity"),
        "check": check,
        "document_number": identity.number_of(check),
        "files": check.files.order_by("pk").defer("content"),
        "form": form,
    }
    return answers.page(request, "admin/decide_identity.html", context)


@require_safe
def picture(request: HttpRequest, pk: int) -> HttpResponse:
    """A picture or scan, to download; that it was looked at is recorded."""
    actor = answers.actor(request, RIGHT)
    file = get_object_or_404(IdentityFile.objects.select_related("check_of"), pk=pk)
    events.record(
        "document looked at",
        f"player:{file.check_of.player_id}",
        actor=actor,
        after={"file": file.pk},
        address=address_of(request),
    )
    response = HttpResponse(identity.content_of(file), content_type=file.content_type)
    # Nothing in a file from outside is ever shown as a page of ours.
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-store"
    return response
