"""A round's log: every entry is added here, and read here."""

from __future__ import annotations

from django.utils import timezone

from games.models import Move, Round


def enter(round: Round, actor: str, notation: str) -> None:
    """Add one entry to the log of a locked round; the caller saves the round itself."""
    round.entries += 1
    round.touched_at = timezone.now()
    Move.objects.create(
        player_id=round.player_id,
        round=round,
        no=round.entries,
        actor=actor,
        notation=notation,
        made_at=round.touched_at,
    )


def entries(round: Round) -> list[tuple[str, str]]:
    """The log as (actor, notation), in order."""
    return list(Move.objects.filter(round=round).order_by("no").values_list("actor", "notation"))
