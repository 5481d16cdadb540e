"""A player's statement: the transfers of the wallet over any days, with sums that add up.

A wallet numbers its transfers without gaps, and times rise with the numbers, so days are a range of
numbers, and everything on a statement is of one moment: what is added meanwhile has a higher one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Q, Sum

from accounts.models import Player
from wallet.models import CASHIER_KINDS, Account, AccountKind, Transfer, TransferKind

ROWS_A_PAGE = 50
ROWS_AT_ONCE = 1_000
# The last number before a moment, by the indexes of the numbers from the newest backwards.
LAST_BEFORE = """
SELECT greatest(
    (SELECT source_no FROM wallet_transfer WHERE source_id = %(account)s AND made_at < %(at)s
        AND source_no IS NOT NULL ORDER BY source_no DESC LIMIT 1),
    (SELECT target_no FROM wallet_transfer WHERE target_id = %(account)s AND made_at < %(at)s
        AND target_no IS NOT NULL ORDER BY target_no DESC LIMIT 1), 0)
"""


class Chosen(NamedTuple):
    """What a statement shows: from a moment to before another, one kind, one game, one cause.

    `None` and empty leave it open. The totals are of the whole time, whatever is shown.
    """

    since: datetime | None = None
    until: datetime | None = None
    kind: str = ""
    game: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether some transfers of the time are not shown."""
        return bool(self.kind or self.game)


@dataclass(frozen=True)
class Statement:
    """A page of transfers, newest first, and the sums of all pages; amounts in minor units.

    opening + came_in - went_out + others = closing, where `others` is what the transfers that are
    not shown come to.
    """

    # Transfers with `n`, `signed` and `after`, as TransferQuerySet.of() adds them.
    rows: list[Any]
    opening: int
    came_in: int
    went_out: int
    closing: int
    count: int
    number: int
    pages: int

    @property
    def newer(self) -> int | None:
        """The number of the page of newer rows."""
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        """The number of the page of older rows."""
        return self.number + 1 if self.number < self.pages else None

    @property
    def others(self) -> int:
        """What the transfers of the time that are not shown come to."""
        return self.closing - self.opening - self.came_in + self.went_out


class Around(NamedTuple):
    """What a wallet held before and after the transfers of one cause, in minor units."""

    before: int
    after: int


class Net(NamedTuple):
    """What a player paid in and was paid out since the beginning, in minor units.

    `paid_out` is what was sent, less what the bank returned; `charged_back` was paid in and taken
    back by the player's bank.
    """

    deposited: int
    charged_back: int
    paid_out: int
    since: datetime

    @property
    def net(self) -> int:
        """Net deposits: above zero where more came in than went out."""
        return self.deposited - self.charged_back - self.paid_out


def around(player_id: int, causes: Sequence[str]) -> dict[str, Around]:
    """For each cause that moved the player's wallet: its balance before the first and after the
    last transfer of that cause. Transfers of other causes may lie between."""
    wallets = Account.objects.filter(player=player_id, kind=AccountKind.WALLET)
    held: dict[str, Around] = {}
    for wallet in wallets:
        rows: list[Any] = list(Transfer.objects.of(wallet).filter(cause__in=causes).order_by("pk"))
        for row in rows:
            before = held[row.cause].before if row.cause in held else row.after - row.signed
            held[row.cause] = Around(before, row.after)
    return held


def of_cause(player: Player, cause: str) -> list[Any]:
    """Every transfer of the player with that cause, oldest first, with the accounts' kinds."""
    return list(Transfer.objects.filter(player=player, cause=cause).with_kinds().order_by("pk"))


def net_deposits(player: Player) -> Net:
    """What the player paid in and was paid out in the deployment's money, ever."""
    rows = Transfer.objects.filter(
        player=player, kind__in=CASHIER_KINDS, currency=settings.CURRENCY
    )
    sums = {
        row["kind"]: int(row["sum"])
        for row in rows.order_by().values("kind").annotate(sum=Sum("amount"))
    }
    sent = sums.get(TransferKind.CASH_OUT_SENT, 0) - sums.get(TransferKind.BANK_RETURN, 0)
    return Net(
        sums.get(TransferKind.DEPOSIT, 0),
        sums.get(TransferKind.CHARGEBACK, 0),
        sent,
        player.date_joined,
    )


def games() -> Any:
    """What the room of games tells of causes: `choices()`, `of_game()` and `titles()`."""
    return import_module(settings.CAUSES)


class Sheet:
    """What was chosen of one wallet, as it stands at the moment of asking."""

    def __init__(self, player: Player, currency: str, chosen: Chosen | None = None) -> None:
        self.player = player
        self.chosen = chosen or Chosen()
        self.wallet = Account.objects.filter(
            player=player, kind=AccountKind.WALLET, currency=currency
        ).first()
        self.first, self.last = self._numbers()

    def _numbers(self) -> tuple[int, int]:
        """The first and the last number of the time; the last is lower where there is none."""
        if self.wallet is None:
            return 1, 0
        first, last = 1, self.wallet.entries or 0
        if self.chosen.since:
            first = _last_before(self.wallet, self.chosen.since) + 1
        if self.chosen.until:
            last = min(last, _last_before(self.wallet, self.chosen.until))
        return first, last

    def rows(self, first: int | None = None, last: int | None = None) -> Any:
        """The chosen transfers, newest first, of these numbers or all; a queryset."""
        if self.wallet is None:
            return Transfer.objects.none()
        numbers = (first or self.first, self.last if last is None else last)
        rows = Transfer.objects.of(self.wallet).filter(
            Q(source=self.wallet, source_no__range=numbers)
            | Q(target=self.wallet, target_no__range=numbers)
        )
        return rows.filter(self._narrowed())

    def _narrowed(self) -> Q:
        found = Q()
        if self.chosen.kind:
            found &= Q(kind=self.chosen.kind)
        if self.chosen.game:
            found &= Q(cause__in=games().of_game(self.player, self.chosen.game))
        return found

    def page(self, number: int, rows_a_page: int = ROWS_A_PAGE) -> Statement:
        """That page, the newest being 1; the nearest one for a number out of range."""
        count = self.count()
        pages = max(1, -(-count // rows_a_page))
        number = max(1, min(number, pages))
        start = (number - 1) * rows_a_page
        if self.chosen.narrowed:
            rows = list(self.rows()[start : start + rows_a_page])
        else:
            last = self.last - start
            rows = list(self.rows(max(self.first, last - rows_a_page + 1), last))
        opening, closing = self.ends()
        came_in, went_out = self._sums()
        return Statement(rows, opening, came_in, went_out, closing, count, number, pages)

    def count(self) -> int:
        """How many transfers were chosen."""
        if self.chosen.narrowed:
            return int(self.rows().order_by().count())
        return max(0, self.last - self.first + 1)

    def ends(self) -> tuple[int, int]:
        """The balances before the first and after the last transfer of the time."""
        if self.wallet is None:
            return 0, 0
        before, last = self.first - 1, max(self.last, self.first - 1)
        found: Any = Transfer.objects.of(self.wallet).filter(
            Q(source=self.wallet, source_no__in=(before, last))
            | Q(target=self.wallet, target_no__in=(before, last))
        )
        after = {row.n: row.after for row in found}
        return after.get(before, 0), after.get(last, 0)

    def _sums(self) -> tuple[int, int]:
        """What came in and what went out by the chosen transfers."""
        if self.wallet is None:
            return 0, 0
        sums = self.rows().order_by().aggregate(
            came=Sum("amount", filter=Q(target=self.wallet), default=0),
            went=Sum("amount", filter=Q(source=self.wallet), default=0),
        )  # fmt: skip
        return int(sums["came"]), int(sums["went"])

    def oldest_first(self) -> Iterator[list[Any]]:
        """All chosen transfers in order, some at a time; the list may be of any length."""
        for first in range(self.first, self.last + 1, ROWS_AT_ONCE):
            last = min(self.last, first + ROWS_AT_ONCE - 1)
            if part := list(self.rows(first, last).order_by("n")):
                yield part


def statement(
    player: Player, currency: str, number: int = 1, chosen: Chosen | None = None
) -> Statement:
    """That page of a statement."""
    return Sheet(player, currency, chosen).page(number)


def _last_before(wallet: Account, at: datetime) -> int:
    """The number of the wallet's last transfer before a moment; 0 if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_BEFORE, {"account": wallet.pk, "at": at})
        return int(cursor.fetchone()[0])
