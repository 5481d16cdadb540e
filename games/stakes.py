"""What may be staked: the bets and the rule options that a game takes."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import modes
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


def wanted(entry: Entry, options: Options, mode: str = "", any_deal: bool = False) -> Options:
    """Every option of the game: what the player chose of those that it offers, else as it is.

    In a game with modes they follow from the mode (the usual one if none is named), whatever was
    chosen besides; in the mode custom the player chooses. `any_deal` takes any deal where a
    winnable one was asked for. Raises Refused.
    """
    mode = mode or entry.usual_mode
    try:
        if entry.modes and (fixed := modes.options(entry.modes, mode)) is not None:
            options = fixed
        if not set(options) <= set(entry.choices):
            raise ValueError
        every = chosen(entry.rules.OPTIONS, {**entry.options, **options})
    except (KeyError, ValueError):
        raise Refused(_("This game is not played by such rules.")) from None
    if sentence := modes.conflict(every):
        raise Refused(sentence)
    return {**every, "deals": "any"} if any_deal and "deals" in every else every


def is_repeat(round: Round, bets: dict[str, int], options: Options, mode: str = "") -> bool:
    """Whether a deal asked for again is the one that made this round, as a double click asks.

    Once its player has moved, or with other bets or options, somebody wants another deal.
    """
    if not round.is_open or round.log.filter(actor=PLAYER).exists():
        return False
    return (round.bets, dict(round.options), round.mode) == (bets, dict(options), mode)
