"""The console's queue of cash-outs: the oldest first, with the clock that each one runs against."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _

from accounts.models import Event, Player
from accounts.moments import moment
from config.console import cash_out_deeds
from config.console.deeds import WithDeeds
from config.console.pages import (
    EMPTY,
    code,
    link,
    links,
    listing,
    person,
    player_of,
    table,
)
from games.models import Round
from wallet import cash_out_words, cash_outs, money
from wallet.cash_out_models import OPEN, CashOut, CashOutState, PayoutFile
from wallet.models import Deposit, Transfer

# Whoever has this right sees besides the state why, by whom and to where.
INSPECT = "wallet.inspect_cashout"
MORE = ("method_", "waits_for")


class ByState(admin.SimpleListFilter):
    """What there is to do, which is what the list shows at first; one state; or all."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """All, and each state."""
        return [("all", _("all")), *CashOutState.choices]

    def choices(self, changelist: ChangeList) -> Any:
        """Without Django's own word for no choice, which is not everything here."""
        found = list(super().choices(changelist))
        found[0]["display"] = _("to be done")
        return found

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those that are open, where no state is chosen."""
        if self.value() is None:
            return queryset.filter(state__in=OPEN)
        return queryset if self.value() == "all" else queryset.filter(state=self.value())


@admin.register(CashOut)
class CashOutPage(WithDeeds):
    """Cash-outs, the queue first. Support sees where each stands, and not more."""

    change_form_template = "admin/cash_out.html"
    deeds = cash_out_deeds.DEEDS
    change_list_template = "admin/cash_outs.html"
    list_display = (
        *("number", "by", "sum_", "state", "waits_for", "clock", "age", "method_", "told"),
    )
    list_select_related = ("player", "method")
    list_filter = (ByState, "two_people", "made_at")
    search_fields = ("pk",)
    search_help_text = _("The number of a cash-out, or a player's e-mail address")
    fieldsets = (
        (None, {"fields": ("by", "sum_", "state", "told", "following", "made_at", "age", "clock")}),
        (
            _("Decision"),
            {"fields": ("waits_for", "two_people", "approvals", "context")},
        ),
        (
            _("Payment"),
            {"fields": ("method_", "holder", "by_provider", "called_at", "file_", "reference_")},
        ),
        (_("Steps"), {"fields": ("steps", "transfers")}),
    )

    def get_urls(self) -> list[URLPattern]:
        """Besides those of the page, asking the provider."""
        ask = self.admin_site.admin_view(cash_out_deeds.ask_page)
        return [path("<int:pk>/ask/", ask, name="wallet_cashout_ask"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[CashOut]:
        """With the number of people who have approved in this turn."""
        now = Count("approvals", filter=Q(approvals__turn=F("turn")))
        rows: QuerySet[CashOut] = super().get_queryset(request).annotate(given=now)
        return rows

    def get_list_display(self, request: HttpRequest) -> Any:
        """What this person may see of each."""
        if request.user.has_perm(INSPECT):
            return self.list_display
        return [name for name in self.list_display if name not in MORE]

    def get_ordering(self, request: HttpRequest) -> Any:
        """The queue by its clock; anything else the newest first."""
        return ("-pk",) if request.GET.get(ByState.parameter_name) else ("due_at", "pk")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The same on the row's page."""
        return self.fieldsets if request.user.has_perm(INSPECT) else self.fieldsets[:1]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The row, with what this person may do about it."""
        row, actor = kwargs.get("obj"), request.user
        if row is not None:
            assert isinstance(actor, Player)
            context["may_ask"] = cash_out_deeds.may_ask(row, actor)
            context["stopped"] = cash_outs.stopped()
        return super().render_change_form(request, context, *args, **kwargs)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The queue, and whether cash-outs are stopped."""
        more = {"stopped": cash_outs.stopped()}
        return super().changelist_view(request, more | (extra_context or {}))

    @admin.display(description=_("player"))
    def by(self, row: CashOut) -> Any:
        """Who asked."""
        return player_of(row)

    @admin.display(description=_("amount"))
    def sum_(self, row: CashOut) -> str:
        """With its currency."""
        return money.format(row.amount, row.currency)

    @admin.display(description=_("the player is told"))
    def told(self, row: CashOut) -> str:
        """The reason."""
        return cash_out_words.why(row) or EMPTY

    @admin.display(description=_("and what happens next"))
    def following(self, row: CashOut) -> str:
        """As the player reads it."""
        return cash_out_words.following(row)

    @admin.display(description=_("age"))
    def age(self, row: CashOut) -> str:
        """Since it was asked for, until it ended."""
        return timesince(row.made_at, row.ended_at or timezone.now())

    @admin.display(description=_("clock"))
    def clock(self, row: CashOut) -> Any:
        """What is left of its time limit, or by how much it is late."""
        now = row.ended_at or timezone.now()
        if row.held_at:
            return _("stands still for %(time)s") % {"time": timesince(row.held_at)}
        if not row.is_open:
            return _("in time") if now <= row.due_at else _("was late")
        if now <= row.due_at:
            return _("%(time)s left") % {"time": timesince(now, row.due_at)}
        late = _("late by %(time)s") % {"time": timesince(row.due_at, now)}
        return format_html("<strong>{}</strong>", late)

    @admin.display(description=_("waits for"))
    def waits_for(self, row: Any) -> Any:
        """What has to happen next, and through whom."""
        if row.state == CashOutState.REQUESTED and row.two_people:
            return _("a second person") if row.given else _("two people")
        return {
            CashOutState.REQUESTED: _("a decision"),
            CashOutState.ON_HOLD: _("its reason to be settled"),
            CashOutState.APPROVED: _("sending"),
            CashOutState.SENDING: _("the provider") if row.by_provider else _("a confirmation"),
            CashOutState.UNKNOWN: _("a person who asks the bank"),
        }.get(row.state, EMPTY)

    @admin.display(description=_("approvals"))
    def approvals(self, row: CashOut) -> SafeString:
        """Who has approved, and whether it still counts."""
        given = row.approvals.select_related("person").order_by("pk")
        return table(
            (_("person"), _("at"), _("counts")),
            (
                (
                    person(one.person),
                    moment(one.at),
                    _("yes") if one.turn == row.turn else _("no: held since"),
                )
                for one in given
            ),
        )

    @admin.display(description=_("look at"))
    def context(self, row: CashOut) -> SafeString:
        """What a decision rests on."""
        of = {"player__id__exact": row.player_id}
        return links(
            link(Player, row.player_id, _("the player's file")),
            listing(Round, _("rounds"), **of),
            listing(Deposit, _("deposits"), **of),
            listing(Transfer, _("transfers"), **of),
            listing(CashOut, _("cash-outs"), **of, state="all"),
            listing(Event, _("events"), object=row.cause),
        )

    @admin.display(description=_("goes to"))
    def method_(self, row: CashOut) -> str:
        """The account, most of it hidden."""
        return f"{row.method.label} ({row.method.get_kind_display()})"

    @admin.display(description=_("in the name of"))
    def holder(self, row: CashOut) -> SafeString:
        """Whose account it is."""
        return format_html("<bdi>{}</bdi>", row.method.holder)

    @admin.display(description=_("payout file"))
    def file_(self, row: CashOut) -> Any:
        """The file that it is in."""
        return link(PayoutFile, row.payout_file_id)

    @admin.display(description=_("bank's reference"))
    def reference_(self, row: CashOut) -> SafeString:
        """Of the payment that was made."""
        return code(row.bank_reference)

    @admin.display(description=_("steps"))
    def steps(self, row: CashOut) -> SafeString:
        """Everything that was done, by whom and why."""
        return table(
            (_("at"), _("who"), _("from"), _("to"), _("the player is told"), _("note")),
            (
                (
                    moment(one.at),
                    person(one.actor) if one.actor_id else _("the house"),
                    one.get_before_display() or EMPTY,
                    one.get_after_display(),
                    one.get_reason_display() or EMPTY,
                    one.note or EMPTY,
                )
                for one in row.steps.select_related("actor")
            ),
        )

    @admin.display(description=_("transfers"))
    def transfers(self, row: CashOut) -> SafeString:
        """A link to the money that it moved."""
        return listing(Transfer, _("all of them"), cause=row.cause)
