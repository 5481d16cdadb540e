"""The console's pages of the solver: what it said of deals, and the pools of deals it has won."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from config.console import recorded
from config.console.pages import EMPTY, ReadOnly, link, players
from games import winnable
from games.catalogue import ENTRIES
from games.models import Deal, Pool, Verdict


@admin.register(Verdict)
class VerdictPage(ReadOnly):
    """Verdicts. A winning line is shown once nobody plays its deal any more."""

    list_display = ("number", "of_deal", "by_rules", "state", "asked_at", "answered_at", "took")
    list_filter = ("state", "asked_at")
    search_fields = ("pk",)
    search_help_text = _("The number of a verdict, of a deal as deal:12, or a player's address")
    fields = (
        *("of_deal", "by_rules", "state", "shown_line", "nodes", "took"),
        *("solver_version", "tries", "asked_at", "held_until", "answered_at"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Verdict]:
        """Without what is encrypted."""
        verdicts = super().get_queryset(request).select_related("deal")
        return verdicts.defer("deal__server_seed", "deal__line")

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, `deal:12`, and the player that the deal belongs to."""
        kind, _colon, number = term.partition(":")
        if kind == "deal" and number.isdecimal():
            return Q(deal_id=number)
        if "@" in term:
            return Q(deal__player__in=players(term))
        return super().meaning(term)

    @admin.display(description=_("deal"))
    def of_deal(self, verdict: Verdict) -> Any:
        """The deal."""
        return link(Deal, verdict.deal_id)

    @admin.display(description=_("rules"))
    def by_rules(self, verdict: Verdict) -> str:
        """The options that decide it."""
        return recorded.in_words(verdict.options)

    @admin.display(description=_("seconds"))
    def took(self, verdict: Verdict) -> Any:
        """How long the solver computed; nothing for a line that was known already."""
        return f"{verdict.seconds:.1f}" if verdict.seconds else EMPTY

    @admin.display(description=_("winning line"))
    def shown_line(self, verdict: Verdict) -> Any:
        """In the notation of the log."""
        if not verdict.line:
            return EMPTY
        if not verdict.deal.is_revealed():
            return _("Sealed: it is shown when the deal has been played.")
        return verdict.line


@admin.register(Pool)
class PoolPage(ReadOnly):
    """Rules that players asked winnable deals for; every pool that is kept stands above them."""

    change_list_template = "admin/pools.html"
    list_display = ("number", "title", "by_rules", "asked_at")
    search_fields = ("pk",)
    search_help_text = _("The number of a pool")
    fields = ("title", "by_rules", "asked_at")

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, below how many deals wait in each pool."""
        kept = [
            (ENTRIES[pool.game].title, recorded.in_words(pool.options), pool.waiting)
            for pool in winnable.pools()
        ]
        return super().changelist_view(request, {"kept": kept} | (extra_context or {}))

    @admin.display(description=_("game"))
    def title(self, pool: Pool) -> Any:
        """As the lobby calls it."""
        return ENTRIES[pool.game].title if pool.game in ENTRIES else pool.game

    @admin.display(description=_("rules"))
    def by_rules(self, pool: Pool) -> str:
        """The options that decide whether a deal can be won."""
        return recorded.in_words(pool.options)
