"""What a transfer's row on a statement says besides its amount: game, method, fee, state, who.

And the export as CSV: every column that an auditor of a single player's money asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from wallet import deposit_words, money
from wallet.cash_out_models import CashOut
from wallet.deposit_models import Deposit
from wallet.statements import Sheet, games

COLUMNS = (
    *("number", "transfer", "time", "kind", "cause", "game", "amount", "currency"),
    *("balance before", "balance after", "fee", "handled by", "state", "method"),
    *("authorisation number", "note"),
)


class Detail(NamedTuple):
    """What stands behind a cause. `fee` is in minor units, None where there can be none."""

    game: str = ""
    method: str = ""
    state: str = ""
    authorization: str = ""
    fee: int | None = None


def details(player: Player, rows: Iterable[Any]) -> dict[str, Detail]:
    """By cause, what stands behind the rows of a player."""
    causes = {row.cause for row in rows}
    found = {cause: Detail(game=title) for cause, title in games().titles(causes).items()}
    deposits = Deposit.objects.filter(player=player, pk__in=_numbers(causes, "deposit"))
    for deposit in deposits.select_related("method"):
        found[deposit.cause] = Detail(
            method=str(deposit.method or deposit_words.way(deposit.variant)),
            state=deposit_words.standing(deposit).word,
            authorization=deposit.authorization,
            fee=deposit.fee,
        )
    cash_outs = CashOut.objects.filter(player=player, pk__in=_numbers(causes, "cashout"))
    for cash_out in cash_outs.select_related("method"):
        found[cash_out.cause] = Detail(
            method=str(cash_out.method),
            state=cash_out.get_state_display(),
            authorization=cash_out.bank_reference,
            fee=0,
        )
    return found


def _numbers(causes: Iterable[str], wanted: str) -> set[int]:
    parts = (cause.partition(":") for cause in causes)
    return {int(number) for kind, _colon, number in parts if kind == wanted and number.isdecimal()}


def handler(player: Player, row: Any) -> str:
    """Who moved it: the player, the house by itself, or a person of the house."""
    if row.actor_id is None:
        return _("the house")
    return _("the player") if row.actor_id == player.pk else _("a person of the house")


def csv_rows(sheet: Sheet) -> Iterator[Iterable[Any]]:
    """The statement row by row, oldest first, between its opening and closing balances.

    Amounts are plain decimals and times are those of the active zone, with their offset.
    """
    opening, closing = sheet.ends()
    yield COLUMNS
    yield _end("opening balance", sheet, opening)
    for rows in sheet.oldest_first():
        known = details(sheet.player, rows)
        for row in rows:
            yield _cells(sheet.player, row, known.get(row.cause, Detail()))
    yield _end("closing balance", sheet, closing)


def _end(name: str, sheet: Sheet, balance: int) -> list[Any]:
    currency = sheet.wallet.currency if sheet.wallet else ""
    blank = dict.fromkeys(COLUMNS, "")
    named = {"kind": name, "currency": currency, "balance after": money.to_decimal(balance)}
    return list((blank | named).values())


def _cells(player: Player, row: Any, detail: Detail) -> tuple[Any, ...]:
    """A transfer as COLUMNS names it."""
    return (
        *(row.n, row.pk, timezone.localtime(row.made_at).isoformat(timespec="seconds")),
        *(row.kind, row.cause, detail.game, money.to_decimal(row.signed), row.currency),
        *(money.to_decimal(row.after - row.signed), money.to_decimal(row.after)),
        "" if detail.fee is None else money.to_decimal(detail.fee),
        *(handler(player, row), detail.state or _("done"), detail.method),
        *(detail.authorization, row.note),
    )
