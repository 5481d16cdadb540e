"""What the solver is asked and has answered: verdicts on deals, and the pools that it fills."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Verdict(models.Model):
    """Whether a revealed deal could be won under a set of rules. Due until the solver has spoken.

    A worker that takes it holds it until `held_until`; if it dies another takes it then.
    """

    class State(models.TextChoices):
        DUE = "due", _("being looked for")
        SOLVABLE = "solvable", _("solvable")
        NOT_SOLVABLE = "not solvable", _("not solvable")
        NOT_FOUND = "not found", _("not found")

    deal = models.ForeignKey(
        "games.Deal",
        models.PROTECT,
        related_name="verdicts",
        verbose_name=_("deal"),
        db_index=False,
    )
    # The options that decide it, as one text.
    rules = models.CharField(_("rules"), max_length=300)
    options = models.JSONField(_("options"))
    state = models.CharField(_("verdict"), max_length=12, choices=State, default=State.DUE)
    # The winning line: notations with a space between.
    line = models.TextField(_("winning line"), blank=True)
    nodes = models.BigIntegerField(_("tables looked at"), default=0)
    seconds = models.FloatField(_("seconds"), default=0)
    solver_version = models.PositiveIntegerField(_("solver's version"), default=0)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    asked_at = models.DateTimeField(_("asked at"), default=timezone.now)
    held_until = models.DateTimeField(_("held until"), null=True, blank=True)
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    class Meta:
        verbose_name = _("verdict of the solver")
        verbose_name_plural = _("verdicts of the solver")
        constraints = (
            models.UniqueConstraint(fields=["deal", "rules"], name="verdict_once"),
            models.CheckConstraint(
                condition=Q(state="solvable") & ~Q(line="") | ~Q(state="solvable") & Q(line=""),
                name="verdict_solvable_with_a_line",
            ),
            models.CheckConstraint(
                condition=Q(state="due", answered_at=None)
                | ~Q(state="due") & Q(answered_at__isnull=False),
                name="verdict_due_or_answered",
            ),
        )
        indexes = (models.Index(fields=["asked_at"], condition=Q(state="due"), name="verdict_due"),)

    def __str__(self) -> str:
        return f"verdict {self.pk}"

    @property
    def is_due(self) -> bool:
        """Whether the solver has not answered yet."""
        return self.state == self.State.DUE

    @property
    def notations(self) -> list[str]:
        """The winning line; empty without one."""
        return self.line.split()


class Pool(models.Model):
    """A set of rules that winnable deals were asked for: its pool is kept filled for a time."""

    game = models.SlugField(_("game"), max_length=40, db_index=False)
    rules = models.CharField(_("rules"), max_length=300)
    options = models.JSONField(_("options"))
    asked_at = models.DateTimeField(_("asked at"), default=timezone.now)

    class Meta:
        verbose_name = _("pool of winnable deals")
        verbose_name_plural = _("pools of winnable deals")
        constraints = (models.UniqueConstraint(fields=["game", "rules"], name="pool_once"),)

    def __str__(self) -> str:
        return f"pool {self.pk}"
