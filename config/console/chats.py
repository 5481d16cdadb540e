"""The console's list of chats: who wrote with whom, how long it took, and every line of one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.moments import moment
from config.console import desk_clocks
from config.console.pages import (
    EMPTY,
    ReadOnly,
    choices_filter,
    link,
    links,
    named,
    person,
    player_of,
    table,
)
from config.console.viewer import may
from games.models import Round
from support.models import Complaint, Conversation, Line

WORK = "support.change_conversation"


class ByBreach(admin.SimpleListFilter):
    """Chats whose answer is overdue now."""

    title = _("target")
    parameter_name = "target"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """One."""
        return [("missed", _("answer overdue"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those that should have been answered."""
        overdue = Q(due_at__lt=timezone.now(), asked_at__isnull=False)
        return queryset.filter(overdue) if self.value() == "missed" else queryset


RATINGS = [(str(stars), f"{stars} / 5") for stars in range(1, 6)]
ByRating = choices_filter("rating", "rating", RATINGS, _("rating"))


@admin.register(Conversation)
class ChatPage(ReadOnly):
    """Chats, the newest first; they are worked on at the desk."""

    list_display = (
        *("number", "by", "state", "has_it", "summary", "started_at", "queued_at"),
        *("first_answered_at", "late", "resolved_at", "stars"),
    )
    list_select_related = ("player", "agent")
    list_filter = ("state", ByBreach, ByRating, "started_at")
    search_fields = ("pk",)
    search_help_text = _("The number of a chat, or a player's e-mail address")
    fieldsets = (
        (None, {"fields": ("by", "state", "has_it", "for_supervisors", "at_desk", "complaints_")}),
        (_("Hand-off"), {"fields": ("summary", "tried_", "page", "of_round")}),
        (
            _("Times"),
            {
                "fields": (
                    *("started_at", "queued_at", "taken_at", "first_answered_at", "asked_at"),
                    *("due_at", "resolve_by", "snoozed_until", "resolved_at", "reopened", "late"),
                )
            },
        ),
        (_("Rating"), {"fields": ("stars", "rating_note")}),
        (_("Lines"), {"fields": ("lines_",)}),
    )

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may read every chat; Django's own would let in all who work at the desk."""
        return bool(request.user.has_perm("support.view_conversation"))

    @admin.display(description=_("player"))
    def by(self, chat: Conversation) -> Any:
        """Whose chat it is."""
        return player_of(chat)

    @admin.display(description=_("agent"))
    def has_it(self, chat: Conversation) -> Any:
        """Who has it."""
        return person(chat.agent)

    @admin.display(description=_("for a supervisor"))
    def for_supervisors(self, chat: Conversation) -> Any:
        """Whether only a supervisor takes it."""
        return _("yes") if chat.raised else _("no")

    @admin.display(description=_("targets missed"))
    def late(self, chat: Conversation) -> str:
        """What came too late, and what should have been done by now."""
        clocks = desk_clocks.clocks(chat, timezone.now())
        return "; ".join(clock.text for clock in clocks if clock.kind == "bad") or EMPTY

    @admin.display(description=_("rating"))
    def stars(self, chat: Conversation) -> str:
        """Out of five."""
        return f"{chat.rating} / 5" if chat.rating else EMPTY

    @admin.display(description=_("round"))
    def of_round(self, chat: Conversation) -> Any:
        """The round that the player was in."""
        return link(Round, chat.round_id)

    @admin.display(description=_("what the helper tried"))
    def tried_(self, chat: Conversation) -> str:
        """In its words."""
        return "; ".join(map(str, chat.tried)) or EMPTY

    @admin.display(description=_("complaints"))
    def complaints_(self, chat: Conversation) -> SafeString | str:
        """Those that were made in it."""
        return links(*(link(Complaint, row.pk) for row in chat.complaints.order_by("pk"))) or EMPTY

    @admin.display(description=_("at the desk"))
    def at_desk(self, chat: Conversation) -> SafeString | str:
        """A link to it there, for those who work there."""
        if not may(WORK):
            return EMPTY
        address = reverse("admin:desk-chat", args=[chat.pk])
        return format_html('<a href="{}">{}</a>', address, _("Open it at the desk"))

    @admin.display(description=_("lines"))
    def lines_(self, chat: Conversation) -> SafeString:
        """All of them, notes of the staff too."""
        rows = Line.objects.filter(conversation=chat).select_related("person").order_by("number")
        return table(
            (_("number"), _("at"), _("by"), _("text"), _("files")),
            (
                (
                    row.number,
                    moment(row.at),
                    self._writer(row),
                    row.text,
                    ", ".join(file.name for file in row.files.all()),
                )
                for row in rows.prefetch_related("files")
            ),
        )

    def _writer(self, line: Line) -> Any:
        who = named(f"player:{line.person_id}") if line.person_id else line.get_by_display()
        return links(who, _("note")) if line.private else who
