"""The rule options that a player may choose before a deal: their fields, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.catalogue import Entry
from games.rules import Value, chosen

TITLES: Mapping[str, str | Promise] = {
    "fill": _("Empty reserve piles"),
    "aces": _("Aces are discarded"),
    "openers": _("Opening of the rows"),
    "draw": _("Cards drawn"),
    "passes": _("Passes"),
    "back": _("Back from foundations"),
    "scoring": _("Scoring"),
    "undo": _("Undo"),
    "timed": _("Timed"),
    "hints": _("Hints"),
    "finish": _("Playing out"),
    "deals": _("Deals"),
}
VALUES: Mapping[tuple[str, Value], str | Promise] = {
    ("fill", "at once"): _("filled at once"),
    ("fill", "next deal"): _("wait for the next deal"),
    ("aces", "by hand"): _("by hand"),
    ("aces", "by the house"): _("by the house"),
    ("openers", "set"): _("a 2, a 3 and a 4"),
    ("openers", "random"): _("random cards"),
    ("draw", 1): _("one"),
    ("draw", 3): _("three"),
    ("passes", "unlimited"): _("unlimited"),
    ("passes", 1): _("one"),
    ("passes", 2): _("two"),
    ("passes", 3): _("three"),
    ("back", "yes"): _("yes"),
    ("back", "no"): _("no"),
    ("scoring", "standard"): _("standard"),
    ("scoring", "vegas"): _("Vegas"),
    ("scoring", "none"): _("none"),
    ("undo", "without limit"): _("unlimited"),
    ("undo", "to the last reveal"): _("to last reveal"),
    ("undo", "off"): _("none"),
    ("timed", "no"): _("no"),
    ("timed", "yes"): _("yes"),
    ("hints", "yes"): _("yes"),
    ("hints", "no"): _("no"),
    ("finish", "offered"): _("when asked"),
    ("finish", "by the house"): _("at once"),
    ("deals", "any"): _("any"),
    ("deals", "winnable"): _("winnable"),
}


class Choice(NamedTuple):
    """An option: its field in the form, its title, and (value, title, whether chosen) of each."""

    field: str
    title: str | Promise
    values: tuple[tuple[str, str | Promise, bool], ...]

    @property
    def says(self) -> str:
        """The value that is chosen, in words."""
        return next(str(title) for _value, title, picked in self.values if picked)


def field(name: str) -> str:
    """The form's field of an option."""
    return f"option_{name}"


def wanted(entry: Entry, fields: Mapping[str, str]) -> dict[str, Value]:
    """What the fields of a form or an address choose; whatever there is not is left out."""
    return {
        name: value
        for name in entry.choices
        for value in entry.rules.OPTIONS[name]
        if str(value) == fields.get(field(name))
    }


def choices(entry: Entry, options: Mapping[str, Value]) -> list[Choice]:
    """The options that a game lets its player choose, with what is chosen of each now.

    An option that is not among `options` stands at its default. Raises ValueError.
    """
    picked = chosen(entry.rules.OPTIONS, {**entry.options, **options})
    return [
        Choice(
            field(name),
            TITLES[name],
            tuple(
                (str(value), VALUES[name, value], value == picked[name])
                for value in entry.rules.OPTIONS[name]
            ),
        )
        for name in entry.choices
    ]
