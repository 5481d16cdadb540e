"""A careful hint for Klondike, found from the view, so that it knows no more than the player."""

from collections.abc import Iterator

from games import cards
from games.rules import View

COLUMNS = tuple(f"t{t}" for t in range(1, 8))


def hint(view: View) -> str | None:
    """The notation of a move that helps; None if the view shows none.

    First what can do no harm, then what turns up cards, then the play deck, then the rest.
    """
    for candidates in (_safe_up, _uncovering, _from_waste, _up, _freeing, _stock):
        for notation in candidates(view):
            return notation
    return None


def _safe_up(view: View) -> Iterator[str]:
    """Cards to the foundations that no card still to come could need in a column."""
    for card, notation in _ends_going_up(view):
        others = [s for s in cards.SUITS if (s in cards.RED) != (card[1] in cards.RED)]
        lowest = min(len(view.pile("f" + suit)) for suit in others)
        if cards.rank(card) <= max(2, lowest + 1):
            yield notation


def _uncovering(view: View) -> Iterator[str]:
    """All face-up cards of a column moved from a face-down one, the deepest column first; then
    the column emptied where a king waits for the space."""
    for source in sorted(COLUMNS, key=lambda name: -view.pile(name).count(None)):
        run, below = _run(view, source)
        if run and (below or (run[0][0] != "K" and _king_waits(view))):
            for target in COLUMNS:
                if target != source and _fits(view, run[0], target):
                    yield f"{source}:{len(run)}>{target}"
        if len(run) == 1 and below and _goes_up(view, run[0]):
            yield f"{source}>f"


def _from_waste(view: View) -> Iterator[str]:
    """The card of the play deck to a column."""
    for card in view.pile("w")[-1:]:
        if card is not None:
            yield from (f"w>{target}" for target in COLUMNS if _fits(view, card, target))


def _up(view: View) -> Iterator[str]:
    """Any card to the foundations."""
    return (notation for _, notation in _ends_going_up(view))


def _freeing(view: View) -> Iterator[str]:
    """Part of a run moved so that the card above the part can go up."""
    for source in COLUMNS:
        run, _ = _run(view, source)
        for i in range(1, len(run)):
            if _goes_up(view, run[i - 1]):
                for target in COLUMNS:
                    if target != source and _fits(view, run[i], target):
                        yield f"{source}:{len(run) - i}>{target}"


def _stock(view: View) -> Iterator[str]:
    """The next cards; the turn-over only if a card that comes up after it fits somewhere.

    Otherwise a whole pass would bring back this very table, and the one after it too.
    """
    if view.fact("stock"):
        yield "draw"
    elif view.fact("turn_over") and any(_has_a_place(view, card) for card in _coming(view)):
        yield "redeal"


def _coming(view: View) -> Iterator[str]:
    """The cards of the play deck that come up one after the other if none of them is played."""
    waste, draw = view.pile("w"), int(view.fact("draw") or 1)
    yield from filter(None, (*waste[draw - 1 :: draw], *waste[-1:]))


def _has_a_place(view: View, card: str) -> bool:
    """Whether a card could be played, be it a king for which a column is emptied first."""
    if _goes_up(view, card) or any(_fits(view, card, name) for name in COLUMNS):
        return True
    return card[0] == "K" and any(_may_be_emptied(view, name) for name in COLUMNS)


def _may_be_emptied(view: View, source: str) -> bool:
    run, below = _run(view, source)
    if not run or below or run[0][0] == "K":
        return False
    return any(_fits(view, run[0], name) for name in COLUMNS if name != source)


def _ends_going_up(view: View) -> Iterator[tuple[str, str]]:
    for name in ("w", *COLUMNS):
        card = _end(view, name)
        if card and _goes_up(view, card):
            yield card, f"{name}>f"


def _end(view: View, name: str) -> str | None:
    pile = view.pile(name)
    return pile[-1] if pile else None


def _run(view: View, name: str) -> tuple[list[str], int]:
    """The face-up cards of a column, and how many face-down ones lie under them."""
    pile = view.pile(name)
    run = [card for card in pile if card is not None]
    return run, len(pile) - len(run)


def _goes_up(view: View, card: str) -> bool:
    return len(view.pile("f" + card[1])) == cards.rank(card) - 1


def _fits(view: View, card: str, name: str) -> bool:
    end = _end(view, name)
    if end is None:
        return card[0] == "K" and not view.pile(name)
    return cards.rank(end) == cards.rank(card) + 1 and cards.colour(end) != cards.colour(card)


def _king_waits(view: View) -> bool:
    """Whether a king could use an empty column: on the play deck, or on face-down cards."""
    if any(not view.pile(name) for name in COLUMNS):
        return False
    waiting = [_end(view, "w")]
    for name in COLUMNS:
        run, below = _run(view, name)
        waiting += run[:1] if below else []
    return any(card is not None and card[0] == "K" for card in waiting)
