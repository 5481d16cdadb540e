"""What the database refuses to the role `app`, whoever asks and by whatever road."""

from __future__ import annotations

from decimal import Decimal

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from tests.wallet import books
from tests.wallet.books import INSERT, NO_CONFLICT, account, send, stake
from wallet import ledger
from wallet.models import Account, Transfer

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    """Somebody with 500.00 of money and nothing in play."""
    return books.player(money=50_000)


def refused(sql, values=None, *, match=None):
    """The statement fails for this reason."""
    with pytest.raises(DatabaseError, match=match):
        send(sql, values)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE wallet_transfer SET amount = 1",
        "DELETE FROM wallet_transfer",
        "TRUNCATE wallet_transfer CASCADE",
        "UPDATE wallet_seal SET count = 0",
        "DELETE FROM wallet_seal",
        "TRUNCATE wallet_seal",
        "UPDATE wallet_account SET balance = balance + 1",
        "UPDATE wallet_account SET entries = 0",
        "UPDATE wallet_account SET player_id = player_id",
        "DELETE FROM wallet_account",
        "TRUNCATE wallet_account CASCADE",
        "ALTER TABLE wallet_transfer DISABLE TRIGGER ALL",
        "SELECT setval('wallet_transfer_id_seq', 1)",
        "SET session_replication_role = replica",
    ],
)
def test_the_application_may_not(player, change):
    refused(change, match="permission denied|must be owner")


@pytest.mark.django_db(transaction=True)
def test_not_even_the_owner_may(owner_connection, player):
    for change, reason in [
        ("UPDATE wallet_transfer SET amount = 1", "is a history"),
        ("DELETE FROM wallet_transfer", "is a history"),
        ("TRUNCATE wallet_transfer CASCADE", "is a history"),
        ("TRUNCATE wallet_seal", "is a history"),
        ("UPDATE wallet_account SET balance = balance + 1", "A balance is written by"),
        ("UPDATE wallet_account SET entries = 7", "A balance is written by"),
        ("UPDATE wallet_account SET currency = 'USD'", "keeps its owner"),
        ("DELETE FROM wallet_account", "closed, not deleted"),
        ("TRUNCATE wallet_account CASCADE", "closed, not deleted"),
    ]:
        with pytest.raises(psycopg.Error, match=reason), owner_connection.transaction():
            owner_connection.execute(change)


def test_an_account_starts_empty(player):
    sql = "INSERT INTO wallet_account (player_id, kind, currency, balance, entries) VALUES "
    refused(sql + f"({player.pk}, 'wallet', 'USD', 5, 0)", match="A balance is written by")
    refused(sql + f"({player.pk}, 'games', 'USD', 0, 0)", match="player_or_house")
    refused(sql + "(NULL, 'wallet', 'USD', NULL, NULL)", match="player_or_house")
    refused(sql + f"({player.pk}, 'wallet', 'EUR', 0, 0)", match="account_once")
    refused(sql + "(NULL, 'bank', 'EUR', NULL, NULL)", match="account_once")


def test_an_account_that_holds_money_is_not_closed(player):
    close = f"UPDATE wallet_account SET closed_at = now() WHERE id = {account(player, 'wallet')}"
    refused(close, match="closed_is_empty")


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (50_001, "not_below_zero"),
        (0, "whole number"),
        (-5, "whole number"),
        (Decimal("0.5"), "whole number"),
        (Decimal("99.9"), "whole number"),
        (10**15 + 1, "whole number"),
        (Decimal("NaN"), "whole number"),
        (Decimal("Infinity"), "."),
        (None, "whole number"),
    ],
)
@pytest.mark.parametrize("ending", ["", NO_CONFLICT])
def test_a_transfer_of_a_wrong_amount_is_refused(player, amount, reason, ending):
    refused(INSERT + ending, stake(player, amount), match=reason)
    assert ledger.balances(player, "EUR") == (50_000, 0, 0)


def test_a_transfer_between_wrong_accounts_is_refused(player):
    other = books.player(money=50_000)
    wallet, theirs = account(player, "wallet"), account(other, "wallet")
    chips = account(player, "wallet", "FUN")
    for sides, reason in [
        ({"target_id": wallet}, "two_accounts"),
        ({"target_id": theirs}, "is not of player"),
        ({"source_id": theirs}, "is not of player"),
        ({"player_id": other.pk}, "is not of player"),
        ({"target_id": chips}, "is in FUN, the transfer in EUR"),
        ({"source_id": chips}, "is in FUN, the transfer in EUR"),
        ({"currency": "FUN"}, "is in EUR, the transfer in FUN"),
        ({"target_id": 10**12}, "There is no account"),
        ({"source_id": None}, "There is no account"),
        ({"player_id": 10**12}, "has no account"),
        ({"player_id": None}, "has no account"),
        ({"key": ""}, "has_a_cause"),
    ]:
        refused(INSERT, stake(player) | sides, match=reason)
    assert ledger.balances(player, "EUR") == ledger.balances(other, "EUR") == (50_000, 0, 0)


def test_a_transfer_to_a_closed_account_is_refused(player):
    closed = account(player, "in play")
    send(f"UPDATE wallet_account SET closed_at = now() WHERE id = {closed}")
    refused(INSERT, stake(player), match="is closed")


def test_a_refused_transfer_does_not_use_up_its_key(player):
    refused(INSERT, stake(player, 50_001))
    assert send(INSERT, stake(player, 50_000)) == 1


def test_what_the_database_fills_cannot_be_given(player):
    given = INSERT.replace("note,", "note, id, source_after, source_no, made_at,").replace(
        "'',", "'', 1, 10, 10, '2000-01-01',"
    )
    assert send(given + NO_CONFLICT, stake(player)) == 1
    made = Transfer.objects.get(key="round:1:stake")
    assert (made.source_after, made.target_after) == (49_900, 100)
    assert (made.source_no, made.target_no) == (2, 1)
    assert made.pk > 1
    assert made.made_at.year > 2000


def test_a_known_id_does_not_move_money_without_a_row(player):
    first = Transfer.objects.first().pk
    given = INSERT.replace("note,", "note, id,").replace("'',", f"'', {first},") + NO_CONFLICT
    for key in "ab":
        assert send(given, stake(player, key=key)) == 1
    assert ledger.balances(player, "EUR") == (49_800, 200, 0)
    assert Transfer.objects.filter(kind="stake").count() == 2


def test_a_repeat_returns_nothing_and_moves_nothing(player):
    for ending in ["", NO_CONFLICT, ""]:
        send(INSERT + ending, stake(player))
    assert ledger.balances(player, "EUR") == (49_900, 100, 0)


@pytest.mark.parametrize("ending", ["", NO_CONFLICT])
@pytest.mark.parametrize(
    "other", [{"amount": 101}, {"cause": "round:2"}, {"kind": "reserve"}, {"swap": True}]
)
def test_a_key_used_for_something_else_is_an_error(player, ending, other):
    send(INSERT, stake(player))
    again = stake(player) | other
    if again.pop("swap", False):
        again["source_id"], again["target_id"] = again["target_id"], again["source_id"]
    refused(INSERT + ending, again, match="was used for another transfer")
    assert ledger.balances(player, "EUR") == (49_900, 100, 0)


def test_the_same_key_twice_in_one_statement_moves_once(player):
    twice = INSERT + ", " + INSERT.split("VALUES ")[1]
    assert send(twice, stake(player)) == 1
    assert ledger.balances(player, "EUR") == (49_900, 100, 0)


def test_copy_moves_money_like_an_insert(player):
    columns = "player_id, key, cause, kind, source_id, target_id, amount, currency, note"
    rows = [[*list(stake(player, key=key).values())[:8], ""] for key in "abca"]
    copying = f"COPY wallet_transfer ({columns}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(copying) as copy:
        for row in rows:
            copy.write_row(row)
    assert ledger.balances(player, "EUR") == (49_700, 300, 0)


class TestReversals:
    """A reversal goes the way back, once, and is itself final."""

    @pytest.fixture
    def made(self, player):
        """A stake of 1.00 that may be reversed."""
        send(INSERT, stake(player))
        return Transfer.objects.get(key="round:1:stake")

    def back(self, player, made, **other):
        """The values of the reversal of `made`."""
        sides = {"source_id": made.target_id, "target_id": made.source_id}
        names = {"key": "back", "kind": "reversal", "reverses_id": made.pk}
        return stake(player) | sides | names | other

    def test_it_moves_the_amount_back(self, player, made):
        send(INSERT, self.back(player, made))
        assert ledger.balances(player, "EUR") == (50_000, 0, 0)

    @pytest.mark.parametrize("ending", ["", NO_CONFLICT])
    def test_it_is_made_once(self, player, made, ending):
        send(INSERT, stake(player, key="more"))
        send(INSERT, self.back(player, made))
        again = self.back(player, made, key="again")
        refused(INSERT + ending, again, match="is reversed already")
        assert ledger.balances(player, "EUR") == (49_900, 100, 0)

    def test_it_is_the_same_amount_the_other_way(self, player, made):
        wrong = self.back(player, made, amount=99)
        refused(INSERT, wrong, match="A reversal has the amount")
        wrong = stake(player, key="back", kind="reversal", reverses_id=made.pk)
        refused(INSERT, wrong, match="A reversal has the amount")
        wrong = self.back(player, made, kind="refund")
        refused(INSERT, wrong, match="names_what_it_reverses")
        wrong = self.back(player, made, reverses_id=None)
        refused(INSERT, wrong, match="names_what_it_reverses")
        wrong = self.back(player, made, reverses_id=10**12)
        refused(INSERT, wrong, match="A reversal has the amount")

    def test_it_is_never_reversed(self, player, made):
        send(INSERT, self.back(player, made))
        first = Transfer.objects.get(key="back")
        again = stake(player, key="forth", kind="reversal", reverses_id=first.pk)
        refused(INSERT, again, match="never reversed")


def test_the_application_makes_no_table_that_could_mislead_the_trigger(player):
    made = "CREATE TEMP TABLE wallet_account AS TABLE public.wallet_account"
    refused(made, match="permission denied")
    refused("CREATE TABLE another (id int)", match="permission denied")


def test_the_application_locks_histories_only(player):
    send("SELECT wallet_lock_history('wallet_transfer')")
    refused("SELECT wallet_lock_history('accounts_player')", match="is not a history")


def test_the_orm_cannot_go_round_it(player):
    with pytest.raises(TypeError, match="whole number"), transaction.atomic():
        Transfer.objects.create(**stake(player, 0.5))
    Transfer.objects.create(**stake(player))
    assert ledger.balances(player, "EUR") == (49_900, 100, 0)
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        Account.objects.filter(player=player).update(balance=1)
