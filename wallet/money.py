"""Amounts of minor units: how one is shown, always with its currency, and how one is read.

Whole numbers of minor units throughout; a Decimal on the way in or out, never a float.
"""

from __future__ import annotations

import re
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


# Above this nobody pays in or out at once: what the gateways' own records can hold.
PARSED_MOST = 10**9 - 1
PLAIN = re.compile(r"([0-9]+)(?:[.,]([0-9]{1,2}))?", re.ASCII)
# Thousands in one sign and decimals in the other: nothing else that it could mean.
GROUPED = re.compile(
    r"([0-9]{1,3}(?:,[0-9]{3})+)\.([0-9]{2})|([0-9]{1,3}(?:\.[0-9]{3})+),([0-9]{2})", re.ASCII
)


class NotAnAmount(ValueError):
    """What was typed or told is no amount of money; the message says what to type."""


def parse(text: str) -> int:
    """The amount that a person typed, in minor units: `25`, `25.5`, `25,50`, `1,234.50`.

    A comma or a point before one or two digits at the end begins the decimals, in whichever way
    the person is used to write them. Before three digits, as in `1,000`, it could be either, and
    is refused; so are signs, letters, exponents and the digits of other scripts. Raises
    NotAnAmount.
    """
    typed = text.strip()
    if not typed:
        raise NotAnAmount(_("Type an amount, as 25 or 25.50."))
    if typed[0] in "-−–":
        raise NotAnAmount(_("An amount is more than nothing. Type it without a sign."))
    if found := PLAIN.fullmatch(typed):
        whole, decimals = found[1], found[2] or ""
    elif found := GROUPED.fullmatch(typed):
        whole = re.sub("[.,]", "", found[1] or found[3])
        decimals = found[2] or found[4]
    else:
        raise NotAnAmount(_why_not(typed))
    whole = whole.lstrip("0")
    if len(whole) > len(str(PARSED_MOST // UNIT)):
        raise NotAnAmount(_too_much())
    amount = int(whole or "0") * UNIT + int(decimals.ljust(DECIMALS, "0") or "0")
    if not amount:
        raise NotAnAmount(_("An amount is more than nothing."))
    return amount


def _why_not(typed: str) -> str:
    """What is wrong with text that is no amount, as a sentence."""
    if re.fullmatch(r"[1-9][0-9]{0,2}[.,][0-9]{3}", typed, re.ASCII):
        return _(
            "%(typed)s can be read in two ways. Type thousands without a sign between them, and "
            "at most two decimals."
        ) % {"typed": typed[:20]}
    if re.fullmatch(r"[0-9]*[.,][0-9]{3,}", typed, re.ASCII):
        return _("An amount has at most two decimals.")
    return _("Type the amount in the digits 0 to 9 only, as 25 or 25.50.")


def _too_much() -> str:
    return _("That is more than can be moved at once.")


def from_decimal(value: Decimal | str) -> int:
    """An amount as a gateway tells it, in minor units, if it is exactly that many and above zero.

    Raises NotAnAmount for fractions of a minor unit, for what is not finite, zero or less.
    """
    try:
        scaled = Decimal(value).scaleb(DECIMALS)
        whole = int(scaled) if scaled.is_finite() and scaled.adjusted() < 12 else 0
    except (ArithmeticError, ValueError, TypeError) as error:
        raise NotAnAmount(_("An amount is a decimal number.")) from error
    if scaled != whole or not 1 <= whole <= PARSED_MOST:
        raise NotAnAmount(_("An amount is a whole number of minor units above zero."))
    return whole


def to_decimal(amount: int) -> Decimal:
    """Minor units as the decimal number of a gateway: 2550 as 25.50."""
    return Decimal(amount).scaleb(-DECIMALS)
