"""What an agent sees of the player beside a chat, and how personal data come to be seen there.

Names, addresses and birth dates are masked: they are not in the page until the agent has said
what for. The reveal is an event of the log, and lasts a quarter of an hour for that agent.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import events, exclusion, identity, limits
from accounts.limit_words import in_words, title
from accounts.models import Event, Exclusion, Flag, Player
from accounts.moments import moment
from accounts.requests import address_of
from config.console import desk_access, desk_table
from config.console.access_views import ReasonForm
from config.console.pages import note_look
from config.finding_models import Finding
from support.models import Complaint, Conversation
from wallet import cash_out_words, ledger, money
from wallet.cash_out_models import OPEN
from wallet.models import CashOut, Transfer
from wallet.sums import in_money

REVEALED = "personal data revealed"
# For so long the page shows them to who asked.
LASTS = timedelta(minutes=15)
HIDDEN = "••••"
TRANSFERS, CHATS = 5, 5


class Datum(NamedTuple):
    """Something personal: what it is, and as much of it as may be seen now."""

    title: str
    text: str


def is_revealed(actor: Player, player_id: int) -> bool:
    """Whether this agent has said what for, a short while ago."""
    told = Event.objects.filter(action=REVEALED, object=f"player:{player_id}", actor=actor)
    return told.filter(at__gt=timezone.now() - LASTS).exists()


def masked_email(email: str) -> str:
    """`a••••@e••••` of ada@example.com."""
    name, _at, domain = email.partition("@")
    return f"{name[:1]}{HIDDEN}@{domain[:1]}{HIDDEN}"


def personal(player: Player, *, revealed: bool) -> list[Datum]:
    """The player's address, name, birth date and home; masked unless revealed."""
    check = player.identity_checks.order_by("-pk").first()
    name = check.full_name if check else ""
    home = ", ".join(filter(None, (check.street, check.postal_code, check.city))) if check else ""
    born = str(player.birth_date or "")
    if not revealed:
        # Not even the lengths are told.
        name, home, born = (HIDDEN if text else "" for text in (name, home, born))
    rows = (
        (_("E-mail"), player.email if revealed else masked_email(player.email)),
        (_("Name"), name),
        (_("Born"), born),
        (_("Home"), home),
    )
    return [Datum(title, text or _("not told")) for title, text in rows]


def status(player: Player) -> list[str]:
    """Whether the player can sign in, is known, and plays with test money."""
    known = identity.is_verified(player)
    return [
        _("sign-in open") if player.is_active else _("sign-in disabled"),
        _("identity verified") if known else _("identity not verified"),
        *([_("test player")] if player.is_test else []),
    ]


def flags(actor: Player, player: Player) -> list[str]:
    """What the house has noticed about the player, as far as the agent's role may see it."""
    found = []
    if actor.has_perm("accounts.change_flag"):
        open_flags = Flag.objects.filter(player=player, settled_at=None)
        found += [
            _("seems to have another account: %(what)s") % {"what": flag.get_what_display()}
            for flag in open_flags
        ]
    if actor.has_perm("house.view_finding"):
        findings = Finding.objects.filter(of=f"player:{player.pk}", ended_at=None)
        found += [finding.sentence for finding in findings.order_by("pk")]
    return found


def cash_outs(player: Player) -> list[dict[str, Any]]:
    """Those on their way, each with the stage and the reason that the player is told."""
    rows = CashOut.objects.filter(player=player, state__in=OPEN).order_by("pk")
    return [_cash_out(row) for row in rows]


def _cash_out(row: CashOut) -> dict[str, Any]:
    stage = next((one.title for one in cash_out_words.stages(row) if one.mark == "now"), "")
    return {"row": row, "stage": stage, "why": cash_out_words.why(row)}


def limits_of(player: Player) -> list[str]:
    """Every limit in force, in words."""
    return [
        f"{title(kind, period)}: {in_words(kind, amount, in_money)}"
        + (f" ({_('by the house')})" if by_house else "")
        for (kind, period), (amount, by_house) in sorted(limits.in_force(player).items())
    ]


def _excluded(one: Exclusion) -> str:
    """Which exclusion holds, and until when."""
    words = {"kind": one.get_kind_display(), "until": moment(one.until) if one.until else ""}
    if one.is_closing:
        return _("The account is closed.")
    if one.is_time_out:
        return _("Time-out of %(kind)s, until %(until)s.") % words
    return _("Self-excluded for %(kind)s, until %(until)s and the wish to come back.") % words


def context(actor: Player, chat: Conversation) -> dict[str, Any]:
    """What `admin/desk_card.html` draws."""
    player = chat.player
    revealed = is_revealed(actor, player.pk)
    kept = ledger.balances(player, settings.CURRENCY)
    excluded = exclusion.current(player)
    earlier = Conversation.objects.filter(player=player).exclude(pk=chat.pk)
    return {
        "chat": chat,
        "player": player,
        "revealed": revealed,
        "personal": personal(player, revealed=revealed),
        "status": status(player),
        "balance": kept,
        "currency": settings.CURRENCY,
        "chips": money.format(ledger.balances(player, money.FUN).wallet, money.FUN),
        "transfers": Transfer.objects.filter(player=player).order_by("-pk")[:TRANSFERS],
        "cash_outs": cash_outs(player),
        "limits": limits_of(player),
        "excluded": _excluded(excluded) if excluded else "",
        "flags": flags(actor, player),
        "unfinished": desk_table.in_play(player.pk),
        "earlier": earlier.order_by("-pk")[:CHATS],
        "complaints_made": Complaint.objects.filter(player=player).order_by("-pk")[:CHATS],
        "may_open_file": actor.has_perm("accounts.view_player"),
    }


@require_safe
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """The card as it is now."""
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    return render(request, "admin/desk_card.html", context(actor, chat))


@require_POST
def reveal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the personal data of the chat's player for a while; a reason is asked for."""
    actor = desk_access.worker(request)
    chat = desk_access.opened(actor, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Say what you need the personal data for."))
        return redirect("admin:desk-chat", pk)
    if not is_revealed(actor, chat.player_id):
        events.record(
            REVEALED,
            f"player:{chat.player_id}",
            actor=actor,
            after={"chat": pk},
            reason=form.cleaned_data["reason"],
            address=address_of(request),
        )
        note_look(request, chat.player_id, f"chat:{pk}")
    return redirect("admin:desk-chat", pk)
