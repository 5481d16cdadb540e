"""Pools of deals that a solver has won, committed to before anybody asks for one.

A pool belongs to a game and the rules that decide whether a deal can be won: those of every level
that deals winnable ones, and those that players asked for lately. What a deal is and how it is
won stays encrypted until its last round has ended.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from accounts.models import Player
from games import dealing, encryption, modes
from games.catalogue import ENTRIES, FUN, Entry
from games.models import Deal, Pool
from games.offers import currency_code
from games.rules import Options
from games.solving import SOLVABLE
from games.solving.judging import decisive
from games.solving.process import SolverFailed, solve
from games.verdicts import nudge, rules_key

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=30)
# Of computing, for a deck; most are decided in a fraction of it.
SECONDS = 5


class Rules(NamedTuple):
    """A pool by its game and its rules, and the deals that wait in it."""

    game: str
    key: str
    options: Options
    waiting: int


@transaction.atomic
def take(*, player: Player, entry: Entry, options: Options) -> Deal | None:
    """A deal of the pool for these options, from now on the player's; None when it is empty."""
    offers = Deal.objects.select_for_update(skip_locked=True).filter(
        kind=Deal.Kind.WINNABLE, player=None, game=entry.slug, solved_for=rules_key(options)
    )
    deal = offers.order_by("pk").first()
    if deal is None:
        return None
    deal.player = player
    deal.dealt_at = timezone.now()
    deal.save(update_fields=["player", "dealt_at"])
    nudge()
    return deal


@transaction.atomic
def ask(*, entry: Entry, options: Options) -> None:
    """Keep a pool for these options from now on, for a time."""
    Pool.objects.update_or_create(
        game=entry.slug,
        rules=rules_key(options),
        defaults={"options": decisive(options), "asked_at": timezone.now()},
    )
    nudge()


def pools() -> list[Rules]:
    """Every pool that is kept, the emptiest first."""
    offers = Deal.objects.filter(kind=Deal.Kind.WINNABLE, player=None)
    counted = offers.values_list("game", "solved_for").annotate(waiting=Count("pk"))
    waiting = {(game, key): count for game, key, count in counted}
    wanted = {(game, rules_key(options)): options for game, options in _wanted()}
    found = [
        Rules(game, key, decisive(options), waiting.get((game, key), 0))
        for (game, key), options in wanted.items()
    ]
    return sorted(found, key=lambda rules: rules.waiting)


def _wanted() -> Iterator[tuple[str, Options]]:
    for entry in ENTRIES.values():
        for mode in entry.modes:
            for chosen in mode.slugs:
                options = modes.options(entry.modes, chosen) or {}
                if options.get("deals") == "winnable":
                    yield entry.slug, options
    asked = Pool.objects.filter(asked_at__gt=timezone.now() - KEPT_FOR)
    yield from asked.values_list("game", "options")


def lacking() -> Rules | None:
    """The pool that lacks most; None when all are full."""
    emptiest = next(iter(pools()), None)
    return emptiest if emptiest and emptiest.waiting < settings.WINNABLE_POOL else None


def try_a_deck(rules: Rules) -> bool:
    """Commit to a new deck for a pool if the solver wins it soon. Whether it did."""
    seed = dealing.new_seed()
    deck = dealing.deck(rules.game, seed, b"", 0, rules.options)
    try:
        answer = solve(deck, rules.options, SECONDS, brief=True)
    except SolverFailed as fault:
        logger.warning("A deck for a pool was not tried: %s", fault)
        return False
    if answer.verdict != SOLVABLE:
        return False
    keep(rules, seed, answer.line)
    return True


def keep(rules: Rules, seed: bytes, line: Iterable[str]) -> Deal:
    """Commit to a seed whose deck this line wins, and put it into the pool."""
    deal = Deal(
        kind=Deal.Kind.WINNABLE,
        game=rules.game,
        currency=currency_code(FUN),
        nonce=0,
        client_seed=b"",
        solved_for=rules.key,
    )
    deal.seal(seed)
    deal.line = encryption.encrypt(" ".join(line).encode(), deal=deal.key, place="line")
    deal.save(force_insert=True)
    return deal
