"""Rows behind what others may see of a round: the links that share it, results that fell."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Share(models.Model):
    """A link by which anybody who has it sees a round, until its player withdraws it.

    The token is kept as it is: its player is shown the link again, and it opens nothing that a
    reader of this table could not read beside it.
    """

    app_may_update = ("withdrawn_at",)

    round = models.ForeignKey(
        "games.Round", models.PROTECT, related_name="shares", verbose_name=_("round")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="shares", verbose_name=_("player")
    )
    token = models.CharField(_("token"), max_length=64, unique=True)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("shared link")
        verbose_name_plural = _("shared links")
        constraints = (
            models.UniqueConstraint(
                fields=["round"], condition=Q(withdrawn_at=None), name="share_one_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"share of round {self.round_id}"


class Disproof(models.Model):
    """A result that its round's log does not lead to. It stands on no board any more."""

    append_only = True

    result = models.OneToOneField(
        "games.Result", models.PROTECT, related_name="disproof", verbose_name=_("result")
    )
    reason = models.TextField(_("reason"))
    found_at = models.DateTimeField(_("found at"), default=timezone.now)

    class Meta:
        verbose_name = _("disproof")
        verbose_name_plural = _("disproofs")

    def __str__(self) -> str:
        return f"disproof of result {self.result_id}"
