"""What caused a transfer, for templates: `{% if row.cause|round_number %}`."""

from django import template

from wallet.models import AccountKind

register = template.Library()


@register.filter
def round_number(cause: str) -> int | None:
    """The number of the round in a cause as `round:12`; None for any other cause."""
    kind, _colon, number = cause.partition(":")
    return int(number) if kind == "round" and number.isdecimal() else None


@register.filter
def account_title(kind: str) -> str:
    """What an account of that kind is called."""
    return str(AccountKind(kind).label)
