"""Whether rounds and the transfers that they caused agree, and the logs of rounds are whole."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection
from django.utils.translation import gettext as _

MOST = 500
# What the transfers of each ended round say of stake and return. A void round keeps nothing.
ROUNDS = """
WITH moved AS (
    SELECT substr(cause, 7)::bigint AS round_id,
           sum(amount) FILTER (WHERE kind = 'house') AS staked,
           sum(amount) FILTER (WHERE kind = 'win') AS returned
    FROM wallet_transfer
    WHERE cause LIKE 'round:%%' AND reverses_id IS NULL
    GROUP BY 1
)
SELECT round.id, round.staked, coalesce(moved.staked, 0),
       round.returned, coalesce(moved.returned, 0)
FROM games_round AS round LEFT JOIN moved ON moved.round_id = round.id
WHERE round.ended_at IS NOT NULL AND round.outcome <> 'void'
  AND (round.staked <> coalesce(moved.staked, 0) OR round.returned <> coalesce(moved.returned, 0))
ORDER BY round.id LIMIT %s
"""
LOGS = """
SELECT round.id, round.entries, count(move.id), coalesce(max(move.no), 0)
FROM games_round AS round LEFT JOIN games_move AS move ON move.round_id = round.id
GROUP BY round.id
HAVING count(move.id) <> round.entries OR coalesce(max(move.no), 0) <> round.entries
ORDER BY round.id LIMIT %s
"""


def differences() -> Iterator[tuple[str, str, str]]:
    """Each as a check, the row (`round:12`) and a sentence; at most 500 of a kind."""
    with connection.cursor() as cursor:
        cursor.execute(ROUNDS, [MOST])
        for pk, staked, moved_in, returned, moved_out in cursor.fetchall():
            sentence = _(
                "Round %(id)s says stake %(staked)s and return %(returned)s; its transfers say "
                "%(moved_in)s and %(moved_out)s."
            ) % {
                "id": pk,
                "staked": staked,
                "returned": returned,
                "moved_in": moved_in,
                "moved_out": moved_out,
            }
            yield "round and transfers", f"round:{pk}", sentence
        cursor.execute(LOGS, [MOST])
        for pk, entries, count, last in cursor.fetchall():
            sentence = _(
                "Round %(id)s has %(entries)s entries; its log holds %(count)s, the last is "
                "number %(last)s."
            ) % {"id": pk, "entries": entries, "count": count, "last": last}
            yield "round and log", f"round:{pk}", sentence
