"""The Vegas score that a player carries from game to game: kept by the server, begun when chosen.

It is the sum of the scores of every game of Vegas scoring dealt since then that counts; a deal
played a second time does not. Choosing it anew begins at nothing.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from django.db.models import Sum
from django.utils import timezone

from accounts.models import Player
from games.models import Result, Round


def choose(player: Player, carry: bool) -> None:
    """Begin to carry the score, or cease to; what stands as chosen is left as it is."""
    preferences = player.preferences
    if carry == bool(preferences.carried_since):
        return
    since = timezone.now().isoformat() if carry else ""
    player.settings = asdict(preferences.with_choice("carried_since", since))
    player.save(update_fields=["settings"])


def before(player: Player, game: str) -> int | None:
    """The sum of the games of Vegas scoring that have ended; None where none is carried."""
    since = player.preferences.carried_since
    if not since:
        return None
    ended = Result.objects.filter(
        player=player, game=game, restarted=False, options__contains="scoring=vegas"
    )
    dealt = ended.filter(round__started_at__gte=datetime.fromisoformat(since))
    return int(dealt.aggregate(sum=Sum("score"))["sum"] or 0)


def counts(player: Player, round: Round) -> bool:
    """Whether the round in play will be in the sum."""
    since = player.preferences.carried_since
    if not since or round.options.get("scoring") != "vegas" or not round.still_counts():
        return False
    return round.started_at >= datetime.fromisoformat(since)
