"""What a page says of a game of Royal Parade: its piles, moves, refusals, and what went back.

Everything here comes from the view, so it cannot tell what the player may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.card_words import RANKS, card
from games.rules import IllegalMove, View, face_up
from games.rules.royal_parade_table import DISCARD, PARADE, ROWS

# The rows by name, and what each is built of.
TITLES = {"a": gettext_lazy("Twos"), "b": gettext_lazy("Threes"), "c": gettext_lazy("Fours")}
BUILT_OF = {"a": "2 5 8 J", "b": "3 6 9 Q", "c": "4 7 10 K"}


def shows(view: View) -> bool:
    """Whether that is a table of Royal Parade."""
    return "deals_left" in dict(view.facts)


def pile(name: str) -> str:
    """A pile as it stands within a sentence; empty for one of another game."""
    place = {"number": name[1:]}
    if name[0] in TITLES:
        return _("place %(number)s of the %(row)s") % {**place, "row": TITLES[name[0]]}
    if name[0] == "v":
        return _("reserve pile %(number)s") % place
    return _("the discarded aces") if name == DISCARD else ""


def title(name: str) -> str:
    """A pile as a heading has it; empty for one of another game."""
    place = {"number": name[1:]}
    if name[0] in TITLES:
        return _("%(row)s, place %(number)s") % {**place, "row": TITLES[name[0]]}
    if name[0] == "v":
        return _("Reserve pile %(number)s") % place
    return _("Discarded aces") if name == DISCARD else ""


def takes(name: str) -> str:
    """What an empty pile says that it takes; empty for one of another game."""
    if name[0] in TITLES:
        return _("takes a %(rank)s of any suit") % {"rank": RANKS[ROWS[name[0]]]}
    if name[0] == "v":
        return _("takes cards of the stock only")
    return _("takes aces") if name == DISCARD else ""


def dealt(view: View, greeting: str) -> str:
    """The sentence for a deal, with what the house did at the opening."""
    by_house = _by_house([card(str(text)) for text in view.pile(DISCARD)])
    return f"{greeting} {by_house}".strip()


def moved(notation: str, before: View, after: View) -> str:
    """The sentence for a move: what moved, what turned up, what the house did, what is won."""
    told = [_moved(notation, before)]
    if notation != "deal":
        told += _turned_up(before, after)
    if by_house := _by_house(_discarded(notation, before, after)):
        told.append(by_house)
    if after.fact("finished") == len(PARADE):
        told.append(_("All 24 piles are finished: you have won."))
    elif after.fact("finished") != before.fact("finished"):
        told.append(_("That pile is finished."))
    return " ".join(told)


def _moved(notation: str, before: View) -> str:
    if notation == "deal":
        return _dealt(min(8, int(before.fact("stock") or 0)), int(before.fact("stock") or 0))
    if "=" in notation:
        one, other = (card(_top(before, name)) for name in notation.split("="))
        return _("%(one)s and %(other)s changed places.") % {"one": one, "other": other}
    source, _arrow, target = notation.partition(">")
    name = card(_top(before, source))
    if target == DISCARD:
        return _("%(card)s discarded.") % {"card": name}
    return _("%(card)s to %(pile)s.") % {"card": name, "pile": pile(target)}


def _dealt(count: int, stock: int) -> str:
    dealt = ngettext("%(count)d card dealt.", "%(count)d cards dealt.", count) % {"count": count}
    deals = -(-(stock - count) // 8)
    left = ngettext("%(count)d deal left.", "%(count)d deals left.", deals) % {"count": deals}
    return f"{dealt} {left}"


def _turned_up(before: View, after: View) -> Iterator[str]:
    for text in sorted(face_up(after) - face_up(before)):
        yield _("%(card)s turned up.") % {"card": card(text)}


def _discarded(notation: str, before: View, after: View) -> list[str]:
    """The aces that the house discarded after the player's move, in words."""
    new = after.pile(DISCARD)[len(before.pile(DISCARD)) :]
    return [card(str(text)) for text in new[1 if notation.endswith(f">{DISCARD}") else 0 :]]


def _by_house(aces: list[str]) -> str:
    if not aces:
        return ""
    return _("Discarded by the house: %(cards)s.") % {"cards": ", ".join(aces)}


def _top(view: View, name: str) -> str:
    return str(view.pile(name)[-1])


def undone(before: View, after: View) -> str:
    """The sentence for an undo: where the card is again."""
    for name, cards in after.piles:
        if len(cards) > len(before.pile(name)) or (cards and cards[-1] not in before.pile(name)):
            if cards[-1] is None:
                continue
            names = {"card": card(cards[-1]), "pile": pile(name)}
            return _("Taken back: %(card)s on %(pile)s.") % names
    return _("Taken back.")


def hinted(notation: str | None, view: View) -> str:
    """The sentence for a hint."""
    if notation is None:
        return _("The table shows no move.")
    if notation == "deal":
        return _("Hint: nothing on the table helps; deal.")
    if "=" in notation:
        one, other = (card(_top(view, name)) for name in notation.split("="))
        return _("Hint: let %(one)s and %(other)s change places.") % {"one": one, "other": other}
    source, _arrow, target = notation.partition(">")
    name = card(_top(view, source))
    if target == DISCARD:
        return _("Hint: discard the %(card)s.") % {"card": name}
    return _("Hint: %(card)s to %(pile)s.") % {"card": name, "pile": pile(target)}


def stuck(view: View, can_undo: bool, collects: bool) -> str:
    """What a player is told who can move nothing and deal nothing."""
    told = _("Nothing can be moved and no deal is left.")
    if can_undo:
        return f"{told} {_('Take moves back, start the same deal again, or give up.')}"
    return f"{told} {_('Start the same deal again, or give up.')}"


def _not_the_base(move: IllegalMove) -> str:
    return _("An empty place of the %(row)s takes a %(rank)s only.") % {
        "row": TITLES[str(move.pile)[0]],
        "rank": RANKS[ROWS[str(move.pile)[0]]],
    }


def _not_both_right(move: IllegalMove) -> str:
    return _("They cannot change places: %(card)s would not stand right in %(pile)s.") % {
        "card": card(str(move.card)),
        "pile": pile(str(move.pile)),
    }


# The rules' reasons that no other game has, each with what it is told as.
SENTENCES: Mapping[str, Callable[[IllegalMove], str]] = {
    "stands right": lambda move: _("That card stands right and stays where it is."),
    "aces only": lambda move: _("Only aces are discarded."),
    "ace": lambda move: _("An ace can only be discarded."),
    "nothing to the reserve": lambda move: _("Nothing is played to the reserve."),
    "not the base": _not_the_base,
    "on misplaced": lambda move: _("Nothing is built on a misplaced card."),
    "pile finished": lambda move: _("That pile is finished."),
    "same row": lambda move: _("Two cards of one row do not change places."),
    "not both right": _not_both_right,
}


def standing(facts: Mapping[str, Any]) -> dict[str, str]:
    """How the game stands, as the table's figures have it: each name with its value in words."""
    return {
        _("Cards placed"): _("%(count)s of 96") % {"count": facts["placed"]},
        _("Piles finished"): _("%(count)s of 24") % {"count": facts["finished"]},
        _("Aces discarded"): _("%(count)s of 8") % {"count": facts["aces"]},
    }
