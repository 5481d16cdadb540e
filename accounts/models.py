"""The Player, who is also our user model; acceptances, wrong tries, mails, and the event log."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.preferences import Preferences


class PlayerManager(BaseUserManager["Player"]):
    """Makes players by e-mail address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """A player with this address; ValueError without one."""
        if not email:
            raise ValueError(_("An e-mail address is needed."))
        player = self.model(email=self.normalize_email(email).lower(), **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """An administrator of the console."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person who signs in: a player, or a member of staff, who has no wallet."""

    email = models.EmailField(_("e-mail address"), unique=True)
    display_name = models.CharField(_("display name"), max_length=40, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_test = models.BooleanField(
        _("test player"),
        default=False,
        help_text=_("Plays with test money and is left out of revenue reports."),
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    settings = models.JSONField(_("preferences"), default=dict, blank=True)
    birth_date = models.DateField(_("birth date"), null=True, blank=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    password_changed_at = models.DateTimeField(_("last password change"), null=True, blank=True)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (models.UniqueConstraint(Lower("email"), name="player_email_once"),)

    def __str__(self) -> str:
        return self.display_name or self.email

    @property
    def preferences(self) -> Preferences:
        """The player's choices, defaults filled in."""
        return Preferences.of(self.settings)


class Acceptance(models.Model):
    """A player accepted one version of one document, or affirmed something. Rows are only added."""

    append_only = True

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="acceptances", verbose_name=_("player")
    )
    document = models.CharField(_("document"), max_length=20, help_text=_("As terms."))
    version = models.CharField(_("version"), max_length=20)
    at = models.DateTimeField(_("at"), default=timezone.now)
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)

    class Meta:
        verbose_name = _("acceptance")
        verbose_name_plural = _("acceptances")
        constraints = (
            models.UniqueConstraint("player", "document", "version", name="acceptance_once"),
        )

    def __str__(self) -> str:
        return f"{self.document} {self.version}"


class DoorRecord(models.Model):
    """The wrong tries at one e-mail address, known to us or not, and whether it is locked.

    The address itself is not kept, only a keyed hash of it: most unknown ones are slips of people
    who have an account elsewhere.
    """

    key = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    # Seconds since the epoch, oldest first, no more than lead to a lock.
    failures = models.JSONField(default=list)
    touched_at = models.DateTimeField(default=timezone.now, db_index=True)
    locked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.key[:8]} {len(self.failures)}"


class Mail(models.Model):
    """A mail to send, as text and HTML. Once sent, what it said is dropped: it holds links."""

    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="mails", verbose_name=_("player")
    )
    to = models.EmailField(_("to"))
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"))
    html = models.TextField(_("HTML"))
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    due_at = models.DateTimeField(_("due"), default=timezone.now, null=True)
    sent_at = models.DateTimeField(_("sent"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        indexes = (
            models.Index("due_at", name="mail_due", condition=models.Q(due_at__isnull=False)),
        )

    def __str__(self) -> str:
        return f"{self.subject} ({self.pk})"


class CacheEntry(models.Model):
    """The table of Django's cache: counts of requests, which all web processes must share."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "shared_cache"

    def __str__(self) -> str:
        return self.cache_key


class Event(models.Model):
    """Something that somebody did to something. Rows are only ever added."""

    append_only = True

    at = models.DateTimeField(_("at"), default=timezone.now, db_index=True)
    actor = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("actor")
    )
    action = models.CharField(_("action"), max_length=80)
    object = models.CharField(_("object"), max_length=80, help_text=_("As round:12."))
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        indexes = (models.Index(fields=["object", "at"], name="event_object"),)

    def __str__(self) -> str:
        return f"event {self.pk}: {self.action}"


# Django finds the models of an app in this module; those beside it refer to Player by its name.
from accounts.identity_models import Dormancy, IdentityCheck, IdentityFile  # noqa: E402
from accounts.safer_models import (  # noqa: E402
    Comeback,
    Exclusion,
    Flag,
    Limit,
    LimitChoice,
    LimitKind,
    LimitReview,
    Mark,
    Period,
    RealityCheck,
    Sitting,
)

__all__ = [
    "Acceptance",
    "CacheEntry",
    "Comeback",
    "DoorRecord",
    "Dormancy",
    "Event",
    "Exclusion",
    "Flag",
    "IdentityCheck",
    "IdentityFile",
    "Limit",
    "LimitChoice",
    "LimitKind",
    "LimitReview",
    "Mail",
    "Mark",
    "Period",
    "Player",
    "PlayerManager",
    "RealityCheck",
    "Sitting",
]
