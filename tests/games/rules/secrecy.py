"""The same table with other hidden cards, and all that anybody may learn from a table."""

import random
from typing import Any

from games.rules import as_json, face_up, from_json
from tests.games.rules.offered import Game, cards_in


def with_hidden_cards_shuffled(game: Game, state: Any, dice: random.Random) -> Any:
    seen = face_up(game.rules.view(state))
    hidden = [card for card in cards_in(state, game.rules.PACKS) if card not in seen]
    shuffled = dict(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))

    def changed(value: Any) -> Any:
        if isinstance(value, list):
            return [changed(part) for part in value]
        return shuffled.get(value, value)

    return from_json(game.rules, changed(as_json(state)))


def known_of(game: Game, state: Any) -> list[Any]:
    """All that a page, a payout or a log may take from a state."""
    rules = game.rules
    view = rules.view(state)
    refused = [
        vars(refusal) if (refusal := rules.refusal(state, notation)) else None
        for notation in getattr(rules, "NOTATIONS", ())
    ]
    return [
        view,
        [notation for notation, _ in rules.moves(state)],
        refused,
        rules.automatic(state),
        bool(rules.finish(state)),
        rules.over(state),
        rules.staked(state, game.bets),
        rules.reserved(state, game.bets),
        rules.returns(state, game.bets),
        rules.score(state, 100),
        rules.hint(view) if hasattr(rules, "hint") else None,
    ]
