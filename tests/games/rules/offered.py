"""The games that the tests of every game run on, games played by chance, and tables as text."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from games import cards
from games.rules import (
    PLAYER,
    Entry,
    Rules,
    View,
    as_json,
    chosen,
    klondike,
    play,
    royal_parade,
    three_card_rummy,
)


class Game(NamedTuple):
    """A game as somebody plays it. `bets` are in minor units."""

    name: str
    rules: Rules[Any]
    options: dict[str, str | int]
    bets: dict[str, int]

    def deck(self, seed: int) -> tuple[str, ...]:
        """A shuffled deck; not the one of the product, which the rules must not care about."""
        deck = list(cards.pack(self.rules.PACKS))
        random.Random(seed).shuffle(deck)
        if chosen(self.rules.OPTIONS, self.options).get("openers") == "set":
            openers = [next(card for card in deck if card[0] == rank) for rank in "234"]
            deck = [*openers, *(card for card in deck if card not in openers)]
        return tuple(deck)


THREE_CARD_SOLITAIRE = Game(
    "three-card-solitaire",
    klondike,
    {
        "draw": 3,
        "passes": 3,
        "back": "no",
        "scoring": "none",
        "undo": "to the last reveal",
        "timed": "no",
        "hints": "no",
        "finish": "by the house",
        "deals": "any",
    },
    {"card price": 5},
)
STANDARD_EASY = Game("klondike", klondike, {"deals": "winnable"}, {})
VEGAS_MEDIUM = Game(
    "klondike vegas",
    klondike,
    {"draw": 3, "passes": 3, "scoring": "vegas", "undo": "to the last reveal"},
    {},
)
ROYAL_PARADE = Game("royal-parade", royal_parade, {}, {})
OTHERS = [
    Game("klondike hard", klondike, {"passes": 3, "undo": "off", "hints": "no"}, {}),
    Game("klondike draw 3", klondike, {"draw": 3, "timed": "yes"}, {}),
    Game("klondike one pass", klondike, {"passes": 1, "scoring": "vegas", "back": "no"}, {}),
    Game("royal parade by the house", royal_parade, {"aces": "by the house"}, {}),
    Game("royal parade next deal", royal_parade, {"fill": "next deal", "openers": "random"}, {}),
]
THREE_CARD_RUMMY = Game("three-card-rummy", three_card_rummy, {}, {"ante": 100, "bonus": 25})
GAMES = [
    THREE_CARD_SOLITAIRE,
    STANDARD_EASY,
    VEGAS_MEDIUM,
    *OTHERS,
    THREE_CARD_RUMMY,
    ROYAL_PARADE,
]


def by_chance(game: Game, seed: int, length: int = 120) -> Iterator[tuple[Entry, Any]]:
    """Each entry of a game played by chance, with the state after it.

    Other moves are taken before draws and the like mostly, so that games come a long way.
    """
    dice = random.Random(seed)
    state = game.rules.deal(game.deck(seed), game.options)
    for _ in range(length):
        legal = [notation for notation, _ in game.rules.moves(state)]
        if not legal:
            return
        up = [notation for notation in legal if notation.endswith(">f")]
        notation = dice.choice(up if up and dice.random() < 0.5 else legal)
        state = play(game.rules, state, notation)
        yield (PLAYER, notation), state


def states_by_chance(game: Game, seed: int) -> list[Any]:
    """The table at the deal and after each move of a game played by chance."""
    first = game.rules.deal(game.deck(seed), game.options)
    return [first, *(state for _, state in by_chance(game, seed))]


def cards_in(state: Any, packs: int) -> list[str]:
    """Every card that a state names, as often as it does."""
    known = set(cards.pack(packs))

    def found(value: Any) -> Iterator[str]:
        for part in value:
            if isinstance(part, list):
                yield from found(part)
            elif part in known:
                yield part

    return list(found(as_json(state)))


def drawn(view: View) -> str:
    """A view as one line of text: `s ##|w 3d Qd|fc Ac|...|points=5`."""
    piles = [" ".join([pile.name, *(card or "##" for card in pile.cards)]) for pile in view.piles]
    return "|".join([*piles, *(f"{name}={value}" for name, value in view.facts)])
