"""A message that somebody writes to the house, with the page and the round that it is about."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Round

TEXT_LENGTH = 4000


class Message(models.Model):
    """What a player wrote, or a stranger: then there is no player but an e-mail address.

    Its number is its id; the text is never changed, only the status.
    """

    app_may_update = ("status",)

    class Status(models.TextChoices):
        NEW = "new", _("new")
        TAKEN = "taken", _("being looked at")
        DONE = "done", _("done")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="messages",
        verbose_name=_("player"),
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)
    # Made with the form, so that a form sent twice is one message.
    form_key = models.UUIDField(_("form"), editable=False)
    subject = models.CharField(_("subject"), max_length=120, blank=True)
    text = models.TextField(_("message"), max_length=TEXT_LENGTH)
    page = models.CharField(_("page"), max_length=200, blank=True)
    round = models.ForeignKey(
        Round, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("round")
    )
    status = models.CharField(_("status"), max_length=5, choices=Status, default=Status.NEW)
    written_at = models.DateTimeField(_("written at"), default=timezone.now)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=["player", "form_key"], name="message_form_once"),
            models.UniqueConstraint(
                fields=["form_key"],
                condition=models.Q(player=None),
                name="message_of_stranger_once",
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) ^ ~models.Q(email=""),
                name="message_has_one_writer",
            ),
        )
        indexes = (
            models.Index(fields=["player", "-written_at"], name="message_of_player"),
            models.Index(fields=["status", "-id"], name="message_by_status"),
            models.Index(fields=["address", "-written_at"], name="message_of_stranger"),
        )

    def __str__(self) -> str:
        return f"message {self.pk}"


# Django finds the models of an app in this module.
from support.chat_models import (  # noqa: E402
    CannedReply,
    Complaint,
    Conversation,
    Line,
    LineFile,
    Mention,
    Presence,
)

__all__ = [
    "TEXT_LENGTH",
    "CannedReply",
    "Complaint",
    "Conversation",
    "Line",
    "LineFile",
    "Mention",
    "Message",
    "Presence",
]
