"""Who a player is: what was told of it, the documents, and what the house decided."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class IdentityCheck(models.Model):
    """What a player told of himself, and whether a person of the house found it true.

    At most one waits and at most one is in force; what was replaced stays. A person is verified
    for one account only, which the database holds.
    """

    app_may_update = ("state", "reason", "decided_at", "decided_by")

    class State(models.TextChoices):
        SUBMITTED = "submitted", _("waits for us")
        VERIFIED = "verified", _("verified")
        REFUSED = "refused", _("refused")
        REPLACED = "replaced", _("replaced")

    class Document(models.TextChoices):
        PASSPORT = "passport", _("passport")
        IDENTITY_CARD = "identity card", _("identity card")
        DRIVING_LICENCE = "driving licence", _("driving licence")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="identity_checks",
        verbose_name=_("player"),
    )
    full_name = models.CharField(_("full name"), max_length=120)
    birth_date = models.DateField(_("birth date"))
    street = models.CharField(_("street and number"), max_length=120)
    postal_code = models.CharField(_("postal code"), max_length=20)
    city = models.CharField(_("town"), max_length=80)
    country = models.CharField(_("country"), max_length=60)
    document = models.CharField(_("document"), max_length=20, choices=Document)
    # Sealed; its last signs are shown, the whole number is shown to whoever decides.
    document_number = models.BinaryField(_("document number, sealed"))
    document_tail = models.CharField(_("document number ends in"), max_length=4)
    valid_until = models.DateField(_("document valid until"))
    # Keyed hashes, by which the same person and the same document are found again.
    person_key = models.CharField(max_length=64)
    document_key = models.CharField(max_length=64)
    state = models.CharField(
        _("state"), max_length=10, choices=State, default=State.SUBMITTED, db_index=True
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    submitted_at = models.DateTimeField(_("submitted at"), default=timezone.now)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )

    class Meta:
        verbose_name = _("identity")
        verbose_name_plural = _("identities")
        constraints = (
            models.UniqueConstraint(
                fields=["player"], condition=Q(state="submitted"), name="identity_one_waits"
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(state="verified"), name="identity_one_in_force"
            ),
            models.UniqueConstraint(
                fields=["person_key"], condition=Q(state="verified"), name="identity_person_once"
            ),
            models.UniqueConstraint(
                fields=["document_key"],
                condition=Q(state="verified"),
                name="identity_document_once",
            ),
            models.CheckConstraint(
                condition=Q(state="submitted", decided_at=None)
                | (~Q(state="submitted") & Q(decided_at__isnull=False)),
                name="identity_decided_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"identity {self.pk}"


class IdentityFile(models.Model):
    """A picture or scan of a document, sealed. Rows are only added."""

    append_only = True

    check_of = models.ForeignKey(
        IdentityCheck, models.PROTECT, related_name="files", verbose_name=_("identity")
    )
    name = models.CharField(_("name"), max_length=120)
    content_type = models.CharField(_("type"), max_length=40)
    size = models.PositiveIntegerField(_("size in bytes"))
    content = models.BinaryField(_("content, sealed"))
    made_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")

    def __str__(self) -> str:
        return self.name


class Dormancy(models.Model):
    """A time in which a player stayed away so long that the identity is asked for anew."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="dormancies",
        verbose_name=_("player"),
    )
    since = models.DateTimeField(_("since"), default=timezone.now)
    told_at = models.DateTimeField(_("player told at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("dormancy")
        verbose_name_plural = _("dormancies")
        constraints = (
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_at=None), name="dormancy_one_open"
            ),
        )

    def __str__(self) -> str:
        return f"dormancy {self.pk}"
