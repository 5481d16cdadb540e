"""Words for the tables of all games: each game brings its own, and a new one needs no others."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from games import dealing, words
from games.catalogue import ENTRIES, KLONDIKE
from games.refusals import NotNow
from games.rules import IllegalMove, Pile, View, chosen

FIFTH = ModuleType("quilts")
vars(FIFTH).update(
    shows=lambda view: any(pile.name == "q1" for pile in view.piles),
    pile=lambda name: "the quilt" if name == "q1" else "",
    title=lambda name: "Quilt" if name == "q1" else "",
    takes=lambda name: "takes anything" if name == "q1" else "",
    dealt=lambda view, greeting: f"{greeting} The quilt lies there.",
    SENTENCES={"too soft": lambda move: "The quilt is too soft for that."},
)


def test_a_fifth_game_is_told_in_the_words_that_its_entry_names(monkeypatch) -> None:
    monkeypatch.setitem(ENTRIES, "quilt", replace(KLONDIKE, slug="quilt", words=FIFTH))
    view = View(piles=(Pile("q1", ()),), facts=())
    assert words.dealt(view) == "Dealt. Good luck. The quilt lies there."
    assert (words.pile("q1"), words.title("q1")) == ("the quilt", "Quilt")
    assert words.takes("q1") == "takes anything"
    refusal = NotNow(IllegalMove("too soft"))
    assert words.refused(refusal) == "The quilt is too soft for that."


@pytest.mark.parametrize("slug", ENTRIES)
def test_a_games_words_are_its_own_and_name_every_pile_of_it(slug: str) -> None:
    entry = ENTRIES[slug]
    options = chosen(entry.rules.OPTIONS, entry.options)
    deck = dealing.deck(slug, b"", b"", 0, options)
    view = entry.rules.view(entry.rules.deal(deck, options))
    assert [game for game in words.games() if game.shows(view)] == [entry.words]
    for pile in view.piles:
        assert words.pile(pile.name), pile.name
        assert words.title(pile.name), pile.name
