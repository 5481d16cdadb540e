"""What a page says of cards, piles, moves and refusals, in sentences that can be translated.

The names that the rules use stand in `docs/rules/`; here they become words for a reader. What only
one kind of table has is told by the module that its entry in the catalogue names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import cards
from games.card_words import RANKS, card, short
from games.catalogue import ENTRIES
from games.models import Round
from games.refusals import NotNow, Refused
from games.rules import IllegalMove, View
from wallet.money import format

__all__ = ["card", "short"]

COLOURS = {"red": gettext_lazy("red"), "black": gettext_lazy("black")}


def games() -> Iterator[ModuleType]:
    """The modules in which the games of the catalogue find their words."""
    yield from dict.fromkeys(entry.words for entry in ENTRIES.values())


def of(view: View) -> ModuleType:
    """The words of the game whose table that is."""
    return next(game for game in games() if game.shows(view))


def _of_pile(which: str, name: str) -> str:
    """What the game that has such a pile says of it; empty where none says anything."""
    return next(filter(None, (getattr(game, which)(name) for game in games())), "")


def pile(name: str) -> str:
    """The name of a pile, as it stands within a sentence."""
    return _of_pile("pile", name)


def title(name: str) -> str:
    """The name of a pile, as a heading has it."""
    return _of_pile("title", name)


def takes(name: str) -> str:
    """What an empty pile says that it takes."""
    return _of_pile("takes", name) or _("empty")


def dealt(view: View, again: bool = False) -> str:
    """The sentence for a deal, or for the same one `again`, and what the house did at once."""
    greeting = _("The same cards are dealt again.") if again else _("Dealt. Good luck.")
    return str(of(view).dealt(view, greeting))


def paid(round: Round) -> str:
    """What a round that has ended brought back; nothing where there was no stake."""
    if round.is_open or not round.staked:
        return ""
    return _("Staked %(staked)s, returned %(returned)s.") % {
        "staked": format(round.staked, round.currency),
        "returned": format(round.returned, round.currency),
    }


def moved(notation: str, before: View, after: View, *, by_another: bool = False) -> str:
    """The sentence for a move that led from one view to another: what moved, what turned up.

    `by_another`: it is told to those who look at a player's game, and not to the player.
    """
    told = of(after)
    if by_another:
        return str(getattr(told, "moved_by_another", told.moved)(notation, before, after))
    return str(told.moved(notation, before, after))


def undone(before: View, after: View) -> str:
    """The sentence for an undo: where the cards are again."""
    return str(of(after).undone(before, after))


def hinted(notation: str | None, view: View) -> str:
    """The sentence for a hint; the move is shown on the table besides."""
    return str(of(view).hinted(notation, view))


def stuck(view: View, can_undo: bool, collects: bool = False) -> str:
    """What a player is told who has no move left, with what may still be done."""
    return str(of(view).stuck(view, can_undo, collects))


def to_end(way: str) -> tuple[str, str]:
    """What is asked before a game is ended in that way, and the word for yes."""
    if way == "restart":
        return _("Start the same deal again? The game in play counts as lost."), _("Start again")
    if way == "give up":
        return _("Give this game up? It counts as lost."), _("Give up")
    return (
        _("There are still moves or passes left. End the game all the same?"),
        _("End game and collect"),
    )


def ended(way: str) -> str:
    """What is said when the player has ended a game in that way."""
    return _("The game is given up.") if way == "give up" else _("The game has ended.")


def refused(refusal: Refused) -> str:
    """The sentence for a refusal: for a move, from the rules' reason and cards."""
    if isinstance(refusal, NotNow) and isinstance(refusal.move, IllegalMove):
        sentence = sentences().get(refusal.move.code)
        if sentence:
            return sentence(refusal.move)
    return str(refusal)


def wanted(texts: tuple[str, ...]) -> str:
    """The cards that a place would take: "a red 8", "a king", "the 5 of Hearts", "nothing"."""
    if not texts:
        return _("no card")
    if len(texts) == 1:
        return _("the %(card)s") % {"card": card(texts[0])}
    if len(texts) == 4:
        return _("a %(rank)s of any suit") % {"rank": str(RANKS[texts[0][0]]).lower()}
    colour = COLOURS[cards.colour(texts[0])]
    return _("a %(colour)s %(rank)s") % {
        "colour": colour,
        "rank": str(RANKS[texts[0][0]]).lower(),
    }


def _does_not_fit(move: IllegalMove) -> str:
    if move.pile and move.pile[0] == "t" and not move.wanted:
        return _("Nothing goes on an ace in a column.")
    return _("%(card)s does not fit there: %(pile)s needs %(wanted)s.") % {
        "card": card(str(move.card)),
        "pile": pile(str(move.pile)),
        "wanted": wanted(move.wanted),
    }


def sentences() -> dict[str, Callable[[IllegalMove], str]]:
    """The rules' reasons, those of all games and those of one, each with what it is told as."""
    return SENTENCES | {
        code: sentence
        for game in games()
        for code, sentence in getattr(game, "SENTENCES", {}).items()
    }


# The reasons of more games than one.
SENTENCES: dict[str, Callable[[IllegalMove], str]] = {
    "over": lambda move: _("This game has ended."),
    "stock empty": lambda move: _("The stock is empty."),
    "stock not empty": lambda move: _("The stock still has cards to draw."),
    "no pass left": lambda move: _("No pass through the stock is left."),
    "nothing to turn over": lambda move: _("There is nothing to turn over."),
    "empty pile": lambda move: _("There is no card to move."),
    "too few cards": lambda move: _("There are not so many cards to move."),
    "face down": lambda move: _("A face-down card stays where it is."),
    "same pile": lambda move: _("The card lies there already."),
    "king only": lambda move: _("An empty column takes a king only."),
    "king moves nothing": lambda move: _("That king would change nothing in another column."),
    "no return": lambda move: _("Cards do not come back from the foundations."),
    "does not fit": _does_not_fit,
}
