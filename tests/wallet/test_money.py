"""Amounts are shown with their currency, to the cent."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from wallet.money import format


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        (5, "EUR", "€0.05"),
        (-123_456, "EUR", "−€1,234.56"),
        (1_000_000, "FUN", "10,000.00 chips"),
        (10**15, "GBP", "£10,000,000,000,000.00"),
        (500, "CHF", "CHF\N{NO-BREAK SPACE}5.00"),
        (0, "EUR", "€0.00"),
    ],
)
def test_an_amount_is_shown_with_its_currency(amount, currency, shown):
    assert format(amount, currency) == shown


def test_a_template_shows_it_the_same():
    template = Template("{% load money %}{{ amount|money:currency }}|{{ nothing|money:currency }}")
    assert template.render(Context({"amount": 5, "currency": "EUR", "nothing": None})) == "€0.05|"
