"""Simulations that staff asked for, and their parts, which workers play."""

from __future__ import annotations

import math
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q, Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.catalogue import ENTRIES, Entry

# Of a normal distribution: 95 % lie within so many standard deviations.
WITHIN_95 = 1.959964


class Simulation(models.Model):
    """So many deals of a seed played by a strategy, under one version of the rules."""

    game = models.SlugField(_("game"), max_length=40)
    strategy = models.CharField(_("strategy"), max_length=20)
    rounds = models.PositiveIntegerField(_("rounds"))
    seed = models.CharField(_("seed"), max_length=80)
    options = models.JSONField(_("options"))
    rules_version = models.PositiveIntegerField(_("rules version"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("asked by"),
    )
    made_at = models.DateTimeField(_("asked at"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    # How often each number of cards came, by the number as text; and the games won.
    cards = models.JSONField(_("cards"), default=dict, blank=True)
    won = models.PositiveIntegerField(_("won"), default=0)

    class Meta:
        verbose_name = _("simulation")
        verbose_name_plural = _("simulations")
        indexes = (
            models.Index(fields=["id"], condition=Q(ended_at=None), name="simulation_running"),
        )

    def __str__(self) -> str:
        return f"simulation {self.pk}"

    @property
    def entry(self) -> Entry:
        """The game in the catalogue."""
        return ENTRIES[self.game]

    @property
    def played(self) -> int:
        """Rounds of the parts that are done."""
        done = self.parts.filter(done_at__isnull=False).aggregate(sum=Sum("count"))["sum"]
        return int(done or 0)

    @property
    def histogram(self) -> list[tuple[int, int]]:
        """Each number of cards that came, and how often."""
        return sorted((int(number), count) for number, count in self.cards.items())

    @property
    def mean(self) -> float:
        """Cards on average."""
        return sum(n * count for n, count in self.histogram) / self.rounds

    @property
    def half_width(self) -> float:
        """Of the 95 % interval around the mean, in cards."""
        squares = sum(count * (n - self.mean) ** 2 for n, count in self.histogram)
        return WITHIN_95 * math.sqrt(squares / max(self.rounds - 1, 1) / self.rounds)


class SimulationPart(models.Model):
    """Some of a simulation's deals. A worker holds it until `held_until`, then another may."""

    simulation = models.ForeignKey(
        Simulation, models.CASCADE, related_name="parts", verbose_name=_("simulation")
    )
    first = models.PositiveIntegerField(_("first deal"))
    count = models.PositiveIntegerField(_("deals"))
    held_until = models.DateTimeField(_("held until"), null=True, blank=True)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    cards: Any = models.JSONField(_("cards"), default=dict, blank=True)
    won = models.PositiveIntegerField(_("won"), default=0)

    class Meta:
        verbose_name = _("part of a simulation")
        verbose_name_plural = _("parts of simulations")
        constraints = (
            models.UniqueConstraint(fields=["simulation", "first"], name="simulation_part_once"),
        )
        indexes = (
            models.Index(
                fields=["simulation", "first"],
                condition=Q(done_at=None),
                name="simulation_part_due",
            ),
        )

    def __str__(self) -> str:
        return f"part {self.first} of {self.simulation_id}"
