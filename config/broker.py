"""Celery's broker by default: kombu's SQLAlchemy transport on our database, schema `broker`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode


def broker_in_the_database(database: Mapping[str, Any]) -> str:
    """Its address, for a database as psycopg takes it apart."""
    query = {"host": database.get("host", ""), "options": "-csearch_path=broker"}
    if database.get("port"):
        query["port"] = str(database["port"])
    user = quote(str(database.get("user", "")), safe="")
    password = quote(str(database.get("password", "")), safe="")
    name = quote(str(database.get("dbname", "")), safe="")
    return f"sqla+postgresql+psycopg://{user}:{password}@/{name}?{urlencode(query)}"
