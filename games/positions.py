"""Where a round stands: the table kept on the round, its replay, and what a page shows of it.

The kept table makes a late move cost what an early one does. It holds the state and the last few
states that Undo leads back to; when Undo goes further the log is replayed. It must always equal
the replay, which is done before anything is paid.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import dealing, encryption
from games.catalogue import Entry
from games.log import entries
from games.models import Round
from games.refusals import HasEnded, Refused
from games.rules import Line, View, as_json, from_json, replay

# States for Undo that the round keeps; a replay fetches what lies further back.
KEPT_STATES = 8


class Mismatch(Exception):
    """The kept table is not what the log leads to: nothing is paid, the operator is told."""


class Kept(NamedTuple):
    """A state, the nearest states that Undo leads back to, and how many of them there are."""

    state: Any
    back: tuple[Any, ...]
    depth: int


class Position(NamedTuple):
    """A round as its player may see it. Holds the state for the server only; pages take `view`."""

    round: Round
    entry: Entry
    state: Any
    view: View
    # The notations that are legal now; none while a finish is due or when the round has ended.
    moves: tuple[str, ...]
    can_undo: bool
    # The named lines that would come back if the round ended now.
    winnings: tuple[tuple[str, int], ...]
    # Whether no move is left; in free play passes that bring nothing new are none.
    stuck: bool
    # What was seen before the move or undo that led here, for the sentence that tells of it.
    before: View | None = None
    # Whether the house may be asked to play the rest.
    can_finish: bool = False

    @property
    def won_amount(self) -> int:
        """All that would come back now, in minor units."""
        return sum(amount for _, amount in self.winnings)


def keep(round: Round, kept: Kept) -> None:
    """Put the table on the round (not saved), encrypted and bound to the round and its entry."""
    data = [as_json(kept.state), [as_json(state) for state in kept.back], kept.depth]
    text = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 1)
    round.kept = encryption.encrypt(text, deal=round.deal.key, place=_place(round))


def kept(round: Round) -> Kept:
    """The table that the round keeps."""
    text = encryption.decrypt(bytes(round.kept), deal=round.deal.key, place=_place(round))
    state, back, depth = json.loads(zlib.decompress(text))
    rules = round.rules
    return Kept(
        from_json(rules, state), tuple(from_json(rules, earlier) for earlier in back), depth
    )


def shortened(line: Line) -> Kept:
    """What is kept of a line."""
    return Kept(line.state, line.back[-KEPT_STATES:], len(line.back))


def replayed(round: Round) -> Line:
    """The line at the end of the round's log, played again from its deck."""
    return replay(round.rules, deck(round), round.options, entries(round))


def deck(round: Round) -> Sequence[str]:
    """The round's deck. Never to leave the server before the deal is revealed."""
    deal = round.deal
    return dealing.deck(
        deal.game, deal.seed(), bytes(deal.client_seed or b""), deal.nonce, round.options
    )


def position(round: Round, line: Kept | None = None, before: View | None = None) -> Position:
    """What a page shows of a round. `line` is what it keeps, where the caller has it at hand."""
    rules = round.rules
    line = line or kept(round)
    playable = round.is_open and not round.finish_due
    view = rules.view(line.state)
    moves = tuple(notation for notation, _ in rules.moves(line.state)) if playable else ()
    return Position(
        round=round,
        entry=round.entry,
        state=line.state,
        view=view,
        moves=moves,
        can_undo=playable and line.depth > 0,
        winnings=rules.returns(line.state, round.bets),
        stuck=playable and (not moves or _in_vain(round, view)),
        before=before,
        can_finish=playable
        and round.options.get("finish") == "offered"
        and bool(rules.finish(line.state)),
    )


def _in_vain(round: Round, view: View) -> bool:
    """Whether all that is left of a free game is to turn over cards that fit nowhere."""
    return round.entry.again and dict(view.facts).get("in_vain") == "yes"


def hint(seen: Position) -> str | None:
    """A move that helps, found from what its player sees; None if the table shows none.

    Raises Refused where the game gives no hints, HasEnded when it is over.
    """
    if not seen.entry.hints or seen.round.options.get("hints") == "no":
        raise Refused(_("This game gives no hints."))
    if not seen.round.is_open:
        raise HasEnded
    found: str | None = seen.round.rules.hint(seen.view)
    return found


def _place(round: Round) -> str:
    return f"round {round.pk} entry {round.entries}"
