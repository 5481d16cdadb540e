"""The drill: back up, lose everything, restore elsewhere, and find the books as they were."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from config import backups
from config.supervisor.databases import APP, OWNER
from games import services
from tests import factories
from tests.house.processes import House

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = ("wallet_transfer", "games_move", "games_round", "accounts_player", "wallet_account")


def contents(url: str) -> dict[str, list[object]]:
    """Every row of the tables that matter."""
    with psycopg.connect(url) as connection:
        return {
            name: connection.execute(
                sql.SQL("SELECT md5(t::text) FROM {} t ORDER BY 1").format(sql.Identifier(name))
            ).fetchall()
            for name in TABLES
        }


def test_what_was_backed_up_is_restored_to_the_last_row_and_proven(
    house: House, tmp_path: Path
) -> None:
    player = factories.player()
    at = factories.dealt(player)
    services.move(player=player, round_id=at.round.pk, at=0, notation=at.moves[0])
    cluster = house.database.cluster
    file = backups.backup(cluster.url(OWNER), tmp_path)
    assert file.stat().st_mode & 0o077 == 0
    with psycopg.connect(cluster.url("postgres", "postgres"), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS elsewhere")
        connection.execute("CREATE DATABASE elsewhere OWNER owner")
    with psycopg.connect(cluster.url("postgres", "elsewhere"), autocommit=True) as connection:
        connection.execute("ALTER SCHEMA public OWNER TO owner")
    there = cluster.url(OWNER, "elsewhere")
    backups.restore(file, there)
    assert contents(there) == contents(cluster.url(OWNER))
    house.environment |= {"DATABASE_URL": there}
    house.manage("grant_app")
    house.environment |= {"DATABASE_URL": cluster.url(APP, "elsewhere")}
    assert "agree" in house.manage("reconcile").lower()
    with pytest.raises(backups.NotBackedUp, match="not empty"):
        backups.restore(file, there)


def test_a_file_that_was_changed_or_is_missing_is_not_restored(
    house: House, tmp_path: Path
) -> None:
    url = house.database.cluster.url(OWNER)
    file = backups.backup(url, tmp_path)
    with file.open("r+b") as content:
        content.seek(100)
        content.write(b"changed")
    with pytest.raises(backups.NotBackedUp, match="digest differs"):
        backups.restore(file, url)
    with pytest.raises(backups.NotBackedUp, match="no such file"):
        backups.restore(tmp_path / "nothing.dump", url)


def test_a_database_that_cannot_be_read_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(backups.NotBackedUp):
        backups.backup("postgresql:///nothing?host=/nowhere", tmp_path)
    assert not list(tmp_path.glob("*.dump"))
