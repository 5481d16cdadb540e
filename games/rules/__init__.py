"""What every game is: the protocol of a rules module, a move played, a log replayed, Undo.

A rules module (`games/rules/klondike.py`) satisfies `Rules`. It is pure: integers, texts and
tuples in and out; no clock, dice, accounts or wording of pages.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar, cast, get_type_hints

PLAYER = "player"
HOUSE = "house"
UNDO = "undo"
# Entries of a log that end a round and move no card.
ENDS = ("collect", "give up", "expire", "void")
# Values of the option `undo`; a game without that option goes by the second.
WITHOUT_LIMIT = "without limit"
TO_THE_LAST_REVEAL = "to the last reveal"
OFF = "off"

Value = str | int
Options = Mapping[str, Value]
Bets = Mapping[str, int]
Entry = tuple[str, str]  # actor, notation
S = TypeVar("S", bound=tuple[Any, ...])


class Pile(NamedTuple):
    """A pile as the player may see it, bottom card first; a hidden card is None."""

    name: str
    cards: tuple[str | None, ...]


class View(NamedTuple):
    """All that the player may see of a state: the piles, and facts by name."""

    piles: tuple[Pile, ...]
    facts: tuple[tuple[str, int | str | None], ...]

    def pile(self, name: str) -> tuple[str | None, ...]:
        """The cards of the pile of that name; KeyError if there is none."""
        return dict(self.piles)[name]

    def fact(self, name: str) -> int | str | None:
        """The fact of that name; KeyError if there is none."""
        return dict(self.facts)[name]


class Refusal(Exception):
    """A notation that was not played."""


class NotAMove(Refusal):
    """The text is no move of this game, now or ever."""

    def __init__(self, notation: str) -> None:
        super().__init__("There is no such move in this game.")
        self.notation = notation


class IllegalMove(Refusal):
    """A move of this game that may not be made now.

    `code` says why; `card` is the card that was to move and `pile` the place that refuses, where
    there are such; `wanted` are the cards that the place would take.
    """

    def __init__(
        self,
        code: str,
        *,
        card: str | None = None,
        pile: str | None = None,
        wanted: tuple[str, ...] = (),
    ) -> None:
        super().__init__("This move is not possible now.")
        self.code = code
        self.card = card
        self.pile = pile
        self.wanted = wanted


class Rules(Protocol[S]):
    """A game. Amounts are minor units, seconds whole seconds, cards as in `games/cards.py`.

    A module may offer besides: `hint(view) -> str | None`, a good move found from the view alone;
    `step(state, notation, actor) -> State`, the quick way of `play`, which raises as `play` does,
    and in which a move by the house may count otherwise than the player's.
    """

    @property
    def PACKS(self) -> int:
        """Packs of 52 cards."""
        ...

    @property
    def OPTIONS(self) -> Mapping[str, tuple[Value, ...]]:
        """Each option with its allowed values, the first the default."""
        ...

    @property
    def State(self) -> type[S]:
        """A NamedTuple of tuples, texts and integers, which carries the options."""
        ...

    def deal(self, deck: Sequence[str], options: Options) -> S:
        """The table at the start; `deck[0]` is dealt first."""
        ...

    def moves(self, state: S) -> Iterator[tuple[str, S]]:
        """Every legal move of the player and where it leads."""
        ...

    def refusal(self, state: S, notation: str) -> Refusal | None:
        """Why that is no legal move; None if it is one."""
        ...

    def over(self, state: S) -> str | None:
        """Why the game has ended: `won`, `lost` or `settled`."""
        ...

    def automatic(self, state: S) -> str | None:
        """A move that the house makes within the player's move."""
        ...

    def finish(self, state: S) -> tuple[str, ...]:
        """The rest of the game when nothing is left to decide."""
        ...

    def when_left(self, state: S) -> str | None:
        """The house's move for a player who stays away."""
        ...

    def view(self, state: S) -> View:
        """What the player may see."""
        ...

    def staked(self, state: S, bets: Bets) -> int:
        """Staked so far."""
        ...

    def reserved(self, state: S, bets: Bets) -> int:
        """To be held besides what is staked."""
        ...

    def returns(self, state: S, bets: Bets) -> tuple[tuple[str, int], ...]:
        """The named lines that come back if the game ended now; none of them is 0."""
        ...

    def most(self, bets: Bets) -> int:
        """The most that can ever come back."""
        ...

    def score(self, state: S, seconds: int) -> int | None:
        """Points after that many seconds of play; None where the game has none."""
        ...


def play(rules: Rules[S], state: S, notation: str, actor: str = PLAYER) -> S:
    """The state that a move leads to. Raises NotAMove or IllegalMove."""
    step = cast("Callable[[S, str, str], S] | None", getattr(rules, "step", None))
    if step is not None:
        return step(state, notation, actor)
    for legal, after in rules.moves(state):
        if legal == notation:
            return after
    raise rules.refusal(state, notation) or IllegalMove("not now")


def chosen(offered: Mapping[str, tuple[Value, ...]], options: Options) -> dict[str, Any]:
    """Every option offered with its value, defaults filled in. Raises ValueError."""
    for name, value in options.items():
        if name not in offered:
            raise ValueError(f"This game has no option {name}.")
        # The type counts, since True would pass for 1.
        if not any(value == v and type(value) is type(v) for v in offered[name]):
            raise ValueError(f"The option {name} cannot be {value}.")
    return {name: options.get(name, values[0]) for name, values in offered.items()}


def face_up(view: View) -> frozenset[str]:
    """The cards that the player sees. Each card exists once, so a set tells all."""
    return frozenset(card for pile in view.piles for card in pile.cards if card is not None)


def reveals(before: View, after: View) -> bool:
    """Whether a card lies face up after that did not before."""
    return not face_up(after) <= face_up(before)


class Line(NamedTuple):
    """Where a round stands (`state`) and the states that Undo leads back to, the nearest last.

    A line is all that is needed to go on; who keeps only its state and the length of `back` knows
    whether Undo is possible, and replays the log when it is used.
    """

    state: Any
    back: tuple[Any, ...] = ()


def undo_limit(rules: Rules[Any], options: Options) -> str:
    """How far Undo goes under these options, a default standing for one that is not there."""
    allowed = rules.OPTIONS.get("undo", (TO_THE_LAST_REVEAL,))
    return str(options.get("undo", allowed[0]))


def enter(rules: Rules[S], line: Line, entry: Entry, options: Options) -> Line:
    """The line after one more entry of the log. Raises NotAMove or IllegalMove.

    An entry is (actor, notation). Moves of the house belong to the player's move before them and
    are taken back with it. An end of the round leaves everything as it is.
    """
    limit = undo_limit(rules, options)
    back = list(line.back)
    state = _entered(rules, line.state, back, entry, limit)
    # The states further back are in the line because Undo reaches them; only the nearest is new.
    if limit == OFF or (back and _shut(rules, back[-1], state, limit)):
        back = []
    return Line(state, tuple(back))


def replay(rules: Rules[S], deck: Sequence[str], options: Options, log: Iterable[Entry]) -> Line:
    """The line at the end of a log, from the deal. Raises NotAMove or IllegalMove."""
    limit = undo_limit(rules, options)
    back: list[S] = []
    state = rules.deal(deck, options)
    for entry in log:
        state = _entered(rules, state, back, entry, limit)
    return Line(state, _open(rules, state, back, limit))


def states(
    rules: Rules[S], deck: Sequence[str], options: Options, log: Iterable[Entry]
) -> Iterator[S]:
    """The state at the deal and after each entry of a log. Raises NotAMove or IllegalMove."""
    limit = undo_limit(rules, options)
    back: list[S] = []
    state = rules.deal(deck, options)
    yield state
    for entry in log:
        state = _entered(rules, state, back, entry, limit)
        yield state


def _entered(rules: Rules[S], state: S, back: list[S], entry: Entry, limit: str) -> S:
    """The state after an entry. `back` holds the state before each of the player's moves."""
    actor, notation = entry
    if notation in ENDS:
        return state
    if notation == UNDO:
        return _undone(rules, state, back, limit)
    after = play(rules, state, notation, actor)
    if actor == PLAYER:
        back.append(state)
    return after


def _undone(rules: Rules[S], state: S, back: list[S], limit: str) -> S:
    if limit == OFF:
        raise IllegalMove("undo off")
    if not back or _shut(rules, back[-1], state, limit):
        raise IllegalMove("nothing to undo")
    return back.pop()


def _shut(rules: Rules[S], before: S, after: S, limit: str) -> bool:
    """Whether a card revealed between two states keeps Undo from going back to the first."""
    return limit != WITHOUT_LIMIT and reveals(rules.view(before), rules.view(after))


def _open(rules: Rules[S], state: S, back: list[S], limit: str) -> tuple[S, ...]:
    """The end of `back` that Undo can reach, found from the newest state towards the oldest."""
    first, after = len(back), state
    while limit != OFF and first and not _shut(rules, back[first - 1], after, limit):
        first -= 1
        after = back[first]
    return tuple(back[first:])


def as_json(value: Any) -> Any:
    """A state as lists, texts and numbers, which JSON keeps exactly."""
    return [as_json(part) for part in value] if isinstance(value, tuple) else value


def from_json(rules: Rules[S], data: Any) -> S:
    """The state that `as_json` made that of."""
    return cast(S, _restored(rules.State, data))


def _restored(kind: Any, data: Any) -> Any:
    if not isinstance(data, list):
        return data
    fields = _fields(kind)
    if not fields:
        return tuple(_restored(None, part) for part in data)
    return kind(*(_restored(field, part) for field, part in zip(fields, data, strict=True)))


@cache
def _fields(kind: Any) -> tuple[Any, ...]:
    """The types of a NamedTuple's fields; none for any other type."""
    return tuple(get_type_hints(kind).values()) if hasattr(kind, "_fields") else ()
