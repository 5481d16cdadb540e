"""A player's own data, as one file: everything that the house keeps about a person, streamed.

It is JSON, one list for each kind of row. Secrets of open rounds stay out: a seed and a deck are in
a round's proof once it is revealed. Pictures of documents are named, not contained.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import events
from accounts.identity_models import IdentityCheck, IdentityFile
from accounts.models import (
    Acceptance,
    Event,
    Exclusion,
    Flag,
    Limit,
    LimitChoice,
    Mail,
    Player,
    RealityCheck,
    Sitting,
)
from accounts.requests import PlayerRequest, address_of
from games.models import Deal, Move, Result, Round, Share
from support.models import Complaint, Conversation, Line, LineFile, Message
from wallet.models import Account, CashOut, Deposit, PaymentMethod, Transfer

ACCOUNT = (
    *("id", "email", "display_name", "birth_date", "time_zone", "language", "settings"),
    *("date_joined", "last_login", "password_changed_at"),
)
IDENTITY = (
    *("id", "state", "full_name", "birth_date", "street", "postal_code", "city", "country"),
    *("document", "document_tail", "valid_until", "reason", "submitted_at", "decided_at"),
)
LIMIT = ("id", "kind", "period", "amount", "step", "by_house", "at", "reason")
ROUND = (
    *("id", "deal_id", "game", "currency", "mode", "day", "options", "bets", "rules_version"),
    *("staked", "reserved", "returned", "lines", "outcome", "started_at", "ended_at"),
)
TRANSFER = (
    *("id", "made_at", "kind", "cause", "amount", "currency", "note"),
    *("source__kind", "target__kind", "source_after", "target_after"),
)
METHOD = ("id", "kind", "label", "holder", "verified", "made_at", "used_at", "closed_at")
DEPOSIT = (
    *("id", "created", "asked", "amount", "fee", "captured", "currency", "variant", "method_id"),
    *("status", "reason", "message", "authorization", "reached_at", "ended_at"),
    "customer_ip_address",
)
CHAT = (
    *("id", "state", "summary", "page", "round_id", "started_at", "queued_at", "resolved_at"),
    *("reopened", "rating", "rating_note", "emptied_at"),
)
COMPLAINT = (
    *("id", "made_at", "text", "address", "state", "due_at", "escalated_at", "escalation"),
    *("ended_at", "answer", "final_answer"),
)
CASH_OUT = (
    *("id", "made_at", "amount", "currency", "state", "reason", "ended_at", "bank_reference"),
    "method__label",
)


@login_required
@require_safe
def own_data(request: PlayerRequest) -> HttpResponse | StreamingHttpResponse:
    """The file, to download; that it was asked for is an event."""
    player = request.user
    events.record(
        "own data downloaded", f"player:{player.pk}", actor=player, address=address_of(request)
    )
    response = StreamingHttpResponse(_pieces(player), content_type="application/json")
    name = f"fairdeal-{player.pk}-{timezone.now().date().isoformat()}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


def _pieces(player: Player) -> Iterator[str]:
    """The text of the file: an object of lists, a row a line."""
    yield "{\n"
    for number, (name, rows) in enumerate(_lists(player)):
        yield f"{',' if number else ''}\n{json.dumps(name)}: ["
        for place, row in enumerate(rows.iterator(chunk_size=2000)):
            yield f"{',' if place else ''}\n{json.dumps(row, cls=DjangoJSONEncoder)}"
        yield "]"
    yield "\n}\n"


def _lists(player: Player) -> Iterator[tuple[str, QuerySet[Any, Any]]]:
    """Every kind of row that is about the player, by its name."""
    of = {"player": player}
    about = Event.objects.filter(object=f"player:{player.pk}").order_by("pk")
    yield "account", Player.objects.filter(pk=player.pk).values(*ACCOUNT)
    yield "acceptances", _rows(Acceptance, of, "document", "version", "at", "address")
    yield "identities", _rows(IdentityCheck, of, *IDENTITY)
    yield (
        "documents",
        _rows(
            IdentityFile, {"check_of__player": player}, "name", "content_type", "size", "made_at"
        ),
    )
    yield "events", about.values("at", "action", "after", "reason", "address")
    yield from _safer(of)
    yield "mails", _rows(Mail, of, "to", "subject", "made_at", "sent_at")
    yield "accounts of money", _rows(Account, of, "id", "kind", "currency", "balance")
    yield "transfers", _rows(Transfer, of, *TRANSFER)
    yield "payment methods", _rows(PaymentMethod, of, *METHOD)
    yield "deposits", _rows(Deposit, of, *DEPOSIT)
    yield "cash-outs", _rows(CashOut, of, *CASH_OUT)
    yield "deals", _rows(Deal, of, "id", "game", "currency", "nonce", "commitment", "made_at")
    yield "rounds", _rows(Round, of, *ROUND)
    moves = Move.objects.filter(player=player).order_by("round_id", "no")
    yield "moves", moves.values("round_id", "no", "actor", "notation", "made_at")
    yield "results", _rows(Result, of, "round_id", "won", "cards", "score", "moves", "seconds")
    yield "shared games", _rows(Share, of, "round_id", "made_at", "withdrawn_at")
    yield "messages", _rows(Message, of, "id", "written_at", "subject", "text", "page", "status")
    yield from _talk(of)


def _talk(of: dict[str, Any]) -> Iterator[tuple[str, QuerySet[Any, Any]]]:
    """Chats as the player sees them, the files sent there by name, and complaints."""
    seen = {"conversation__player": of["player"], "private": False}
    files = {f"line__{name}": value for name, value in seen.items()}
    yield "chats", _rows(Conversation, of, *CHAT)
    yield "lines of chats", _rows(Line, seen, "conversation_id", "number", "by", "text", "at")
    yield "files of chats", _rows(LineFile, files, "line_id", "name", "content_type", "size")
    yield "complaints", _rows(Complaint, of, *COMPLAINT)


def _safer(of: dict[str, Any]) -> Iterator[tuple[str, QuerySet[Any, Any]]]:
    """What is kept for safer play."""
    yield "limits", _rows(Limit, of, *LIMIT)
    yield "choices of a limit", _rows(LimitChoice, of, "with_limit", "at")
    yield "exclusions", _rows(Exclusion, of, "kind", "began_at", "until", "reason", "handled_at")
    yield "sittings", _rows(Sitting, of, "began_at", "seen_at")
    yield "reality checks", _rows(RealityCheck, of, "at", "minutes", "shown")
    yield "flags", _rows(Flag, of, "what", "made_at", "settled_at")


def _rows(model: Any, of: dict[str, Any], *names: str) -> QuerySet[Any, dict[str, Any]]:
    found: QuerySet[Any, dict[str, Any]] = model.objects.filter(**of).order_by("pk").values(*names)
    return found
