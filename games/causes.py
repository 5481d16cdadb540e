"""What the wallet's statement asks of the games: which rounds a cause as `round:12` names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat

from accounts.models import Player
from games.catalogue import ENTRIES
from games.models import Round


def choices() -> list[tuple[str, str]]:
    """Every game by slug and title."""
    return [(slug, str(entry.title)) for slug, entry in ENTRIES.items()]


def of_game(player: Player, slug: str) -> Any:
    """The causes of the player's rounds of a game, as a subquery."""
    number = Cast("pk", CharField())
    rounds = Round.objects.filter(player=player, game=slug)
    return rounds.annotate(named=Concat(Value("round:"), number)).values("named")


def titles(causes: Iterable[str]) -> dict[str, str]:
    """The title of the game of each cause that is a round."""
    numbers = {
        int(number)
        for kind, _colon, number in (cause.partition(":") for cause in causes)
        if kind == "round" and number.isdecimal()
    }
    slugs = Round.objects.filter(pk__in=numbers).values_list("pk", "game")
    return {f"round:{pk}": str(ENTRIES[slug].title) for pk, slug in slugs if slug in ENTRIES}
