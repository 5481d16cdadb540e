"""Safer play as rows: limits, exclusions, reality checks, sittings, marks of people, flags.

Almost all of them are histories: what holds now is the newest row that counts, so that nobody can
make a limit or an exclusion milder by changing a row.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def of_player(name: str, **more: Any) -> Any:
    """The player whom a row is about, reached from there as `name`."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name=name,
        verbose_name=_("player"),
        **more,
    )


def by_somebody() -> Any:
    """Who did it; empty for the house."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("actor"),
    )


class LimitKind(models.TextChoices):
    """What is limited: the first three in minor units of money, the last in minutes."""

    DEPOSIT = "deposit", _("deposits")
    LOSS = "loss", _("losses")
    STAKE = "stake", _("stakes")
    TIME = "time", _("time signed in")


class Period(models.TextChoices):
    """For how long a limit counts before it starts anew, in the player's time zone."""

    DAY = "day", _("day")
    WEEK = "week", _("week")
    MONTH = "month", _("month")


class LimitQuerySet(models.QuerySet["Limit"]):
    """Limits by what holds of their history."""

    def newest(self, player: Any, *steps: str, by_house: bool = False) -> LimitQuerySet:
        """The newest of these steps for each kind and period of a player's limits."""
        rows = self.filter(player=player, by_house=by_house, step__in=steps)
        return rows.order_by("kind", "period", "-pk").distinct("kind", "period")

    def held(self, player: Any, *, by_house: bool = False) -> LimitQuerySet:
        """The rows that hold; one without an amount says that there is no limit."""
        return self.newest(player, Limit.Step.SET, Limit.Step.CONFIRMED, by_house=by_house)


class Limit(models.Model):
    """A step in the history of one limit (player's or house's, kind, period).

    The newest step that was `set` or `confirmed` holds; a newest step that was `asked` waits.
    """

    append_only = True

    class Step(models.TextChoices):
        SET = "set", _("set")
        ASKED = "asked", _("increase asked for")
        CONFIRMED = "confirmed", _("increase confirmed")
        CANCELLED = "cancelled", _("increase cancelled")

    player = of_player("limits", db_index=False)
    by_house = models.BooleanField(_("by the house"), default=False)
    kind = models.CharField(_("of"), max_length=10, choices=LimitKind)
    period = models.CharField(_("a"), max_length=5, choices=Period)
    # Minor units or minutes; empty is no limit.
    amount = models.BigIntegerField(_("at most"), null=True)
    step = models.CharField(_("step"), max_length=10, choices=Step)
    # The increase that this step confirms or cancels.
    asked = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="outcome", verbose_name=_("asked")
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    actor = by_somebody()
    reason = models.TextField(_("reason"), blank=True)

    objects = LimitQuerySet.as_manager()

    class Meta:
        verbose_name = _("limit")
        verbose_name_plural = _("limits")
        indexes = (
            models.Index(
                fields=["player", "by_house", "kind", "period", "-id"], name="limit_newest"
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__isnull=True) | Q(amount__gte=0), name="limit_not_below_zero"
            ),
            models.CheckConstraint(
                condition=Q(step__in=("set", "asked"), asked__isnull=True)
                | Q(step__in=("confirmed", "cancelled"), asked__isnull=False),
                name="limit_step_names_what_was_asked",
            ),
        )

    def __str__(self) -> str:
        return f"limit of {self.kind} a {self.period}"


class LimitChoice(models.Model):
    """The player was asked for a limit before the first deposit, and chose one or none."""

    append_only = True

    player = of_player("limit_choices")
    with_limit = models.BooleanField(_("with a limit"))
    at = models.DateTimeField(_("at"), default=timezone.now)
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)

    class Meta:
        verbose_name = _("choice of a limit")
        verbose_name_plural = _("choices of a limit")

    def __str__(self) -> str:
        return f"choice of player {self.player_id}"


class LimitReview(models.Model):
    """When a player is next reminded to look at the limits."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="limit_review"
    )
    due_at = models.DateTimeField(_("due"), db_index=True)

    def __str__(self) -> str:
        return f"review of player {self.player_id}"


class Exclusion(models.Model):
    """A time-out, a self-exclusion or a closed account: from then on no stake and no deposit.

    It is never shortened: of a row only `handled_at` can be written, which says that the open games
    for money are ended. `until` is empty for a closed account.
    """

    app_may_update = ("handled_at",)

    class Kind(models.TextChoices):
        DAY = "24 hours", _("24 hours")
        WEEK = "1 week", _("1 week")
        MONTH = "1 month", _("1 month")
        SIX_WEEKS = "6 weeks", _("6 weeks")
        SIX_MONTHS = "6 months", _("6 months")
        YEAR = "1 year", _("1 year")
        TWO_YEARS = "2 years", _("2 years")
        FIVE_YEARS = "5 years", _("5 years")
        CLOSED = "closed", _("account closed")

    player = of_player("exclusions")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    began_at = models.DateTimeField(_("from"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True)
    actor = by_somebody()
    reason = models.TextField(_("reason"), blank=True)
    handled_at = models.DateTimeField(_("open games ended at"), null=True)

    class Meta:
        verbose_name = _("exclusion")
        verbose_name_plural = _("exclusions")
        indexes = (
            models.Index("id", name="exclusion_unhandled", condition=Q(handled_at__isnull=True)),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(kind="closed", until__isnull=True)
                | (~Q(kind="closed") & Q(until__gt=models.F("began_at"))),
                name="exclusion_has_an_end",
            ),
        )

    def __str__(self) -> str:
        return f"exclusion {self.pk}"

    @property
    def is_closing(self) -> bool:
        """Whether the account was closed."""
        return self.kind == self.Kind.CLOSED

    @property
    def is_time_out(self) -> bool:
        """Whether it ends by itself, as a time-out does."""
        return self.kind in TIME_OUTS

    @property
    def is_self_exclusion(self) -> bool:
        """Whether it goes on after its end until the player asks to come back."""
        return self.kind in SELF_EXCLUSIONS


TIME_OUTS = (
    Exclusion.Kind.DAY,
    Exclusion.Kind.WEEK,
    Exclusion.Kind.MONTH,
    Exclusion.Kind.SIX_WEEKS,
)
SELF_EXCLUSIONS = (
    Exclusion.Kind.SIX_MONTHS,
    Exclusion.Kind.YEAR,
    Exclusion.Kind.TWO_YEARS,
    Exclusion.Kind.FIVE_YEARS,
)


class Comeback(models.Model):
    """After the end of a self-exclusion the player asked to come back; it takes a while."""

    append_only = True

    exclusion = models.OneToOneField(Exclusion, models.PROTECT, related_name="comeback")
    at = models.DateTimeField(_("at"), default=timezone.now)
    effective_at = models.DateTimeField(_("from"))
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)

    class Meta:
        verbose_name = _("comeback")
        verbose_name_plural = _("comebacks")

    def __str__(self) -> str:
        return f"comeback from {self.exclusion_id}"


class Sitting(models.Model):
    """A stretch of time in which a player was here, on whichever devices, without a long pause."""

    player = of_player("sittings", db_index=False)
    began_at = models.DateTimeField(_("from"))
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        indexes = (models.Index(fields=["player", "-seen_at"], name="sitting_of_player"),)

    def __str__(self) -> str:
        return f"sitting {self.pk}"


class RealityCheck(models.Model):
    """The player chose an interval (`minutes`), or saw how the sitting stands and acknowledged."""

    append_only = True

    player = of_player("reality_checks", db_index=False)
    at = models.DateTimeField(_("at"), default=timezone.now)
    # Of a choice; empty for an acknowledgement.
    minutes = models.PositiveSmallIntegerField(_("interval"), null=True)
    # What was shown when it was acknowledged, in seconds and minor units.
    shown = models.JSONField(_("shown"), null=True)

    class Meta:
        verbose_name = _("reality check")
        verbose_name_plural = _("reality checks")
        indexes = (models.Index(fields=["player", "-at"], name="reality_check_newest"),)

    def __str__(self) -> str:
        return f"reality check {self.pk}"


class Mark(models.Model):
    """What tells that two accounts are one person's, as a keyed hash: it says nothing by itself."""

    append_only = True

    class What(models.TextChoices):
        EMAIL = "e-mail", _("e-mail address")
        PERSON = "person", _("name and birth date")
        METHOD = "method", _("payment method")

    player = of_player("marks")
    what = models.CharField(_("what"), max_length=10, choices=What)
    digest = models.CharField(_("digest"), max_length=64)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        indexes = (models.Index(fields=["digest"], name="mark_digest"),)
        constraints = (
            models.UniqueConstraint(fields=["player", "what", "digest"], name="mark_once"),
        )

    def __str__(self) -> str:
        return f"{self.what} of player {self.player_id}"


class Flag(models.Model):
    """Two accounts seem to be one person's: no money on this one until staff has settled it."""

    app_may_update = ("settled_at", "settled_by", "reason")

    player = of_player("flags")
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("other account")
    )
    what = models.CharField(_("same"), max_length=10, choices=Mark.What)
    made_at = models.DateTimeField(_("since"), default=timezone.now)
    settled_at = models.DateTimeField(_("settled"), null=True)
    settled_by = by_somebody()
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        constraints = (
            models.UniqueConstraint(fields=["player", "other", "what"], name="flag_once"),
        )

    def __str__(self) -> str:
        return f"flag {self.pk}"
