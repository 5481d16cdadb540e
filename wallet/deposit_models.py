"""Deposits as the gateways know them: what they pay with, what they told, what blocks a player.

None of these rows is money. A deposit that was captured becomes transfers (`wallet/deposits.py`).
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from payments.models import BasePayment

from wallet.fields import WholeUnits


class PaymentMethod(models.Model):
    """Something that a player pays in from and is paid out to. No numbers of cards or accounts:
    the gateway's reference, a label that hides most of it, and a digest to know it again."""

    app_may_update = ("label", "holder", "verified", "used_at", "closed_at")

    class Kind(models.TextChoices):
        """What it is."""

        SANDBOX = "sandbox account", _("sandbox account")
        SANDBOX_PURSE = "sandbox purse", _("sandbox purse")
        BANK = "bank account", _("bank account")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="payment_methods",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    label = models.CharField(_("label"), max_length=60, help_text=_("Most of it is hidden."))
    holder = models.CharField(_("holder"), max_length=120)
    reference = models.CharField(
        _("reference"), max_length=200, help_text=_("What the gateway or the bank calls it.")
    )
    fingerprint = models.CharField(_("fingerprint"), max_length=64, db_index=True)
    verified = models.BooleanField(
        _("ownership verified"),
        default=False,
        help_text=_("Its holder is the player whose identity was verified."),
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    closed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("payment method")
        verbose_name_plural = _("payment methods")
        constraints = (
            models.UniqueConstraint(
                fields=["player", "fingerprint"],
                condition=Q(closed_at__isnull=True),
                name="payment_method_once",
            ),
        )

    def __str__(self) -> str:
        return self.label


class Deposit(BasePayment):
    """A gateway's record of a payment, with the sums in minor units. `total` is `amount` as the
    gateway writes it. What a player asked for and was refused is a row too."""

    app_may_update = (
        *("status", "message", "transaction_id", "captured_amount", "modified", "extra_data"),
        *("fraud_status", "fraud_message", "captured", "fee", "method", "authorization"),
        *("reason", "reached_at", "ended_at", "needs_look"),
    )

    class Reason(models.TextChoices):
        """Why it did not become money."""

        NONE = "", _("none")
        GATE = "gate", _("not allowed")
        BLOCKED = "blocked", _("too many failed tries")
        DECLINED = "declined", _("declined by the provider")
        CANCELLED = "cancelled", _("cancelled")
        SILENT = "silent", _("no answer from the provider")
        CURRENCY = "currency", _("paid in another currency")
        CHARGEBACK = "chargeback", _("charged back")
        HELD = "held", _("paid, and not allowed")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("player"),
        db_index=False,
    )
    asked = WholeUnits(_("asked for"), help_text=_("Before a limit made it less."))
    amount = WholeUnits(_("amount"))
    fee = WholeUnits(_("fee"), default=0)
    captured = WholeUnits(_("captured"), null=True, blank=True)
    method = models.ForeignKey(
        PaymentMethod,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("method"),
    )
    authorization = models.CharField(_("authorisation number"), max_length=64, blank=True)
    reason = models.CharField(_("reason"), max_length=20, choices=Reason, blank=True)
    # When the gateway said that it has the money, and when there was no more to wait for.
    reached_at = models.DateTimeField(_("captured at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    needs_look = models.BooleanField(_("needs a look"), default=False)

    class Meta:
        verbose_name = _("deposit")
        verbose_name_plural = _("deposits")
        indexes = (
            models.Index(fields=["player", "created"], name="deposit_of_player"),
            models.Index(
                fields=["created"], condition=Q(ended_at__isnull=True), name="deposit_open"
            ),
            models.Index(
                fields=["authorization"],
                condition=~Q(authorization=""),
                name="deposit_authorization",
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["token"], name="deposit_token_once"),
            models.UniqueConstraint(
                fields=["variant", "transaction_id"],
                condition=~Q(transaction_id=""),
                name="deposit_of_gateway_once",
            ),
            models.CheckConstraint(
                condition=Q(amount__gte=1, fee__gte=0, asked__gte=1), name="deposit_amount_in_range"
            ),
            models.CheckConstraint(
                condition=Q(captured__isnull=True) | Q(captured__gte=1),
                name="deposit_captured_in_range",
            ),
        )

    def __str__(self) -> str:
        return f"deposit {self.pk}"

    @property
    def cause(self) -> str:
        """The cause of its transfers."""
        return f"deposit:{self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether the gateway may still bring it."""
        return self.ended_at is None

    @property
    def way_on(self) -> str:
        """Where a player whom a gate refused can go on: the name of an address, or empty."""
        return str(getattr(self.attrs, "way_on", ""))

    def get_success_url(self) -> str:
        """Where a gateway leads the player afterwards; the page says what came of it."""
        return reverse("wallet:deposited", args=[self.pk])

    get_failure_url = get_success_url


class Notification(models.Model):
    """What somebody told us in a gateway's name. Rows are only added; a repeat adds none."""

    append_only = True

    class Outcome(models.TextChoices):
        """What was done about it."""

        TAKEN = "taken", _("taken")
        OVER = "over", _("came too late to change anything")
        FORGED = "forged", _("refused: not signed by the provider")
        UNREADABLE = "unreadable", _("refused: cannot be read")
        AMOUNT = "amount", _("refused: no whole amount")
        CURRENCY = "currency", _("refused: another currency")
        REUSED = "reused", _("refused: the number of another notification")

    deposit = models.ForeignKey(
        Deposit, models.PROTECT, related_name="notifications", verbose_name=_("deposit")
    )
    provider = models.CharField(_("provider"), max_length=40)
    event = models.CharField(_("number at the provider"), max_length=80, blank=True)
    kind = models.CharField(_("kind"), max_length=20, blank=True)
    digest = models.CharField(_("digest of its body"), max_length=64)
    genuine = models.BooleanField(_("signed by the provider"))
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome)
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        verbose_name = _("notification of a provider")
        verbose_name_plural = _("notifications of providers")
        constraints = (
            models.UniqueConstraint(
                fields=["provider", "event"],
                condition=Q(outcome__in=("taken", "over", "amount", "currency")),
                name="notification_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.provider} {self.event}"


class FundingBlock(models.Model):
    """A player may not pay in for a time, or until staff lift it, after tries that failed."""

    app_may_update = ("lifted_at", "lifted_by")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="funding_blocks",
        verbose_name=_("player"),
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Empty: until it is lifted.")
    )
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("lifted by"),
    )

    class Meta:
        verbose_name = _("block of deposits")
        verbose_name_plural = _("blocks of deposits")

    def __str__(self) -> str:
        return f"block {self.pk}"


class SandboxMessage(models.Model):
    """What the sandbox provider still has to send, and when. It stands for another house's books
    and is read by nothing else of ours."""

    deposit = models.ForeignKey(Deposit, models.CASCADE, related_name="+")
    body = models.TextField()
    # A notification that somebody else made up: its signature is wrong.
    forged = models.BooleanField(default=False)
    times = models.PositiveSmallIntegerField(default=1)
    due_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=80, blank=True)

    class Meta:
        indexes = (
            models.Index("due_at", name="sandbox_message_due", condition=Q(due_at__isnull=False)),
        )

    def __str__(self) -> str:
        return f"sandbox message {self.pk}"
