"""Writing very many rows at once: COPY by model, and players' accounts kept in step meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import psycopg
from django.db import connection as django_connection
from django.db import models
from psycopg import sql

from wallet.models import Transfer

AT_ONCE = 20_000


class Rows:
    """Rows of a model on their way into its table: some columns vary, the rest stay the same.

    What is named neither as a column nor as a constant has the model's default. Ids are counted by
    us, upwards from the table's sequence.
    """

    def __init__(
        self,
        connection: psycopg.Connection,
        model: type[models.Model],
        *columns: str,
        **constants: Any,
    ) -> None:
        self.connection, self.table = connection, model._meta.db_table
        fields = [field for field in model._meta.concrete_fields if not field.generated]
        same = [field for field in fields if field.attname not in ("id", *columns)]
        example = model(**constants)
        self.constants = tuple(
            field.get_db_prep_save(getattr(example, field.attname), django_connection)
            for field in same
        )
        self.columns = ("id", *columns, *(field.attname for field in same))
        self.last = self._last()
        self.waiting: list[tuple[Any, ...]] = []

    def next(self) -> int:
        """An id for a row that is put later."""
        self.last += 1
        return self.last

    def add(self, *values: Any) -> int:
        """One more row, by its varying columns; its id."""
        return self.put(self.next(), *values)

    def put(self, pk: int, *values: Any) -> int:
        """The row of an id that was taken before."""
        self.waiting.append((pk, *values, *self.constants))
        if len(self.waiting) >= AT_ONCE:
            self.flush()
        return pk

    def flush(self) -> None:
        """Bring what waits into the table."""
        names = sql.SQL(", ").join(map(sql.Identifier, self.columns))
        statement = sql.SQL("COPY {} ({}) FROM STDIN")
        into = statement.format(sql.Identifier(self.table), names)
        with self.connection.cursor() as cursor, cursor.copy(into) as copy:
            for row in self.waiting:
                copy.write_row(row)
        self.waiting.clear()

    def close(self) -> None:
        """Write the rest, and have the sequence go on behind our ids."""
        self.flush()
        if self.last:
            sequence = "pg_get_serial_sequence(%s, 'id')"
            self.connection.execute(f"SELECT setval({sequence}, %s)", [self.table, self.last])

    def _last(self) -> int:
        """The highest id that is taken or was given."""
        query = sql.SQL("SELECT greatest(coalesce(max(id), 0), {}) FROM {}").format(
            sql.SQL("coalesce(pg_sequence_last_value(pg_get_serial_sequence(%s, 'id')), 0)"),
            sql.Identifier(self.table),
        )
        found = self.connection.execute(query, [self.table]).fetchone()
        assert found is not None
        return int(found[0])


class Account:
    """An account while its transfers are written; the house's keep no balance."""

    __slots__ = ("balance", "entries", "id", "keeps")

    def __init__(self, pk: int, keeps: bool = True) -> None:
        self.id, self.keeps = pk, keeps
        self.balance = self.entries = 0

    def moved(self, amount: int) -> tuple[int | None, int | None]:
        """Balance and number after a transfer, where they are kept."""
        if not self.keeps:
            return None, None
        self.balance += amount
        self.entries += 1
        return self.balance, self.entries


class Transfers(Rows):
    """Transfers, numbered and summed as the database's own trigger would."""

    def __init__(self, connection: psycopg.Connection) -> None:
        super().__init__(
            connection,
            Transfer,
            *("player_id", "key", "cause", "kind", "currency", "source_id", "target_id"),
            *("amount", "source_after", "source_no", "target_after", "target_no", "made_at"),
            *("actor_id",),
        )

    def move(
        self,
        player_id: int,
        accounts: dict[str, Account],
        *,
        cause: str,
        currency: str,
        at: datetime,
        lines: Iterable[tuple[str, str, str, str, int]],
        actor_id: int | None = None,
    ) -> None:
        """The lines of one cause: each a key, a kind, from, to, and an amount in minor units."""
        for key, kind, source, target, amount in lines:
            one, other = accounts[source], accounts[target]
            source_after, source_no = one.moved(-amount)
            target_after, target_no = other.moved(amount)
            self.add(
                *(player_id, key, cause, kind, currency, one.id, other.id, amount),
                *(source_after, source_no, target_after, target_no, at, actor_id),
            )
