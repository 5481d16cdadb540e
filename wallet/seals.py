"""Seals: digests over ranges of a history, each chained to the one before, so that tampering shows.

A room registers its history once (`register`); `seal` then covers what has been finished since the
last seal, `verify` reads everything again and names the first row that differs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import OperationalError, connection, models, transaction
from django.utils.translation import gettext as _

from wallet.models import Seal, Transfer

ROWS_MOST = 100_000
START = "0" * 64
# Of each row in a seal's marks: its id, then as many bytes of its digest.
ID_BYTES = MARK_BYTES = 8


class Sealed(NamedTuple):
    """A history to be sealed: append-only, with ids that the database counts up."""

    subject: str
    model: type[models.Model]
    # Attribute names, without the id, that a digest covers; in this order for ever.
    columns: tuple[str, ...]
    # What to keep of rows first_id to last_id: name -> what they add to its running total.
    totals: Callable[[int, int], dict[str, int]] | None = None


class Difference(NamedTuple):
    """Where a history is not what was sealed; `row_id` is None when the seal itself differs."""

    subject: str
    seal_id: int
    row_id: int | None
    sentence: str


class Row(NamedTuple):
    """A row's id and the SHA-256 of its content."""

    id: int
    digest: bytes

    @property
    def mark(self) -> bytes:
        """What a seal keeps of the row, to find it by."""
        return self.id.to_bytes(ID_BYTES, "big") + self.digest[:MARK_BYTES]


HISTORIES: dict[str, Sealed] = {}


def register(history: Sealed) -> None:
    """Have a history sealed from now on; called when its room is loaded."""
    HISTORIES[history.subject] = history


def seal(subject: str) -> Seal | None:
    """Seal what has been finished since the last seal, at most 100,000 rows; None if nothing.

    Also None when writers, or another sealer, keep the history busy for a second: it waits for the
    next time.
    """
    history = HISTORIES[subject]
    try:
        newest = _newest_finished(history)
    except OperationalError:
        return None
    with transaction.atomic():
        if not _only_sealer(subject):
            return None
        last = Seal.objects.filter(subject=subject).order_by("-last_id").first()
        first_id = last.last_id + 1 if last else 1
        rows = list(_rows(history, first_id, newest, ROWS_MOST))
        if not rows:
            return None
        last_id = rows[-1].id
        totals = _totals(history, last, first_id, last_id)
        previous = last.digest if last else START
        return Seal.objects.create(
            subject=subject,
            first_id=first_id,
            last_id=last_id,
            count=len(rows),
            marks=b"".join(row.mark for row in rows),
            totals=totals,
            previous=previous,
            digest=_digest(subject, previous, first_id, last_id, totals, rows),
        )


def verify(subject: str) -> Difference | None:
    """The first place where the history or its seals differ from what was sealed; None if none."""
    history = HISTORIES[subject]
    before: Seal | None = None
    for one in Seal.objects.filter(subject=subject).order_by("first_id").iterator(chunk_size=20):
        if difference := _check(history, before, one):
            return difference
        before = one
    return None


def _newest_finished(history: Sealed) -> int:
    """The newest id below which no transaction is still writing; OperationalError when too busy.

    Transactions finish out of order, so a row can become visible below a higher one. The lock waits
    for all that have written, at most a second.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT wallet_lock_history(%s)", [history.model._meta.db_table])
        return history.model._default_manager.aggregate(newest=models.Max("pk"))["newest"] or 0


def _only_sealer(subject: str) -> bool:
    """Whether nobody else seals this history until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [f"seal {subject}"]
        )
        return bool(cursor.fetchone()[0])


def _rows(history: Sealed, first_id: int, last_id: int, most: int | None = None) -> Iterator[Row]:
    rows = history.model._default_manager.filter(pk__gte=first_id, pk__lte=last_id)
    ordered = rows.order_by("pk").values_list("pk", *history.columns)[:most]
    for pk, *values in ordered.iterator(chunk_size=5_000):
        yield Row(pk, hashlib.sha256(content(pk, values)).digest())


def content(pk: int, values: Sequence[Any]) -> bytes:
    """A row as the bytes that its digest is made of: a JSON list, times in UTC."""
    plain = [pk, *(_plain(value) for value in values)]
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value


def _totals(history: Sealed, before: Seal | None, first_id: int, last_id: int) -> dict[str, int]:
    """The running totals after this range."""
    totals = dict(before.totals) if before else {}
    for name, amount in history.totals(first_id, last_id).items() if history.totals else ():
        totals[name] = totals.get(name, 0) + amount
    return dict(sorted(totals.items()))


def _digest(
    subject: str,
    previous: str,
    first_id: int,
    last_id: int,
    totals: dict[str, int],
    rows: Sequence[Row],
) -> str:
    """The seal's digest: of the one before, the range, the totals and every row's digest."""
    head = [subject, previous, first_id, last_id, len(rows), totals]
    digest = hashlib.sha256(json.dumps(head, sort_keys=True, separators=(",", ":")).encode())
    for row in rows:
        digest.update(row.digest)
    return digest.hexdigest()


def _check(history: Sealed, before: Seal | None, one: Seal) -> Difference | None:
    """Where this seal's range differs, if it does."""
    expected = (before.last_id + 1, before.digest) if before else (1, START)
    if (one.first_id, one.previous) != expected:
        text = _("The seal does not follow the one before it.")
        return Difference(history.subject, one.pk, None, text)
    rows = list(_rows(history, one.first_id, one.last_id))
    if (row_id := _first_differing(rows, bytes(one.marks))) is not None:
        text = _("Row %(row)s of %(subject)s is not what was sealed.") % {
            "row": row_id,
            "subject": history.subject,
        }
        return Difference(history.subject, one.pk, row_id, text)
    totals = _totals(history, before, one.first_id, one.last_id)
    digest = _digest(history.subject, one.previous, one.first_id, one.last_id, totals, rows)
    if (one.digest, one.count, one.totals) != (digest, len(rows), totals):
        text = _("The seal's digest or totals are not those of its rows.")
        return Difference(history.subject, one.pk, None, text)
    return None


def _first_differing(rows: Sequence[Row], marks: bytes) -> int | None:
    """The id of the first row that was changed, added or taken away since its seal."""
    size = ID_BYTES + MARK_BYTES
    sealed = [marks[at : at + size] for at in range(0, len(marks), size)]
    for row, mark in zip(rows, sealed, strict=False):
        if row.mark != mark:
            return min(row.id, int.from_bytes(mark[:ID_BYTES], "big"))
    if len(rows) > len(sealed):
        return rows[len(sealed)].id
    if len(rows) < len(sealed):
        return int.from_bytes(sealed[len(rows)][:ID_BYTES], "big")
    return None


HOUSE_TOTALS = """
SELECT account.id, sum(side.amount) FROM (
    SELECT target_id AS account_id, amount FROM wallet_transfer WHERE id BETWEEN %(from)s AND %(to)s
    UNION ALL
    SELECT source_id, -amount FROM wallet_transfer WHERE id BETWEEN %(from)s AND %(to)s
) AS side JOIN wallet_account AS account ON account.id = side.account_id
WHERE account.player_id IS NULL GROUP BY account.id
"""


def house_totals(first_id: int, last_id: int) -> dict[str, int]:
    """By id of each of the house's accounts: what came less what left, in minor units."""
    with connection.cursor() as cursor:
        cursor.execute(HOUSE_TOTALS, {"from": first_id, "to": last_id})
        return {str(account_id): int(total) for account_id, total in cursor.fetchall()}


register(
    Sealed(
        subject="transfers",
        model=Transfer,
        columns=(
            "player_id",
            "key",
            "cause",
            "kind",
            "source_id",
            "target_id",
            "amount",
            "currency",
            "source_after",
            "target_after",
            "source_no",
            "target_no",
            "made_at",
            "actor_id",
            "note",
            "reverses_id",
        ),
        totals=house_totals,
    )
)
