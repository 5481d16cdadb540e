"""How an amount of minor units is shown: always with its currency, never as a float."""

from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _

FUN = "FUN"
CURRENCIES = (FUN, settings.CURRENCY)
# Of both currencies, as the deployment's money has two decimals.
DECIMALS = 2
UNIT = 10**DECIMALS
SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}


def number(amount: int) -> str:
    """The amount with two decimals in the reader's notation, without its currency."""
    return number_format(Decimal(amount).scaleb(-DECIMALS), DECIMALS, force_grouping=True)


def format(amount: int, currency: str) -> str:
    """The amount with its currency: `€0.05`, `−€1.00`, `CHF 5.00`, `10,000.00 chips`."""
    minus = "−" if amount < 0 else ""
    shown = number(abs(amount))
    if currency == FUN:
        return minus + _("%(number)s chips") % {"number": shown}
    sign = SIGNS.get(currency, f"{currency}\N{NO-BREAK SPACE}")
    return minus + _("%(sign)s%(number)s") % {"sign": sign, "number": shown}
