"""The ledger's services: what they move, what they refuse with which sentence, what repeats do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.wallet import books
from wallet import ledger
from wallet.ledger import Line
from wallet.models import Account, Transfer, TransferKind

pytestmark = pytest.mark.django_db
STAKE = Line("round:1:stake", "stake", "wallet", "in play", 5_200)
TAKEN = Line("round:1:house", "house", "in play", "games", 5_200)
WON = Line("round:1:win", "win", "games", "wallet", 7_800)


@pytest.fixture
def player():
    """Somebody with 100.00 of money."""
    return books.player(money=10_000)


def move(player, *lines, currency="EUR", **more):
    """Move lines of round 1."""
    return ledger.move(player=player, currency=currency, cause="round:1", lines=lines, **more)


def test_a_round_is_staked_taken_and_paid(player):
    move(player, STAKE)
    assert ledger.balances(player, "EUR") == (4_800, 5_200, 0)
    move(player, TAKEN, WON)
    assert ledger.balances(player, "EUR") == (12_600, 0, 0)
    assert ledger.house("EUR") | {"bank": 0} == {
        "games": -2_600,
        "bank": 0,
        "fees": 0,
        "chips": 0,
        "corrections": 0,
        "receivable": 0,
    }


def test_the_transfers_come_back_in_the_order_of_the_lines(player):
    made = move(player, STAKE, TAKEN, WON)
    assert [one.key for one in made] == [STAKE.key, TAKEN.key, WON.key]
    assert [(one.source_after, one.target_after) for one in made] == [
        (4_800, 5_200),
        (0, None),
        (None, 12_600),
    ]
    assert [type(one.amount) for one in made] == [int, int, int]
    assert made == list(Transfer.objects.filter(cause="round:1").order_by("pk"))


def test_a_repeat_moves_nothing_and_returns_the_first(player):
    first = move(player, STAKE)
    assert move(player, STAKE._replace(note="again"), WON)[0] == first[0]
    assert ledger.balances(player, "EUR") == (12_600, 5_200, 0)


def test_a_repeat_needs_no_money(player):
    everything = STAKE._replace(amount=10_000)
    assert move(player, everything) == move(player, everything)


def test_the_same_key_for_something_else_is_an_error(player):
    move(player, STAKE)
    with pytest.raises(ledger.KeyReused), transaction.atomic():
        move(player, STAKE._replace(amount=5_201))
    assert ledger.balances(player, "EUR") == (4_800, 5_200, 0)


def test_too_little_is_refused_with_what_is_missing_and_the_transaction_goes_on(player):
    with pytest.raises(ledger.NotEnough, match=r"Your balance is €0\.05 short\.") as refusal:
        move(player, STAKE, STAKE._replace(key="more", amount=4_805))
    assert refusal.value.missing == 5
    assert ledger.balances(player, "EUR") == (10_000, 0, 0)
    move(player, STAKE)


@pytest.mark.parametrize("amount", [0, -1, 0.5, 5.0, True, 10**15 + 1, "5", None])
def test_an_amount_is_a_whole_number_of_minor_units(player, amount):
    with pytest.raises(ledger.WrongLine):
        move(player, STAKE._replace(amount=amount))


@pytest.mark.parametrize(("source", "target"), [("wallet", "wallet"), ("wallet", "pocket")])
def test_a_line_names_two_accounts(player, source, target):
    with pytest.raises(ledger.WrongLine):
        move(player, STAKE._replace(source=source, target=target))


def test_only_the_currencies_of_the_house_are_kept(player):
    with pytest.raises(ledger.NoSuchCurrency):
        move(player, STAKE, currency="USD")


def test_staff_have_no_wallet():
    with pytest.raises(ledger.NoWallet):
        ledger.lock(books.player(is_staff=True), "EUR")
    assert not Account.objects.filter(player__is_staff=True).exists()


@pytest.mark.django_db(transaction=True)
def test_money_moves_only_inside_a_transaction():
    with pytest.raises(RuntimeError):
        ledger.lock(books.player(), "EUR")


def test_balances_and_statement_of_somebody_new_are_empty():
    newcomer = books.player()
    assert ledger.balances(newcomer, "EUR") == (0, 0, 0)
    assert list(ledger.statement(newcomer, "EUR")) == []
    assert not Account.objects.filter(player=newcomer).exists()


def test_a_move_signals_the_balance_once_with_its_version(player, app_dsn):
    signals = []
    with connection.execute_wrapper(
        lambda run, sql, values, *rest: _noted(signals, run, sql, values, *rest)
    ):
        move(player, STAKE, TAKEN, WON)
        move(player, STAKE, TAKEN, WON)
    assert signals == [["fairdeal", [f"{player.pk} balance:EUR 3"]]]


def _noted(signals, run, sql, values, *rest):
    if "pg_notify" in sql:
        signals.append(values)
    return run(sql, values, *rest)


class TestStatement:
    """Newest first, each row with the balance after it."""

    def test_its_rows_add_up_to_the_balance(self, player):
        move(player, STAKE, TAKEN, WON)
        rows = list(ledger.statement(player, "EUR"))
        assert [(row.n, row.signed, row.after) for row in rows] == [
            (3, 7_800, 12_600),
            (2, -5_200, 4_800),
            (1, 10_000, 10_000),
        ]
        assert sum(row.signed for row in rows) == ledger.balances(player, "EUR").wallet

    def test_it_names_the_accounts_and_leaves_out_what_does_not_touch_the_wallet(self, player):
        move(player, STAKE, TAKEN, WON)
        rows = ledger.statement(player, "EUR").with_kinds()
        assert [(row.source_kind, row.target_kind) for row in rows] == [
            ("games", "wallet"),
            ("wallet", "in play"),
            ("bank", "wallet"),
        ]


class TestChips:
    """10,000 to start with; a refill when nothing is left for a bet, at most once an hour."""

    @pytest.fixture
    def broke(self):
        """Somebody who has lost all chips."""
        lost = books.player(chips=True)
        line = Line("lost", "stake", "wallet", "in play", 1_000_000)
        move(
            lost, line, line._replace(key="gone", source="in play", target="games"), currency="FUN"
        )
        return lost

    def test_they_are_given_once(self):
        player = books.player()
        assert ledger.welcome(player) == ledger.welcome(player)
        assert ledger.balances(player, "FUN") == (1_000_000, 0, 0)

    def test_a_refill_fills_up(self, broke):
        assert ledger.refill(broke, 260).kind == TransferKind.REFILL
        assert ledger.balances(broke, "FUN") == (1_000_000, 0, 0)

    def test_a_refill_counts_what_is_left_and_in_play(self, broke):
        lines = [
            Line("left", "win", "games", "wallet", 200),
            Line("open", "stake", "wallet", "in play", 150),
        ]
        move(broke, *lines, currency="FUN")
        ledger.refill(broke, 260)
        assert ledger.balances(broke, "FUN") == (999_850, 150, 0)

    def test_none_while_there_is_enough_for_a_bet(self, broke):
        move(broke, Line("left", "win", "games", "wallet", 260), currency="FUN")
        with pytest.raises(ledger.EnoughLeft, match=r"less than 2\.60 chips"):
            ledger.refill(broke, 260)

    def test_none_within_the_hour(self, broke):
        made = ledger.refill(broke, 260)
        lines = [
            Line("lost 2", "stake", "wallet", "in play", 1_000_000),
            Line("gone 2", "house", "in play", "games", 1_000_000),
        ]
        move(broke, *lines, currency="FUN")
        with pytest.raises(ledger.NotYet, match="once an hour") as refusal:
            ledger.refill(broke, 260, now=made.made_at + timedelta(minutes=59))
        assert refusal.value.at == made.made_at + timedelta(hours=1)
        ledger.refill(broke, 260, now=timezone.now() + timedelta(hours=1))
        assert ledger.balances(broke, "FUN").wallet == 1_000_000


def test_test_money_is_for_test_players_only(player):
    player.is_test = False
    with pytest.raises(ledger.NotATestPlayer):
        ledger.test_money(player, 5, "more")
