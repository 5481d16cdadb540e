"""Whatever several threads do with a player's money, in whatever order: the books are right."""

from __future__ import annotations

import contextlib
import itertools
import os
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from tests import factories
from tests.wallet import cashing
from tests.wallet.cashing import WHY
from tests.wallet.test_races import at_once
from wallet import cash_outs, ledger, payout_files, payouts, proof
from wallet.cash_out_steps import NotNow
from wallet.ledger import Line
from wallet.models import Account, CashOut, SandboxPayout, Transfer

pytestmark = pytest.mark.django_db(transaction=True)
EXAMPLES = 60 if os.environ.get("FAIRDEAL_SOAK") else 5
REFUSED = (ledger.NotEnough, cash_outs.NotTaken, NotNow)

# What may happen, with a small number that chooses an amount, a form, a person or a cash-out: so
# that some of it is a repeat.
DEEDS = (
    *("money", "stake", "win", "ask", "ask", "approve", "approve", "hold", "release"),
    *("refuse", "send", "send", "file", "pay", "sweep", "told sent", "told not sent"),
)
STEPS = st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 5)), min_size=10, max_size=18)


class Life:
    """A player, three people of staff, and every deed by its name."""

    def __init__(self) -> None:
        self.player = cashing.player(money=3_000_00)
        self.staff = [factories.staff() for _ in range(3)]
        self.forms = [uuid.uuid4() for _ in range(6)]
        # So that there is something to decide about from the first step on.
        for n in range(4):
            self.ask(n)

    def do(self, deed: str, n: int) -> None:
        """Do it; a refusal is an answer like any other."""
        with contextlib.suppress(REFUSED):
            self.deeds()[deed](n)

    def deeds(self) -> dict[str, Callable[[int], Any]]:
        """Each deed, as a function of its number."""
        return {
            "money": lambda n: ledger.test_money(self.player, 700_00, f"m{n}"),
            "stake": lambda n: self.move(f"s{n}", "stake", "wallet", "in play", 90_00 * n + 1),
            "win": lambda n: self.move(f"w{n}", "win", "games", "wallet", 50_00 * n + 1),
            "ask": self.ask,
            "approve": lambda n: self.about(n, cash_outs.approve, note=WHY),
            "hold": lambda n: self.about(n, cash_outs.hold, note=WHY, reason="play"),
            "release": lambda n: self.about(n, cash_outs.release, note=WHY),
            "refuse": lambda n: self.about(n, cash_outs.refuse, note=WHY, reason="asked"),
            "send": lambda n: self.about(n, payouts.send, note=WHY),
            "file": lambda n: payout_files.make(ids=self.ids()[n:], note=WHY, actor=self.staff[0]),
            "pay": lambda n: [payouts.pay_out(pk) for pk in self.ids()[n:]],
            "sweep": lambda n: payouts.sweep(timezone.now() + timedelta(hours=n)),
            "told sent": lambda n: self.about(n, payouts.resolve, note=WHY, sent=True,
                                              reference="B"),
            "told not sent": lambda n: self.about(n, payouts.resolve, note=WHY, sent=False),
        }  # fmt: skip

    def move(self, key: str, kind: str, source: str, target: str, amount: int) -> None:
        with transaction.atomic():
            line = Line(key, kind, source, target, amount)
            ledger.move(player=self.player, currency="EUR", cause="round:1", lines=[line])

    def ask(self, n: int) -> None:
        # Cents by which the sandbox pays, refuses or is silent; the last needs two people.
        amount = (100_00, 50_13, 200_17, 300_19, 70_00, 1_100_00)[n]
        cash_outs.request(player=self.player, amount=amount, form_key=self.forms[n])

    def ids(self) -> list[int]:
        return list(CashOut.objects.filter(player=self.player).order_by("pk").values_list(
            "pk", flat=True))  # fmt: skip

    def about(self, n: int, service: Callable[..., Any], **wanted: Any) -> None:
        """A deed of one of the staff about one of the cash-outs, where there is one."""
        if ids := self.ids():
            service(cash_out_id=ids[n % len(ids)], actor=self.staff[n % 3], **wanted)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(threads=st.lists(STEPS, min_size=2, max_size=4))
def test_whatever_is_interleaved_nothing_is_lost_doubled_or_below_zero(
    threads: list[list[tuple[str, int]]],
) -> None:
    life = Life()

    def run(steps: list[tuple[str, int]]) -> None:
        for deed, n in steps:
            life.do(deed, n)

    assert at_once(*[lambda steps=steps: run(steps) for steps in threads]) == [None] * len(threads)
    look_at_the_books(life.player)
    for row in CashOut.objects.filter(player=life.player):
        look_at_one(row)


def look_at_the_books(player: Player) -> None:
    """No balance below zero, each kept one the sum of its transfers, and the proof holds."""
    held = ledger.balances(player, "EUR")
    assert min(held) >= 0
    for account in Account.objects.filter(player=player, currency="EUR"):
        rows = list(Transfer.objects.of(account))
        assert sum(row.signed for row in rows) == account.balance
        assert all(newer.after - newer.signed == older.after
                   for newer, older in itertools.pairwise(rows))  # fmt: skip
    assert [one for one in proof.findings() if one.check != "in play"] == []


def look_at_one(row: CashOut) -> None:
    """Its money went out once, and then to the bank or back once, as its end says."""
    moved = sorted(one.key.rpartition(":")[2] for one in Transfer.objects.filter(cause=row.cause))
    end = {"sent": ["sent"], "refused": ["back"], "failed": ["back"]}.get(row.state, [])
    assert moved == sorted(["request", *end]), row.state
    paid = SandboxPayout.objects.filter(key=row.cause)
    assert len(paid) <= 1
    if row.state in ("refused", "approved", "requested", "on hold") or row.payout_file_id:
        assert not paid
    if row.state in ("approved", "sending", "unknown", "sent", "failed"):
        people = row.approvals.filter(turn=row.turn).values("person").distinct().count()
        assert people >= row.approvals_needed
