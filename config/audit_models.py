"""Payouts to audit: the rules that choose them, and what an auditor said."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditRule(models.Model):
    """One way in which a settled round comes to be audited. Each change of it is an event."""

    class Kind(models.TextChoices):
        WIN = "win above", _("win above an amount (minor units)")
        MULTIPLE = "win multiple", _("payout of so many hundredths of the stake")
        SPEED = "speed", _("faster than so many milliseconds a move")
        RUN = "run", _("last 100 rounds so many hundredths of a deviation above the theory")
        FIRST = "first big win", _("a player's first win above an amount (minor units)")
        SAMPLE = "sample", _("so many of a thousand rounds, by chance")

    kind = models.CharField(_("rule"), max_length=20, choices=Kind, unique=True)
    threshold = models.PositiveIntegerField(_("threshold"))
    on = models.BooleanField(_("in force"), default=True)

    class Meta:
        verbose_name = _("rule of audits")
        verbose_name_plural = _("rules of audits")

    def __str__(self) -> str:
        return str(self.get_kind_display())


class Audit(models.Model):
    """A settled round for money that was chosen, why, and what came of it."""

    app_may_update = ("state", "auditor", "note", "decided_at")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        PASSED = "passed", _("passed")
        QUESTIONED = "questioned", _("questioned")

    round = models.OneToOneField(
        "games.Round", models.PROTECT, related_name="audit", verbose_name=_("round")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="audits", verbose_name=_("player")
    )
    # The kinds of rules that chose it.
    reasons = models.JSONField(_("reasons"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(_("chosen at"), default=timezone.now)
    auditor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("auditor"),
    )
    note = models.CharField(_("note"), max_length=500, blank=True)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    class Meta:
        verbose_name = _("audit of a payout")
        verbose_name_plural = _("audits of payouts")
        constraints = (
            models.CheckConstraint(
                condition=Q(state="open", decided_at=None, auditor=None)
                | (~Q(state="open") & Q(decided_at__isnull=False, auditor__isnull=False)),
                name="audit_decided_by_somebody",
            ),
        )
        indexes = (models.Index(fields=["made_at"], condition=Q(state="open"), name="audit_open"),)

    def __str__(self) -> str:
        return f"audit {self.pk}"


class AuditProgress(models.Model):
    """How far the rounds were looked through: everything that ended until then."""

    name = models.CharField(max_length=20, primary_key=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
