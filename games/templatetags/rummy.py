"""What the layout of Vegas Three Card Rummy needs of its hand: `{% load rummy %}`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template
from django.utils.formats import number_format

from games import hands
from games.catalogue import THREE_CARD_RUMMY, Bet
from games.models import Round
from games.rules import three_card_rummy_odds as odds

register = template.Library()


@register.simple_tag
def spots(round: Round | None, facts: dict[str, Any]) -> list[hands.Spot]:
    """The places for bets, with what lies there."""
    if not round:
        return hands.spots({}, {}, {})
    return hands.spots(round.bets, facts, round.lines)


@register.simple_tag
def ended(round: Round, facts: dict[str, Any]) -> list[hands.Ended]:
    """How each bet of a settled hand ended."""
    return hands.ended(round.bets, facts, round.lines)


@register.simple_tag
def paytables(round: Round | None, facts: dict[str, Any]) -> dict[str, list[hands.Payline]]:
    """Both paytables, the lines marked that the hand is on."""
    return {
        "raise": hands.raise_table(facts),
        "bonus": hands.bonus_table(facts, round.bets if round else {}),
    }


@register.filter
def count(facts: dict[str, Any], whose: str = "") -> str:
    """`3 points, a pair of queens` of the player, or with `"dealer_"` of the dealer."""
    return hands.counted(facts, whose)


@register.filter
def outcome(facts: dict[str, Any]) -> str:
    """Who wins, in words."""
    return str(hands.OUTCOMES[facts["outcome"]])


@register.filter
def chips(amount: int, bet: Bet) -> int:
    """An amount of minor units as the form of its bet counts it."""
    return amount // bet.chip


@register.simple_tag
def chip_values() -> tuple[int, ...]:
    """The chips to play with, the smallest first."""
    return tuple(reversed(hands.CHIPS))


@register.simple_tag
def limits() -> dict[str, Bet]:
    """The bets of the game by name."""
    return {bet.name: bet for bet in THREE_CARD_RUMMY.bets}


@register.simple_tag
def figures() -> dict[str, Any]:
    """The exact odds, computed over all deals."""
    return {
        "raise_up_to": odds.best_strategy(),
        "best": odds.ante_and_raise(),
        "bonus": odds.bonus(),
        "others": [(limit, odds.ante_and_raise(limit).house_edge) for limit in (19, 21)],
        "always": odds.ante_and_raise(odds.ALWAYS).house_edge,
        "best_hand": odds.bonus_rows()[0],
    }


@register.filter
def percent(share: Fraction) -> str:
    """A share in per cent with two decimals."""
    return f"{number_format(round(float(100 * share), 2), 2)} %"


@register.filter
def one_in(share: Fraction) -> str:
    """A share as "one in 5,525"."""
    return number_format(round(1 / share), 0, force_grouping=True)
