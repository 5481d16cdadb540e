"""What rows keep as JSON, as a person reads it: the changes of an event, options and bets.

A name or a value that has no words here is shown as it is kept, and the whole of it stands below.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.limit_words import duration
from accounts.models import LimitKind
from accounts.moments import moment
from config.console.pages import EMPTY, code, in_currency, named, table
from games.catalogue import ENTRIES
from games.choices import TITLES, VALUES
from games.models import Round
from wallet import money

# Names that are not the words of a page already.
NAMES: Mapping[str, str | Promise] = {
    "by_house": _("set by the house"),
    "digest": _("digest of the content"),
    "display_name": _("display name"),
    "on": _("in force"),
    "same": _("the same"),
    "time_zone": _("time zone"),
    "until": _("holds until"),
    "wallet": _("can be spent"),
}
# Names whose numbers are those of rows, and what the rows are called.
ROWS = {"chat": "chat", "owner": "player", "player": "player", "reverses": "transfer"}
# Names whose numbers are minor units: of the currency that stands beside them, or of the house's.
SUMS = ("amount", "captured", "owed", "total", "wallet", "in play", "cash-out")


def changes(before: Any, after: Any) -> SafeString:
    """What was, and what has become of it: a line for each name, or for the value without one."""
    sides = [_named(side) for side in (before, after)]
    facts = {**sides[0], **sides[1]}
    if not facts:
        return format_html("{}", EMPTY)
    was, became = ({n: _value(n, v, {**facts, **side}) for n, v in side.items()} for side in sides)
    names = list(facts)
    if before is None:
        return table((_("what"), _("value")), ((_name(n), became[n]) for n in names))
    rows = ((_name(n), was.get(n, EMPTY), became.get(n, EMPTY)) for n in names)
    return table((_("what"), _("before"), _("after")), rows)


def kept(*values: Any) -> SafeString:
    """The exact values, folded away; nothing where there is none."""
    exact = [json.dumps(value, ensure_ascii=False) for value in values if value is not None]
    if not exact:
        return SafeString("")
    shown = format_html_join(" ", "{}", ((code(text),) for text in exact))
    return format_html("<details><summary>{}</summary>{}</details>", _("As it is kept"), shown)


def options(kept_options: Mapping[str, Any]) -> SafeString:
    """The options of a round, with what is chosen of each."""
    rows = ((_title(name), _choice(name, value)) for name, value in kept_options.items())
    return table((_("option"), _("chosen")), rows)


def in_words(kept_options: Mapping[str, Any]) -> str:
    """Options in one line."""
    return ", ".join(
        f"{_title(name)}: {_choice(name, value)}" for name, value in kept_options.items()
    )


def bets(round: Round) -> SafeString:
    """The bets of a round as its table calls them."""
    titles = {bet.name: bet.title for bet in round.entry.bets}
    rows = (
        (titles.get(name, name), money.format(amount, round.currency))
        for name, amount in round.bets.items()
    )
    return table((_("bet"), _("amount")), rows)


def _title(name: str) -> str | Promise:
    return TITLES.get(name, name)


def _choice(name: str, value: Any) -> Any:
    return VALUES.get((name, value), value)


def _named(side: Any) -> dict[str, Any]:
    if side is None:
        return {}
    return side if isinstance(side, dict) else {"": side}


def _name(name: str) -> str | Promise:
    return NAMES.get(name) or name.replace("_", " ") or _("value")


def _value(name: str, value: Any, beside: Mapping[str, Any]) -> Any:
    """A value in words; `beside` is what was recorded with it, which says of what an amount is."""
    if value is None or value == "":
        return EMPTY
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return _number(name, value, beside)
    if isinstance(value, dict):
        return ", ".join(f"{_name(n)}: {_value(n, v, value)}" for n, v in value.items()) or EMPTY
    if isinstance(value, list):
        return format_html_join(", ", "{}", ((_value(name, one, beside),) for one in value))
    return _text(name, str(value))


def _number(name: str, value: int, beside: Mapping[str, Any]) -> Any:
    if name in SUMS and beside.get("kind") == LimitKind.TIME:
        return duration(value)
    if name in SUMS:
        return money.format(value, beside.get("currency") or settings.CURRENCY)
    return named(f"{ROWS[name]}:{value}") if name in ROWS else value


def _text(name: str, value: str) -> Any:
    if at := _moment(value):
        return moment(at)
    if name == "currency":
        return in_currency(value)
    if name == "game" and value in ENTRIES:
        return ENTRIES[value].title
    if name == "digest":
        return code(value)
    return named(value)


def _moment(value: str) -> datetime | None:
    try:
        at = parse_datetime(value)
    except ValueError:
        return None
    return at if at is not None and at.tzinfo is not None else None
