"""What the table's templates need: `{% load table %}{{ "Th"|short }}` is 10♥, and the like."""

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

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


@register.simple_tag
def drawn(name: str, pile: Hashable) -> SafeString:
    """The template of that name with nothing but `pile`, rendered once for each content of it.

    A move changes two or three piles of a table; the others are as they were drawn before.
    """
    return _drawn(get_language(), name, pile)


@lru_cache(maxsize=4096)
def _drawn(language: str | None, name: str, pile: Hashable) -> SafeString:
    return render_to_string(name, {"pile": pile})
