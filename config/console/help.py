"""The console's page of what players wrote."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from config.console.pages import ReadOnly, link, player_of
from games.models import Round
from support import services
from support.models import Message


@admin.register(Message)
class MessagePage(ReadOnly):
    """What players and strangers wrote; only the status is changed, each change is an event."""

    list_display = ("number", "written_at", "by", "title", "of_round", "status")
    list_display_links = ("number", "title")
    list_select_related = ("player",)
    list_filter = ("status", "written_at")
    search_fields = ("pk",)
    search_help_text = _("The number of a message, or the writer's e-mail address")
    fields = ("by", "written_at", "subject", "text", "page", "of_round", "status")
    readonly_fields = ("by", "written_at", "subject", "text", "page", "of_round")

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, a stranger's address."""
        found = super().meaning(term)
        return found | Q(email__iexact=term) if found and "@" in term else found

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever has Django's right to change messages."""
        return bool(request.user.has_perm("support.change_message"))

    def save_model(
        self, request: HttpRequest, obj: Message, form: ModelForm[Message], change: bool
    ) -> None:
        """Write through the service, which records what was before."""
        services.set_status(
            message=obj,
            status=form.cleaned_data["status"],
            actor=request.user,  # type: ignore[arg-type]
            address=request.META.get("REMOTE_ADDR"),
        )

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """The service has recorded it."""

    @admin.display(description=_("written by"))
    def by(self, message: Message) -> Any:
        """Who wrote it: a player, or whoever is answered at an address."""
        return player_of(message) if message.player_id else message.email

    @admin.display(description=_("message"))
    def title(self, message: Message) -> str:
        """The subject, or how the text begins."""
        return message.subject or message.text[:80]

    @admin.display(description=_("round"))
    def of_round(self, message: Message) -> Any:
        """The round that it is about."""
        return link(Round, message.round_id)
