"""The console's pages of money: accounts, transfers and seals. All of it is history."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from config.console.pages import (
    EMPTY,
    ByCurrency,
    ReadOnly,
    a_number,
    code,
    link,
    links,
    listing,
    named,
    player_of,
)
from wallet import money
from wallet.models import Account, Seal, Transfer


@admin.register(Transfer)
class TransferPage(ReadOnly):
    """Every transfer, with its cause."""

    list_display = (
        "number",
        "made_at",
        "by",
        "kind",
        "source_",
        "target_",
        "sum_",
        "cause_",
        "key",
    )
    list_select_related = ("player", "source", "target")
    list_filter = ("kind", ByCurrency, "made_at")
    search_fields = ("pk",)
    search_help_text = _("The number of a transfer, its cause as round:12, or a player's address")
    fields = (
        "by",
        "made_at",
        "kind",
        "source_",
        "target_",
        "sum_",
        "source_balance",
        "target_balance",
        "cause_",
        "same_cause",
        "key",
        "actor_",
        "note",
        "reverses_",
        "of_player",
    )

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, a cause: `round:12`."""
        kind, colon, number = term.partition(":")
        if colon and a_number(number):
            return Q(cause=f"{kind}:{number}")
        return super().meaning(term)

    @admin.display(description=_("player"))
    def by(self, transfer: Transfer) -> Any:
        """The player whose money it is."""
        return player_of(transfer)

    @admin.display(description=_("from"))
    def source_(self, transfer: Transfer) -> Any:
        """The account that the money left."""
        return link(Account, transfer.source_id, transfer.source.get_kind_display())

    @admin.display(description=_("to"))
    def target_(self, transfer: Transfer) -> Any:
        """The account that it came to."""
        return link(Account, transfer.target_id, transfer.target.get_kind_display())

    @admin.display(description=_("amount"))
    def sum_(self, transfer: Transfer) -> str:
        """With its currency."""
        return money.format(transfer.amount, transfer.currency)

    @admin.display(description=_("balance after, from"))
    def source_balance(self, transfer: Transfer) -> str:
        """Empty for the house."""
        return _balance(transfer.source_after, transfer.currency)

    @admin.display(description=_("balance after, to"))
    def target_balance(self, transfer: Transfer) -> str:
        """Empty for the house."""
        return _balance(transfer.target_after, transfer.currency)

    @admin.display(description=_("cause"))
    def cause_(self, transfer: Transfer) -> Any:
        """A link to what caused it."""
        return named(transfer.cause)

    @admin.display(description=_("transfers of this cause"))
    def same_cause(self, transfer: Transfer) -> SafeString:
        """A link to them."""
        return listing(Transfer, _("all of them"), cause=transfer.cause)

    @admin.display(description=_("actor"))
    def actor_(self, transfer: Transfer) -> Any:
        """Who made it, where that was a person."""
        return named(f"player:{transfer.actor_id}") if transfer.actor_id else _("the house")

    @admin.display(description=_("reverses"))
    def reverses_(self, transfer: Transfer) -> Any:
        """The transfer that this one takes back."""
        return link(Transfer, transfer.reverses_id)

    @admin.display(description=_("more of this player"))
    def of_player(self, transfer: Transfer) -> SafeString:
        """Links to the player's money."""
        of = {"player__id__exact": transfer.player_id}
        return links(listing(Transfer, _("transfers"), **of), listing(Account, _("accounts"), **of))


@admin.register(Account)
class AccountPage(ReadOnly):
    """Accounts of players, with kept balances, and of the house, which are summed by reports."""

    list_display = (
        "number",
        "owner",
        "kind",
        "in_currency",
        "kept",
        "entries",
        "closed_at",
        "rows",
    )
    list_select_related = ("player",)
    list_filter = ("kind", ByCurrency)
    search_fields = ("pk",)
    search_help_text = _("The number of an account, or a player's e-mail address")
    fields = ("owner", "kind", "in_currency", "kept", "entries", "closed_at", "rows")

    @admin.display(description=_("owner"))
    def owner(self, account: Account) -> Any:
        """The player, or the house."""
        return player_of(account) if account.player_id else _("the house")

    @admin.display(description=_("balance"))
    def kept(self, account: Account) -> str:
        """The kept balance; the house's accounts keep none."""
        return _balance(account.balance, account.currency)

    @admin.display(description=_("transfers"))
    def rows(self, account: Account) -> SafeString:
        """Links to what went out and what came in."""
        # The house's accounts number no transfers; said here so that an index finds them.
        house = account.player_id is None
        out = {"source__id__exact": account.pk, "source_no__isnull": house}
        came = {"target__id__exact": account.pk, "target_no__isnull": house}
        return links(listing(Transfer, _("out"), **out), listing(Transfer, _("in"), **came))


@admin.register(Seal)
class SealPage(ReadOnly):
    """The chain of digests over the histories."""

    list_display = ("number", "subject", "first_id", "last_id", "count", "digest_", "made_at")
    fields = ("subject", "first_id", "last_id", "count", "previous_", "digest_", "made_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seal]:
        """Without the marks, which are long."""
        rows: QuerySet[Seal] = super().get_queryset(request).defer("marks")
        return rows

    @admin.display(description=_("digest"))
    def digest_(self, seal: Seal) -> SafeString:
        """In hex."""
        return code(seal.digest)

    @admin.display(description=_("digest before"))
    def previous_(self, seal: Seal) -> SafeString:
        """In hex."""
        return code(seal.previous)


def _balance(amount: int | None, currency: str) -> str:
    return EMPTY if amount is None else money.format(amount, currency)
