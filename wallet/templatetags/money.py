"""Amounts in templates: `{% load money %}{{ amount|money:currency }}`."""

from django import template

from wallet import money as amounts

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """An amount of minor units with its currency; nothing for no amount."""
    return "" if amount is None else amounts.format(amount, currency)
