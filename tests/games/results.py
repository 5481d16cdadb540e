"""Results of rounds for the tests of figures and boards, written as a settled round leaves them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from games.catalogue import ROYAL_PARADE, Entry
from games.models import Deal, Result, Round
from games.rules import chosen
from tests import factories


def result(
    player: Player,
    entry: Entry = ROYAL_PARADE,
    *,
    ended_at: datetime | None = None,
    deal: Deal | None = None,
    **fields: Any,
) -> Result:
    """A result with the round and the deal behind it. Not one that a replay would lead to."""
    at = ended_at or timezone.now()
    options = fields.pop("options", None) or chosen(entry.rules.OPTIONS, entry.options)
    mode, day = fields.setdefault("mode", ""), fields.setdefault("day", None)
    fields.setdefault("restarted", False)
    won = fields.setdefault("won", False)
    round = Round.objects.create(
        player=player,
        deal=deal or dealt(player, entry),
        game=entry.slug,
        currency="FUN",
        mode=mode,
        day=day,
        options=options,
        bets={},
        rules_version=entry.version,
        kept=b"",
        outcome="won" if won else "give up",
        started_at=at - timedelta(minutes=10),
        ended_at=at,
    )
    for name, value in {"cards": 0, "score": None, "moves": 1, "seconds": 60}.items():
        fields.setdefault(name, value)
    return Result.objects.create(
        round=round,
        player=player,
        game=entry.slug,
        currency="FUN",
        options="",
        ended_at=at,
        **fields,
    )


def dealt(player: Player, entry: Entry = ROYAL_PARADE) -> Deal:
    """A deal of the player's, dealt."""
    newest = Deal.objects.filter(player=player, game=entry.slug).order_by("-nonce").first()
    deal = Deal(player=player, game=entry.slug, currency="FUN", client_seed=b"seed")
    deal.nonce = newest.nonce + 1 if newest else 1
    deal.seal(bytes(96))
    deal.save()
    return deal


def named(name: str, **fields: Any) -> Player:
    """A player whom others may see on a board."""
    return factories.player(money=0, chips=False, display_name=name, **fields)
