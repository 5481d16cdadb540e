"""What holds when many do it at once: real threads, each with a connection of its own."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.wallet import books
from tests.wallet.books import INSERT, NO_CONFLICT, stake
from wallet import ledger
from wallet.ledger import Line
from wallet.models import Account, Transfer

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """What each job returned, or the error that it raised; all start together."""
    start = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> object:
        start.wait(30)
        try:
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result(60) for future in [pool.submit(run, job) for job in jobs]]


def inserts(dsn: str, ending: str, values: dict) -> Callable[[], str]:
    """A job that inserts one transfer in a connection of its own and says how that went."""

    def job() -> str:
        with psycopg.connect(dsn) as client:
            return f"{client.execute(INSERT + ending, values).rowcount} rows"

    return job


@pytest.mark.parametrize("ending", ["", NO_CONFLICT])
def test_a_key_inserted_by_twenty_at_once_moves_once(app_dsn, ending):
    player = books.player(money=10_000)
    done = at_once(*[inserts(app_dsn, ending, stake(player))] * 20)
    assert Counter(done) == {"1 rows": 1, "0 rows": 19}
    assert ledger.balances(player, "EUR") == (9_900, 100, 0)
    assert Transfer.objects.filter(key="round:1:stake").count() == 1


@pytest.mark.parametrize("ending", ["", NO_CONFLICT])
def test_a_key_with_twenty_amounts_at_once_moves_once_and_is_nineteen_errors(app_dsn, ending):
    player = books.player(money=10_000)
    values = [stake(player, amount) for amount in range(100, 120)]
    done = at_once(*[inserts(app_dsn, ending, each) for each in values])
    assert Counter(map(type, done)) == {str: 1, psycopg.errors.UniqueViolation: 19}
    assert sum(ledger.balances(player, "EUR")) == 10_000
    assert Transfer.objects.filter(key="round:1:stake").count() == 1
    assert not books.disagreements()


def test_a_key_in_two_currencies_at_once_moves_one_of_them(app_dsn):
    player = books.player(money=10_000, chips=True)
    names = {"player": player, "currency": "FUN"}
    wallet = Account.objects.get(kind="wallet", **names)
    in_play = Account.objects.get(kind="in play", **names)
    for number in range(10):
        money = stake(player, key=f"k{number}")
        chips = money | {"source_id": wallet.pk, "target_id": in_play.pk, "currency": "FUN"}
        jobs = [inserts(app_dsn, NO_CONFLICT, each) for each in [money, chips] * 5]
        errors = [one for one in at_once(*jobs) if isinstance(one, Exception)]
        assert len(errors) == 5
    assert not books.disagreements()


def test_two_reversals_at_once_move_once(app_dsn):
    player = books.player(money=10_000)
    with transaction.atomic():
        made = ledger.move(
            player=player,
            currency="EUR",
            cause="round:1",
            lines=[Line("a", "stake", "wallet", "in play", 100)],
        )[0]
    back = {"source_id": made.target_id, "target_id": made.source_id, "kind": "reversal"}
    jobs = [
        inserts(app_dsn, NO_CONFLICT, stake(player, key=f"r{n}", reverses_id=made.pk) | back)
        for n in range(10)
    ]
    assert Counter(map(type, at_once(*jobs)))[str] == 1
    assert ledger.balances(player, "EUR") == (10_000, 0, 0)


def test_twenty_spend_the_same_balance_and_one_has_it():
    player = books.player(money=100)

    def job(number: int) -> object:
        with transaction.atomic():
            line = Line(f"s{number}", "stake", "wallet", "in play", 100)
            return ledger.move(player=player, currency="EUR", cause="round:1", lines=[line])

    done = at_once(*[lambda number=number: job(number) for number in range(20)])
    assert Counter(map(type, done)) == {list: 1, ledger.NotEnough: 19}
    assert ledger.balances(player, "EUR") == (0, 100, 0)


def test_twenty_welcomes_of_somebody_new_give_chips_once():
    player = books.player()
    done = at_once(*[lambda: ledger.welcome(player)] * 20)
    assert len({one.pk for one in done}) == 1
    assert ledger.balances(player, "FUN") == (1_000_000, 0, 0)


def test_twenty_refills_at_once_are_one():
    player = books.player()
    done = at_once(*[lambda: ledger.refill(player, 260)] * 20)
    assert Counter(map(type, done)) == {Transfer: 1, ledger.EnoughLeft: 19}
    assert ledger.balances(player, "FUN") == (1_000_000, 0, 0)


def crossing(player, dsn, name, sides, times=100):
    """Single inserts, two a transaction, without any lock taken first."""
    source, target = (books.account(player, kind) for kind in sides)
    there = stake(player, 1, source_id=source, target_id=target)
    back = there | {"source_id": target, "target_id": source}
    with psycopg.connect(dsn) as client:
        for number in range(times):
            client.execute(INSERT, there | {"key": f"{name}{number}there"})
            client.execute(INSERT, back | {"key": f"{name}{number}back"})
            client.commit()


def test_lines_that_cross_do_not_deadlock(app_dsn):
    player = books.player(money=10_000)
    with transaction.atomic():
        lines = [
            Line("a", "stake", "wallet", "in play", 1_000),
            Line("b", "cash-out", "wallet", "cash-out", 1_000),
        ]
        ledger.move(player=player, currency="EUR", cause="round:1", lines=lines)
    sides = [("wallet", "in play"), ("in play", "cash-out"), ("cash-out", "wallet")]
    jobs = [
        lambda name=name, pair=pair: crossing(player, app_dsn, name, pair)
        for name, pair in zip("xyz", sides, strict=True)
    ]
    assert at_once(*jobs) == [None, None, None]
    assert ledger.balances(player, "EUR") == (8_000, 1_000, 1_000)
    assert not books.disagreements()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["wallet", "in play", "cash-out", "games", "bank"]),
        st.sampled_from(["wallet", "in play", "cash-out", "games", "bank"]),
        st.integers(1, 400),
        st.integers(1, 12),  # the key: some are used again, as themselves or for something else
    ).filter(lambda step: step[0] != step[1]),
    max_size=12,
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(threads=st.lists(STEPS, min_size=2, max_size=4), seed=st.integers(0, 1000))
def test_whatever_is_interleaved_the_books_are_right(threads, seed):
    player = books.player(money=500)
    shared = random.Random(seed).random() < 0.5

    def run(thread: int, steps: list) -> int:
        moved = 0
        for source, target, amount, key in steps:
            name = f"{key}" if shared else f"{thread}:{key}"
            line = Line(name, "correction", source, target, amount)
            try:
                with transaction.atomic():
                    ledger.move(player=player, currency="EUR", cause="x", lines=[line])
                    moved += 1
            except (ledger.NotEnough, ledger.KeyReused):
                pass
        return moved

    jobs = [lambda n=n, steps=steps: run(n, steps) for n, steps in enumerate(threads)]
    assert all(isinstance(moved, int) for moved in at_once(*jobs))
    held = ledger.balances(player, "EUR")
    assert min(held) >= 0
    mine = Account.objects.filter(player=player, currency="EUR")
    came = sum(one.signed for each in mine for one in Transfer.objects.of(each))
    assert came == sum(held)
    assert not books.disagreements()
