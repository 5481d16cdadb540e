"""Append-only tables: triggers that refuse to change, delete or truncate what was written."""

from __future__ import annotations

from django.db import migrations

FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is a history: rows are only added', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def refuse_change_function() -> migrations.RunSQL:
    """The function behind the triggers, made once."""
    return migrations.RunSQL(FUNCTION, "DROP FUNCTION refuse_change()")


def append_only(table: str) -> migrations.RunSQL:
    """A migration operation that makes `table` a history."""
    return migrations.RunSQL(
        f"""
        CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION refuse_change();
        CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
        """,
        f"""
        DROP TRIGGER {table}_no_change ON {table};
        DROP TRIGGER {table}_no_truncate ON {table};
        """,
    )
