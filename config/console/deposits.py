"""The console's pages of deposits: how each stands, what providers told, methods, blocks."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from payments import PaymentStatus

from config.console import deposit_deeds
from config.console.deeds import WithDeeds
from config.console.pages import (
    EMPTY,
    ReadOnly,
    choices_filter,
    code,
    link,
    listing,
    person,
    player_of,
)
from wallet import deposit_words, money
from wallet.deposit_models import Deposit, FundingBlock, Notification, PaymentMethod
from wallet.models import Transfer

YES_OR_NO = (("1", _("yes")), ("0", _("no")))
Outcomes = choices_filter("outcome", "outcome", Notification.Outcome.choices, _("outcome"))
Genuine = choices_filter("genuine", "genuine", YES_OR_NO, _("signed by the provider"))
NeedsLook = choices_filter("needs_look", "needs_look", YES_OR_NO, _("needs a look"))
Statuses = choices_filter("status", "status", PaymentStatus.CHOICES, _("status"))


@admin.register(Deposit)
class DepositPage(WithDeeds):
    """Every deposit that was asked for, the refused ones too."""

    deeds = (deposit_deeds.SETTLE,)
    list_display = (
        *("number", "created", "by", "sum_", "captured_", "fee_", "stands", "way", "needs_look"),
    )
    list_select_related = ("player",)
    list_filter = (Statuses, NeedsLook, "created")
    search_fields = ("pk",)
    search_help_text = _(
        "The number of a deposit, a player's address, the provider's number or the authorisation"
    )
    fields = (
        *("by", "created", "asked_", "sum_", "captured_", "fee_", "stands", "why", "reached_at"),
        *("ended_at", "way", "method_", "transaction_", "authorization", "customer_ip_address"),
        *("needs_look", "told", "transfers"),
    )

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, the provider's number or that of the authorisation."""
        if (usual := super().meaning(term)) is not None:
            return usual
        return Q(variant__in=deposit_words.WAYS, transaction_id=term) | Q(authorization=term)

    @admin.display(description=_("player"))
    def by(self, row: Deposit) -> Any:
        """Who pays in."""
        return player_of(row)

    @admin.display(description=_("asked for"))
    def asked_(self, row: Deposit) -> str:
        """Before a limit made it less."""
        return money.format(row.asked, row.currency)

    @admin.display(description=_("amount"))
    def sum_(self, row: Deposit) -> str:
        """With its currency."""
        return money.format(row.amount, row.currency)

    @admin.display(description=_("captured"))
    def captured_(self, row: Deposit) -> str:
        """What the provider has taken, which is what was credited."""
        return EMPTY if row.captured is None else money.format(row.captured, row.currency)

    @admin.display(description=_("fee"))
    def fee_(self, row: Deposit) -> str:
        """What the house takes."""
        return money.format(row.fee, row.currency)

    @admin.display(description=_("stands"))
    def stands(self, row: Deposit) -> str:
        """As the player reads it."""
        return deposit_words.standing(row).word

    @admin.display(description=_("the player is told"))
    def why(self, row: Deposit) -> str:
        """The sentence."""
        return deposit_words.standing(row).sentence

    @admin.display(description=_("way to pay"))
    def way(self, row: Deposit) -> str:
        """The provider."""
        return deposit_words.way(row.variant)

    @admin.display(description=_("method"))
    def method_(self, row: Deposit) -> Any:
        """What paid, once that is known."""
        return link(PaymentMethod, row.method_id)

    @admin.display(description=_("provider's number"))
    def transaction_(self, row: Deposit) -> SafeString:
        """Of the payment."""
        return code(row.transaction_id)

    @admin.display(description=_("what the provider told"))
    def told(self, row: Deposit) -> SafeString:
        """A link to it."""
        return listing(Notification, _("notifications"), deposit__id__exact=row.pk)

    @admin.display(description=_("transfers"))
    def transfers(self, row: Deposit) -> SafeString:
        """A link to the money that it moved."""
        return listing(Transfer, _("all of them"), cause=row.cause)


@admin.register(Notification)
class NotificationPage(ReadOnly):
    """What was told in providers' names, the forged too."""

    list_display = ("number", "at", "deposit_", "provider", "kind", "genuine", "outcome", "event_")
    list_filter = (Outcomes, Genuine, "at")
    search_fields = ("pk",)
    search_help_text = _("The number here, or that of the provider")
    fields = (
        *("at", "deposit_", "provider", "event_", "kind", "genuine", "outcome", "address"),
        "digest_",
    )

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, the provider's number."""
        return super().meaning(term) or Q(provider__in=deposit_words.WAYS, event=term)

    @admin.display(description=_("deposit"))
    def deposit_(self, row: Notification) -> Any:
        """What it is about."""
        return link(Deposit, row.deposit_id)

    @admin.display(description=_("provider's number"))
    def event_(self, row: Notification) -> SafeString:
        """Of the notification."""
        return code(row.event)

    @admin.display(description=_("digest of its body"))
    def digest_(self, row: Notification) -> SafeString:
        """In hex."""
        return code(row.digest)


@admin.register(PaymentMethod)
class MethodPage(ReadOnly):
    """What players pay with; the same account of two players has the same fingerprint."""

    list_display = ("number", "by", "kind", "label", "holder", "verified", "used_at", "closed_at")
    list_select_related = ("player",)
    search_fields = ("pk",)
    search_help_text = _("The number of a method, a player's address, or a fingerprint")
    fields = (
        *("by", "kind", "label", "holder", "verified", "made_at", "used_at", "closed_at"),
        *("print_", "same_", "deposits_"),
    )

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, a fingerprint."""
        return super().meaning(term) or Q(fingerprint=term)

    @admin.display(description=_("player"))
    def by(self, row: PaymentMethod) -> Any:
        """Whose it is."""
        return player_of(row)

    @admin.display(description=_("fingerprint"))
    def print_(self, row: PaymentMethod) -> SafeString:
        """In hex."""
        return code(row.fingerprint)

    @admin.display(description=_("the same account"))
    def same_(self, row: PaymentMethod) -> SafeString:
        """A link to every player's method of this fingerprint."""
        return listing(PaymentMethod, _("methods"), q=row.fingerprint)

    @admin.display(description=_("paid"))
    def deposits_(self, row: PaymentMethod) -> SafeString:
        """A link to what it paid."""
        return listing(Deposit, _("deposits"), method__id__exact=row.pk)


@admin.register(FundingBlock)
class BlockPage(WithDeeds):
    """Who may not pay in, after payments that failed."""

    deeds = (deposit_deeds.LIFT,)
    list_display = ("number", "by", "made_at", "until", "lifted_at", "lifted")
    list_select_related = ("player", "lifted_by")
    search_fields = ("pk",)
    search_help_text = _("The number of a block, or a player's e-mail address")
    fields = ("by", "made_at", "until", "lifted_at", "lifted", "failed")

    @admin.display(description=_("player"))
    def by(self, row: FundingBlock) -> Any:
        """Who is blocked."""
        return player_of(row)

    @admin.display(description=_("lifted by"))
    def lifted(self, row: FundingBlock) -> Any:
        """Who ended it before its time."""
        return person(row.lifted_by)

    @admin.display(description=_("deposits"))
    def failed(self, row: FundingBlock) -> SafeString:
        """A link to what failed."""
        return listing(Deposit, _("deposits"), player__id__exact=row.player_id)
