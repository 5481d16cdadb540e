"""The console's corrections, notes on players, and releases of the games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.requests import address_of
from config import proposals, releases
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import CURRENCIES, EMPTY, ReadOnly, code, person, player_of, table
from config.record_models import Note, Proposal, Release
from wallet import money

PROPOSE, DECIDE = "house.add_proposal", "house.change_proposal"
WRITE, APPROVE = "house.add_note", "house.add_release"


class ProposalForm(ReasonForm):
    """What is added or taken, and why."""

    currency = forms.ChoiceField(label=gettext_lazy("Book"), choices=CURRENCIES)
    way = forms.ChoiceField(
        label=gettext_lazy("Correction"),
        choices=[("add", gettext_lazy("add to the balance")), ("take", gettext_lazy("take"))],
    )
    amount = forms.CharField(label=gettext_lazy("Amount"), max_length=30)
    field_order = ("currency", "way", "amount", "reason")

    def clean_amount(self) -> int:
        """In minor units, as the cashier reads amounts."""
        try:
            return money.parse(self.cleaned_data["amount"])
        except ValueError as refusal:
            raise ValidationError(str(refusal)) from refusal


class NoteForm(forms.Form):
    """A note."""

    text = forms.CharField(
        label=gettext_lazy("Note"), max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )


class ReleaseForm(forms.Form):
    """What changed, how weighty, and the state that was looked at."""

    weight = forms.ChoiceField(label=gettext_lazy("Weight"), choices=Release.Weight.choices)
    changed = forms.CharField(label=gettext_lazy("What changed"), max_length=500)
    digest = forms.CharField(widget=forms.HiddenInput, max_length=64)


@admin.register(Proposal)
class ProposalPage(ReadOnly):
    """Corrections: who proposed, who decided."""

    change_form_template = "admin/proposal.html"
    list_display = ("number", "by", "sum_", "reason", "proposer", "made_at", "state", "decider")
    list_select_related = ("player", "made_by", "decided_by")
    list_filter = ("state", "made_at")
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a correction, or a player's e-mail address")
    fields = (
        *("by", "sum_", "reason", "proposer", "made_at", "state", "decider", "decided_at"),
        "answer",
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, proposing and deciding."""
        view = self.admin_site.admin_view
        return [
            path("for/<int:pk>/", view(propose), name="house_proposal_for"),
            path("<int:pk>/decide/", view(decide), name="house_proposal_decide"),
            *super().get_urls(),
        ]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with the form for a second person."""
        row = kwargs.get("obj")
        context["may_decide"] = (
            row is not None
            and row.state == Proposal.State.OPEN
            and row.made_by_id != request.user.pk
            and request.user.has_perm(DECIDE)
        )
        context["reason_form"] = ReasonForm()
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=gettext_lazy("player"))
    def by(self, row: Proposal) -> Any:
        """Whose balance it is."""
        return player_of(row)

    @admin.display(description=gettext_lazy("amount"))
    def sum_(self, row: Proposal) -> str:
        """With its sign and currency."""
        return money.format(row.amount, row.currency)

    @admin.display(description=gettext_lazy("proposed by"))
    def proposer(self, row: Proposal) -> Any:
        """The first person."""
        return person(row.made_by)

    @admin.display(description=gettext_lazy("decided by"))
    def decider(self, row: Proposal) -> Any:
        """The second person."""
        return person(row.decided_by) if row.decided_by_id else EMPTY


@admin.register(Note)
class NotePage(ReadOnly):
    """What was written about players."""

    list_display = ("number", "of_", "text", "writer", "at")
    list_select_related = ("player", "by")
    list_filter = ("at",)
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a note, or a player's e-mail address")
    fields = ("of_", "text", "writer", "at")

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, writing one."""
        ours = path("for/<int:pk>/", self.admin_site.admin_view(write), name="house_note_for")
        return [ours, *super().get_urls()]

    @admin.display(description=gettext_lazy("player"))
    def of_(self, row: Note) -> Any:
        """Whom it is about."""
        return player_of(row)

    @admin.display(description=gettext_lazy("by"))
    def writer(self, row: Note) -> Any:
        """Who wrote it."""
        return person(row.by)


@admin.register(Release)
class ReleasePage(ReadOnly):
    """What was approved, the newest first."""

    change_list_template = "admin/releases.html"
    list_display = ("number", "at", "weight", "changed", "approver", "digest")
    list_select_related = ("approved_by",)
    list_filter = ("weight", "at")
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a release")
    fields = ("at", "weight", "changed", "approver", "digest", "each_file")

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the state of now."""
        ours = path("now/", self.admin_site.admin_view(state), name="house_release_now")
        return [ours, *super().get_urls()]

    @admin.display(description=gettext_lazy("approved by"))
    def approver(self, row: Release) -> Any:
        """A person; the first was taken as it was."""
        return person(row.approved_by) if row.approved_by_id else EMPTY

    @admin.display(description=gettext_lazy("digests of the files"))
    def each_file(self, row: Release) -> SafeString:
        """A line for each."""
        rows = ((name, code(digest)) for name, digest in sorted(row.files.items()))
        return table((gettext_lazy("file"), gettext_lazy("digest")), rows)


@require_http_methods(["GET", "POST"])
def propose(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose a correction for a player."""
    actor = answers.actor(request, PROPOSE)
    player = get_object_or_404(Player, pk=pk, is_staff=False)
    form = ProposalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data
        sign = 1 if wanted["way"] == "add" else -1
        row = proposals.propose(
            player=player,
            currency=wanted["currency"],
            amount=sign * wanted["amount"],
            reason=wanted["reason"],
            actor=actor,
            address=address_of(request),
        )
        messages.success(request, _("It waits for a second person; nothing has moved."))
        return redirect("admin:house_proposal_change", row.pk)
    return _asked(request, _("Propose a correction"), player, form)


@require_http_methods(["POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or refuse one."""
    actor = answers.actor(request, DECIDE)
    get_object_or_404(Proposal, pk=pk)
    form, decision = ReasonForm(request.POST), request.POST.get("decision")
    if not form.is_valid() or decision not in ("approved", "refused"):
        messages.warning(request, _("Approve or refuse it, with a reason."))
        return redirect("admin:house_proposal_change", pk)
    try:
        proposals.decide(
            proposal_id=pk,
            approved=decision == "approved",
            actor=actor,
            answer=form.cleaned_data["reason"],
            address=address_of(request),
        )
        messages.success(request, _("It is decided and recorded."))
    except proposals.NotDecided as refusal:
        messages.warning(request, str(refusal))
    return redirect("admin:house_proposal_change", pk)


@require_http_methods(["GET", "POST"])
def write(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a note on a player."""
    actor = answers.actor(request, WRITE)
    player = get_object_or_404(Player, pk=pk, is_staff=False)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        Note.objects.create(player=player, by=actor, text=form.cleaned_data["text"])
        messages.success(request, _("The note is written."))
        return redirect("admin:accounts_player_change", pk)
    return _asked(request, _("Write a note"), player, form)


@require_http_methods(["GET", "POST"])
def state(request: HttpRequest) -> HttpResponse:
    """What differs now, and the approval of it."""
    answers.actor(request, "house.view_release")
    digest = releases.digest_of(releases.digests())
    form = ReleaseForm(request.POST or None, initial={"digest": digest})
    if request.method == "POST":
        actor = answers.actor(request, APPROVE)
        if form.is_valid():
            try:
                releases.approve(actor=actor, address=address_of(request), **form.cleaned_data)
                messages.success(request, _("The release is approved."))
                return redirect("admin:house_release_changelist")
            except releases.NotApproved as refusal:
                form.add_error(None, str(refusal))
    context = {
        "title": _("Files that decide games"),
        "names": releases.differing(),
        "digest": digest,
        "form": form,
        "may_approve": request.user.has_perm(APPROVE),
    }
    return answers.page(request, "admin/release_now.html", context)


def _asked(request: HttpRequest, title: str, player: Player, form: forms.Form) -> HttpResponse:
    context = {"title": title, "person": player, "form": form}
    return answers.page(request, "admin/about_player.html", context)
