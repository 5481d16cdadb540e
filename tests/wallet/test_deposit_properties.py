"""Whatever providers and players do at once: each payment is credited once, the books are right."""

from __future__ import annotations

import contextlib
import itertools
import os
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.wallet import cashing, depositing
from tests.wallet.depositing import send, told
from tests.wallet.test_cash_out_properties import look_at_the_books
from tests.wallet.test_races import at_once
from wallet import cash_outs, debts, deposits, ledger
from wallet.ledger import Line
from wallet.models import Deposit, Notification, Transfer
from wallet.statements import Chosen, Sheet

pytestmark = pytest.mark.django_db(transaction=True)
EXAMPLES = 60 if os.environ.get("FAIRDEAL_SOAK") else 6
REFUSED = (ledger.NotEnough, deposits.NotTaken, deposits.Trimmed, cash_outs.NotTaken)
DEEDS = (
    *("ask", "ask", "captured", "captured", "captured", "pending", "failed", "cancelled"),
    *("chargeback", "forged", "cancel", "stake", "win", "cash out", "collect", "sweep"),
)
STEPS = st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 3)), min_size=3, max_size=12)


class Life:
    """A player who may pay in, four forms, and every deed by its name."""

    def __init__(self) -> None:
        self.player = depositing.player(money=100_00)
        cashing.method(self.player)
        self.forms = [uuid.uuid4() for _ in range(4)]
        self.bodies: dict[tuple[str, int], bytes] = {}

    def do(self, deed: str, n: int) -> None:
        """Do it; a refusal is an answer like any other."""
        with contextlib.suppress(REFUSED):
            self.deeds()[deed](n)

    def deeds(self) -> dict[str, Callable[[int], Any]]:
        """Each deed, as a function of its number."""
        told_of = {
            kind: (lambda n, kind=kind: self.tell(n, kind))
            for kind in ("captured", "pending", "failed", "cancelled", "chargeback")
        }
        return told_of | {
            "ask": self.ask,
            "forged": lambda n: self.tell(n, "captured", "0" * 64),
            "cancel": lambda n: [deposits.cancel(self.player, one.pk) for one in self.of(n)],
            "stake": lambda n: self.move(f"s{n}", "stake", "wallet", "in play", 70_00 * n + 1),
            "win": lambda n: self.move(f"w{n}", "win", "games", "wallet", 50_00 * n + 1),
            "cash out": lambda n: cash_outs.request(
                player=self.player, amount=90_00, form_key=self.forms[n]
            ),
            "collect": lambda n: debts.collect(self.player),
            "sweep": lambda n: (deposits.sweep(), debts.sweep()),
        }

    def ask(self, n: int) -> None:
        variant = ("sandbox-account", "sandbox-purse")[n % 2]
        amount = (100_00, 33_33, 250_00, 1_00)[n]
        depositing.asked(self.player, amount, form_key=self.forms[n], variant=variant)

    def of(self, n: int) -> list[Deposit]:
        return list(Deposit.objects.filter(token=str(self.forms[n]), player=self.player))

    def tell(self, n: int, kind: str, signature: str | None = None) -> None:
        """The same notification each time, so that most of them are repeats."""
        for deposit in self.of(n):
            body = self.bodies.setdefault((kind, n), told(deposit, kind))
            assert send(deposit, body, signature).status_code in (200, 403, 422)

    def move(self, key: str, kind: str, source: str, target: str, amount: int) -> None:
        with transaction.atomic():
            line = Line(key, kind, source, target, amount)
            ledger.move(player=self.player, currency="EUR", cause="round:1", lines=[line])


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(threads=st.lists(STEPS, min_size=2, max_size=4))
def test_whatever_is_interleaved_each_payment_is_credited_once(
    threads: list[list[tuple[str, int]]],
) -> None:
    life = Life()

    def run(steps: list[tuple[str, int]]) -> None:
        for deed, n in steps:
            life.do(deed, n)

    assert at_once(*[lambda steps=steps: run(steps) for steps in threads]) == [None] * len(threads)
    look_at_the_books(life.player)
    assert debts.owed(life.player) >= 0
    for deposit in Deposit.objects.filter(player=life.player):
        look_at_one(deposit)
    look_at_the_statement(life.player)


def look_at_one(deposit: Deposit) -> None:
    """Credited once if it was captured, with its fee; charged back once at most."""
    rows = list(Transfer.objects.filter(cause=deposit.cause))
    credit = [one.amount for one in rows if one.kind == "deposit"]
    assert credit == ([deposit.captured] if deposit.captured else [])
    fees = [one.amount for one in rows if one.kind == "fee"]
    assert fees == ([deposit.fee] if deposit.captured and deposit.fee else [])
    back = sum(one.amount for one in rows if one.kind == "chargeback")
    assert back in (0, deposit.captured or 0)
    taken = Notification.objects.filter(deposit=deposit, outcome="taken", kind="captured")
    assert taken.count() == len(credit)


def look_at_the_statement(player: Any) -> None:
    """It adds up between any two moments."""
    sheet = Sheet(player, "EUR")
    moments = [row.made_at for row in sheet.rows()]
    for since, until in itertools.product(moments[::3], moments[1::4]):
        if since < until:
            page = Sheet(player, "EUR", Chosen(since, until)).page(1)
            assert page.opening + page.came_in - page.went_out == page.closing
            assert page.others == 0
