"""What the table's templates need: `{% load table %}{{ "Th"|short }}` is 10♥, and the like."""

from django import template

from games import words
from wallet import money

register = template.Library()


@register.filter
def short(text: str) -> str:
    """Rank and sign of a card."""
    return words.short(text)


@register.filter
def card_name(text: str) -> str:
    """The card in words."""
    return words.card(text)


@register.filter
def number(amount: int) -> str:
    """An amount of minor units without its currency, for a table whose head names it."""
    return money.number(amount)
