"""Deal, Round and Move: a round is a deal, its options and a list of moves that only grows."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Self

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import dealing, encryption, modes
from games.catalogue import ENTRIES, FUN, MONEY, Entry
from games.public_models import Disproof, Share
from games.simulation_models import Simulation, SimulationPart
from games.solver_models import Pool, Verdict
from games.switch_models import Switch

__all__ = [
    "VOID",
    "Deal",
    "Disproof",
    "Move",
    "Pool",
    "Result",
    "Round",
    "Share",
    "Simulation",
    "SimulationPart",
    "Switch",
    "Verdict",
]


def _day(at: datetime) -> date:
    return at.astimezone(UTC).date()


# The outcome of a round that the house ended for a fault of its own.
VOID = "void"


class Deal(models.Model):
    """One secret of the house for one deck, committed to before the player's seed is known.

    `nonce` counts the player's commitments of a game and currency without gaps; a deal without a
    client seed is the open commitment. Two kinds are the house's and not counted: the daily deal,
    whose client seed is its day, and a winnable deal, which has none and belongs to nobody until
    it is dealt.
    """

    class Kind(models.TextChoices):
        OWN = "own", _("the player's")
        DAILY = "daily", _("daily deal")
        WINNABLE = "winnable", _("winnable deal")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="deals",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.OWN)
    # Of a daily deal, by UTC.
    day = models.DateField(_("day"), null=True, blank=True)
    # Of a winnable deal: the rules that it was won by, and the winning line, encrypted.
    solved_for = models.CharField(_("solved for"), max_length=300, blank=True)
    line = models.BinaryField(_("winning line, encrypted"), null=True)
    game = models.SlugField(_("game"), max_length=40, db_index=False)
    currency = models.CharField(_("currency"), max_length=3)
    nonce = models.PositiveBigIntegerField(_("nonce"))
    # Encrypted; `seed()` reads it.
    server_seed = models.BinaryField(_("server seed, encrypted"))
    commitment = models.CharField(_("commitment"), max_length=64)
    client_seed = models.BinaryField(_("client seed"), max_length=64, null=True)
    made_at = models.DateTimeField(_("committed at"), default=timezone.now)
    dealt_at = models.DateTimeField(_("dealt at"), null=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = (
            models.UniqueConstraint(
                fields=["player", "game", "currency", "nonce"],
                condition=Q(kind="own"),
                name="deal_nonce_once",
            ),
            models.UniqueConstraint(
                fields=["game", "day"], condition=Q(kind="daily"), name="deal_daily_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="own", player__isnull=False, day=None)
                | Q(kind="daily", player=None, day__isnull=False)
                | Q(kind="winnable", day=None),
                name="deal_of_player_day_or_pool",
            ),
            models.UniqueConstraint(
                fields=["player", "game", "currency"],
                condition=Q(client_seed=None),
                name="deal_one_open_commitment",
            ),
        )
        indexes = (
            models.Index(
                fields=["game", "solved_for"],
                condition=Q(kind="winnable", player=None),
                name="deal_in_the_pool",
            ),
            # Staff look a commitment up that a player has noted.
            models.Index(fields=["commitment"], name="deal_by_commitment"),
            BrinIndex(fields=["made_at"], autosummarize=True, name="deal_by_time"),
        )

    def __str__(self) -> str:
        return f"deal {self.pk}"

    @property
    def title(self) -> str:
        """Its game as players know it."""
        return str(ENTRIES[self.game].title)

    @property
    def key(self) -> str:
        """What the encryption key of this deal is derived from."""
        if self.kind == self.Kind.OWN:
            return f"{self.player_id} {self.game} {self.currency} {self.nonce}"
        return f"{self.kind} {self.game} {self.commitment}"

    def seal(self, server_seed: bytes) -> None:
        """Commit to the seed and keep it, encrypted."""
        self.commitment = dealing.commitment(server_seed)
        self.server_seed = encryption.encrypt(server_seed, deal=self.key, place="seed")

    def seed(self) -> bytes:
        """The server's seed. Never to leave the server before `is_revealed`."""
        return encryption.decrypt(bytes(self.server_seed), deal=self.key, place="seed")

    def is_revealed(self) -> bool:
        """Whether the seed may be shown: it was dealt, and every round of it has ended.

        A daily deal's when its day has ended.
        """
        if self.day is not None:
            return _day(timezone.now()) > self.day
        rounds = list(self.rounds.values_list("ended_at", flat=True))
        return bool(rounds) and all(rounds)


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds by what is to be done with them."""

    def open(self) -> Self:
        """Rounds still in play."""
        return self.filter(ended_at=None)

    def ended(self) -> Self:
        """Rounds that were settled, lost or made void."""
        return self.exclude(ended_at=None)


class Round(models.Model):
    """A game that somebody plays: its deal, options, bets, and how far its log has come."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rounds", verbose_name=_("player")
    )
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="rounds", verbose_name=_("deal"))
    game = models.SlugField(_("game"), max_length=40, db_index=False)
    currency = models.CharField(_("currency"), max_length=3)
    mode = models.CharField(_("mode"), max_length=20, blank=True)
    # The day of the daily deal that it plays.
    day = models.DateField(_("day"), null=True, blank=True)
    # Whether its result may count: not that of a second go at a deal.
    counts = models.BooleanField(_("counts"), default=True)
    options = models.JSONField(_("options"))
    bets = models.JSONField(_("bets"))
    rules_version = models.PositiveIntegerField(_("rules version"))
    entries = models.PositiveIntegerField(_("entries"), default=0)
    # The table after `entries`, encrypted with the deal's key; must always equal the replay.
    kept = models.BinaryField(_("kept table, encrypted"))
    finish_due = models.BooleanField(_("finish due"), default=False)
    staked = models.BigIntegerField(_("stake"), default=0)
    # Held in play besides, for a bet that may follow; it comes back if it does not.
    reserved = models.BigIntegerField(_("reserve"), default=0)
    returned = models.BigIntegerField(_("return"), default=0)
    # The returned lines by name, in minor units.
    lines = models.JSONField(_("returned lines"), default=dict, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, blank=True)
    started_at = models.DateTimeField(_("started at"), default=timezone.now)
    touched_at = models.DateTimeField(_("last entry at"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(
                fields=["player", "game", "currency", "day"],
                condition=Q(ended_at=None),
                name="round_one_open",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, outcome="")
                | (Q(ended_at__isnull=False) & ~Q(outcome="")),
                name="round_ended_with_an_outcome",
            ),
            models.CheckConstraint(
                condition=Q(staked__gte=0, reserved__gte=0, returned__gte=0),
                name="round_amounts_not_negative",
            ),
        )
        indexes = (
            models.Index(fields=["player", "-started_at"], name="round_of_player"),
            models.Index(fields=["currency", "ended_at"], name="round_ended"),
            BrinIndex(fields=["started_at"], autosummarize=True, name="round_by_time"),
            models.Index(fields=["touched_at"], condition=Q(ended_at=None), name="round_untouched"),
            models.Index(fields=["id"], condition=Q(finish_due=True), name="round_finish_due"),
        )

    def __str__(self) -> str:
        return f"round {self.pk}"

    @property
    def entry(self) -> Entry:
        """The round's game in the catalogue."""
        return ENTRIES[self.game]

    @property
    def title(self) -> str:
        """Its game and mode as players know them: `Klondike: Vegas, Hard`."""
        mode = modes.titles(self.entry.modes).get(self.mode)
        if mode is None:
            return str(self.entry.title)
        return _("%(game)s: %(mode)s") % {"game": self.entry.title, "mode": mode}

    @property
    def rules(self) -> Any:
        """The rules module that this round is played by."""
        return self.entry.rules_of(self.rules_version)

    @property
    def cause(self) -> str:
        """What its transfers name as their cause."""
        return f"round:{self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether it is still in play."""
        return self.ended_at is None

    @property
    def came_back(self) -> int:
        """What the player had back of it, in minor units; of a void round, the stake."""
        return self.staked if self.outcome == VOID else self.returned

    @property
    def is_money(self) -> bool:
        """Whether it is played for money."""
        return self.currency == settings.CURRENCY

    @property
    def place(self) -> str:
        """Where it is played, as an address names it: `money`, `fun`, or the day of its deal."""
        if self.day is not None:
            return self.day.isoformat()
        return MONEY if self.is_money else FUN

    @property
    def day_lasts(self) -> bool:
        """Whether it is of a daily deal whose day has not ended: nothing of it is shown yet."""
        return self.day is not None and _day(timezone.now()) <= self.day

    def is_revealed(self) -> bool:
        """Whether its replay and proof may be shown: it has ended, and its deal is revealed."""
        return not self.is_open and self.deal.is_revealed()

    def still_counts(self) -> bool:
        """Whether its result counts: a first go, and of a daily deal one that ended in its day."""
        if self.day is None:
            return self.counts
        return self.counts and _day(self.ended_at or timezone.now()) <= self.day


class Result(models.Model):
    """What a round of solitaire came to that was played: written once, as it ends."""

    append_only = True

    round = models.OneToOneField(Round, models.PROTECT, verbose_name=_("round"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="results", db_index=False
    )
    game = models.SlugField(_("game"), max_length=40, db_index=False)
    currency = models.CharField(_("currency"), max_length=3)
    # `custom` too where a game without modes was played by other rules than its usual ones.
    mode = models.CharField(_("mode"), max_length=20, blank=True)
    # The day of the daily deal that was played.
    day = models.DateField(_("day"), null=True, blank=True)
    options = models.CharField(_("options"), max_length=300)
    won = models.BooleanField(_("won"))
    # Cards on foundations or in right piles, whichever the game counts.
    cards = models.PositiveSmallIntegerField(_("cards"))
    score = models.IntegerField(_("score"), null=True)
    # What boards rank by: the score, or the cards where the game has none.
    points = models.GeneratedField(
        expression=Coalesce(F("score"), F("cards")),
        output_field=models.IntegerField(_("points")),
        db_persist=True,
    )
    moves = models.PositiveIntegerField(_("moves"))
    seconds = models.PositiveIntegerField(_("seconds"))
    restarted = models.BooleanField(_("another go at the same deal"))
    ended_at = models.DateTimeField(_("ended at"))

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes = (
            models.Index(fields=["player", "game"], name="result_of_player"),
            models.Index(fields=["game", "mode", "ended_at"], name="result_of_board"),
            # In the order of games/boards.py.
            models.Index(
                fields=["game", "mode", "-points", "seconds", "ended_at", "id"],
                condition=Q(restarted=False, day=None),
                name="result_ranked",
            ),
        )

    def __str__(self) -> str:
        return f"result of round {self.round_id}"


class Move(models.Model):
    """One entry of a round's log: a move, an undo, or the way it ended. Rows are only added."""

    append_only = True

    class Actor(models.TextChoices):
        PLAYER = "player", _("player")
        HOUSE = "house", _("house")
        STAFF = "staff", _("staff")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    round = models.ForeignKey(Round, models.PROTECT, related_name="log", db_index=False)
    no = models.PositiveIntegerField(_("number"))
    actor = models.CharField(_("actor"), max_length=6, choices=Actor.choices)
    notation = models.CharField(_("move"), max_length=20)
    made_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ("round", "no")
        constraints = (models.UniqueConstraint(fields=["round", "no"], name="move_number_once"),)
        indexes = (
            # Few moves are not the player's own.
            models.Index(
                fields=["actor", "-id"],
                condition=Q(actor__in=["house", "staff"]),
                name="move_of_the_house",
            ),
            # Rows lie in the order of their times, so this costs next to nothing.
            BrinIndex(fields=["made_at"], autosummarize=True, name="move_by_time"),
        )

    def __str__(self) -> str:
        return f"{self.no} {self.notation}"
