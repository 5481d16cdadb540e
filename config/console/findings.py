"""The console's findings: what the nightly proof found, who has it, how it ended; and the books."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import address_of
from config import findings, risk
from config.console import answers
from config.console.pages import EMPTY, ReadOnly, in_currency, named, person, table
from config.finding_models import Finding
from wallet import trial

RIGHT = "house.change_finding"


class TextForm(forms.Form):
    """A note, or how a finding ended."""

    text = forms.CharField(
        label=gettext_lazy("Note, or how it ended"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ByEnd(admin.SimpleListFilter):
    """Open or ended."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The two."""
        return [("open", gettext_lazy("open")), ("ended", gettext_lazy("ended"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """Those of the state."""
        if self.value() == "open":
            return queryset.filter(ended_at=None)
        return queryset.filter(ended_at__isnull=False) if self.value() == "ended" else queryset


@admin.register(Finding)
class FindingPage(ReadOnly):
    """Findings, the newest first."""

    change_form_template = "admin/finding.html"
    change_list_template = "admin/findings.html"
    list_display = (
        *(
            "number",
            "area",
            "check_name",
            "row",
            "sentence",
            "found_at",
            "times",
            "has_it",
            "ended_at",
        ),
    )
    list_filter = (ByEnd, "area", "check_name", "found_at")
    list_select_related = ("owner",)
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a finding")
    fields = (
        *("area", "check_name", "row", "sentence", "found_at", "seen_at", "times", "has_it"),
        *("notes_", "ended_at", "ender", "disposition"),
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the deeds."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/deed/", view(deed), name="house_finding_deed"),
            path("prove/", view(prove), name="house_finding_prove"),
            path("books/", view(books), name="house_finding_books"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with the way to a proof made now."""
        more = {"may_prove": request.user.has_perm(RIGHT)}
        return super().changelist_view(request, more | (extra_context or {}))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with what this member of staff may do about it."""
        row = kwargs.get("obj")
        may = row is not None and row.ended_at is None and request.user.has_perm(RIGHT)
        context |= {"may_work": may, "text_form": TextForm()}
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=gettext_lazy("row"))
    def row(self, finding: Finding) -> Any:
        """A link to what it is about."""
        return named(finding.of)

    @admin.display(description=gettext_lazy("taken by"))
    def has_it(self, finding: Finding) -> Any:
        """Whose it is."""
        return person(finding.owner) if finding.owner_id else EMPTY

    @admin.display(description=gettext_lazy("ended by"))
    def ender(self, finding: Finding) -> Any:
        """Who ended it."""
        return person(finding.ended_by) if finding.ended_by_id else EMPTY

    @admin.display(description=gettext_lazy("notes"))
    def notes_(self, finding: Finding) -> SafeString:
        """All of them, the oldest first."""
        rows = finding.notes.select_related("by").order_by("pk")
        return table((_("at"), _("by"), _("note")), ((n.at, person(n.by), n.text) for n in rows))


@require_POST
def deed(request: HttpRequest, pk: int) -> HttpResponse:
    """Take it, note something, or end it."""
    actor = answers.actor(request, RIGHT)
    get_object_or_404(Finding, pk=pk)
    what, address = request.POST.get("deed", ""), address_of(request)
    form = TextForm(request.POST)
    try:
        if what == "take":
            findings.take(finding_id=pk, actor=actor, address=address)
        elif not form.is_valid():
            raise findings.NotEnded(_("Write down what was seen or done."))
        elif what == "end":
            reason = form.cleaned_data["text"]
            findings.end(finding_id=pk, actor=actor, reason=reason, address=address)
        else:
            findings.note(finding_id=pk, actor=actor, text=form.cleaned_data["text"])
        messages.success(request, _("It is written down."))
    except findings.NotEnded as refusal:
        messages.warning(request, str(refusal))
    return redirect("admin:house_finding_change", pk)


@require_POST
def prove(request: HttpRequest) -> HttpResponse:
    """Make the whole proof now."""
    answers.actor(request, RIGHT)
    found = [*findings.prove(), *risk.look()]
    if found:
        messages.error(request, _("%(count)d findings.") % {"count": len(found)})
    else:
        messages.success(request, _("The books agree: nothing was found."))
    return redirect("admin:house_finding_changelist")


@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """The trial balance at a moment, now if none is chosen."""
    answers.actor(request, "house.view_finding")
    form = MomentForm(request.GET or None)
    chosen = form.cleaned_data["at"] if form.is_bound and form.is_valid() else None
    at: datetime = chosen or timezone.now()
    context = {
        "title": _("Trial balance"),
        "form": form,
        "at": at,
        "now": timezone.now(),
        "balances": [(in_currency(one.currency), one) for one in trial.balance(at)],
    }
    return answers.page(request, "admin/books.html", context)


class MomentForm(forms.Form):
    """A moment, in the reader's zone."""

    at = forms.DateTimeField(
        label=gettext_lazy("At"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
