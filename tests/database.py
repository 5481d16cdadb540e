"""The database of the test run: a throw-away cluster, made when the first test asks for it.

The addresses are known before the cluster runs, so Django's settings can be read first and a run
that needs no database never starts one. Whatever DATABASE_URL says is passed over: tests empty
every table, and it may lead to a database that somebody needs.
"""

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

import psycopg
from psycopg import sql

from config.supervisor.cluster import Cluster
from config.supervisor.databases import APP, OWNER
from config.supervisor.secrets import kept_secrets

# Rows that the migrations make and Django looks up; no test changes them.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


class TestDatabase:
    """The cluster of this run and its addresses."""

    __test__ = False

    def __init__(self, *, durable: bool = False) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="fairdeal-test-", dir="/tmp"))
        self.var.chmod(0o711)
        secrets = kept_secrets(self.var)
        self.cluster = Cluster(self.var, secrets, durable=durable, elsewhere=self.var)
        os.environ["DATABASE_URL"] = self.app_url
        os.environ["FAIRDEAL_SECRET_KEY"] = secrets["FAIRDEAL_SECRET_KEY"]
        os.environ["FAIRDEAL_DEAL_KEY"] = secrets["FAIRDEAL_DEAL_KEY"]
        os.environ["FAIRDEAL_VAR"] = str(self.var)
        os.environ["FAIRDEAL_MODE"] = "test"
        for name in ("CELERY_BROKER_URL", "FAIRDEAL_PROFILE", "FAIRDEAL_HOSTS", "CURRENCY"):
            os.environ.pop(name, None)

    @property
    def app_url(self) -> str:
        """The address as role `app`."""
        return self.cluster.url(APP)

    @property
    def owner_url(self) -> str:
        """The address as role `owner`."""
        return self.cluster.url(OWNER)

    @property
    def superuser_url(self) -> str:
        """The address as a superuser."""
        return self.cluster.url("postgres")

    def start(self) -> None:
        """Start the cluster, and let the owner switch triggers off for itself."""
        if not self.cluster.running():
            self.cluster.start()
        with psycopg.connect(self.superuser_url, autocommit=True) as connection:
            connection.execute("GRANT SET ON PARAMETER session_replication_role TO owner")

    def remove(self) -> None:
        """Stop the cluster and remove everything of it."""
        self.cluster.stop()
        shutil.rmtree(self.var, ignore_errors=True)

    def empty(self) -> None:
        """Empty every table as the owner, whom only here the triggers against it let through."""
        with psycopg.connect(self.owner_url) as connection:
            connection.execute("SET lock_timeout = '15s'")
            connection.execute("SET session_replication_role = replica")
            if tables := _filled_tables(connection):
                names = sql.SQL(", ").join(sql.Identifier("public", name) for name in tables)
                connection.execute(sql.SQL("TRUNCATE {} CASCADE").format(names))
        self._empty_broker()

    def _empty_broker(self) -> None:
        """Drop the messages. The queues stay: kombu remembers their numbers."""
        with psycopg.connect(self.app_url) as connection:
            query = "SELECT to_regclass('broker.kombu_message')"
            if connection.execute(query).fetchone() != (None,):
                connection.execute("DELETE FROM broker.kombu_message")


def _filled_tables(connection: psycopg.Connection) -> Iterable[str]:
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    tables = sorted({name for (name,) in connection.execute(query)} - KEPT)
    question = sql.SQL(" UNION ALL ").join(
        sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(
            sql.Literal(name), sql.Identifier("public", name)
        )
        for name in tables
    )
    return [name for (name,) in connection.execute(question)] if tables else []
