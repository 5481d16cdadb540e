"""What a text of a chat may be: something to be seen, of a length, and without a card's number.

A text is kept and shown as it is, never as markup. Numbers of payment cards are masked here, before
anything is stored: everything that people write in support passes through `checked` or `masked`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from django.utils.translation import gettext as _

from accounts.names import BLANKS, SEEN
from support.chat_models import LINE_LENGTH

CARD_DIGITS = range(13, 20)
# What people put between the digits of a card, marks that nobody sees included: a keycap too.
UNSEEN = r"\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\u20e3\u2800\ufe0e\ufe0f\ufeff"
BETWEEN = rf"[\s.\-\u2010-\u2015\u2212{UNSEEN}]{{0,8}}"
DIGITS = re.compile(rf"\d(?:{BETWEEN}\d){{12,}}")
# Dates and amounts hold any other sign as well: it counts where the groups are those of a card.
SIGN = r"[\W_]{1,8}"
GROUPED = re.compile(
    rf"(?<!\d)\d{{4}}(?:(?:{SIGN}\d{{4}}){{2}}{SIGN}\d{{1,7}}|{SIGN}\d{{6}}{SIGN}\d{{4,5}})(?!\d)"
)
GROUP = re.compile(r"\d+")
HIDDEN = "••••"
# These turn the direction of what stands around them; others of their category make up emoji.
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class NotTaken(ValueError):
    """The text is not taken: the message says why."""


def checked(text: str, *, most: int = LINE_LENGTH, may_be_empty: bool = False) -> str:
    """The text as it is kept: trimmed and masked. Raises NotTaken."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not may_be_empty and not any(_is_seen(sign) for sign in plain):
        raise NotTaken(_("There is nothing written yet."))
    if len(plain) > most:
        words = {"length": f"{len(plain):,}", "most": f"{most:,}"}
        raise NotTaken(
            _("This has %(length)s characters, and we take %(most)s. Please shorten it.") % words
        )
    if any(_is_control(sign) for sign in plain):
        raise NotTaken(_("This holds a control character. Please write it as plain text."))
    return masked(plain)


def masked(text: str) -> str:
    """The text with each number of a payment card hidden but for its last four digits."""
    return GROUPED.sub(_hide, DIGITS.sub(_hide, text))


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign).startswith(SEEN) and sign not in BLANKS


def _is_control(sign: str) -> bool:
    if sign in "\n\t":
        return False
    return unicodedata.category(sign) in ("Cc", "Cs") or sign in TURNING


def _hide(found: re.Match[str]) -> str:
    """Hide each card among neighbouring groups of digits, longest first; keep the rest."""
    run = found.group()
    hidden: list[tuple[int, int]] = []
    for first, last in sorted(_cards(run), key=lambda span: span[0] - span[1]):
        if all(last <= start or end <= first for start, end in hidden):
            hidden.append((first, last))
    for first, last in sorted(hidden, reverse=True):
        tail = "".join(GROUP.findall(run[first:last]))[-4:]
        run = f"{run[:first]}{HIDDEN} {tail}{run[last:]}"
    return run


def _cards(run: str) -> Iterator[tuple[int, int]]:
    """From where to where neighbouring groups make up a card."""
    groups = [one.span() for one in GROUP.finditer(run)]
    for number, (first, _end) in enumerate(groups):
        for _start, last in groups[number : number + CARD_DIGITS.stop]:
            if _is_card(run[first:last]):
                yield first, last


def _is_card(text: str) -> bool:
    """13 to 19 digits whose last one is the check digit of the others (Luhn)."""
    digits = [int(sign) for sign in text if sign.isdecimal()]
    if len(digits) not in CARD_DIGITS:
        return False
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
