"""What the file of a player holds of other rooms: cash-outs, audits, findings, messages, notes."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.moments import moment
from config.console.pages import link, links, listing, person, table
from config.console.viewer import may_see
from config.models import Audit, Finding, Note
from support.models import Complaint, Conversation, Message
from wallet import money
from wallet.models import CashOut

SHOWN = 5
FIELDS = ("cash_outs_", "audits_", "findings_", "chats_", "complaints_", "messages_", "notes_")


class Dossier(admin.ModelAdmin):
    """The newest of each, for those who may see them."""

    @admin.display(description=_("cash-outs"))
    def cash_outs_(self, player: Player) -> SafeString:
        """What is on its way out, and what was."""
        rows = CashOut.objects.filter(player=player).order_by("-pk")[:SHOWN]
        return _listed(
            CashOut,
            (_("number"), _("asked for at"), _("amount"), _("state")),
            (
                (
                    link(CashOut, row.pk),
                    moment(row.made_at),
                    money.format(row.amount, row.currency),
                    row.get_state_display(),
                )
                for row in rows
            ),
        )

    @admin.display(description=_("audits of payouts"))
    def audits_(self, player: Player) -> SafeString:
        """Rounds that were chosen."""
        rows = Audit.objects.filter(player=player).order_by("-pk")[:SHOWN]
        return _listed(
            Audit,
            (_("number"), _("chosen at"), _("state"), _("note")),
            (
                (link(Audit, row.pk), moment(row.made_at), row.get_state_display(), row.note)
                for row in rows
            ),
        )

    @admin.display(description=_("findings"))
    def findings_(self, player: Player) -> SafeString:
        """Signs of harm or laundering, open and ended."""
        rows = Finding.objects.filter(of=f"player:{player.pk}").order_by("-pk")[:SHOWN]
        return _listed(
            Finding,
            (_("number"), _("found at"), _("what was found"), _("how it ended")),
            (
                (link(Finding, row.pk), moment(row.found_at), row.sentence, row.disposition)
                for row in rows
            ),
        )

    @admin.display(description=_("chats"))
    def chats_(self, player: Player) -> SafeString:
        """What was talked about, and with whom."""
        rows = Conversation.objects.filter(player=player).select_related("agent").order_by("-pk")
        return _listed(
            Conversation,
            (_("number"), _("started at"), _("summary"), _("state"), _("agent")),
            (
                (
                    link(Conversation, row.pk),
                    moment(row.started_at),
                    row.summary,
                    row.get_state_display(),
                    person(row.agent),
                )
                for row in rows[:SHOWN]
            ),
            player,
        )

    @admin.display(description=_("complaints"))
    def complaints_(self, player: Player) -> SafeString:
        """What the player complained about, and what it came to."""
        rows = Complaint.objects.filter(player=player).order_by("-pk")[:SHOWN]
        return _listed(
            Complaint,
            (_("number"), _("made at"), _("complaint"), _("state"), _("answer due")),
            (
                (
                    link(Complaint, row.pk),
                    moment(row.made_at),
                    row.text[:60],
                    row.get_state_display(),
                    moment(row.due_at),
                )
                for row in rows
            ),
            player,
        )

    @admin.display(description=_("messages"))
    def messages_(self, player: Player) -> SafeString:
        """What the player wrote."""
        rows = Message.objects.filter(player=player).order_by("-pk")[:SHOWN]
        return _listed(
            Message,
            (_("number"), _("written at"), _("message"), _("status")),
            (
                (
                    link(Message, row.pk),
                    moment(row.written_at),
                    row.subject or row.text[:60],
                    row.get_status_display(),
                )
                for row in rows
            ),
        )

    @admin.display(description=_("notes"))
    def notes_(self, player: Player) -> SafeString:
        """What staff wrote."""
        rows = Note.objects.filter(player=player).select_related("by").order_by("-pk")[:SHOWN]
        return _listed(
            Note,
            (_("at"), _("by"), _("note")),
            ((moment(row.at), person(row.by), row.text) for row in rows),
            player,
        )


def _listed(model: Any, heads: Any, rows: Any, player: Player | None = None) -> SafeString:
    """A table of rows that the viewer may see, else nothing of them."""
    if not may_see(model):
        return table((), ())
    found = table(heads, rows)
    if player is None:
        return found
    more = listing(model, _("all of them"), player__id__exact=player.pk)
    return links(found, more)
