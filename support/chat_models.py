"""Conversations of players with the house: first with the helper, then with a person.

A conversation is a list of lines that only grows; its row says whose turn it is and who has it.
Lines are numbered from 1 without gaps under the lock of their conversation, and each carries a key
that its writer chose, so that a line sent twice is one line.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Round

LINE_LENGTH = 2000


class Conversation(models.Model):
    """One talk of a player. Its number is its id; at most one of a player is not resolved."""

    app_may_update = (
        *("state", "agent", "offered_to", "offered_at", "passed", "raised", "last"),
        *("player_read", "agent_read", "summary", "tried", "page", "round", "queued_at"),
        *("taken_at", "first_answered_at", "asked_at", "due_at", "resolve_by", "first_waited"),
        *("next_waited", "resolved_in", "snoozed_until", "resolved_at", "reopened", "rating"),
        *("rating_note", "mailed"),
    )

    class State(models.TextChoices):
        HELPER = "helper", _("with the helper")
        WAITING = "waiting", _("waiting for a person")
        OPEN = "open", _("open")
        PENDING = "pending", _("waiting for the player")
        SNOOZED = "snoozed", _("put off")
        CASE = "case", _("to be answered by mail")
        RESOLVED = "resolved", _("resolved")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="conversations",
        verbose_name=_("player"),
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.HELPER)
    agent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("agent"),
    )
    # While it waits: who is asked to take it, since when; thirty seconds later the next one is.
    offered_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    offered_at = models.DateTimeField(null=True, blank=True)
    # Who declined or let it lapse, by number; forgotten once everybody did.
    passed = models.JSONField(default=list, blank=True)
    # For supervisors only.
    raised = models.BooleanField(_("for a supervisor"), default=False)
    # The newest line, and how far each side has read.
    last = models.PositiveIntegerField(default=0)
    player_read = models.PositiveIntegerField(default=0)
    agent_read = models.PositiveIntegerField(default=0)
    # What the hand-off says: one line, what the helper tried, and where the player was.
    summary = models.CharField(_("summary"), max_length=200, blank=True)
    tried = models.JSONField(default=list, blank=True)
    page = models.CharField(_("page"), max_length=200, blank=True)
    round = models.ForeignKey(
        Round, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("round")
    )
    started_at = models.DateTimeField(_("started at"), default=timezone.now)
    queued_at = models.DateTimeField(_("asked for a person at"), null=True, blank=True)
    taken_at = models.DateTimeField(_("taken at"), null=True, blank=True)
    first_answered_at = models.DateTimeField(_("first answer at"), null=True, blank=True)
    # The oldest line of the player that no person has answered, and when an answer is due.
    asked_at = models.DateTimeField(_("waits since"), null=True, blank=True)
    due_at = models.DateTimeField(_("answer due"), null=True, blank=True)
    resolve_by = models.DateTimeField(_("end due"), null=True, blank=True)
    # In seconds of business hours: for the first answer of a person, the longest for a later one,
    # and from the hand-off to the end.
    first_waited = models.PositiveIntegerField(_("waited for the first answer"), null=True)
    next_waited = models.PositiveIntegerField(_("longest wait for a later answer"), null=True)
    resolved_in = models.PositiveIntegerField(_("resolved within"), null=True)
    snoozed_until = models.DateTimeField(_("put off until"), null=True, blank=True)
    resolved_at = models.DateTimeField(_("resolved at"), null=True, blank=True)
    reopened = models.PositiveSmallIntegerField(_("reopened"), default=0)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    rating_note = models.CharField(_("what the player says"), max_length=500, blank=True)
    # The newest line that a mail told of.
    mailed = models.PositiveIntegerField(default=0)
    # When its texts and files were dropped, at the end of their retention.
    emptied_at = models.DateTimeField(_("texts dropped"), null=True, blank=True)

    class Meta:
        verbose_name = _("chat")
        verbose_name_plural = _("chats")
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=["player"],
                condition=~models.Q(state="resolved"),
                name="chat_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(rating__isnull=True) | models.Q(rating__range=(1, 5)),
                name="chat_rating_of_five",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="open") | models.Q(agent__isnull=False),
                name="chat_open_has_agent",
            ),
        )
        indexes = (
            models.Index(fields=["state", "queued_at"], name="chat_queue"),
            models.Index(fields=["agent", "state"], name="chat_of_agent"),
            models.Index(fields=["player", "-id"], name="chat_of_player"),
        )

    def __str__(self) -> str:
        return f"chat {self.pk}"


class Line(models.Model):
    """One line of a conversation. Rows are only added, but for the job that ends retention."""

    append_only = True

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        HELPER = "helper", _("helper")
        AGENT = "agent", _("agent")
        HOUSE = "house", _("the house")

    conversation = models.ForeignKey(
        Conversation, models.PROTECT, related_name="lines", verbose_name=_("chat")
    )
    number = models.PositiveIntegerField(_("number"))
    key = models.UUIDField(editable=False)
    by = models.CharField(_("by"), max_length=6, choices=By)
    # The member of staff, of lines by an agent and of notes.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Notes are seen by staff only, and mention people.
    private = models.BooleanField(_("note"), default=False)
    text = models.TextField(_("text"), max_length=LINE_LENGTH)
    # Of an agent's answer: seconds of business hours that the player waited for it.
    waited = models.PositiveIntegerField(_("waited"), null=True, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("line of a chat")
        verbose_name_plural = _("lines of chats")
        ordering = ("conversation", "number")
        constraints = (
            models.UniqueConstraint(fields=["conversation", "number"], name="line_number_once"),
            models.UniqueConstraint(fields=["conversation", "key"], name="line_key_once"),
        )

    def __str__(self) -> str:
        return f"chat {self.conversation_id} line {self.number}"


class LineFile(models.Model):
    """A file sent with a line, sealed with the key of the house."""

    append_only = True

    line = models.ForeignKey(Line, models.PROTECT, related_name="files")
    name = models.CharField(_("name"), max_length=80)
    content_type = models.CharField(_("type"), max_length=40)
    size = models.PositiveIntegerField(_("bytes"))
    content = models.BinaryField()

    class Meta:
        verbose_name = _("file of a chat")
        verbose_name_plural = _("files of chats")

    def __str__(self) -> str:
        return self.name


class Mention(models.Model):
    """A colleague named in a note."""

    app_may_update = ("seen_at",)

    line = models.ForeignKey(Line, models.PROTECT, related_name="mentions")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="mentions")
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mention")
        verbose_name_plural = _("mentions")
        constraints = (models.UniqueConstraint(fields=["line", "person"], name="mention_once"),)

    def __str__(self) -> str:
        return f"{self.person_id} in {self.line_id}"


class Presence(models.Model):
    """Whether a member of staff takes chats, as the last heartbeat told."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="presence", verbose_name=_("agent")
    )
    ready = models.BooleanField(_("takes chats"), default=False)
    most = models.PositiveSmallIntegerField(_("chats at once"), default=4)
    seen_at = models.DateTimeField(_("last heartbeat"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("agent")
        verbose_name_plural = _("agents")

    def __str__(self) -> str:
        return f"presence of {self.person_id}"


class CannedReply(models.Model):
    """A reply that agents write by `/code`, with variables in braces."""

    code = models.SlugField(_("code"), max_length=30, unique=True)
    text = models.TextField(_("text"), max_length=LINE_LENGTH)
    retired = models.BooleanField(_("retired"), default=False)

    class Meta:
        verbose_name = _("canned reply")
        verbose_name_plural = _("canned replies")
        ordering = ("code",)

    def __str__(self) -> str:
        return f"/{self.code}"


class Complaint(models.Model):
    """A complaint with a number of its own; it ends with an answer, and may be escalated before."""

    app_may_update = (
        *("state", "owner", "due_at", "escalated_at", "escalation", "ended_at", "answer"),
        *("answered_by", "final_answer", "final_by"),
    )

    class State(models.TextChoices):
        OPEN = "open", _("being looked into")
        ESCALATED = "escalated", _("with a supervisor")
        UPHELD = "upheld", _("you are right")
        DISMISSED = "dismissed", _("we see it otherwise")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="complaints",
        verbose_name=_("player"),
    )
    # Somebody who cannot sign in may complain too.
    email = models.EmailField(_("e-mail address"), blank=True)
    conversation = models.ForeignKey(
        Conversation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="complaints",
        verbose_name=_("chat"),
    )
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)
    form_key = models.UUIDField(unique=True, editable=False)
    text = models.TextField(_("complaint"), max_length=4000)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("owner"),
    )
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    due_at = models.DateTimeField(_("answer due"))
    escalated_at = models.DateTimeField(_("escalated at"), null=True, blank=True)
    escalation = models.TextField(_("why it was escalated"), max_length=1000, blank=True)
    # Of the last answer: after the first one it may be escalated, the second one is final.
    ended_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answer = models.TextField(_("answer"), max_length=4000, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    final_answer = models.TextField(_("final answer"), max_length=4000, blank=True)
    final_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("complaint")
        verbose_name_plural = _("complaints")
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) ^ ~models.Q(email=""),
                name="complaint_has_one_writer",
            ),
        )
        indexes = (
            models.Index(fields=["state", "due_at"], name="complaint_due"),
            models.Index(fields=["address", "-made_at"], name="complaint_of_stranger"),
        )

    def __str__(self) -> str:
        return f"complaint {self.pk}"
