"""A player's statement: the transfers of the wallet, page by page, with sums that add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Q

from accounts.models import Player
from wallet.models import Account, AccountKind, Transfer

ROWS_A_PAGE = 50


@dataclass(frozen=True)
class Statement:
    """A page of transfers, newest first; amounts in minor units.

    `before` is the balance before the oldest row, `after` the one after the newest:
    before + came_in - went_out = after.
    """

    # Transfers with `n`, `signed` and `after`, as TransferQuerySet.of() adds them.
    rows: list[Any]
    before: int
    came_in: int
    went_out: int
    after: int
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


class Around(NamedTuple):
    """What a wallet held before and after the transfers of one cause, in minor units."""

    before: int
    after: int


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


def statement(player: Player, currency: str, number: int = 1) -> Statement:
    """That page of the statement, the newest being 1; the nearest one for a number out of range.

    A wallet numbers its transfers without gaps, so a page is a range of numbers and costs the same
    however long the history is.
    """
    wallet = Account.objects.filter(
        player=player, kind=AccountKind.WALLET, currency=currency
    ).first()
    if wallet is None or not wallet.entries:
        return Statement([], 0, 0, 0, 0, 1, 1)
    pages = -(-wallet.entries // ROWS_A_PAGE)
    number = max(1, min(number, pages))
    last = wallet.entries - (number - 1) * ROWS_A_PAGE
    rows = list(_rows(wallet, last - ROWS_A_PAGE + 1, last))
    oldest, newest = rows[-1], rows[0]
    return Statement(
        rows=rows,
        before=oldest.after - oldest.signed,
        came_in=sum(row.signed for row in rows if row.signed > 0),
        went_out=-sum(row.signed for row in rows if row.signed < 0),
        after=newest.after,
        number=number,
        pages=pages,
    )


def _rows(wallet: Account, first: int, last: int) -> list[Any]:
    """The wallet's transfers of those numbers, through the indexes of the numbers."""
    numbers = (first, last)
    return list(
        Transfer.objects.of(wallet).filter(
            Q(source=wallet, source_no__range=numbers) | Q(target=wallet, target_no__range=numbers)
        )
    )
