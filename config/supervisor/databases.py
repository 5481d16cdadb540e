"""The roles and the database inside a cluster.

`owner` owns the database and the schema and runs the migrations. `app` is what web, worker and
tests are: it owns nothing but the schema `broker`, where Celery's messages lie, and what it may do
to the other tables is granted by `manage.py grant_app` after the migrations. Neither is a
superuser, so neither goes round a trigger.
"""

from urllib.parse import quote, urlencode

import psycopg
from psycopg import sql

DATABASE = "fairdeal"
OWNER, APP = "owner", "app"


def database_url(*, role: str, password: str, socket: str, database: str = DATABASE) -> str:
    """The address of a database for psycopg, Django's settings and kombu."""
    query = urlencode({"host": socket})
    return f"postgresql://{role}:{quote(password, safe='')}@/{database}?{query}"


def prepare_database(superuser_url: str, *, owner_password: str, app_password: str) -> None:
    """Make roles, database and broker schema, or bring their passwords up to date.

    `superuser_url` leads to the database `postgres`. Doing it again changes nothing.
    """
    with psycopg.connect(superuser_url, autocommit=True) as connection:
        for role, password in ((OWNER, owner_password), (APP, app_password)):
            _ensure_role(connection, role, password)
        _ensure_database(connection)
    with psycopg.connect(superuser_url, dbname=DATABASE, autocommit=True) as connection:
        connection.execute("ALTER SCHEMA public OWNER TO owner")
        connection.execute("CREATE SCHEMA IF NOT EXISTS broker AUTHORIZATION app")


def _ensure_role(connection: psycopg.Connection, role: str, password: str) -> None:
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    statement = sql.SQL(
        "{verb} ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS "
        "PASSWORD {password}"
    )
    connection.execute(
        statement.format(
            verb=sql.SQL("ALTER" if known else "CREATE"),
            role=sql.Identifier(role),
            password=sql.Literal(password),
        )
    )


def _ensure_database(connection: psycopg.Connection) -> None:
    name = sql.Identifier(DATABASE)
    query = "SELECT 1 FROM pg_database WHERE datname = %s"
    if not connection.execute(query, [DATABASE]).fetchone():
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER owner").format(name))
    # No temporary tables for `app`: with one it could stand before a table that a function of
    # the owner looks up.
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(name))
    connection.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO app").format(name))
