"""What the house's own checks found: each difference with an owner, notes and an end."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Finding(models.Model):
    """Something that does not agree, about one row, open until a person ends it."""

    app_may_update = ("seen_at", "times", "owner", "ended_at", "ended_by", "disposition")

    class Area(models.TextChoices):
        BOOKS = "books", _("books")
        GAMES = "games", _("games")
        HARM = "harm", _("signs of harm")
        LAUNDERING = "laundering", _("signs of money laundering")

    area = models.CharField(_("area"), max_length=12, choices=Area, default=Area.BOOKS)
    # Which check, as `kept balance` or `sealed moves`.
    check_name = models.CharField(_("check"), max_length=60)
    # The row, as `transfer:12`.
    of = models.CharField(_("row"), max_length=80)
    sentence = models.TextField(_("what was found"))
    found_at = models.DateTimeField(_("found at"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen at"), default=timezone.now)
    times = models.PositiveIntegerField(_("times seen"), default=1)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("taken by"),
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("ended by"),
    )
    disposition = models.CharField(_("how it ended"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        constraints = (
            models.UniqueConstraint(
                fields=["check_name", "of"], condition=Q(ended_at=None), name="finding_open_once"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, disposition="")
                | (Q(ended_at__isnull=False, ended_by__isnull=False) & ~Q(disposition="")),
                name="finding_ended_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"finding {self.pk}"


class FindingNote(models.Model):
    """What somebody wrote about a finding. Rows are only added."""

    append_only = True

    finding = models.ForeignKey(
        Finding, models.PROTECT, related_name="notes", verbose_name=_("finding")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    text = models.TextField(_("note"), max_length=2000)

    class Meta:
        verbose_name = _("note on a finding")
        verbose_name_plural = _("notes on findings")

    def __str__(self) -> str:
        return f"note {self.pk}"
