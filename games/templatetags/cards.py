"""Cards in templates: `{% load cards %}{{ "Th"|short }}` is 10♥, `{{ "Th"|card_name }}` its name."""

from django import template

from games import words

register = template.Library()


@register.filter
def short(text: str) -> str:
    """Rank and sign of a card."""
    return words.short(text)


@register.filter
def card_name(text: str) -> str:
    """The card in words."""
    return words.card(text)
