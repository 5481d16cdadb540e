"""What caused a transfer, for templates: `{% if row.cause|round_number %}`."""

from django import template

register = template.Library()


@register.filter
def round_number(cause: str) -> int | None:
    """The number of the round in a cause as `round:12`; None for any other cause."""
    kind, _colon, number = cause.partition(":")
    return int(number) if kind == "round" and number.isdecimal() else None
