"""What the pages of the console share: links between rows, search by meaning, read-only pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db import models
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import events
from accounts.models import Player
from accounts.requests import address_of
from config.console.exports import Exported
from config.console.viewer import may_see

COUNTED_ROWS = 10_000
EMPTY = "-"
# What references in causes and events name.
NAMED = {
    "player": "accounts.Player",
    "round": "games.Round",
    "deal": "games.Deal",
    "transfer": "wallet.Transfer",
    "account": "wallet.Account",
    "cashout": "wallet.CashOut",
    "payoutfile": "wallet.PayoutFile",
    "deposit": "wallet.Deposit",
    "message": "support.Message",
    "chat": "support.Conversation",
    "complaint": "support.Complaint",
    "cannedreply": "support.CannedReply",
    "identity": "accounts.IdentityCheck",
    "identitycheck": "accounts.IdentityCheck",
    "role": "auth.Group",
    "pool": "games.Pool",
    "paymentmethod": "wallet.PaymentMethod",
    "fundingblock": "wallet.FundingBlock",
    "notification": "wallet.Notification",
    "simulation": "games.Simulation",
    "finding": "house.Finding",
    "audit": "house.Audit",
    "proposal": "house.Proposal",
    "note": "house.Note",
    "release": "house.Release",
    "seal": "wallet.Seal",
    "move": "games.Move",
    "switch": "games.Switch",
    "verdict": "games.Verdict",
}


class BoundedPaginator(Paginator):
    """Pages of a table of any size: rows are counted up to a bound, never all of them."""

    @cached_property
    def count(self) -> int:
        """The number of rows, at most COUNTED_ROWS."""
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by()[:COUNTED_ROWS].count()


class ReadOnly(Exported):
    """A page of rows that nobody changes here; what may be seen goes by Django's permissions."""

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    actions = None
    sortable_by = ()
    ordering = ("-pk",)

    list_display_links: tuple[str, ...] = ("number",)

    @admin.display(description=_("number"))
    def number(self, row: models.Model) -> Any:
        """The number of the row."""
        return row.pk

    @admin.display(description=_("currency"))
    def in_currency(self, row: Any) -> Any:
        """The house's, or chips."""
        return in_currency(row.currency)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, titled by what it lists."""
        title = str(self.opts.verbose_name_plural).capitalize()
        if request.method == "GET":
            for player_id in _whose_rows(request):
                note_look(request, player_id, str(self.opts.label_lower))
        return super().changelist_view(request, {"title": title} | (extra_context or {}))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """A row's page; whose row was looked at by whom is recorded."""
        row = kwargs.get("obj")
        context["title"] = str(self.opts.verbose_name).capitalize()
        whose = row.pk if isinstance(row, Player) else getattr(row, "player_id", None)
        if whose and request.method == "GET":
            assert row is not None
            note_look(request, whose, self.reference(row.pk))
        return super().render_change_form(request, context, *args, **kwargs)

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is deleted."""
        return False

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """What happened to a row stands in the event log."""
        address = reverse("admin:accounts_event_changelist")
        return redirect(f"{address}?{urlencode({'object': self.reference(object_id)})}")

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Say that it is saved, in our words; then back to the list, or stay."""
        messages.success(request, _("The change is saved."))
        if "_continue" in request.POST:
            return redirect(request.path)
        return self.response_post_save_change(request, obj)

    def reference(self, pk: Any) -> str:
        """What events call a row of this page."""
        return f"{self.model._meta.model_name}:{pk}"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Rows found by what the term is, each by an index: never by a scan for its letters."""
        if not (term := search_term.strip()):
            return queryset, False
        found = self.meaning(term)
        return (queryset.none() if found is None else queryset.filter(found)), False

    def meaning(self, term: str) -> Q | None:
        """The condition that a search term stands for; None if it stands for nothing."""
        if number := a_number(term):
            return Q(pk=number)
        if "@" in term and hasattr(self.model, "player_id"):
            return Q(player__in=players(term))
        return None


def note_look(request: HttpRequest, player_id: int, page: str) -> None:
    """Record that somebody of staff looked at something of a player; `page` says at what."""
    events.record(
        "file looked at",
        f"player:{player_id}",
        actor=request.user,  # type: ignore[arg-type]
        after={"page": page},
        address=address_of(request),
    )


def _whose_rows(request: HttpRequest) -> set[int]:
    """The players to whom a list is narrowed, by a link or by a search for an address."""
    named = a_number(request.GET.get("player__id__exact", ""))
    found = {named} if named else set()
    if "@" in (term := request.GET.get("q", "").strip()):
        found |= set(players(term).values_list("pk", flat=True))
    return found


def a_number(term: str) -> int | None:
    """The term as the number of a row, `12` or `#12`; None if it is none."""
    found = re.fullmatch(r"#?([0-9]{1,18})", term)
    return int(found[1]) if found else None


def players(address: str) -> QuerySet[Player]:
    """The player of an e-mail address, whatever its case."""
    return Player.objects.alias(lower=models.functions.Lower("email")).filter(lower=address.lower())


def link(model: type[models.Model], pk: Any, text: Any = None) -> SafeString | str:
    """A link to the console's page of a row; `-` without one. Only text to whom it is closed."""
    if pk is None:
        return EMPTY
    if not may_see(model):
        return format_html("{}", pk if text is None else text)
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[pk])
    return format_html('<a href="{}">{}</a>', address, pk if text is None else text)


def listing(model: type[models.Model], text: Any, **narrowed: Any) -> SafeString:
    """A link to the console's list of a model, narrowed by lookups; none to whom it is closed."""
    if not may_see(model):
        return SafeString("")
    options = model._meta
    address = reverse(f"admin:{options.app_label}_{options.model_name}_changelist")
    return format_html('<a href="{}?{}">{}</a>', address, urlencode(narrowed), text)


def links(*parts: Any) -> SafeString:
    """Several links in a row, without those that are closed to who looks."""
    return format_html_join(" · ", "{}", ((part,) for part in parts if part))


def table(heads: Iterable[Any], rows: Iterable[Iterable[Any]]) -> SafeString:
    """A small table inside a row's page."""
    head = format_html_join("", '<th scope="col">{}</th>', ((text,) for text in heads))
    body = format_html_join(
        "",
        "<tr>{}</tr>",
        ((format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),) for row in rows),
    )
    if not body:
        return format_html("{}", EMPTY)
    return format_html("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", head, body)


def code(text: str) -> SafeString:
    """Text that is compared letter by letter."""
    return format_html("<code>{}</code>", text or EMPTY)


def player_of(row: Any) -> SafeString | str:
    """A link to the row's player; the list must have selected it."""
    return person(row.player)


def person(player: Player | None) -> SafeString | str:
    """A link to a person by name and number, for names are not unique; `-` without one."""
    if player is None:
        return EMPTY
    return link(Player, player.pk, format_html("<bdi>{}</bdi> #{}", player, player.pk))


def named(reference: str) -> Any:
    """A link to what a reference names, as `round:12`, and the words for a list, as `games.round`;
    the reference itself if that is neither."""
    kind, _colon, number = reference.partition(":")
    if kind in NAMED and number.isdecimal():
        model = apps.get_model(NAMED[kind])
        return link(model, number, f"{model._meta.verbose_name} {number}")
    return _lists().get(reference, reference)


@cache
def _lists() -> dict[str, Any]:
    """What the lists are called, by their models."""
    return {m._meta.label_lower: m._meta.verbose_name_plural for m in apps.get_models()}


def choices_filter(
    name: str, field: str, choices: Any, called: Any
) -> type[admin.SimpleListFilter]:
    """A filter of a list by a field's known values; `choices` are (value, text) pairs.

    Django's own would ask the table for every value that occurs.
    """

    class Filter(admin.SimpleListFilter):
        title = called
        parameter_name = name

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return list(choices)

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{field: self.value()}) if self.value() else queryset

    return Filter


CURRENCIES = ((settings.CURRENCY, settings.CURRENCY), ("FUN", _("fun chips")))


def in_currency(code: str) -> Any:
    """A currency as the pages call it."""
    return dict(CURRENCIES).get(code, code)


ByCurrency = choices_filter("currency", "currency", CURRENCIES, _("currency"))
