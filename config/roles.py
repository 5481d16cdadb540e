"""What the role `app` may do to each table: the statements that `manage.py grant_app` runs.

A model speaks for itself:

append_only = True             a history: `app` reads and adds, and can change nothing
app_may_update = ("closed",)   `app` reads and adds, and may write these columns only

An ordinary table is read and written freely. TRUNCATE is granted nowhere. Migrations run as the
owner, so `app` only reads their record.
"""

from collections.abc import Container, Iterable, Iterator

from django.apps import apps
from django.db import models
from psycopg import sql

APP = sql.Identifier("app")


def grants(tables: Container[str]) -> Iterator[sql.Composed]:
    """The statements, in order, that bring the rights of `app` to what the models say.

    `tables` are those that exist; a model that waits for its migration is passed over.
    """
    yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(APP)
    yield sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(APP)
    yield sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}").format(APP)
    yield sql.SQL("GRANT SELECT ON django_migrations TO {}").format(APP)
    for model in apps.get_models(include_auto_created=True):
        if not model._meta.proxy and model._meta.db_table in tables:
            yield from _grants_of(model)


def _grants_of(model: type[models.Model]) -> Iterator[sql.Composed]:
    table = sql.Identifier(model._meta.db_table)
    columns = tuple(getattr(model, "app_may_update", ()))
    restricted = bool(columns) or getattr(model, "append_only", False)
    rights = "SELECT, INSERT" if restricted else "SELECT, INSERT, UPDATE, DELETE"
    # Rights to columns are apart from those to the table and have to be taken back by name.
    every_column = _names(field.column for field in model._meta.local_concrete_fields)
    yield sql.SQL("REVOKE UPDATE ({}) ON {} FROM {}").format(every_column, table, APP)
    yield sql.SQL("GRANT {} ON {} TO {}").format(sql.SQL(rights), table, APP)
    if columns:
        named = _names(model._meta.get_field(name).column for name in columns)
        yield sql.SQL("GRANT UPDATE ({}) ON {} TO {}").format(named, table, APP)


def _names(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))
