"""The ledger: the only code that moves money.

Every operation runs in the caller's transaction, so that money and its cause commit or fall
together, and holds all accounts of the player in the currency before its first line. The database
refuses what must not be; here the refusals that a player can meet become sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import live
from accounts.models import Player
from wallet.holding import Balances, Held, NoSuchCurrency, NoWallet, hold
from wallet.models import (
    AMOUNT_MOST,
    PLAYER_KINDS,
    Account,
    AccountKind,
    Seal,
    Transfer,
    TransferKind,
    TransferQuerySet,
)
from wallet.money import CURRENCIES, FUN, UNIT, format

__all__ = [
    "CURRENCIES",
    "FUN",
    "Balances",
    "NoSuchCurrency",
    "NoWallet",
]

WALLET = AccountKind.WALLET
STARTING_CHIPS = 10_000 * UNIT
BETWEEN_REFILLS = timedelta(hours=1)


class Line(NamedTuple):
    """One transfer to make: `amount` minor units from the account of one kind to another."""

    key: str
    kind: str
    source: str
    target: str
    amount: int
    note: str = ""
    reverses: int | None = None


class NotEnough(Exception):
    """The account that a line leaves does not reach; `missing` is in minor units."""

    def __init__(self, missing: int, currency: str) -> None:
        self.missing = missing
        super().__init__(
            _("Your balance is %(missing)s short.") % {"missing": format(missing, currency)}
        )


class KeyReused(Exception):
    """The key of a line was used for another transfer before."""


class WrongLine(ValueError):
    """A line that no ledger takes: its amount, its accounts or its currency."""


class NotYet(Exception):
    """A refill was made less than an hour ago; `at` is when the next one can be."""

    def __init__(self, at: datetime) -> None:
        self.at = at
        when = date_format(timezone.localtime(at), "TIME_FORMAT")
        super().__init__(
            _("Chips are refilled once an hour, the next time at %(at)s.") % {"at": when}
        )


class EnoughLeft(Exception):
    """There are chips enough for a bet, in the wallet or in play."""


class NotATestPlayer(Exception):
    """Test money goes to test players only."""


def lock(player: Player, currency: str) -> Balances:
    """Lock the player's accounts of the currency until the transaction ends; make them if needed.

    Raises NoWallet for staff, NoSuchCurrency.
    """
    return hold(player, currency).shown()


def move(
    *,
    player: Player,
    currency: str,
    cause: str,
    lines: Iterable[Line],
    actor: Player | None = None,
) -> list[Transfer]:
    """Make the lines, in order, as one insert; the transfers, in the order of the lines.

    A line whose key was used for the same transfer moves nothing: the first one is returned. Raises
    NotEnough (nothing has moved and the transaction can go on), KeyReused (the transaction is
    lost), NoWallet, WrongLine.
    """
    lines = list(lines)
    for line in lines:
        _check(line)
    held = hold(player, currency)
    if not lines:
        return []
    if _shortfall(lines, held):
        # A repeat needs no money: its transfer is there.
        done = _moved_before(player, lines)
        if short := _shortfall([line for line in lines if line.key not in done], held):
            raise NotEnough(short, currency)
    moved = _insert(player, currency, cause, lines, actor, held)
    _tell(player, currency, moved, held)
    by_key = {one.key: one for one in moved}
    if len(by_key) < len(lines):
        by_key = _moved_before(player, lines) | by_key
    return [by_key[line.key] for line in lines]


def balances(player: Player, currency: str) -> Balances:
    """What the player has, for display: nothing is locked and nothing is made."""
    kept = dict(
        Account.objects.filter(player=player, currency=currency).values_list("kind", "balance")
    )
    return Balances(*(kept.get(kind) or 0 for kind in PLAYER_KINDS))


def statement(player: Player, currency: str) -> TransferQuerySet:
    """The transfers of the player's wallet, newest first, with `n`, `signed` and `after`."""
    wallet = Account.objects.filter(player=player, kind=WALLET, currency=currency).first()
    return Transfer.objects.of(wallet) if wallet else Transfer.objects.none()


def house(currency: str) -> dict[str, int]:
    """What each of the house's accounts came to, in minor units: below zero where more has left.

    The newest seal's totals and the transfers since.
    """
    seal = Seal.objects.filter(subject="transfers").order_by("-last_id").first()
    since = Transfer.objects.filter(pk__gt=seal.last_id if seal else 0, currency=currency)
    sums = {}
    for account in Account.objects.filter(player=None, currency=currency):
        came = since.filter(target=account).aggregate(sum=Sum("amount", default=0))["sum"]
        left = since.filter(source=account).aggregate(sum=Sum("amount", default=0))["sum"]
        sealed = seal.totals.get(str(account.pk), 0) if seal else 0
        sums[account.kind] = sealed + int(came) - int(left)
    return sums


@transaction.atomic
def welcome(player: Player) -> Transfer:
    """The chips that a player starts with; asked again, the transfer that gave them."""
    line = Line(
        "welcome", TransferKind.GRANT, AccountKind.CHIPS, AccountKind.WALLET, STARTING_CHIPS
    )
    return move(player=player, currency=FUN, cause="welcome", lines=[line])[0]


@transaction.atomic
def refill(player: Player, smallest_bet: int, now: datetime | None = None) -> Transfer:
    """Fill the wallet so that it and what is in play are 10,000 chips.

    Free when together they are below `smallest_bet` (minor units), at most once an hour. Raises
    EnoughLeft, NotYet, NoWallet. Of several at once one is made: the others find enough.
    """
    has = lock(player, FUN)
    together = has.wallet + has.in_play
    if together >= smallest_bet:
        bet = format(smallest_bet, FUN)
        raise EnoughLeft(_("Chips are refilled when less than %(bet)s are left.") % {"bet": bet})
    made = Transfer.objects.filter(player=player, kind=TransferKind.REFILL)
    last = made.order_by("-pk").first()
    now = now or timezone.now()
    if last and now < last.made_at + BETWEEN_REFILLS:
        raise NotYet(last.made_at + BETWEEN_REFILLS)
    line = Line(
        key=f"refill:{made.count() + 1}",
        kind=TransferKind.REFILL,
        source=AccountKind.CHIPS,
        target=WALLET,
        amount=STARTING_CHIPS - together,
    )
    return move(player=player, currency=FUN, cause="refill", lines=[line])[0]


@transaction.atomic
def test_money(player: Player, amount: int, key: str) -> Transfer:
    """Money from the bank that no bank knows of, for a test player; once for each `key`."""
    if not player.is_test:
        raise NotATestPlayer(_("Test money is for test players only."))
    line = Line(key, TransferKind.TEST_MONEY, AccountKind.BANK, WALLET, amount)
    return move(player=player, currency=settings.CURRENCY, cause="test money", lines=[line])[0]


def _check(line: Line) -> None:
    """WrongLine unless the amount is whole and in range and the accounts are two that exist."""
    amount = line.amount
    if not isinstance(amount, int) or isinstance(amount, bool) or not 1 <= amount <= AMOUNT_MOST:
        raise WrongLine(_("An amount is a whole number of minor units, from 1 to 10^15."))
    if line.source == line.target or not {line.source, line.target} <= set(AccountKind):
        raise WrongLine(_("A transfer goes from one account to another."))


def _shortfall(lines: Sequence[Line], held: Held) -> int:
    """How much the first line that cannot be paid is short of, in minor units; 0 when all can."""
    balances = dict(held.balances)
    for line in lines:
        if line.source in balances:
            balances[line.source] -= line.amount
            if balances[line.source] < 0:
                return -balances[line.source]
        if line.target in balances:
            balances[line.target] += line.amount
    return 0


def _tell(player: Player, currency: str, moved: Sequence[Transfer], held: Held) -> None:
    """Signal the wallet's new version, the number of its transfers, when there are new ones."""
    wallet = held.ids[WALLET]
    if new := sum(wallet in (one.source_id, one.target_id) for one in moved):
        live.signal(player.pk, f"balance:{currency}", held.entries[WALLET] + new)


def _moved_before(player: Player, lines: Sequence[Line]) -> dict[str, Transfer]:
    """The transfers, by key, that the lines' keys already have."""
    return {
        one.key: one
        for one in Transfer.objects.filter(player=player, key__in=[line.key for line in lines])
    }


INSERT = """
INSERT INTO wallet_transfer (player_id, key, cause, kind, source_id, target_id, amount, currency,
    actor_id, note, reverses_id)
VALUES {rows}
RETURNING {columns}
"""
# In the order of the model's fields.
COLUMNS = [field.attname for field in Transfer._meta.concrete_fields]
ROW = "(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"


def _insert(
    player: Player,
    currency: str,
    cause: str,
    lines: Sequence[Line],
    actor: Player | None,
    held: Held,
) -> list[Transfer]:
    """One INSERT for all lines, in their order; the transfers that it made. A repeat makes none."""
    same = (player.pk, cause, currency, actor.pk if actor else None)
    values = [value for line in lines for value in _row(line, held, *same)]
    statement = INSERT.format(rows=", ".join([ROW] * len(lines)), columns=", ".join(COLUMNS))
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return [_made(row) for row in cursor.fetchall()]
    except IntegrityError as error:
        if _is_reuse(error):
            raise KeyReused(_("This was done before, in another way.")) from error
        raise


def _made(row: Sequence[Any]) -> Transfer:
    """A transfer from the row that the insert returned."""
    made = Transfer.from_db(connection.alias, COLUMNS, row)
    made.amount = int(made.amount)  # a numeric column
    return made


def _is_reuse(error: IntegrityError) -> bool:
    """Whether the database refused a key that another transfer has."""
    diagnosis = getattr(error.__cause__, "diag", None)
    return diagnosis is not None and diagnosis.constraint_name in (
        "transfer_key_same_content",
        "transfer_key_once",
    )


def _row(
    line: Line, held: Held, player_id: int, cause: str, currency: str, actor_id: int | None
) -> tuple[int | str | None, ...]:
    """A line's values, in the order of the insert's columns."""
    source, target = held.ids[line.source], held.ids[line.target]
    return (
        player_id, line.key, cause, str(line.kind), source, target, line.amount, currency,
        actor_id, line.note, line.reverses,
    )  # fmt: skip
