"""Celery tasks of games: each is a nudge about a row that is due, and carries its id only."""

from __future__ import annotations

from celery import shared_task
from django.db import connection

from games import boards, safety, settlement, simulations, solvers


@shared_task
def finish(round_id: int) -> None:
    """Play the rest of a round whose finish is due."""
    settlement.finish_round(round_id)


@shared_task
def end_for_exclusion(exclusion_id: int) -> None:
    """End the open games for money of a player who was excluded or closed the account."""
    safety.end_for_exclusion(exclusion_id)


@shared_task
def verify_boards() -> None:
    """Replay what the leaderboards list once more; what does not replay falls."""
    boards.verify()


@shared_task
def solve() -> None:
    """Let the solver do what is due: verdicts, and decks for the pools."""
    solvers.work()


@shared_task
def simulate() -> None:
    """Play a part of a simulation that is due."""
    simulations.work()


@shared_task
def purge_broker() -> None:
    """Delete messages that were read: the SQL transport only hides them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('broker.kombu_message')")
        if cursor.fetchone()[0]:
            cursor.execute("DELETE FROM broker.kombu_message WHERE NOT visible")
