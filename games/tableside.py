"""What the page of a table is made of: the same for a whole page, a fragment, a refusal."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.urls import reverse

from accounts.models import Player
from games import choices, daily, klondikes, modes, offers, statistics, table, words
from games.catalogue import Entry
from games.positions import Position


class Said(NamedTuple):
    """The sentence under the table, whether it tells of a `move` or a `refusal`, and a way on."""

    text: str
    kind: str = "move"
    way_on: str = ""


class Question(NamedTuple):
    """What the player is asked before it is done: `url` and `fields` do it.

    Without a `title` it is headed as a question whether the player is sure.
    """

    text: str
    yes: str
    url: str
    fields: dict[str, Any]
    title: str = ""


def context(
    player: Player,
    entry: Entry,
    currency: str,
    position: Position | None,
    *,
    said: Said | None = None,
    question: Question | None = None,
    picked: str = "",
    price: str = "",
    wanted: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Everything that `games/_table.html` draws. `currency` is `fun` or `money`.

    `wanted` are fields of the next deal that were filled in before, where the page is a new one.
    """
    prices = table.paytable(entry)
    in_play = position is not None and position.round.is_open
    drawn: dict[str, Any] = {
        "entry": entry,
        "currency": currency,
        "code": offers.currency_code(currency),
        "here": reverse("games:table", args=[entry.slug, currency]),
        "position": position,
        "round": position.round if position else None,
        "in_play": in_play,
        "table": _drawn(entry, position, picked),
        "prices": prices,
        "row": table.chosen_price(position, prices, "" if in_play else price),
        "said": said,
        "question": question,
    }
    if day := offers.day_of(currency):
        drawn["daily"] = daily.standing(player, entry, day)
    if position:
        drawn["facts"] = dict(position.view.facts)
        # What returns less than the bet is nothing to celebrate.
        drawn["celebrate"] = not in_play and position.round.returned > position.round.staked
        drawn["stuck"] = _stuck(position) if position.stuck else ""
    if not in_play or entry.again:
        drawn |= _next_deal(player, entry, currency, wanted or {})
    if entry.modes and position:
        drawn["standing"] = klondikes.standing(player, position)
    if entry.counted and not in_play:
        drawn["own"] = statistics.figures(player, entry)
    return drawn


def _next_deal(
    player: Player, entry: Entry, currency: str, wanted: Mapping[str, str]
) -> dict[str, Any]:
    """What the panel of the next deal shows: choices, commitment, the delay between deals."""
    place: dict[str, Any] = {"player": player, "entry": entry, "currency": currency}
    options = {**offers.last_options(**place), **choices.wanted(entry, wanted)}
    drawn: dict[str, Any] = {
        "choices": choices.choices(entry, options),
        "offer": offers.commitment(**place),
        "wait": math.ceil(offers.seconds_to_wait(player=player, currency=currency)),
    }
    if entry.modes:
        mode = modes.chosen(entry.modes, wanted, offers.last_mode(**place))
        drawn["picker"] = klondikes.picker(player, entry, mode)
    return drawn


def _stuck(position: Position) -> str:
    """What a player is told who has no move left."""
    collects = "collect" in position.entry.ends
    return words.stuck(position.view, position.can_undo, collects)


def _drawn(entry: Entry, position: Position | None, picked: str) -> table.Table:
    """The cards of the table, or its empty piles before the first deal."""
    if position is None:
        return table.empty(entry)
    return table.table(position.view, position.moves, picked)
