"""Records that staff make: corrections proposed and approved, notes on players, releases."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Proposal(models.Model):
    """A correction of a player's balance that one person proposes and another approves."""

    app_may_update = ("state", "decided_by", "decided_at", "answer")

    class State(models.TextChoices):
        OPEN = "open", _("waits for a second person")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    currency = models.CharField(_("currency"), max_length=3)
    amount = models.BigIntegerField(_("amount"), help_text=_("Minor units; below zero takes."))
    reason = models.CharField(_("reason"), max_length=500)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    made_at = models.DateTimeField(_("proposed at"), default=timezone.now)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    answer = models.CharField(_("answer"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        constraints = (
            models.CheckConstraint(condition=~Q(amount=0), name="proposal_of_something"),
            models.CheckConstraint(
                condition=Q(decided_by=None) | ~Q(decided_by=F("made_by")),
                name="proposal_decided_by_another",
            ),
            models.CheckConstraint(
                condition=Q(state="open", decided_by=None)
                | (~Q(state="open") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="proposal_decided_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"correction {self.pk}"


class Note(models.Model):
    """What somebody of the house wrote about a player. Rows are only added."""

    append_only = True

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="notes", verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    text = models.TextField(_("note"), max_length=2000)

    class Meta:
        verbose_name = _("note on a player")
        verbose_name_plural = _("notes on players")

    def __str__(self) -> str:
        return f"note {self.pk}"


class Release(models.Model):
    """An approved state of the files that decide games: their digests, what changed, how weighty.

    Rows are only added; the newest is what must be there.
    """

    append_only = True

    class Weight(models.TextChoices):
        MAJOR = "major", _("major: dice, scaling, rules or paytables, tested anew")
        MINOR = "minor", _("minor: nothing that decides a game")

    digest = models.CharField(_("digest"), max_length=64)
    files = models.JSONField(_("digests of the files"))
    weight = models.CharField(_("weight"), max_length=5, choices=Weight)
    changed = models.CharField(_("what changed"), max_length=500)
    # None for the first one, and for the demo, which approves what it finds.
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("approved by"),
    )
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("release of the games")
        verbose_name_plural = _("releases of the games")

    def __str__(self) -> str:
        return f"release {self.pk}"
