"""The replay of a settled round: every entry of its log with the table after it, in words.

A step shows what its player saw at that moment and nothing more, though the deck is open by now.
Steps are numbered by the entries made: step 0 is the deal, step n the table after entry n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import positions, table, words
from games.models import Move, Round
from games.proofs import NotRevealed
from games.rules import ENDS, PLAYER, UNDO, View, states

# How many steps a page fetches at once, and how many of the last entries a step lists.
AT_ONCE, LISTED = 24, 8

ENDINGS = {
    "collect": gettext_lazy("The game is ended and collected."),
    "give up": gettext_lazy("The game is given up, and counts as lost."),
    "expire": gettext_lazy("The game was left alone for too long and is ended."),
    "void": gettext_lazy("The game is made void: all that was in play goes back."),
}


class Entry(NamedTuple):
    """An entry of the log in words. Number 0 is the deal, which stands in no log."""

    number: int
    actor: str
    notation: str
    at: datetime
    # Since the deal.
    after: timedelta
    said: str
    # The number of the entry that took this one back, if one did.
    taken_back: int | None = None

    @property
    def undo(self) -> bool:
        """Whether it took something back."""
        return self.notation == UNDO

    @property
    def clock(self) -> str:
        """The time since the deal, as `4:05` or `1:04:05`."""
        minutes, seconds = divmod(max(0, int(self.after.total_seconds())), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Step(NamedTuple):
    """The table after an entry as its player saw it; `listed` are the entries that led there.

    Amounts are minor units. `state` is for the server only; pages take `view`.
    """

    listed: tuple[Entry, ...]
    state: Any
    view: View
    staked: int
    # What would have come back, had the round ended there; at its end, what did.
    winnings: int

    @property
    def entry(self) -> Entry:
        """What was done last."""
        return self.listed[-1]

    @property
    def number(self) -> int:
        """Entries made so far."""
        return self.entry.number

    @property
    def table(self) -> table.Table:
        """The table as its template draws it; nothing on it can be picked up."""
        return table.table(self.view, ())

    @property
    def facts(self) -> dict[str, int | str | None]:
        """The facts of the view by name."""
        return dict(self.view.facts)


def steps(round: Round, first: int, last: int, *, for_others: bool = False) -> list[Step]:
    """The steps from `first` to `last`, as many of them as there are. Raises NotRevealed.

    The words are those for the player, or `for_others` who look at the player's game.
    """
    if not round.is_revealed():
        raise NotRevealed(round.deal)
    told = list(_told(round, first - LISTED + 1, last, for_others))
    return [
        _step(round, state, tuple(entry for entry, _ in told[max(0, i - LISTED + 1) : i + 1]))
        for i, (entry, state) in enumerate(told)
        if entry.number >= first
    ]


def step(round: Round, number: int, *, for_others: bool = False) -> Step:
    """One step; the nearest one for a number that is too high. Raises NotRevealed."""
    number = min(number, round.entries)
    return steps(round, number, number, for_others=for_others)[0]


def line_steps(round: Round, line: Sequence[str], first: int, last: int) -> list[Step]:
    """The steps of a line that nobody has played on the round's deal, as the solver's.

    They are told as moves of the player, at no time. Raises NotRevealed.
    """
    if not round.is_revealed():
        raise NotRevealed(round.deal)
    told: list[Entry] = []
    found = []
    log = [(PLAYER, notation) for notation in line[: max(0, last)]]
    before = None
    for number, state in enumerate(states(round.rules, positions.deck(round), round.options, log)):
        notation = line[number - 1] if number else ""
        said = _said(round, notation, before, state) if number else _("The cards are dealt.")
        told.append(Entry(number, PLAYER, notation, round.started_at, timedelta(0), said))
        if number >= first:
            found.append(Step(tuple(told[-LISTED:]), state, round.rules.view(state), 0, 0))
        before = state
    return found


def taken_back(log: Sequence[tuple[str, str]]) -> dict[int, int]:
    """Which undo took an entry back: number of the entry -> number of the undo.

    Moves of the house go back with the player's move before them.
    """
    undone: dict[int, int] = {}
    turns: list[list[int]] = []
    for number, (actor, notation) in enumerate(log, start=1):
        if notation == UNDO:
            undone |= dict.fromkeys(turns.pop(), number)
        elif notation not in ENDS:
            # What the house does at the opening is before any turn.
            if actor == PLAYER or not turns:
                turns.append([])
            turns[-1].append(number)
    return undone


def _told(round: Round, first: int, last: int, for_others: bool) -> Iterator[tuple[Entry, Any]]:
    """The entries from `first` to `last`, each with the state after it."""
    rows = list(
        Move.objects.filter(round=round).order_by("no").values_list("actor", "notation", "made_at")
    )
    log = [(actor, notation) for actor, notation, _at in rows]
    undone = taken_back(log)
    played = states(round.rules, positions.deck(round), round.options, log[: max(0, last)])
    before = next(played)
    start = round.started_at
    if first <= 0:
        yield Entry(0, PLAYER, "", start, timedelta(0), _("The cards are dealt.")), before
    for number, after in enumerate(played, start=1):
        if number >= first:
            actor, notation, at = rows[number - 1]
            said = _said(round, notation, before, after, for_others)
            yield Entry(number, actor, notation, at, at - start, said, undone.get(number)), after
        before = after


def _said(round: Round, notation: str, before: Any, after: Any, for_others: bool = False) -> str:
    """What an entry did, as a sentence."""
    if notation in ENDINGS:
        return str(ENDINGS[notation])
    seen, sees = round.rules.view(before), round.rules.view(after)
    if notation == UNDO:
        return words.undone(seen, sees)
    return words.moved(notation, seen, sees, by_another=for_others)


def _step(round: Round, state: Any, listed: tuple[Entry, ...]) -> Step:
    at_the_end = listed[-1].number == round.entries
    lines = round.rules.returns(state, round.bets)
    return Step(
        listed=listed,
        state=state,
        view=round.rules.view(state),
        staked=round.rules.staked(state, round.bets),
        winnings=round.came_back if at_the_end else sum(amount for _, amount in lines),
    )
