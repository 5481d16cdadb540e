"""What each database role may do."""

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

pytestmark = pytest.mark.django_db

HISTORIES = [model for model in apps.get_models() if getattr(model, "append_only", False)]


def columns_to_write(table: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 "
            "AND NOT attisdropped AND has_column_privilege('app', attrelid, attnum, 'UPDATE')",
            [table],
        )
        return {name for (name,) in cursor.fetchall()}


def rights(role: str, table: str) -> set[str]:
    wanted = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER", "REFERENCES")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT r FROM unnest(%s::text[]) r WHERE has_table_privilege(%s, %s, r)",
            [list(wanted), role, table],
        )
        return {right for (right,) in cursor.fetchall()}


def test_the_tests_run_as_app_who_is_no_superuser() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls "
            "FROM pg_roles WHERE rolname = current_user"
        )
        assert cursor.fetchone() == ("app", False, False, False, False)


def test_there_are_histories() -> None:
    assert {"Transfer", "Seal", "Move", "Event"} <= {model.__name__ for model in HISTORIES}


@pytest.mark.parametrize("model", HISTORIES)
def test_app_only_reads_and_adds_to_a_history(model) -> None:
    assert rights("app", model._meta.db_table) == {"SELECT", "INSERT"}


@pytest.mark.parametrize("model", HISTORIES)
def test_app_cannot_write_any_column_of_a_history(model) -> None:
    assert columns_to_write(model._meta.db_table) == set()


GUARDED = [model for model in apps.get_models() if getattr(model, "app_may_update", ())]


def test_a_balance_is_not_for_app_to_write() -> None:
    assert "Account" in {model.__name__ for model in GUARDED}
    assert "balance" not in columns_to_write("wallet_account")


@pytest.mark.parametrize("model", GUARDED)
def test_app_writes_only_the_columns_that_a_model_names(model) -> None:
    assert rights("app", model._meta.db_table) == {"SELECT", "INSERT"}
    named = {model._meta.get_field(name).column for name in model.app_may_update}
    assert columns_to_write(model._meta.db_table) == named


def test_app_owns_no_table_of_ours() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'")
        assert cursor.fetchall() == [("owner",)]


def test_app_truncates_nothing() -> None:
    tables = connection.introspection.table_names()
    assert tables
    assert not [table for table in tables if "TRUNCATE" in rights("app", table)]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (n int)",
        "CREATE TEMPORARY TABLE mine (n int)",
        "CREATE SCHEMA mine",
        "SET ROLE owner",
        "SET session_replication_role = replica",
        "ALTER TABLE accounts_player DISABLE TRIGGER ALL",
        "DELETE FROM django_migrations",
    ],
)
def test_app_cannot_step_out_of_its_role(app_dsn: str, statement: str) -> None:
    with psycopg.connect(app_dsn) as app, pytest.raises(psycopg.errors.InsufficientPrivilege):
        app.execute(statement)


def test_app_keeps_the_brokers_tables_itself(app_dsn: str) -> None:
    with psycopg.connect(app_dsn) as app:
        app.execute("CREATE TABLE broker.probe (n int)")
        app.execute("TRUNCATE broker.probe")
        app.rollback()


@pytest.mark.django_db(transaction=True)
def test_granting_again_takes_back_what_was_given_by_hand(
    owner_connection: psycopg.Connection,
) -> None:
    history = HISTORIES[0]._meta
    column = history.pk.column
    owner_connection.execute(f"GRANT UPDATE, TRUNCATE ON {history.db_table} TO app")
    owner_connection.execute(f"GRANT UPDATE ({column}) ON {history.db_table} TO app")
    owner_connection.commit()
    assert "UPDATE" in rights("app", history.db_table)
    settings = connection.settings_dict
    app = settings["USER"], settings["PASSWORD"]
    connection.close()
    settings["USER"], settings["PASSWORD"] = "owner", owner_connection.info.password
    try:
        call_command("grant_app")
    finally:
        connection.close()
        settings["USER"], settings["PASSWORD"] = app
    assert rights("app", history.db_table) == {"SELECT", "INSERT"}
    assert columns_to_write(history.db_table) == set()
