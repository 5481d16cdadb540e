"""What the tests of deposits share: players who may pay in, payments, and what a provider tells."""

from __future__ import annotations

import itertools
import json
import uuid
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts import documents, identity, limits
from accounts.models import LimitKind, Period, Player
from tests import factories
from tests.wallet import books
from wallet import deposits, ledger, sandbox
from wallet.models import Deposit
from wallet.money import format

WAY = "sandbox-account"
numbers = itertools.count(1)


def player(money: int = 0, **fields: Any) -> Player:
    """A player whom every gate lets pay in."""
    return factories.player(money=money, chips=False, **fields)


def undecided() -> Player:
    """A player who is known and has not said whether a limit is wanted."""
    made = books.player()
    documents.accept(player=made)
    identity.assume(made)
    return made


def asked(of: Player, amount: int = 100_00, **wanted: Any) -> Deposit:
    """A deposit that the player has begun."""
    wanted = {"variant": WAY, "form_key": uuid.uuid4()} | wanted
    return deposits.ask(player=of, amount=amount, **wanted)


def told(deposit: Deposit, kind: str = "captured", **other: Any) -> bytes:
    """The body of a notification about it, with a number of its own."""
    number = next(numbers)
    body = {
        "for": deposit.token,
        "event": f"evt_{number}",
        "kind": kind,
        "amount": f"{deposit.amount / 100:.2f}",
        "currency": "EUR",
        "payment": f"pay_{deposit.token[:13]}",
        "authorization": f"A{number:05}" if kind == "captured" else "",
        "account": "SB00001234",
        "holder": "Kim Player",
    }
    return json.dumps(body | other).encode()


def send(deposit: Deposit, body: bytes, signature: str | None = None) -> HttpResponse:
    """Post a notification as the provider would, rightly signed unless a signature is given."""
    headers = {"Sandbox-Signature": signature or sandbox.sign(deposit.variant, body)}
    address = f"/payments/process/{deposit.token}/"
    client = Client(enforce_csrf_checks=True)
    return client.post(address, body, content_type="application/json", headers=headers)


def paid(of: Player, amount: int = 100_00, **other: Any) -> Deposit:
    """A deposit that was captured."""
    deposit = asked(of, amount)
    answer = send(deposit, told(deposit, **other))
    assert answer.status_code == 200, answer.content
    return now(deposit)


def now(deposit: Deposit) -> Deposit:
    """The deposit as it stands."""
    return Deposit.objects.get(pk=deposit.pk)


def wallet(of: Player) -> int:
    """What the player can spend, in minor units."""
    return ledger.balances(of, "EUR").wallet


def limit(of: Player, amount: int) -> None:
    """Set the player's limit of deposits for a day, in minor units."""
    limits.ask(
        player=of,
        kind=LimitKind.DEPOSIT,
        period=Period.DAY,
        amount=amount,
        shown=lambda one: format(one, "EUR"),
    )
