"""Cash-outs: money that a player has asked for, the people who decide, and how it left the house.

A cash-out's money left the wallet when it was asked for and lies on the player's account
`cash-out` until the row ends: sent, or back in the wallet. `docs/ledger.md` tells the whole.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CashOutState(models.TextChoices):
    """Where a cash-out stands."""

    REQUESTED = "requested", _("requested")
    ON_HOLD = "on hold", _("on hold")
    APPROVED = "approved", _("approved")
    SENDING = "sending", _("being sent")
    # The bank did not answer: it may have been paid or not, and a person finds out.
    UNKNOWN = "unknown", _("being looked up at the bank")
    SENT = "sent", _("sent")
    REFUSED = "refused", _("refused")
    FAILED = "failed", _("failed")
    TAKEN_BACK = "taken back", _("taken back")


OPEN = (
    CashOutState.REQUESTED,
    CashOutState.ON_HOLD,
    CashOutState.APPROVED,
    CashOutState.SENDING,
    CashOutState.UNKNOWN,
)
ENDED = tuple(state for state in CashOutState if state not in OPEN)


class Reason(models.TextChoices):
    """Why a cash-out is held or refused, as the player is told it."""

    IDENTITY = "identity", _("We need to see your identity papers again.")
    METHOD = "method", _("We check that the account for the payment is in your name.")
    DEPOSIT = "deposit", _("A deposit of yours is not settled with the bank yet.")
    PLAY = "play", _("A person of the house looks at the games behind this money.")
    DISPUTE = "dispute", _("There is an open question between you and us about this money.")
    ASKED = "asked", _("You asked us to.")
    BANK = "bank", _("The bank did not take the payment.")
    OTHER = "other", _("A person of the house looks at it and writes to you.")


class PayoutFile(models.Model):
    """A list of payments for the bank, kept as it was made. Each one is confirmed by itself."""

    app_may_update = ("confirmed_at",)

    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    count = models.PositiveIntegerField(_("payments"))
    total = models.BigIntegerField(_("total"), help_text=_("In minor units."))
    currency = models.CharField(_("currency"), max_length=3)
    text = models.TextField(_("content"))
    # SHA-256 of the text in UTF-8.
    digest = models.CharField(_("digest"), max_length=64)
    # When the last of its payments was confirmed as sent or failed.
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("payout file")
        verbose_name_plural = _("payout files")

    def __str__(self) -> str:
        return f"payout file {self.pk}"


class CashOut(models.Model):
    """Money that a player has asked for. What was asked for never changes, only where it stands."""

    app_may_update = (
        *("state", "reason", "turn", "held_at", "due_at", "by_provider", "called_at"),
        *("bank_reference", "payout_file", "ended_at"),
    )

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="cash_outs",
        verbose_name=_("player"),
        db_index=False,
    )
    # Made with the form, so that a form sent twice is one cash-out.
    form_key = models.UUIDField(_("form"), editable=False)
    amount = models.BigIntegerField(_("amount"), help_text=_("In minor units."))
    currency = models.CharField(_("currency"), max_length=3)
    method = models.ForeignKey(
        "wallet.PaymentMethod", models.PROTECT, related_name="+", verbose_name=_("goes to")
    )
    state = models.CharField(
        _("state"), max_length=12, choices=CashOutState, default=CashOutState.REQUESTED
    )
    # Whether two different people must approve it, by the threshold when it was asked for.
    two_people = models.BooleanField(_("two people approve"))
    reason = models.CharField(_("reason"), max_length=12, choices=Reason, blank=True)
    # Approvals count for one turn; a hold begins the next.
    turn = models.PositiveSmallIntegerField(_("turn"), default=1)
    made_at = models.DateTimeField(_("asked for at"), default=timezone.now)
    # The clock of the queue: it stands still while held for a reason.
    due_at = models.DateTimeField(_("due at"))
    held_at = models.DateTimeField(_("held since"), null=True, blank=True)
    # Whether the payment is made by the provider, and not by a file for the bank.
    by_provider = models.BooleanField(_("by the provider"), default=False)
    # When the provider was called: never twice.
    called_at = models.DateTimeField(_("provider called at"), null=True, blank=True)
    bank_reference = models.CharField(_("bank's reference"), max_length=80, blank=True)
    payout_file = models.ForeignKey(
        PayoutFile,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="cash_outs",
        verbose_name=_("payout file"),
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("cash-out")
        verbose_name_plural = _("cash-outs")
        permissions = (
            ("decide_cashout", _("Hold, approve, refuse and send cash-outs")),
            ("inspect_cashout", _("See why and by whom a cash-out was decided")),
        )
        constraints = (
            models.UniqueConstraint(fields=["player", "form_key"], name="cash_out_form_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="cash_out_of_something"),
            models.CheckConstraint(
                condition=Q(state__in=OPEN, ended_at=None)
                | Q(state__in=ENDED, ended_at__isnull=False),
                name="cash_out_open_or_ended",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["on hold", "refused"]) | ~Q(reason=""),
                name="cash_out_held_for_a_reason",
            ),
            models.CheckConstraint(
                condition=~(Q(state="sent") & Q(bank_reference="")),
                name="cash_out_sent_with_a_reference",
            ),
        )
        indexes = (
            models.Index(fields=["player", "-id"], name="cash_out_of_player"),
            models.Index(fields=["due_at"], condition=Q(state__in=OPEN), name="cash_out_queue"),
        )

    def __str__(self) -> str:
        return f"cash-out {self.pk}"

    @property
    def cause(self) -> str:
        """What its transfers and events name, and the provider's key: `cashout:12`."""
        return f"cashout:{self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether its money is still on the player's account `cash-out`."""
        return self.state in OPEN

    @property
    def approvals_needed(self) -> int:
        """How many different people must approve it."""
        return 2 if self.two_people else 1


class CashOutStep(models.Model):
    """One change of a cash-out: who, from where to where, why. Rows are only ever added."""

    append_only = True

    cash_out = models.ForeignKey(
        CashOut, models.PROTECT, related_name="steps", verbose_name=_("cash-out")
    )
    # The player, a member of staff, or nobody: the house itself.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("actor"),
        db_index=False,
    )
    before = models.CharField(_("from"), max_length=12, choices=CashOutState, blank=True)
    after = models.CharField(_("to"), max_length=12, choices=CashOutState)
    # What the player is told, by its code, and what only staff read.
    reason = models.CharField(_("reason"), max_length=12, choices=Reason, blank=True)
    note = models.TextField(_("note"), blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("step of a cash-out")
        verbose_name_plural = _("steps of cash-outs")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.before} to {self.after}"


class Approval(models.Model):
    """A member of staff approved a cash-out, once in each of its turns. Rows are only added."""

    append_only = True

    cash_out = models.ForeignKey(
        CashOut, models.PROTECT, related_name="approvals", verbose_name=_("cash-out")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("person"),
        db_index=False,
    )
    turn = models.PositiveSmallIntegerField(_("turn"))
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("approval")
        verbose_name_plural = _("approvals")
        constraints = (
            models.UniqueConstraint(fields=["cash_out", "turn", "person"], name="approval_once"),
        )

    def __str__(self) -> str:
        return f"approval {self.pk}"


class SandboxPayout(models.Model):
    """What the sandbox provider has done, by key: its own memory, and no money. Rows are added."""

    append_only = True

    key = models.CharField(max_length=80, unique=True)
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=3)
    paid = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.key
