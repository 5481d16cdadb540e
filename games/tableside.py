"""What the page of a table is made of: the same for a whole page, a fragment, a refusal."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from django.urls import reverse

from accounts.models import Player
from games import services, table
from games.catalogue import Entry
from games.positions import Position

# Fewer cards than this return less than the bet, so that there is nothing to celebrate.
CARDS_TO_CELEBRATE = 18


class Said(NamedTuple):
    """The sentence under the table, and whether it tells of a `move` or a `refusal`."""

    text: str
    kind: str = "move"


class Question(NamedTuple):
    """What the player is asked before it is done: `url` and `fields` do it."""

    text: str
    yes: str
    url: str
    fields: dict[str, Any]


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
) -> dict[str, Any]:
    """Everything that `games/_table.html` draws. `currency` is `fun` or `money`."""
    prices = table.paytable(entry)
    in_play = position is not None and position.round.is_open
    drawn: dict[str, Any] = {
        "entry": entry,
        "currency": currency,
        "code": services.currency_code(currency),
        "here": reverse("games:table", args=[entry.slug, currency]),
        "position": position,
        "round": position.round if position else None,
        "in_play": in_play,
        "table": table.table(position.view, position.moves, picked) if position else table.empty(),
        "prices": prices,
        "row": table.chosen_price(position, prices, "" if in_play else price),
        "said": said,
        "question": question,
    }
    if position:
        drawn["facts"] = dict(position.view.facts)
        drawn["celebrate"] = not in_play and drawn["facts"]["up"] >= CARDS_TO_CELEBRATE
    if not in_play:
        drawn["offer"] = services.commitment(player=player, entry=entry, currency=currency)
        drawn["wait"] = math.ceil(services.seconds_to_wait(player=player, currency=currency))
    return drawn
