"""What every test may ask for. The database part: a real PostgreSQL, used as the role `app`."""

import atexit
import os
from collections.abc import Iterator
from typing import Any

import django
import psycopg
import pytest

from tests.database import TestDatabase
from tests.house.processes import House

# Before Django reads its settings; this is why pyproject.toml does not name the settings module.
DATABASE = TestDatabase()
# Also when the run ends before its first test.
atexit.register(DATABASE.remove)
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
# A second test process would inherit it, and read the settings before it has its own database.
del os.environ["DJANGO_SETTINGS_MODULE"]


@pytest.fixture(scope="session")
def cluster() -> TestDatabase:
    """The running cluster, with the database still empty if nothing has migrated it."""
    DATABASE.start()
    return DATABASE


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: pytest.FixtureRequest, cluster: TestDatabase
) -> None:
    """Migrate and grant as the owner; the tests then connect as `app`."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import TransactionTestCase

    with django_db_blocker.unblock():
        app = dict(connection.settings_dict)
        owner = psycopg.conninfo.conninfo_to_dict(cluster.owner_url)
        connection.settings_dict.update(USER=owner["user"], PASSWORD=owner["password"])
        call_command("migrate", verbosity=0, interactive=False)
        call_command("grant_app")
        connection.close()
        connection.settings_dict.update(USER=app["USER"], PASSWORD=app["PASSWORD"])
    # `app` may not truncate, so the owner empties the tables after tests with transactions.
    TransactionTestCase._fixture_teardown = lambda self: cluster.empty()


@pytest.fixture(scope="module")
def shared_rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A transaction around all tests of a module, for rows that they share; none commits."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def owner_connection(django_db_setup: None) -> Iterator[psycopg.Connection]:
    """A psycopg connection as `owner`, which commits at the end unless the test failed in it."""
    with psycopg.connect(DATABASE.owner_url) as connection:
        yield connection


@pytest.fixture
def app_dsn(django_db_setup: None) -> str:
    """The migrated database as role `app`, for psycopg and for other processes."""
    return DATABASE.app_url


@pytest.fixture
def superuser_dsn(django_db_setup: None) -> str:
    """The migrated database as a superuser, whom no grant stops."""
    return DATABASE.superuser_url


@pytest.fixture
def house(transactional_db: None, cluster: TestDatabase) -> Iterator[House]:
    """Real gunicorn, worker and beat on the tests' database; call `house.start()`."""
    processes = House(cluster)
    yield processes
    processes.stop()


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """A quick hash for the passwords of people who live for one test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
