"""What the role `app` may do to each table: the statements that `manage.py grant_app` runs.

A model speaks for itself:

append_only = True             a history: `app` reads and adds, and can change nothing
app_may_update = ("closed",)   `app` reads and adds, and may write these columns only

An ordinary table is read and written freely. TRUNCATE is granted nowhere. Migrations run as the
owner, so `app` only reads their record.
"""

from collections.abc import Container, Iterator

from django.apps import apps
from django.db import models
from psycopg import sql

APP = sql.Identifier("app")


def grants(tables: Container[str]) -> Iterator[sql.Composed]:
    """The statements, in order, that bring the rights of `app` to what the models say.

    `tables` are those that exist; a model that waits for its migration is passed over.
    """
    # This takes back rights to single columns too.
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
    yield sql.SQL("GRANT {} ON {} TO {}").format(sql.SQL(rights), table, APP)
    if columns:
        fields = [field for field in model._meta.concrete_fields if field.name in columns]
        named = sql.SQL(", ").join(sql.Identifier(str(field.column)) for field in fields)
        yield sql.SQL("GRANT UPDATE ({}) ON {} TO {}").format(named, table, APP)
