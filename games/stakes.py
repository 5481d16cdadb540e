"""What may be staked: the bets and the rule options that a game takes."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.catalogue import Entry
from games.models import Round
from games.refusals import Refused, WrongBet
from games.rules import PLAYER, Options, chosen


def check_bets(entry: Entry, bets: dict[str, int]) -> None:
    """Every bet of the game, no other, each as high as the table allows. Raises Refused."""
    if set(bets) != {bet.name for bet in entry.bets}:
        raise Refused(_("These are not the bets of this game."))
    for bet in entry.bets:
        amount = bets[bet.name]
        if type(amount) is not int or not bet.allows(amount):
            raise WrongBet(bet)


def wanted(entry: Entry, options: Options) -> Options:
    """Every option of the game: what the player chose of those that it offers, else as it is.

    Raises Refused.
    """
    try:
        if not set(options) <= set(entry.choices):
            raise ValueError
        return chosen(entry.rules.OPTIONS, {**entry.options, **options})
    except ValueError:
        raise Refused(_("This game is not played by such rules.")) from None


def is_repeat(round: Round, bets: dict[str, int], options: Options) -> bool:
    """Whether a deal asked for again is the one that made this round, as a double click asks.

    Once its player has moved, or with other bets or options, somebody wants another deal.
    """
    if not round.is_open or round.log.filter(actor=PLAYER).exists():
        return False
    return round.bets == bets and dict(round.options) == dict(options)
