"""What a player finds at a table: his sealed deck, the round in play, the last one, what he chose.

Nothing here stakes, deals or moves; the commitment is made where there is none yet.
"""

from __future__ import annotations

import contextlib
from datetime import date

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.jurisdiction import profile
from accounts.models import Player
from games import daily, dealing
from games.catalogue import FUN, MONEY, Entry
from games.models import Deal, Round, RoundQuerySet
from games.modes import CUSTOM
from games.positions import Position, position
from games.refusals import NotAPlayer, Refused
from games.rules import Value


def currency_code(currency: str) -> str:
    """The ledger's code of `fun`, `money`, or a day, whose deals are played for fun."""
    return str(settings.CURRENCY) if currency == MONEY else "FUN"


def day_of(currency: str) -> date | None:
    """The day, where the table is that of a daily deal: `2026-12-01`."""
    return None if currency in (FUN, MONEY) else date.fromisoformat(currency)


def _rounds(player: Player, entry: Entry, currency: str) -> RoundQuerySet:
    """The player's rounds at that table."""
    rounds = Round.objects.filter(player=player, game=entry.slug, day=day_of(currency))
    return rounds.filter(currency=currency_code(currency))


def commitment(*, player: Player, entry: Entry, currency: str) -> Deal:
    """The player's open commitment for a game and currency (`fun` or `money`), made if missing.

    At the table of a daily deal, whose `currency` is its day, the one that holds for everybody.
    Raises NotAPlayer for a member of staff, NoDailyDeal.
    """
    if player.is_staff:
        raise NotAPlayer
    if day := day_of(currency):
        return daily.offer(entry, day)
    offers = Deal.objects.filter(
        player=player, game=entry.slug, currency=currency_code(currency), client_seed=None
    )
    while (offer := offers.first()) is None:
        with contextlib.suppress(IntegrityError):  # Another tab was first: its offer is taken.
            commit(player=player, entry=entry, currency=currency, server_seed=dealing.new_seed())
    return offer


@transaction.atomic
def commit(*, player: Player, entry: Entry, currency: str, server_seed: bytes) -> Deal:
    """Commit to a seed under the next nonce. IntegrityError while another commitment is open."""
    offer = Deal(player=player, game=entry.slug, currency=currency_code(currency))
    former = Deal.objects.filter(player=player, game=offer.game, currency=offer.currency)
    offer.nonce = (former.aggregate(newest=Max("nonce"))["newest"] or 0) + 1
    offer.seal(server_seed)
    offer.save(force_insert=True)
    return offer


def current(*, player: Player, entry: Entry, currency: str) -> Position | None:
    """The open round of a game and currency, if there is one."""
    round = _rounds(player, entry, currency).open().select_related("deal").first()
    return position(round) if round else None


def last_ended(*, player: Player, entry: Entry, currency: str) -> Position | None:
    """The round that ended last: its result stays on the table until the next deal."""
    rounds = _rounds(player, entry, currency).ended().select_related("deal")
    round = rounds.order_by("-pk").first()
    return position(round) if round else None


def last_bets(*, player: Player, entry: Entry, currency: str) -> dict[str, int]:
    """The bets of the newest round of a game and currency. Raises Refused when there is none."""
    rounds = _rounds(player, entry, currency)
    bets: dict[str, int] | None = rounds.order_by("-pk").values_list("bets", flat=True).first()
    if bets is None:
        raise Refused(_("There is no earlier bet to repeat."))
    return bets


def last_options(*, player: Player, entry: Entry, currency: str) -> dict[str, Value]:
    """What the player chose of a game's options for its newest round; nothing before the first.

    In a game with modes for the newest in mode custom, whatever was played since.
    """
    rounds = _rounds(player, entry, currency)
    if entry.modes:
        rounds = rounds.filter(mode=CUSTOM)
    options = rounds.order_by("-pk").values_list("options", flat=True).first() or {}
    return {name: options[name] for name in entry.choices if name in options}


def last_mode(*, player: Player, entry: Entry, currency: str) -> str:
    """The mode that was chosen last, else the usual one; empty in a game without modes."""
    rounds = _rounds(player, entry, currency).exclude(mode="")
    return rounds.order_by("-pk").values_list("mode", flat=True).first() or entry.usual_mode


def seconds_to_wait(*, player: Player, currency: str) -> float:
    """Until the player may start the next round: the delay between money games, else 0."""
    if currency != MONEY:
        return 0
    last = Round.objects.filter(player=player, currency=settings.CURRENCY).aggregate(
        newest=Max("started_at")
    )["newest"]
    if last is None:
        return 0
    ready = last + profile().money_deal_delay
    return max(0, (ready - timezone.now()).total_seconds())
