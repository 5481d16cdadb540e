"""Everybody who may knock at an address, and something of everything that an address may name."""

from __future__ import annotations

import copy
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts import limits
from accounts.models import Event, Flag
from accounts.uploads import Upload
from config import audits, findings
from config.audit_models import Audit
from config.console.roles import ROLES
from config.record_models import Note
from games import daily, services, sharing
from games.models import Move
from support import chats, complaints
from support.services import write
from support.tickets import ticket
from tests import factories
from tests.accounts.identities import newcomer, submitted
from tests.console import talks
from tests.console.staff import (
    asked_for,
    console,
    judged,
    member,
    proposed,
    released,
    simulated,
    switched,
)
from tests.wallet import cashing, depositing
from wallet import payout_files
from wallet.models import FundingBlock, Notification, PaymentMethod, PayoutFile, Seal, Transfer

HALF = "staff without a second factor"
PLAYERS = ("player", "other")
PICTURE = Upload("table.png", "image/png", b"\x89PNG\r\n\x1a\n")
PEOPLE = ("visitor", *PLAYERS, HALF, *ROLES)


def routes(resolver: Any = None, before: str = "") -> Iterator[str]:
    """The route of every address of the site, as the URL configuration spells it."""
    for entry in (resolver or get_resolver()).url_patterns:
        here = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield here
        else:
            assert isinstance(entry, URLResolver)
            yield from routes(entry, here)


class World:
    """A player with a round in play and a settled one, everybody else, and `names` of it all."""

    def __init__(self) -> None:
        player, other = factories.player(), factories.player()
        self.clients: dict[str, Client] = {
            "visitor": Client(),
            "player": factories.client(player),
            "other": factories.client(other),
            HALF: factories.client(member("administrator")),
            **{role: console(member(role)) for role in ROLES},
        }
        for client in self.clients.values():
            client.get("/terms/")
        colleague = member("support")
        settled = factories.collected(player)
        in_play = factories.dealt(player, currency=factories.FUN)
        line = chats.say(player=player, text="Hello", key=uuid.uuid4(), files=[PICTURE])
        complaint = complaints.make(player=player, text="It is late", key=uuid.uuid4())
        message = write(player=player, form_key=uuid.uuid4(), text="Hello", round_id=settled.pk)
        profile = {"display_name": "Kim", "time_zone": "UTC", "leaderboards": "on"}
        self.clients["player"].post("/settings/", profile)
        transfer = Transfer.objects.filter(cause=settled.cause).first()
        waiting = submitted(newcomer())
        cashing.method(player)
        cashed = cashing.asked(player, 50_00)
        deposit = depositing.asked(player)
        depositing.paid(player)
        offer = services.commitment(player=player, entry=in_play.entry, currency=factories.FUN)
        daily.publish()
        flag = Flag.objects.create(player=player, other=other, what="e-mail")
        increase = _increase(player)
        chats.hand_off(player=player, key=uuid.uuid4(), summary="My cash-out")
        self.player = player
        self.names: dict[str, Any] = {
            "slug": "three-card-solitaire",
            "flag": flag.pk,
            "increase": increase.pk,
            "tomorrow": daily.today() + timedelta(days=1),
            "settled": settled.pk,
            "result": settled.result.pk,
            "token": sharing.share(player=player, round_id=settled.pk).token,
            "open": in_play.round.pk,
            "at": in_play.round.entries,
            "move": in_play.moves[0],
            "offer": offer.pk,
            "cause": settled.cause,
            "session": UserSession.objects.filter(user=player).get().pk,
            "person": player.pk,
            "colleague": colleague.pk,
            "group": colleague.groups.get().pk,
            "event": Event.objects.filter(object=f"player:{player.pk}").last().pk,
            "round": settled.pk,
            "entry": Move.objects.filter(round=settled).first().pk,
            "deal": settled.deal_id,
            "transfer": transfer.pk,
            "account": transfer.source_id,
            "seal": _seal().pk,
            "message": message.pk,
            "chat": line.conversation_id,
            "chatfile": line.files.get().pk,
            "complaint": complaint.pk,
            "ticket": ticket(talks.complaint(None, email="kim@example.com")),
            "conversation": line.conversation_id,
            "cannedreply": talks.canned().pk,
            "waiting": waiting.pk,
            "simulation": simulated().pk,
            "switch": switched().pk,
            "verdict": judged(settled.deal).pk,
            "pool": asked_for().pk,
            "audit": Audit.objects.create(round=settled, player=player, reasons=["speed"]).pk,
            "proposal": proposed(player=player).pk,
            "note": Note.objects.create(player=player, by=colleague, text="Called").pk,
            "release": released().pk,
            "auditrule": audits.rules()["speed"].pk,
            "finding": findings.report("kept balances", "account:1", "It differs.").pk,
            "picture": waiting.files.get().pk,
            "cashout": cashed.pk,
            "deposit": deposit.pk,
            "payment": deposit.token,
            "key": uuid.uuid4(),
            "notification": Notification.objects.get().pk,
            "paymentmethod": PaymentMethod.objects.filter(player=player).last().pk,
            "fundingblock": FundingBlock.objects.create(player=other).pk,
            "payoutfile": _payout_file().pk,
        }

    def ask(
        self, who: str, path: str, method: str = "GET", data: Any = None, **headers: str
    ) -> HttpResponse:
        """What this person is answered; whatever it did is taken back."""
        client = copy.copy(self.clients[who])
        client.cookies = copy.deepcopy(client.cookies)
        filled = {name: str(value).format(**self.names) for name, value in (data or {}).items()}
        with transaction.atomic():
            send = client.get if method == "GET" else client.post
            answer: HttpResponse = send(path.format(**self.names), filled, headers=headers)
            if answer.status_code == 302 and answer["Location"].startswith("/console/login/"):
                answer = client.get(answer["Location"])  # what the door of the console says
            transaction.set_rollback(True)
        return answer


def _payout_file() -> PayoutFile:
    """A payout file with somebody's cash-out."""
    row = cashing.approved(cashing.player())
    return payout_files.make(ids=[row.pk], note="Monday's", actor=factories.staff())


def _increase(player: Any) -> Any:
    """A higher limit that waits for its confirmation."""
    place: dict[str, Any] = {"player": player, "kind": "loss", "period": "month"}
    limits.ask(**place, amount=1_000_00, shown=str)
    return limits.ask(**place, amount=2_000_00, shown=str)


def _seal() -> Seal:
    """A seal as the console shows it; the rows of this test are too young for a real one."""
    values = {"subject": "transfers", "first_id": 1, "last_id": 1, "count": 1}
    return Seal.objects.create(**values, previous="", digest="0" * 64)


def outcome(answer: HttpResponse) -> str:
    """An answer in a word."""
    if answer.status_code == 204 and "/accounts/login/" in answer.get("HX-Redirect", ""):
        return "sign in"
    if answer.status_code in (301, 302):
        goal = answer["Location"]
        return "sign in" if goal.startswith("/accounts/login/") else "onward"
    names = {200: "page", 204: "done", 403: "refused", 404: "none", 405: "wrong method"}
    return names.get(answer.status_code, str(answer.status_code))
