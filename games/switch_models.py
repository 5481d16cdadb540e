"""Games taken out of service and put back: a history, whose newest row of a scope holds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Switch(models.Model):
    """A game, or all of them, or all for money, was switched off or on, by whom and why."""

    append_only = True

    ALL, MONEY = "all games", "money games"

    # A game's slug, or one of the two above.
    scope = models.CharField(_("what"), max_length=40)
    on = models.BooleanField(_("in service"))
    reason = models.CharField(_("reason"), max_length=500)
    # None for the house's own checks.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("switch of a game")
        verbose_name_plural = _("switches of games")
        indexes = (models.Index(fields=["scope", "-id"], name="switch_newest"),)

    def __str__(self) -> str:
        return f"switch {self.pk}"
