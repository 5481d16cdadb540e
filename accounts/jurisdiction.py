"""What differs from one jurisdiction to another, as one profile. `strict` is the default."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True)
class OpeningHours:
    """For Monday to Sunday the minutes of the day from and to which support is open, or None."""

    zone: str
    days: tuple[tuple[int, int] | None, ...]


WEEK = OpeningHours("UTC", (*5 * ((8 * 60, 22 * 60),), *2 * ((10 * 60, 18 * 60),)))
ALWAYS = OpeningHours("UTC", 7 * ((0, 24 * 60),))


@dataclass(frozen=True)
class Jurisdiction:
    """Delays, floors and switches that a regulator sets."""

    name: str
    # Between the starts of two money games (RTS 14G); fun play waits for nothing.
    money_deal_delay: timedelta = timedelta(seconds=5)
    # An untouched round is then ended for the player, by its game's published rule.
    round_expiry: timedelta = timedelta(days=30)
    # Younger people are refused at sign-up and leave no row.
    minimum_age: int = 18
    # Without a request of the player's own for so long, sign-in is asked for again (GLI 2.5.4).
    idle: timedelta = timedelta(minutes=30)
    full_sign_in: timedelta = timedelta(days=30)
    # So many wrong tries within the window lock a sign-in until the password is reset by mail.
    wrong_tries: int = 3
    wrong_tries_window: timedelta = timedelta(minutes=30)
    # Of cash-outs, in minor units: two people approve what is above; no less, unless it is all.
    cash_out_two_people: int = 1_000_00
    cash_out_least: int = 10_00
    # A cash-out is sent, or held for a reason, within so long.
    cash_out_time: timedelta = timedelta(days=3)
    # Whether a player can take back what was asked for and play on with it (RTS 14B: no).
    cash_out_taken_back: bool = False
    # A higher limit waits so long for its second confirmation, and is forgotten after the window.
    limit_increase_wait: timedelta = timedelta(hours=24)
    limit_confirm_window: timedelta = timedelta(days=7)
    # Reminders to look at the limits: with limits set, and without any.
    limit_review: timedelta = timedelta(days=182)
    limit_review_without: timedelta = timedelta(days=365)
    # Between the wish to come back after a self-exclusion and the first stake.
    comeback_wait: timedelta = timedelta(hours=24)
    # Of the reality check, until the player chooses another of accounts.reality.INTERVALS.
    reality_minutes: int = 30
    # In minor units: deposits of a week that are looked at when they are three times the usual;
    # a single or linked payment, and payments of 180 days, that are looked at (AML).
    rising_deposits: int = 200_00
    large_payment: int = 2_000_00
    large_payments_180_days: int = 10_000_00
    # Without a sign-in for so long an account sleeps: the identity is asked for again (GLI A.3.9).
    dormant_after: timedelta = timedelta(days=365)
    # Support: when people answer, and within how much of that time they mean to: the first and
    # each further line of a chat, a case answered by mail, and the end of it.
    support_hours: OpeningHours = WEEK
    support_first: timedelta = timedelta(minutes=2)
    support_next: timedelta = timedelta(minutes=5)
    support_case: timedelta = timedelta(hours=10)
    support_end: timedelta = timedelta(hours=24)
    # A complaint is answered within so long (GLI A.4.4); texts of chats are kept 90 days at least,
    # complaints five years.
    complaint_time: timedelta = timedelta(days=10)
    chats_kept: timedelta = timedelta(days=400)
    complaints_kept: timedelta = timedelta(days=5 * 366)


STRICT = Jurisdiction("strict")
PROFILES = {
    "strict": STRICT,
    "demo": replace(STRICT, name="demo", reality_minutes=60, support_hours=ALWAYS),
    "test": replace(STRICT, name="test", money_deal_delay=timedelta(0), support_hours=ALWAYS),
}


def profile() -> Jurisdiction:
    """The deployment's profile; ImproperlyConfigured when the name is none of ours."""
    try:
        return PROFILES[settings.JURISDICTION]
    except KeyError:
        names = ", ".join(PROFILES)
        raise ImproperlyConfigured(f"FAIRDEAL_PROFILE is one of: {names}.") from None
