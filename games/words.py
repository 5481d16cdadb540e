"""What a page says of cards, piles, moves and refusals, in sentences that can be translated.

The names that the rules use stand in `docs/rules/`; here they become words for a reader.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import cards, hands, klondikes, parades
from games.card_words import RANKS, SUITS, card, short
from games.models import Round
from games.refusals import NotNow, Refused
from games.rules import IllegalMove, View, face_up
from wallet.money import format

__all__ = ["card", "short"]

COLOURS = {"red": gettext_lazy("red"), "black": gettext_lazy("black")}


def pile(name: str) -> str:
    """The pile of a notation, as it stands within a sentence."""
    if name[0] == "t":
        return _("column %(number)s") % {"number": name[1:].partition(":")[0]}
    if name[0] == "f":
        return _("the foundation")
    return (
        hands.pile(name)
        or parades.pile(name)
        or {"s": _("the stock"), "w": _("the play deck")}[name]
    )


def title(name: str) -> str:
    """The name of a pile, as a heading has it."""
    if name[0] == "t":
        return _("Column %(number)s") % {"number": name[1:]}
    if name[0] == "f":
        return _("Foundation of %(suit)s") % {"suit": SUITS[name[1]]}
    return hands.title(name) or parades.title(name) or {"s": _("Stock"), "w": _("Play deck")}[name]


def takes(name: str) -> str:
    """What an empty pile says that it takes."""
    if name[0] == "t":
        return _("takes a king")
    if name[0] == "f":
        return _("takes the %(card)s") % {"card": card("A" + name[1])}
    return parades.takes(name) or _("empty")


def dealt(view: View, again: bool = False) -> str:
    """The sentence for a deal, or for the same one `again`, and what the house did at once."""
    if hands.is_hand(view):
        return hands.dealt(view)
    told = _("The same cards are dealt again.") if again else _("Dealt. Good luck.")
    return f"{told} {parades.opened(view)}".strip() if parades.is_parade(view) else told


def paid(round: Round) -> str:
    """What a round that has ended brought back; nothing where there was no stake."""
    if round.is_open or not round.staked:
        return ""
    return _("Staked %(staked)s, returned %(returned)s.") % {
        "staked": format(round.staked, round.currency),
        "returned": format(round.returned, round.currency),
    }


def moved(notation: str, before: View, after: View) -> str:
    """The sentence for a move that led from one view to another: what moved, what turned up."""
    if hands.is_hand(after):
        return hands.decided(after)
    if parades.is_parade(after):
        return parades.moved(notation, before, after)
    if notation == "draw":
        return _drawn(after)
    if notation == "redeal":
        return _turned_over(after)
    source, _arrow, target = notation.partition(">")
    origin, _colon, count = source.partition(":")
    run = int(count or 1)
    first = card(str(before.pile(origin)[-run]))
    if run > 1:
        more = ngettext("and %(count)d card more", "and %(count)d cards more", run - 1)
        first = f"{first} {more % {'count': run - 1}}"
    sentence = _("%(card)s to %(pile)s.") % {"card": first, "pile": pile(target)}
    return " ".join([sentence, *(_turned_up(text) for text in face_up(after) - face_up(before))])


def _turned_up(text: str) -> str:
    return _("%(card)s turned up.") % {"card": card(text)}


def undone(before: View, after: View) -> str:
    """The sentence for an undo: where the cards are again."""
    if parades.is_parade(after):
        return parades.undone(before, after)
    back = sorted(
        pile.name for pile in after.piles if len(pile.cards) > len(before.pile(pile.name))
    )
    if back == ["w"] and before.fact("stock"):
        return _("Taken back: the play deck lies as before.")
    if not back:
        return _("Taken back.")
    name = back[0]
    top = after.pile(name)[-1]
    if top is None:
        return _("Taken back.")
    return _("Taken back: %(card)s on %(pile)s.") % {"card": card(top), "pile": pile(name)}


def hinted(notation: str | None, view: View) -> str:
    """The sentence for a hint; the move is shown on the table besides."""
    if parades.is_parade(view):
        return parades.hinted(notation, view)
    goal = (notation or "").partition(">")[2]
    return klondikes.hinted(notation, view, pile(goal) if goal else "")


def stuck(view: View, can_undo: bool, collects: bool) -> str:
    """What a player is told who has no move left, with what may still be done."""
    if parades.is_parade(view):
        return parades.stuck(can_undo)
    if not collects:
        return klondikes.stuck(view, can_undo)
    if can_undo:
        return _("No move is left. Take back what may be taken back, or collect.")
    return _("No move is left. Collect.")


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


def _drawn(view: View) -> str:
    count = int(view.fact("fan") or 0)
    left = int(view.fact("stock") or 0)
    names = {"count": count, "card": card(str(view.pile("w")[-1])), "left": left}
    return (
        ngettext(
            "%(count)d card drawn, %(card)s on top; %(left)d left in the stock.",
            "%(count)d cards drawn, %(card)s on top; %(left)d left in the stock.",
            count,
        )
        % names
    )


def _turned_over(view: View) -> str:
    left = view.fact("passes_left")
    sentence = _("The play deck is the stock again.")
    if left is None:
        return sentence
    told = ngettext("%(count)d pass left.", "%(count)d passes left.", int(left))
    return f"{sentence} {told % {'count': left}}"


def refused(refusal: Refused) -> str:
    """The sentence for a refusal: for a move, from the rules' reason and cards."""
    if isinstance(refusal, NotNow) and isinstance(refusal.move, IllegalMove):
        sentence = SENTENCES.get(refusal.move.code)
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


# The rules' reasons, each with what it is told as.
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
    **parades.SENTENCES,
}
