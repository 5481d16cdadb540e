"""The console's complaints: who looks into each, until when it is answered, and the answer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.models import Player
from config.console import answers
from config.console.pages import EMPTY, ReadOnly, link, person, player_of
from support import complaints
from support.models import Complaint, Conversation

RIGHT = "support.change_complaint"
State = Complaint.State
RUNNING = (State.OPEN, State.ESCALATED)


class ByState(admin.SimpleListFilter):
    """What still waits for an answer, and what is overdue."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Those that wait, and each state."""
        waits = [("running", gettext_lazy("to be answered")), ("late", gettext_lazy("overdue"))]
        return [*waits, *State.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Rows of the chosen state."""
        chosen = {
            "running": Q(state__in=RUNNING),
            "late": Q(state__in=RUNNING, due_at__lt=timezone.now()),
        }
        wanted = self.value() or ""
        if wanted in State.values:
            return queryset.filter(state=wanted)
        return queryset.filter(chosen.get(wanted, Q()))


class TextForm(forms.Form):
    """The answer, or why it is handed to a supervisor."""

    text = forms.CharField(
        label=gettext_lazy("The answer, or why a supervisor is to look"),
        max_length=complaints.TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


@admin.register(Complaint)
class ComplaintPage(ReadOnly):
    """Complaints, the newest first."""

    change_form_template = "admin/complaint.html"
    list_display = (
        *("number", "made_at", "by", "text_", "state", "has_it", "due_at", "overdue", "ended_at"),
    )
    list_display_links = ("number", "text_")
    list_select_related = ("player", "owner")
    list_filter = (ByState, "made_at")
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a complaint, or the writer's e-mail address")
    fields = (
        *("by", "made_at", "of_chat", "text", "state", "has_it", "due_at", "overdue"),
        *("escalated_at", "escalation", "ended_at", "answer", "answerer", "final_answer"),
        "final_answerer",
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the deeds."""
        view = self.admin_site.admin_view(deed)
        ours = path("<int:pk>/deed/", view, name="support_complaint_deed")
        return [ours, *super().get_urls()]

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, the address of somebody who cannot sign in."""
        found = super().meaning(term)
        return found | Q(email__iexact=term) if found and "@" in term else found

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with what this member of staff may do about it."""
        row = kwargs.get("obj")
        may = row is not None and row.state in RUNNING and request.user.has_perm(RIGHT)
        context |= {"may_work": may, "text_form": TextForm()}
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=gettext_lazy("written by"))
    def by(self, row: Complaint) -> Any:
        """A player, or whoever is answered at an address."""
        return player_of(row) if row.player_id else row.email

    @admin.display(description=gettext_lazy("complaint"))
    def text_(self, row: Complaint) -> str:
        """How it begins."""
        return row.text[:80]

    @admin.display(description=gettext_lazy("owner"))
    def has_it(self, row: Complaint) -> Any:
        """Who looks into it."""
        return person(row.owner)

    @admin.display(description=gettext_lazy("overdue"))
    def overdue(self, row: Complaint) -> Any:
        """Whether it should have been answered by now."""
        late = row.state in RUNNING and row.due_at < timezone.now()
        return _("overdue") if late else _("no")

    @admin.display(description=gettext_lazy("chat"))
    def of_chat(self, row: Complaint) -> Any:
        """The chat in which it was made."""
        return link(Conversation, row.conversation_id)

    @admin.display(description=gettext_lazy("answered by"))
    def answerer(self, row: Complaint) -> Any:
        """Who gave the first answer."""
        return person(row.answered_by) if row.answered_by_id else EMPTY

    @admin.display(description=gettext_lazy("final answer by"))
    def final_answerer(self, row: Complaint) -> Any:
        """Who answered after it was escalated."""
        return person(row.final_by) if row.final_by_id else EMPTY


@require_POST
def deed(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a complaint, hand it to a supervisor, or answer it. What is refused keeps its text."""
    actor = answers.actor(request, RIGHT)
    complaint = get_object_or_404(Complaint, pk=pk)
    try:
        messages.success(request, _done(request, actor, pk))
    except ValueError as refusal:
        form = TextForm({"text": request.POST.get("text", "")})
        form.add_error(None, str(refusal))
        context = {"title": _("Nothing was done"), "complaint": complaint, "text_form": form}
        return answers.page(request, "admin/complaint_again.html", context, status=422)
    return redirect("admin:support_complaint_change", pk)


def _done(request: HttpRequest, actor: Player, pk: int) -> str:
    """Do it; the sentence that says so. Raises ValueError with a sentence."""
    text = request.POST.get("text", "")
    match request.POST.get("deed"):
        case "take":
            complaints.own(actor=actor, complaint_id=pk)
            return _("You look into it.")
        case "escalate":
            complaints.escalate(actor=actor, complaint_id=pk, why=text)
            return _("It is with the supervisors now; whoever wrote it is told by mail.")
        case "uphold" | "dismiss" as came_to:
            complaints.answer(actor=actor, complaint_id=pk, upheld=came_to == "uphold", text=text)
            return _("The answer is on its way by mail.")
    raise ValueError(_("Choose what is to be done."))
