"""Safer play in a player's file: limits, exclusions, flags, and what staff do about them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import duplicates, exclusion, limits, reality
from accounts.limit_words import in_words, title
from accounts.models import Flag, Limit, LimitKind, Period, Player
from accounts.moments import moment
from accounts.requests import address_of
from config.console import answers, excluding
from config.console.access_views import ReasonForm
from config.console.pages import EMPTY, link, links, person, table
from wallet.safer_forms import typed
from wallet.sums import in_money

MAY_LIMIT, MAY_SETTLE = "accounts.add_limit", "accounts.change_flag"
SHOWN = 20
FIELDS = ("limits_held", "limit_steps", "exclusions_", "flags_")


class HouseLimitForm(ReasonForm):
    """A limit of the house's for one player, and why."""

    kind = forms.ChoiceField(label=gettext_lazy("What is limited"), choices=LimitKind.choices)
    period = forms.ChoiceField(label=gettext_lazy("In each"), choices=Period.choices)
    amount = forms.CharField(
        label=gettext_lazy("At most"),
        max_length=20,
        required=False,
        help_text=gettext_lazy("A sum, or minutes; empty ends the house's limit."),
    )
    field_order = ("kind", "period", "amount", "reason")

    def clean(self) -> dict[str, Any]:
        """The amount in minor units or minutes."""
        given = super().clean() or {}
        try:
            given["amount"] = typed(given.get("kind", ""), given.get("amount", ""))
        except ValidationError as refusal:
            self.add_error("amount", refusal)
        return given


class Guarded(admin.ModelAdmin):
    """What the file of a player has besides: safer play, and what staff do about it."""

    def get_urls(self) -> list[URLPattern]:
        """Besides those of the page, the deeds."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/limit/", view(house_limit), name="accounts_player_limit"),
            path("<int:pk>/exclude/", view(excluding.exclude), name="accounts_player_exclude"),
            path("<int:pk>/flags/<int:flag>/", view(settle_flag), name="accounts_player_flag"),
            *super().get_urls(),
        ]

    @admin.display(description=gettext_lazy("limits in force"))
    def limits_held(self, player: Player) -> SafeString:
        """The stricter of the player's and the house's, what waits, the reality check."""
        held = table(
            (_("limit"), _("at most"), _("by")),
            (
                (
                    title(kind, period),
                    in_words(kind, amount, in_money),
                    _("the house") if by_house else _("the player"),
                )
                for (kind, period), (amount, by_house) in sorted(limits.in_force(player).items())
            ),
        )
        waits = [
            _("waits: %(what)s %(amount)s, from %(at)s")
            % {
                "what": title(one.row.kind, one.row.period),
                "amount": in_words(one.row.kind, one.row.amount, in_money),
                "at": _moment(one.from_at),
            }
            for one in limits.pending(player)
        ]
        chosen = player.limit_choices.order_by("-pk").first()
        asked = _("not asked yet")
        if chosen:
            asked = _("chose a limit") if chosen.with_limit else _("chose none")
        every = _("reality check every %(minutes)s minutes") % {"minutes": reality.interval(player)}
        return links(held, *waits, asked, every)

    @admin.display(description=gettext_lazy("history of limits"))
    def limit_steps(self, player: Player) -> SafeString:
        """The newest steps."""
        rows = Limit.objects.filter(player=player).select_related("actor").order_by("-pk")[:SHOWN]
        return table(
            (_("at"), _("limit"), _("at most"), _("step"), _("by"), _("reason")),
            (
                (
                    _moment(row.at),
                    title(row.kind, row.period),
                    in_words(row.kind, row.amount, in_money),
                    row.get_step_display(),
                    _("the house") if row.by_house else person(row.actor),
                    row.reason or EMPTY,
                )
                for row in rows
            ),
        )

    @admin.display(description=gettext_lazy("exclusions"))
    def exclusions_(self, player: Player) -> SafeString:
        """Every time-out, self-exclusion and closing, and whether one holds now."""
        there = exclusion.current(player)
        rows = player.exclusions.order_by("-pk")
        shown = table(
            (_("kind"), _("from"), _("until"), _("open games ended"), _("reason"), _("now")),
            (
                (
                    row.get_kind_display(),
                    _moment(row.began_at),
                    _moment(row.until),
                    _moment(row.handled_at),
                    row.reason or EMPTY,
                    _("holds") if there and row.pk == there.pk else EMPTY,
                )
                for row in rows
            ),
        )
        return shown

    @admin.display(description=gettext_lazy("flags of second accounts"))
    def flags_(self, player: Player) -> SafeString:
        """With which account, what is the same, and whether it is settled."""
        rows = Flag.objects.filter(player=player).select_related("other", "settled_by")
        return table(
            (_("other account"), _("same"), _("since"), _("settled"), _("reason"), _("deed")),
            (
                (
                    link(Player, row.other_id, f"#{row.other_id}"),
                    row.get_what_display(),
                    _moment(row.made_at),
                    _moment(row.settled_at),
                    row.reason or EMPTY,
                    EMPTY if row.settled_at else _settle_link(row),
                )
                for row in rows
            ),
        )


def _settle_link(flag: Flag) -> SafeString:
    where = reverse("admin:accounts_player_flag", args=[flag.player_id, flag.pk])
    return links(SafeString(f'<a href="{where}">{_("Settle")}</a>'))


def _moment(at: Any) -> str:
    return moment(at) if at else EMPTY


@require_http_methods(["GET", "POST"])
def house_limit(request: HttpRequest, pk: int) -> HttpResponse:
    """Set or end a limit of the house's; it holds at once, and the player is told by mail."""
    actor = answers.actor(request, MAY_LIMIT)
    player = get_object_or_404(Player, pk=pk, is_staff=False)
    form = HouseLimitForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limits.set_by_house(
            player=player,
            kind=form.cleaned_data["kind"],
            period=form.cleaned_data["period"],
            amount=form.cleaned_data["amount"],
            reason=form.cleaned_data["reason"],
            actor=actor,
            shown=in_money,
            address=address_of(request),
        )
        messages.success(request, _("The house's limit holds now; the player is told by mail."))
        return redirect("admin:accounts_player_change", pk)
    context = {"title": _("Set a limit of the house's"), "person": player, "form": form}
    return answers.page(request, "admin/safety_limit.html", context)


@require_http_methods(["GET", "POST"])
def settle_flag(request: HttpRequest, pk: int, flag: int) -> HttpResponse:
    """Settle a flag: this account may be used for money. A reason is asked for."""
    actor = answers.actor(request, MAY_SETTLE)
    row = get_object_or_404(Flag, pk=flag, player=pk, settled_at=None)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        duplicates.settle(
            flag=row,
            actor=actor,
            reason=form.cleaned_data["reason"],
            address=address_of(request),
        )
        messages.success(request, _("The flag is settled."))
        return redirect("admin:accounts_player_change", pk)
    context = {"title": _("Settle the flag"), "person": row.player, "form": form, "flag": row}
    return answers.page(request, "admin/safety_flag.html", context)
