"""Money: accounts, the transfers between them, and the seals over what was written.

What must hold is held by the database (migrations 0001 and 0002); `wallet/ledger.py` is the only
code that moves money. `docs/ledger.md` tells the whole.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Case, F, OuterRef, Q, Subquery, When
from django.utils.translation import gettext_lazy as _

from wallet.fields import WholeUnits

AMOUNT_MOST = 10**15


class AccountKind(models.TextChoices):
    """What an account is for: first the player's three, then the house's."""

    WALLET = "wallet", _("wallet")
    IN_PLAY = "in play", _("in play")
    CASH_OUT = "cash-out", _("cash-out")
    GAMES = "games", _("games")
    BANK = "bank", _("bank")
    FEES = "fees", _("fees")
    CHIPS = "chips", _("chips")
    CORRECTIONS = "corrections", _("corrections")
    RECEIVABLE = "receivable", _("receivable")


PLAYER_KINDS = (AccountKind.WALLET, AccountKind.IN_PLAY, AccountKind.CASH_OUT)
HOUSE_KINDS = tuple(kind for kind in AccountKind if kind not in PLAYER_KINDS)


class TransferKind(models.TextChoices):
    """Why money moves."""

    STAKE = "stake", _("stake")
    RESERVE = "reserve", _("reserve")
    RELEASE = "release", _("reserve released")
    HOUSE = "house", _("stake played")
    # A returned line: it may be a win with its stake, or the stake alone.
    WIN = "win", _("payout")
    REFUND = "refund", _("refund")
    GRANT = "grant", _("welcome chips")
    REFILL = "refill", _("refill")
    TEST_MONEY = "test money", _("test money")
    CORRECTION = "correction", _("correction")
    REVERSAL = "reversal", _("reversal")
    DEPOSIT = "deposit", _("deposit")
    FEE = "fee", _("fee")
    CHARGEBACK = "chargeback", _("chargeback")
    REPAYMENT = "repayment", _("debt repaid")
    BANK_RETURN = "bank return", _("payment returned by the bank")
    CASH_OUT = "cash-out", _("cash-out requested")
    CASH_OUT_SENT = "cash-out sent", _("cash-out sent")
    CASH_OUT_REFUSED = "cash-out refused", _("cash-out refused")


# What comes in, goes out and is charged back: few of a player's transfers, and found by an index.
CASHIER_KINDS = (
    *(TransferKind.DEPOSIT, TransferKind.FEE, TransferKind.CHARGEBACK, TransferKind.REPAYMENT),
    *(TransferKind.BANK_RETURN, TransferKind.CASH_OUT, TransferKind.CASH_OUT_SENT),
    TransferKind.CASH_OUT_REFUSED,
)
# What moves with every round; of any other kind there are few, and an index finds them.
PLAY_KINDS = (
    *(TransferKind.STAKE, TransferKind.RESERVE, TransferKind.RELEASE),
    *(TransferKind.HOUSE, TransferKind.WIN),
)
RARE_KINDS = tuple(kind for kind in TransferKind if kind not in PLAY_KINDS)


class Account(models.Model):
    """A place where money is. A player's accounts keep their balance; the house's are summed."""

    app_may_update = ("closed_at",)

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="money_accounts",
        verbose_name=_("player"),
        help_text=_("Empty for the house."),
        db_index=False,
    )
    kind = models.CharField(_("kind"), max_length=20, choices=AccountKind)
    currency = models.CharField(_("currency"), max_length=3)
    # Both kept by the insert of a transfer, and by nothing else; empty for the house.
    balance = models.BigIntegerField(_("balance"), null=True)
    entries = models.BigIntegerField(_("transfers"), null=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = (
            models.UniqueConstraint(
                fields=["player", "kind", "currency"], name="account_once", nulls_distinct=False
            ),
            models.CheckConstraint(condition=Q(balance__gte=0), name="account_not_below_zero"),
            models.CheckConstraint(
                condition=Q(
                    player__isnull=False,
                    kind__in=PLAYER_KINDS,
                    balance__isnull=False,
                    entries__isnull=False,
                )
                | Q(
                    player__isnull=True,
                    kind__in=HOUSE_KINDS,
                    balance__isnull=True,
                    entries__isnull=True,
                ),
                name="account_of_player_or_house",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | Q(balance__isnull=True) | Q(balance=0),
                name="account_closed_is_empty",
            ),
        )

    def __str__(self) -> str:
        owner = f"player {self.player_id}" if self.player_id else "house"
        return f"{owner}: {self.kind} {self.currency}"


class TransferQuerySet(models.QuerySet["Transfer"]):
    """Transfers as an account sees them."""

    def of(self, account: Account) -> TransferQuerySet:
        """Those that touch a player's account, newest first, with what they did to it added.

        `n` counts the account's transfers from 1 without gaps; `signed` is what this one added
        (below zero when money left), `before` and `after` are the balances around it, all in minor
        units.
        """
        leaves = Q(source=account)
        return (
            self.filter(leaves | Q(target=account))
            .annotate(
                n=Case(When(leaves, then=F("source_no")), default=F("target_no")),
                signed=Case(
                    When(leaves, then=-F("amount")),
                    default=F("amount"),
                    output_field=models.BigIntegerField(),
                ),
                after=Case(When(leaves, then=F("source_after")), default=F("target_after")),
            )
            .annotate(before=F("after") - F("signed"))
            .order_by("-n")
        )

    def with_kinds(self) -> TransferQuerySet:
        """With `source_kind` and `target_kind`, the kinds of the two accounts."""
        kind = Account.objects.values("kind")
        return self.annotate(
            source_kind=Subquery(kind.filter(pk=OuterRef("source_id"))),
            target_kind=Subquery(kind.filter(pk=OuterRef("target_id"))),
        )


class Transfer(models.Model):
    """One positive amount that went from one account to another. Rows are only ever added.

    The database fills `id`, `source_after`, `target_after`, `source_no`, `target_no` and
    `made_at`, whatever the insert says. The player and the two accounts have no foreign key
    constraint, which would mark the house's row at each transfer: the insert's trigger looks them
    up, and an account is never deleted.
    """

    append_only = True

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="transfers",
        verbose_name=_("player"),
        db_constraint=False,
        db_index=False,
    )
    key = models.CharField(_("key"), max_length=120)
    cause = models.CharField(_("cause"), max_length=80, help_text=_("As round:12."))
    kind = models.CharField(_("kind"), max_length=20, choices=TransferKind)
    source = models.ForeignKey(
        Account,
        models.PROTECT,
        related_name="outgoing",
        verbose_name=_("from"),
        db_constraint=False,
        db_index=False,
    )
    target = models.ForeignKey(
        Account,
        models.PROTECT,
        related_name="incoming",
        verbose_name=_("to"),
        db_constraint=False,
        db_index=False,
    )
    amount = WholeUnits(_("amount"))
    currency = models.CharField(_("currency"), max_length=3)
    source_after = models.BigIntegerField(_("balance after, from"), null=True, editable=False)
    target_after = models.BigIntegerField(_("balance after, to"), null=True, editable=False)
    source_no = models.BigIntegerField(_("number, from"), null=True, editable=False)
    target_no = models.BigIntegerField(_("number, to"), null=True, editable=False)
    made_at = models.DateTimeField(_("made at"), editable=False)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("actor"),
        help_text=_("Empty for the house."),
        db_index=False,
    )
    note = models.TextField(_("note"), blank=True)
    reverses = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="reversals",
        verbose_name=_("reverses"),
        db_index=False,
    )

    objects: ClassVar[Any] = TransferQuerySet.as_manager()

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        indexes = (
            models.Index(fields=["cause"], name="transfer_cause"),
            models.Index(
                fields=["player", "made_at"],
                condition=Q(kind__in=[str(kind) for kind in CASHIER_KINDS]),
                name="transfer_of_cashier",
            ),
            # What left and what came to each of the house's accounts, which number no transfers.
            models.Index(
                fields=["source", "-id"],
                condition=Q(source_no__isnull=True),
                name="transfer_from_house",
            ),
            models.Index(
                fields=["target", "-id"],
                condition=Q(target_no__isnull=True),
                name="transfer_to_house",
            ),
            models.Index(
                fields=["kind", "-id"],
                condition=Q(kind__in=[str(kind) for kind in RARE_KINDS]),
                name="transfer_of_rare_kind",
            ),
            models.Index(fields=["made_at"], name="transfer_by_time"),
        )
        constraints = (
            models.UniqueConstraint(fields=["player", "key"], name="transfer_key_once"),
            models.UniqueConstraint(
                fields=["source", "source_no"],
                condition=Q(source_no__isnull=False),
                name="transfer_source_number_once",
            ),
            models.UniqueConstraint(
                fields=["target", "target_no"],
                condition=Q(target_no__isnull=False),
                name="transfer_target_number_once",
            ),
            models.UniqueConstraint(
                fields=["reverses"],
                condition=Q(reverses__isnull=False),
                name="transfer_reversed_once",
            ),
            models.CheckConstraint(
                condition=Q(amount__gte=1, amount__lte=AMOUNT_MOST), name="transfer_amount_in_range"
            ),
            models.CheckConstraint(
                condition=~Q(source=F("target")), name="transfer_between_two_accounts"
            ),
            models.CheckConstraint(
                condition=Q(kind=TransferKind.REVERSAL, reverses__isnull=False)
                | (~Q(kind=TransferKind.REVERSAL) & Q(reverses__isnull=True)),
                name="transfer_reversal_names_what_it_reverses",
            ),
            models.CheckConstraint(
                condition=~Q(key="") & ~Q(cause=""), name="transfer_has_a_cause"
            ),
        )

    def __str__(self) -> str:
        return f"transfer {self.pk}"


class Seal(models.Model):
    """A digest over a range of rows of a history, chained to the seal before it."""

    append_only = True

    subject = models.CharField(_("of"), max_length=20, help_text=_("As transfers or moves."))
    first_id = models.BigIntegerField(_("first id"))
    last_id = models.BigIntegerField(_("last id"))
    count = models.BigIntegerField(_("rows"))
    # Of each row in order: its id (8 bytes) and the start of its digest (8 bytes). The digest
    # below says that a range differs; these say which row.
    marks = models.BinaryField(_("marks"))
    # Of the house's accounts: account id -> what came less what left, of all rows up to last_id.
    totals = models.JSONField(_("totals"), default=dict)
    previous = models.CharField(_("digest before"), max_length=64)
    digest = models.CharField(_("digest"), max_length=64)
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("seal")
        verbose_name_plural = _("seals")
        constraints = (
            models.UniqueConstraint(fields=["subject", "first_id"], name="seal_range_once"),
            models.UniqueConstraint(fields=["subject", "previous"], name="seal_chain_once"),
            models.CheckConstraint(
                condition=Q(first_id__lte=F("last_id")), name="seal_range_forward"
            ),
        )

    def __str__(self) -> str:
        return f"seal of {self.subject} {self.first_id} to {self.last_id}"


# Django finds an app's models here.
from wallet.cash_out_models import (  # noqa: E402
    Approval,
    CashOut,
    CashOutStep,
    PayoutFile,
    SandboxPayout,
)
from wallet.deposit_models import (  # noqa: E402
    Deposit,
    FundingBlock,
    Notification,
    PaymentMethod,
    SandboxMessage,
)

__all__ = [
    "AMOUNT_MOST",
    "CASHIER_KINDS",
    "HOUSE_KINDS",
    "PLAYER_KINDS",
    "Account",
    "AccountKind",
    "Approval",
    "CashOut",
    "CashOutStep",
    "Deposit",
    "FundingBlock",
    "Notification",
    "PaymentMethod",
    "PayoutFile",
    "SandboxMessage",
    "SandboxPayout",
    "Seal",
    "Transfer",
    "TransferKind",
    "TransferQuerySet",
]
