"""What a page says of a game on seven columns, Klondike and 3-Card Solitaire: piles and moves.

Everything here comes from the view, so it cannot tell what the player may not see.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.card_words import SUITS, card
from games.rules import View, face_up


def shows(view: View) -> bool:
    """Whether that is a table of columns."""
    return any(pile.name == "t1" for pile in view.piles)


def pile(name: str) -> str:
    """A pile as it stands within a sentence; empty for one of another game."""
    if name[0] == "t":
        return _("column %(number)s") % {"number": name[1:].partition(":")[0]}
    if name[0] == "f":
        return _("the foundation")
    return {"s": _("the stock"), "w": _("the play deck")}.get(name, "")


def title(name: str) -> str:
    """A pile as a heading has it; empty for one of another game."""
    if name[0] == "t":
        return _("Column %(number)s") % {"number": name[1:]}
    if name[0] == "f":
        return _("Foundation of %(suit)s") % {"suit": SUITS[name[1]]}
    return {"s": _("Stock"), "w": _("Play deck")}.get(name, "")


def takes(name: str) -> str:
    """What an empty pile says that it takes; empty for one of another game."""
    if name[0] == "t":
        return _("takes a king")
    if name[0] == "f":
        return _("takes the %(card)s") % {"card": card("A" + name[1])}
    return ""


def dealt(view: View, greeting: str) -> str:
    """The sentence for a deal."""
    return greeting


def moved(notation: str, before: View, after: View) -> str:
    """The sentence for a move: what moved, what turned up."""
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


def undone(before: View, after: View) -> str:
    """The sentence for an undo: where the cards are again."""
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
    """The sentence for a hint."""
    if notation is None:
        if view.fact("turn_over"):
            return _("No move on the table helps, and turning over brings no card that fits.")
        return _("The table shows no move that helps.")
    if notation == "draw":
        return _("Hint: nothing on the table helps; draw.")
    if notation == "redeal":
        return _("Hint: nothing on the table helps; turn the play deck over.")
    source, _arrow, target = notation.partition(">")
    origin, _colon, count = source.partition(":")
    first = card(str(view.pile(origin)[-int(count or 1)]))
    return _("Hint: %(card)s to %(pile)s.") % {"card": first, "pile": pile(target)}


def stuck(view: View, can_undo: bool, collects: bool) -> str:
    """What a player is told who has no move left, or only cards to turn over that fit nowhere."""
    told = _("No move is left.")
    if collects:
        if can_undo:
            return f"{told} {_('Take back what may be taken back, or collect.')}"
        return f"{told} {_('Collect.')}"
    if dict(view.facts).get("turn_over"):
        told = _("No move is left: no card of the play deck fits anywhere, however often it comes.")
    if can_undo:
        return f"{told} {_('Take moves back, start the same deal again, or give up.')}"
    return f"{told} {_('Start the same deal again, or give up.')}"
