"""What the layout of Royal Parade needs of its table: `{% parade table as board %}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games import parades
from games.rules.royal_parade_table import FULL, ROWS
from games.table import Card, Pile, Table

register = template.Library()

# A reserve pile deeper than these makes the cards of the table smaller.
DEEP, DEEPER = 4, 7


class Place(NamedTuple):
    """A place of the parade: the cards under its top one, the top one and what a press on it does.

    `kind` is `right`, `misplaced` or `space`; `size` counts the cards of a right pile.
    """

    pile: Pile
    kind: str
    size: int
    label: str

    @property
    def under(self) -> tuple[Card, ...]:
        """The cards below the top one."""
        return self.pile.cards[:-1]

    @property
    def top(self) -> Card | None:
        """The card that is seen in full."""
        return self.pile.top

    @property
    def full(self) -> bool:
        """Whether the pile is finished."""
        return self.size == FULL


class Row(NamedTuple):
    """A row of the parade; `built_of` are the ranks of its piles from the base upwards."""

    name: str
    title: str | Promise
    base: str
    built_of: str
    places: list[Place]


class Parade(NamedTuple):
    """The whole table. `depth` is 0, 1 or 2: how much room the reserve needs."""

    rows: list[Row]
    reserve: list[Pile]
    discard: Pile
    depth: int


@register.simple_tag
def parade(table: Table) -> Parade:
    """The table of Royal Parade by rows."""
    piles = table.piles
    reserve = [pile for name, pile in piles.items() if name[0] == "v"]
    deepest = max(len(pile.cards) for pile in reserve)
    return Parade(
        rows=[_row(name, piles) for name in ROWS],
        reserve=reserve,
        discard=piles["x"],
        depth=(deepest > DEEP) + (deepest > DEEPER),
    )


def _row(name: str, piles: Mapping[str, Pile]) -> Row:
    places = [_place(pile) for pile_name, pile in piles.items() if pile_name[0] == name]
    return Row(name, parades.TITLES[name], ROWS[name], parades.BUILT_OF[name], places)


def _place(pile: Pile) -> Place:
    if not pile.cards:
        return Place(pile, "space", 0, f"{pile.title}, {pile.takes}")
    names = {"card": pile.cards[-1].label.partition(",")[0], "title": pile.title}
    if pile.cards[0].text[0] != ROWS[pile.name[0]]:
        return Place(pile, "misplaced", 0, _("%(card)s, misplaced, %(title)s") % names)
    names["size"] = str(len(pile.cards))
    return Place(pile, "right", len(pile.cards), _("%(card)s, %(size)s of 4, %(title)s") % names)


@register.filter
def standing(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """How the game stands: each figure's name with its value in words."""
    return list(parades.standing(facts).items())
