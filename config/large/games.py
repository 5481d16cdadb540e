"""Games for the large data set: some hundreds are really played, and each is dealt to many players.

A deck depends on seeds and nonce and not on its player. So a game that was played once can be dealt
to any number of players under the same nonce: its log replays for each of them, its proof holds,
and only what is encrypted is encrypted anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings

from games import dealing, encryption, stakes
from games.catalogue import (
    CARD_PRICES,
    CHIP,
    KLONDIKE,
    ROYAL_PARADE,
    THREE_CARD_RUMMY,
    THREE_CARD_SOLITAIRE,
    Entry,
)
from games.models import Deal, Round
from games.positions import Kept, keep, shortened
from games.rules import HOUSE, PLAYER, View, play, replay
from games.simulation import STRATEGIES
from games.statistics import mode_of, options_key
from wallet.models import AccountKind, TransferKind
from wallet.money import FUN

WALLET, IN_PLAY, GAMES = AccountKind.WALLET, AccountKind.IN_PLAY, AccountKind.GAMES
CLIENT_SEED = bytes(16)
# What a player plays, over and over: the game, and whether for money.
CYCLE: tuple[tuple[Entry, bool], ...] = (
    (THREE_CARD_RUMMY, True),
    (THREE_CARD_SOLITAIRE, True),
    (THREE_CARD_RUMMY, True),
    (ROYAL_PARADE, False),
    (THREE_CARD_RUMMY, False),
    (KLONDIKE, False),
    (THREE_CARD_RUMMY, True),
    (THREE_CARD_RUMMY, True),
    (THREE_CARD_RUMMY, True),
    (THREE_CARD_SOLITAIRE, True),
)
# A free game is given up after so many entries: it would be played for long.
FREE_MOST = 70
# Of a round that is left open.
OPEN_ENTRIES = 4

Line = tuple[str, str, str, str, int]  # key, kind, from, to, minor units


class Result(NamedTuple):
    """What a result says of a game: won, cards, score after so many seconds, moves."""

    mode: str
    options: str
    won: bool
    cards: int
    score: Callable[[int], int | None]
    moves: int
    # The number of the player's last entry, which the clock stops at.
    last: int


class Played(NamedTuple):
    """A game as it was played, for whomever it is dealt to."""

    entry: Entry
    currency: str
    nonce: int
    seed: bytes
    mode: str
    options: str
    bets: str
    log: tuple[tuple[str, str], ...]
    kept: bytes
    outcome: str
    staked: int
    reserved: int
    lines: dict[str, int]
    # The money at the deal, and after it; keys without the round.
    opening: tuple[Line, ...]
    closing: tuple[Line, ...]
    result: Result | None

    @property
    def returned(self) -> int:
        """All that came back, in minor units."""
        return sum(self.lines.values())


@cache
def script(length: int, way: int) -> list[Played]:
    """The games of a player one after another, nonces without gaps."""
    nonces: dict[tuple[str, str], int] = {}
    games = []
    for number in range(length):
        entry, for_money = CYCLE[number % len(CYCLE)]
        currency = settings.CURRENCY if for_money else FUN
        nonce = nonces[entry.slug, currency] = nonces.get((entry.slug, currency), 0) + 1
        games.append(_Game(entry, currency, nonce, f"{way} {number}").played(number))
    return games


class _Game:
    """One game while it is played by a strategy."""

    def __init__(self, entry: Entry, currency: str, nonce: int, name: str) -> None:
        self.entry, self.currency, self.nonce, self.name = entry, currency, nonce, name
        self.rules: Any = entry.rules
        self.mode = entry.usual_mode
        self.options = stakes.wanted(entry, {}, self.mode, any_deal=True)
        self.seed = hashlib.shake_256(f"large {name}".encode()).digest(dealing.SEED_BYTES)
        self.deck = dealing.deck(entry.slug, self.seed, CLIENT_SEED, nonce, self.options)
        self.log: list[tuple[str, str]] = []
        self.state = self.rules.deal(self.deck, self.options)
        self._automatic()

    def played(self, number: int) -> Played:
        """The game from deal to end. `number` says what is bet."""
        bets = _bets(self.entry, number)
        dealt, first = self.state, len(self.log)
        outcome = self._to_the_end()
        held = self.rules.staked(dealt, bets), self.rules.reserved(dealt, bets)
        staked, reserved = (
            self.rules.staked(self.state, bets),
            self.rules.reserved(self.state, bets),
        )
        lines = dict(self.rules.returns(self.state, bets))
        opening = [
            ("stake", TransferKind.STAKE, WALLET, IN_PLAY, held[0]),
            ("reserve", TransferKind.RESERVE, WALLET, IN_PLAY, held[1]),
        ]
        closing = [
            (
                f"release:{first + 1}",
                TransferKind.RELEASE,
                IN_PLAY,
                WALLET,
                sum(held) - staked - reserved,
            ),
            ("house", TransferKind.HOUSE, IN_PLAY, GAMES, staked),
            ("release", TransferKind.RELEASE, IN_PLAY, WALLET, reserved),
            *(
                (f"win:{name}", TransferKind.WIN, GAMES, WALLET, sum_)
                for name, sum_ in lines.items()
            ),
        ]
        return self._as_played(
            bets, outcome, staked, reserved, lines, _moving(opening), _moving(closing)
        )

    def _as_played(
        self,
        bets: dict[str, int],
        outcome: str,
        staked: int,
        reserved: int,
        lines: dict[str, int],
        opening: tuple[Line, ...],
        closing: tuple[Line, ...],
    ) -> Played:
        return Played(
            self.entry,
            self.currency,
            self.nonce,
            self.seed,
            self.mode,
            json.dumps(dict(self.options)),
            json.dumps(bets),
            tuple(self.log),
            self._kept(Kept(self.state, (), 0)),
            outcome,
            staked,
            reserved,
            lines,
            opening,
            closing,
            self._result(),
        )

    def left_open(self, number: int) -> Played:
        """The game after a few entries, still in play."""
        whole = self.played(number)
        log = whole.log[:OPEN_ENTRIES]
        line = shortened(replay(self.rules, self.deck, self.options, log))
        self.state = line.state
        bets = json.loads(whole.bets)
        return whole._replace(
            log=log,
            kept=self._kept(line),
            outcome="",
            staked=self.rules.staked(line.state, bets),
            reserved=self.rules.reserved(line.state, bets),
            lines={},
            closing=(),
            result=None,
        )

    def _automatic(self) -> None:
        while notation := self.rules.automatic(self.state):
            self._enter(HOUSE, notation)

    def _enter(self, actor: str, notation: str) -> None:
        self.state = play(self.rules, self.state, notation, actor)
        self.log.append((actor, notation))

    def _to_the_end(self) -> str:
        """Play on until it is over or nothing is left to do; how it ended."""
        most = FREE_MOST if self.entry.again else 1000
        choose = self._strategy()
        while not self.rules.over(self.state) and len(self.log) < most:
            if notation := choose(self.state):
                self._enter(PLAYER, notation)
                self._automatic()
                continue
            break
        if self.options.get("finish") == "by the house":
            for notation in self.rules.finish(self.state):
                self._enter(HOUSE, notation)
        if over := self.rules.over(self.state):
            return str(over)
        way = self.entry.ends[0]
        self.log.append((PLAYER, way))
        return way

    def _strategy(self) -> Callable[[Any], str | None]:
        """The player: the best strategy where it is published, else the greedy one."""
        playing = STRATEGIES.get(self.rules.__name__.rpartition(".")[2])
        if playing is None:
            best: Callable[[Any], str | None] = self.rules.when_left
            return best
        dice = dealing.dice(self.name.encode())
        # A finish that is due is the house's.
        return lambda state: (
            None
            if self.options.get("finish") == "by the house" and self.rules.finish(state)
            else playing["greedy"](state, dice)
        )

    def _kept(self, line: Kept) -> bytes:
        """The table as a round keeps it, not encrypted."""
        deal = Deal(player_id=0, game=self.entry.slug, currency=self.currency, nonce=self.nonce)
        round = Round(deal=deal, entries=0)
        keep(round, line)
        return encryption.decrypt(bytes(round.kept), deal=deal.key, place=place(None, 0))

    def _result(self) -> Result | None:
        """As games/statistics.py measures it, the seconds left open."""
        own = [at for at, (actor, _what) in enumerate(self.log, 1) if actor == PLAYER]
        moves = sum(self.log[at - 1][1] not in self.entry.ends for at in own)
        if not self.entry.counted or not moves:
            return None
        view: View = self.rules.view(self.state)
        state, rules = self.state, self.rules
        round = Round(game=self.entry.slug, mode=self.mode, options=dict(self.options))
        return Result(
            mode_of(round),
            options_key(dict(self.options)),
            rules.over(state) == "won",
            int(view.fact(self.entry.counted) or 0),
            lambda seconds: rules.score(state, seconds),
            moves,
            own[-1],
        )


@cache
def open_game(length: int, way: int) -> Played:
    """The last game of a script, left in play after a few entries."""
    number, last = length - 1, script(length, way)[-1]
    game = _Game(last.entry, last.currency, last.nonce, f"{way} {number}")
    return game.left_open(number)


def place(round_id: int | None, entries: int) -> str:
    """What a kept table is bound to, as games/positions.py writes it."""
    return f"round {round_id} entry {entries}"


def _bets(entry: Entry, number: int) -> dict[str, int]:
    """What is bet in the so many-eth game of a player."""
    if entry is THREE_CARD_SOLITAIRE:
        return {"card price": CARD_PRICES[number % 6]}
    if entry is THREE_CARD_RUMMY:
        return {"ante": (1 + number % 5) * CHIP, "bonus": number % 3 * CHIP}
    return {}


def _moving(lines: list[tuple[str, Any, Any, Any, int]]) -> tuple[Line, ...]:
    """The lines that move something."""
    return tuple(
        (key, str(kind), str(source), str(target), amount)
        for key, kind, source, target, amount in lines
        if amount
    )
