"""Amounts are shown with their currency, to the cent; what is typed is read exactly or refused."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from wallet.money import PARSED_MOST, NotAnAmount, format, from_decimal, parse, to_decimal


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


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("25", 25_00),
        ("25.5", 25_50),
        ("25.50", 25_50),
        ("25,50", 25_50),
        ("1,00", 1_00),
        ("1,5", 1_50),
        ("0.01", 1),
        ("007", 7_00),
        ("  10.00\t", 10_00),
        ("1,234.50", 1_234_50),
        ("1.234,50", 1_234_50),
        ("1,234,567.89", 1_234_567_89),
        ("9999999.99", PARSED_MOST),
    ],
)
def test_what_is_typed_plainly_is_read_to_the_cent(typed, amount):
    assert parse(typed) == amount


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type an amount"),
        ("   ", "Type an amount"),
        ("0", "more than nothing"),
        ("0.00", "more than nothing"),
        ("-5", "without a sign"),
        ("−5", "without a sign"),
        ("0.001", "two decimals"),
        ("0.0001", "two decimals"),
        ("1,000", "two ways"),
        ("1.000", "two ways"),
        ("12.3456", "two decimals"),
        ("1e9", "digits 0 to 9"),
        ("1E2", "digits 0 to 9"),
        ("+5", "digits 0 to 9"),
        (".5", "digits 0 to 9"),
        ("5.", "digits 0 to 9"),
        ("1_000", "digits 0 to 9"),
        ("1 000", "digits 0 to 9"),
        ("0x10", "digits 0 to 9"),
        ("NaN", "digits 0 to 9"),
        ("Infinity", "digits 0 to 9"),
        ("25 EUR", "digits 0 to 9"),
        ("1,23,4.50", "digits 0 to 9"),
        ("1,234,50", "digits 0 to 9"),
        ("1,2345.50", "digits 0 to 9"),
        ("٢٥", "digits 0 to 9"),
        ("२५", "digits 0 to 9"),
        ("２５", "digits 0 to 9"),
        ("²", "digits 0 to 9"),
        ("25\n26", "digits 0 to 9"),
        ("10000000", "more than can be moved"),
        ("9" * 5000, "more than can be moved"),
    ],
)
def test_what_could_mean_something_else_is_refused_with_a_sentence(typed, sentence):
    with pytest.raises(NotAnAmount, match=sentence):
        parse(typed)


@given(st.integers(1, PARSED_MOST))
def test_every_amount_is_read_as_it_is_shown(amount):
    assert parse(format(amount, "EUR").removeprefix("€")) == amount
    assert parse(str(to_decimal(amount)).replace(".", ",")) == amount
    assert from_decimal(to_decimal(amount)) == amount


@given(st.text(max_size=12))
def test_no_text_is_read_as_anything_but_its_own_digits(text):
    try:
        amount = parse(text)
    except NotAnAmount:
        return
    digits = "".join(sign for sign in text if sign in "0123456789")
    assert str(amount).rstrip("0") == digits.lstrip("0").rstrip("0")


@pytest.mark.parametrize(
    "told",
    ["10.005", "0", "-1", "NaN", "sNaN", "Infinity", "1e99999999", "10000000.00", "ten", "", None],
)
def test_a_gateways_number_that_is_no_whole_amount_is_refused(told):
    with pytest.raises(NotAnAmount):
        from_decimal(told)


@pytest.mark.parametrize("told", ["10", "10.0", "10.000", "1e1", Decimal("10.00")])
def test_a_gateways_number_is_taken_exactly(told):
    assert from_decimal(told) == 10_00
