"""Live signals: PostgreSQL's NOTIFY, sent when the transaction commits. Names and versions only.

A signal says that something of a player has a newer version; whoever hears it fetches the thing
itself, and is authorised there. The payload is `<player id> <name> <version>`.
"""

from __future__ import annotations

from django.db import connection

CHANNEL = "fairdeal"
# Signals to nobody in particular: every member of staff hears them.
STAFF = 0


def signal(player_id: int, name: str, version: int) -> None:
    """Tell listeners that `name` (as `round:12`, `balance:EUR`) of a player is at `version`."""
    signals((player_id, name, version))


def signals(*told: tuple[int, str, int]) -> None:
    """Several signals in one question to the database: player, name, version."""
    payloads = [f"{player_id} {name} {version}" for player_id, name, version in told]
    with connection.cursor() as cursor:
        query = "SELECT pg_notify(%s, told) FROM unnest(%s::text[]) told"
        cursor.execute(query, [CHANNEL, payloads])
