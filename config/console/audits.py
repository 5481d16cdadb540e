"""The console's audits of payouts: the queue, a payout with everything of it, the rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.limit_words import in_words, title
from accounts.models import Player
from accounts.moments import moment
from accounts.requests import address_of
from config import audits
from config.audit_models import Audit, AuditRule
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import EMPTY, ReadOnly, link, person, player_of, table
from games import proofs
from games.models import Round
from wallet import money
from wallet.models import CashOut, Transfer
from wallet.sums import in_money

DECIDE, RULES = "house.change_audit", "house.change_auditrule"


class DecisionForm(forms.Form):
    """Passed or questioned, with a note."""

    note = forms.CharField(
        label=gettext_lazy("Note"), max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )
    hold = forms.BooleanField(
        label=gettext_lazy("If questioned: put the player's waiting cash-outs on hold"),
        required=False,
    )


class RuleForm(ReasonForm):
    """A rule, and why it changes."""

    threshold = forms.IntegerField(label=gettext_lazy("Threshold"), min_value=0, max_value=10**9)
    on = forms.BooleanField(label=gettext_lazy("In force"), required=False)
    field_order = ("threshold", "on", "reason")


class ByState(admin.SimpleListFilter):
    """What there is to do, which is what the list shows at first."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """All, and each state."""
        return [("all", gettext_lazy("all")), *Audit.State.choices]

    def choices(self, changelist: Any) -> Any:
        """No choice is the queue."""
        found = list(super().choices(changelist))
        found[0]["display"] = _("to be done")
        return found

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """Open ones where nothing is chosen."""
        if self.value() is None:
            return queryset.filter(state=Audit.State.OPEN)
        return queryset if self.value() == "all" else queryset.filter(state=self.value())


@admin.register(Audit)
class AuditPage(ReadOnly):
    """Audits, the queue first."""

    change_form_template = "admin/audit.html"
    change_list_template = "admin/audits.html"
    list_display = ("number", "by", "round_", "won", "why", "made_at", "state", "has_it")
    list_select_related = ("player", "round", "auditor")
    list_filter = (ByState, "made_at")
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of an audit, or a player's e-mail address")
    fieldsets = (
        (None, {"fields": ("by", "round_", "stake", "won", "why", "made_at", "state")}),
        (gettext_lazy("Proof, verified now"), {"fields": ("proof",)}),
        (gettext_lazy("Money"), {"fields": ("transfers",)}),
        (gettext_lazy("Player"), {"fields": ("totals", "identity", "cash_outs_", "limits_")}),
        (gettext_lazy("Decision"), {"fields": ("has_it", "note", "decided_at")}),
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the decision and the rules."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/decide/", view(decide), name="house_audit_decide"),
            path("rules/", view(rules), name="house_audit_rules"),
            path("rules/<int:pk>/", view(rule), name="house_audit_rule"),
            *super().get_urls(),
        ]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with the form for whoever may decide."""
        row = kwargs.get("obj")
        may = row is not None and row.state == Audit.State.OPEN and request.user.has_perm(DECIDE)
        context |= {"may_decide": may, "decision": DecisionForm()}
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=gettext_lazy("player"))
    def by(self, audit: Audit) -> Any:
        """Whose round it was."""
        return player_of(audit)

    @admin.display(description=gettext_lazy("round"))
    def round_(self, audit: Audit) -> Any:
        """A link; the replay is one press further."""
        return link(Round, audit.round_id, f"{audit.round.entry.title} {audit.round_id}")

    @admin.display(description=gettext_lazy("stake"))
    def stake(self, audit: Audit) -> str:
        """With its currency."""
        return money.format(audit.round.staked, audit.round.currency)

    @admin.display(description=gettext_lazy("payout"))
    def won(self, audit: Audit) -> str:
        """With its currency."""
        return money.format(audit.round.returned, audit.round.currency)

    @admin.display(description=gettext_lazy("chosen by"))
    def why(self, audit: Audit) -> str:
        """The rules."""
        titles = dict(AuditRule.Kind.choices)
        return ", ".join(str(titles.get(kind, kind)) for kind in audit.reasons)

    @admin.display(description=gettext_lazy("checks"))
    def proof(self, audit: Audit) -> SafeString | str:
        """Commitment, deck, every move, stake and payout, made again at this moment."""
        try:
            checks = proofs.verify(proofs.proof(audit.round))
        except (proofs.NotRevealed, proofs.NotAProof) as sealed:
            return str(sealed)
        return table(
            (_("check"), _("holds"), _("result")),
            ((c.name, _("yes") if c.holds else _("NO"), c.sentence) for c in checks),
        )

    @admin.display(description=gettext_lazy("transfers"))
    def transfers(self, audit: Audit) -> SafeString:
        """Every one that the round caused."""
        rows = Transfer.objects.filter(cause=audit.round.cause).order_by("pk")
        return table(
            (_("number"), _("kind"), _("amount"), _("at")),
            (
                (link(Transfer, t.pk), t.get_kind_display(), money.format(t.amount, t.currency),
                 moment(t.made_at))
                for t in rows
            ),
        )  # fmt: skip

    @admin.display(description=gettext_lazy("rounds for money"))
    def totals(self, audit: Audit) -> str:
        """How many, staked and returned."""
        found = audits.context(audit.player_id)
        return _("%(rounds)d rounds, %(staked)s staked, %(returned)s returned") % {
            "rounds": found["rounds"],
            "staked": money.format(found["staked"], settings.CURRENCY),
            "returned": money.format(found["returned"], settings.CURRENCY),
        }

    @admin.display(description=gettext_lazy("identity"))
    def identity(self, audit: Audit) -> str:
        """Whether it is verified."""
        verified = audit.player.identity_checks.filter(state="verified").exists()
        return _("verified") if verified else _("not verified")

    @admin.display(description=gettext_lazy("cash-outs"))
    def cash_outs_(self, audit: Audit) -> SafeString:
        """The newest."""
        rows = CashOut.objects.filter(player_id=audit.player_id).order_by("-pk")[:5]
        return table(
            (_("number"), _("amount"), _("state")),
            (
                (link(CashOut, c.pk), money.format(c.amount, c.currency), c.get_state_display())
                for c in rows
            ),
        )

    @admin.display(description=gettext_lazy("limits"))
    def limits_(self, audit: Audit) -> Any:
        """Those in force."""
        return _limits(audit.player)

    @admin.display(description=gettext_lazy("auditor"))
    def has_it(self, audit: Audit) -> Any:
        """Who decided."""
        return person(audit.auditor) if audit.auditor_id else EMPTY


def _limits(player: Player) -> Any:
    held = sorted(limits.in_force(player).items())
    words = [
        f"{title(kind, period)}: {in_words(kind, amount, in_money)}"
        for (kind, period), (amount, _by_house) in held
    ]
    return "; ".join(words) or EMPTY


@require_http_methods(["POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Pass or question."""
    actor = answers.actor(request, DECIDE)
    form = DecisionForm(request.POST)
    decision = request.POST.get("decision")
    if not form.is_valid():
        messages.warning(request, _("Write a note: what was looked at, and what it showed."))
    elif decision not in ("passed", "questioned"):
        messages.warning(request, _("Choose whether the payout passed or is questioned."))
    else:
        try:
            audits.decide(
                audit_id=get_object_or_404(Audit, pk=pk).pk,
                passed=decision == "passed",
                actor=actor,
                note=form.cleaned_data["note"],
                hold=form.cleaned_data["hold"],
                address=address_of(request),
            )
            messages.success(request, _("It is written down."))
        except audits.NotDecided as refusal:
            messages.warning(request, str(refusal))
    return redirect("admin:house_audit_change", pk)


def rules(request: HttpRequest) -> HttpResponse:
    """Every rule, with the way to change it."""
    answers.actor(request, "house.view_audit")
    context = {
        "title": _("Rules of audits"),
        "rules": [(row, _meaning(row)) for row in audits.rules().values()],
        "may_change": request.user.has_perm(RULES),
    }
    return answers.page(request, "admin/audit_rules.html", context)


def _meaning(row: AuditRule) -> str:
    """The threshold of a rule as a person says it."""
    kinds = AuditRule.Kind
    if row.kind in (kinds.WIN, kinds.FIRST):
        return in_money(row.threshold)
    said, parts = {
        kinds.MULTIPLE: (_("%(number)s times the stake"), 100),
        kinds.SPEED: (_("%(number)s seconds a move"), 1000),
        kinds.RUN: (_("%(number)s deviations above the theory"), 100),
        kinds.SAMPLE: (_("%(number)s%% of the rounds"), 10),
    }[kinds(row.kind)]
    return said % {"number": f"{row.threshold / parts:g}"}


@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one, with a reason."""
    actor = answers.actor(request, RULES)
    row = get_object_or_404(AuditRule, pk=pk)
    form = RuleForm(request.POST or None, initial={"threshold": row.threshold, "on": row.on})
    if request.method == "POST" and form.is_valid():
        audits.change_rule(
            kind=row.kind, actor=actor, address=address_of(request), **form.cleaned_data
        )
        messages.success(request, _("The rule is changed, from the next round on."))
        return redirect("admin:house_audit_rules")
    context = {"title": _("Change a rule"), "rule": row, "now": _meaning(row), "form": form}
    return answers.page(request, "admin/audit_rule.html", context)
