"""A year of play, written in the order of its times: rounds, cashier, and what staff did."""

from __future__ import annotations

import hashlib
import json
import uuid
from datetime import datetime, timedelta
from typing import Any

import psycopg
from django.conf import settings
from django.utils import timezone
from payments import PaymentStatus

from accounts.models import Event
from config.audit_models import Audit
from config.finding_models import Finding
from config.large.games import CLIENT_SEED, Played, open_game, place, script
from config.large.people import People, Person
from config.large.rows import Rows, Transfers
from games import dealing, encryption
from games.models import Deal, Result, Round
from games.statistics import LONGEST_GAP_SECONDS
from support.models import Message
from wallet import deposits
from wallet.cash_out_models import CashOutState
from wallet.models import (
    AccountKind,
    Approval,
    CashOut,
    CashOutStep,
    Deposit,
    Notification,
    TransferKind,
)
from wallet.money import FUN, UNIT, to_decimal

ROUNDS = 225_000
ROUNDS_EACH = 50
# So many ways in which the games went; players of the same way saw the same decks.
WAYS = 20
DAYS = 400
DAY = timedelta(days=1)
# Every so many-eth player is in the middle of a game.
OPEN_EACH = 10
# Fewer would leave a queue empty.
PLAYERS_LEAST = 4
AUDITED_EACH, AUDITED_AT, AUDIT_OPEN_DAYS = 40, 9, 20
DEPOSIT, CASH_OUT = 150 * UNIT, 50 * UNIT
LATER = timedelta(minutes=5)
WALLET, CASHED, BANK = AccountKind.WALLET, AccountKind.CASH_OUT, AccountKind.BANK
MOVES = """
INSERT INTO games_move (player_id, round_id, no, actor, notation, made_at)
SELECT round.player_id, round.id, log.no, log.actor, log.notation,
       round.started_at + log.no * make_interval(secs => dealt.gap)
FROM large_dealt AS dealt
JOIN games_round AS round ON round.id = dealt.round_id
JOIN large_log AS log ON log.game = dealt.game
ORDER BY round.id, log.no
"""


class Year:
    """The whole data set of one run."""

    def __init__(self, connection: psycopg.Connection, share: float) -> None:
        self.connection = connection
        self.players = max(PLAYERS_LEAST, round(ROUNDS * share / ROUNDS_EACH))
        self.now = timezone.now()
        self.start = self.now - DAY * DAYS
        self.people = People(connection, self.start - DAY)
        self.staff_id = self.people.staff()
        self.transfers = Transfers(connection)
        self.events = Rows(
            connection, Event, "at", "actor_id", "action", "object", "after", "reason"
        )

    def write(self) -> None:
        """Every row, in the order of the times."""
        people = list(self.people.make(self.players))
        for person in people:
            self._welcome(person)
        play, cashier = Play(self), Cashier(self)
        count = self.players * ROUNDS_EACH
        step = (self.now - timedelta(hours=1) - self.start) / count
        for number in range(count):
            turn, whose = divmod(number, self.players)
            at = self.start + step * number
            cashier.visit(people[whose], turn, at - timedelta(minutes=30))
            play.deal(people[whose], turn, at)
        play.close()
        cashier.close()
        self._desk(people)
        for rows in (self.transfers, self.events, self.people):
            rows.close()

    def _welcome(self, person: Person) -> None:
        """The chips that a player starts with."""
        grant = ("welcome", TransferKind.GRANT, AccountKind.CHIPS, WALLET, 10_000 * UNIT)
        self.move(person, FUN, "welcome", self.start - DAY, grant)

    def move(
        self,
        person: Person,
        currency: str,
        cause: str,
        at: datetime,
        *lines: tuple[str, str, str, str, int],
        actor_id: int | None = None,
    ) -> None:
        """Transfers of one cause."""
        self.transfers.move(
            person.id,
            person.accounts[currency],
            cause=cause,
            currency=currency,
            at=at,
            lines=lines,
            actor_id=actor_id,
        )

    def _desk(self, people: list[Person]) -> None:
        """Messages, findings, and looks at files."""
        messages = Rows(
            *(self.connection, Message, "player_id", "form_key", "written_at", "status"),
            text="Where is my money?",
        )
        findings = Rows(
            *(self.connection, Finding, "of", "found_at", "seen_at", "ended_at", "ended_by_id"),
            "disposition",
            check_name="plays at night",
            area=Finding.Area.HARM,
            sentence="Played at night four times in a week.",
        )
        for number, person in enumerate(people):
            at = self.now - DAY * DAYS * number / len(people)
            done = number > len(people) // 50
            status = Message.Status.DONE if done else Message.Status.NEW
            messages.add(person.id, uuid.uuid4(), at, str(status))
            ended = (at, self.staff_id, "Looked at") if done else (None, None, "")
            findings.add(f"player:{person.id}", at, at, *ended)
            page = json.dumps({"page": f"player:{person.id}"})
            for _look in range(5):
                of = f"player:{person.id}"
                self.events.add(at, self.staff_id, "file looked at", of, page, "")
        messages.close()
        findings.close()


class Play:
    """Rounds, their deals, results and audits, and at the end all their moves."""

    def __init__(self, year: Year) -> None:
        self.year, connection = year, year.connection
        ways = min(WAYS, max(2, year.players // 4))
        self.ways = [script(ROUNDS_EACH, way) for way in range(ways)]
        self.left = [open_game(ROUNDS_EACH, way) for way in range(ways)]
        self.deals = Rows(
            *(connection, Deal, "player_id", "game", "currency", "nonce", "server_seed"),
            *("commitment", "client_seed", "made_at", "dealt_at"),
        )
        self.rounds = Rows(
            *(connection, Round, "player_id", "deal_id", "game", "currency", "mode", "options"),
            *("bets", "rules_version", "entries", "kept", "staked", "reserved", "returned"),
            *("lines", "outcome", "started_at", "touched_at", "ended_at"),
        )
        self.results = Rows(
            *(connection, Result, "round_id", "player_id", "game", "currency", "mode", "options"),
            *("won", "cards", "score", "moves", "seconds", "restarted", "ended_at"),
        )
        self.audits = Rows(
            *(connection, Audit, "round_id", "player_id", "state", "made_at", "auditor_id"),
            "decided_at",
            reasons=["sample"],
        )
        self._logs()

    def _logs(self) -> None:
        """The logs, from which the database makes the moves; the number of each game."""
        connection = self.year.connection
        connection.execute(
            "CREATE TEMP TABLE large_log (game int, no int, actor text, notation text)"
            " ON COMMIT DROP"
        )
        connection.execute(
            "CREATE TEMP TABLE large_dealt (round_id bigint, game int, gap float8) ON COMMIT DROP"
        )
        games = [game for way in (*self.ways, self.left) for game in way]
        self.numbers = {id(game): number for number, game in enumerate(games)}
        with connection.cursor() as cursor, cursor.copy("COPY large_log FROM STDIN") as copy:
            for game in games:
                for no, (actor, notation) in enumerate(game.log, 1):
                    copy.write_row((self.numbers[id(game)], no, actor, notation))
        self.dealt: list[tuple[int, int, int]] = []

    def deal(self, person: Person, turn: int, at: datetime) -> None:
        """A player's next round: dealt, played, settled; or left open."""
        way = person.number % len(self.ways)
        left = turn == ROUNDS_EACH - 1 and person.number % OPEN_EACH == 0
        game = self.left[way] if left else self.ways[way][turn]
        # Some are quicker than others; a whole number of seconds, none longer than counts.
        gap = min(2 + person.number % 5, LONGEST_GAP_SECONDS)
        last = at + timedelta(seconds=gap * len(game.log))
        round_id = self._round(person, game, at, last)
        self.dealt.append((round_id, self.numbers[id(game)], gap))
        for when, lines in ((at, game.opening), (last, game.closing)):
            keyed = [(f"round:{round_id}:{line[0]}", *line[1:]) for line in lines]
            self.year.move(person, game.currency, f"round:{round_id}", when, *keyed)
        if game.result and not left:
            self._result(person, game, round_id, gap, last)
        chosen = (person.number + turn) % AUDITED_EACH == AUDITED_AT
        if chosen and game.currency == settings.CURRENCY and not left:
            self._audit(person, round_id, last + LATER)

    def _round(self, person: Person, game: Played, at: datetime, last: datetime) -> int:
        slug = game.entry.slug
        key = Deal(player_id=person.id, game=slug, currency=game.currency, nonce=game.nonce).key
        deal_id = self.deals.add(
            *(person.id, slug, game.currency, game.nonce),
            encryption.encrypt(game.seed, deal=key, place="seed"),
            *(dealing.commitment(game.seed), CLIENT_SEED, at, at),
        )
        pk, entries = self.rounds.next(), len(game.log)
        kept = encryption.encrypt(game.kept, deal=key, place=place(pk, entries))
        return self.rounds.put(
            *(pk, person.id, deal_id, slug, game.currency, game.mode, game.options, game.bets),
            *(game.entry.version, entries, kept, game.staked, game.reserved, game.returned),
            *(json.dumps(game.lines), game.outcome, at, last, last if game.outcome else None),
        )

    def _result(
        self, person: Person, game: Played, round_id: int, gap: int, ended: datetime
    ) -> None:
        found = game.result
        assert found is not None
        seconds = gap * found.last
        self.results.add(
            *(round_id, person.id, game.entry.slug, game.currency, found.mode, found.options),
            *(found.won, found.cards, found.score(seconds), found.moves, seconds, False, ended),
        )

    def _audit(self, person: Person, round_id: int, at: datetime) -> None:
        """One that was chosen by chance; an old one was passed."""
        if at > self.year.now - DAY * AUDIT_OPEN_DAYS:
            self.audits.add(round_id, person.id, str(Audit.State.OPEN), at, None, None)
            return
        decided = (self.year.staff_id, at + LATER)
        self.audits.add(round_id, person.id, str(Audit.State.PASSED), at, *decided)
        of = f"round:{round_id}"
        self.year.events.add(at + LATER, self.year.staff_id, "payout passed", of, None, "")

    def close(self) -> None:
        """Write what is left, then every move of every round."""
        for rows in (self.deals, self.rounds, self.results, self.audits):
            rows.close()
        connection = self.year.connection
        with connection.cursor() as cursor, cursor.copy("COPY large_dealt FROM STDIN") as copy:
            for row in self.dealt:
                copy.write_row(row)
        connection.execute("ANALYZE large_log, large_dealt")
        connection.execute(MOVES)


class Cashier:
    """Deposits and cash-outs, with what was told and decided about each."""

    def __init__(self, year: Year) -> None:
        self.year, connection = year, year.connection
        self.deposits = Rows(
            *(connection, Deposit, "player_id", "method_id", "variant", "token", "transaction_id"),
            *("asked", "amount", "captured", "total", "captured_amount", "fee"),
            *("created", "modified", "reached_at", "ended_at"),
            status=PaymentStatus.CONFIRMED,
            currency=settings.CURRENCY,
            description="Fairdeal deposit",
        )
        self.told = Rows(
            *(connection, Notification, "deposit_id", "provider", "event", "digest", "at"),
            genuine=True,
            outcome=Notification.Outcome.TAKEN,
            kind="captured",
        )
        self.cash_outs = Rows(
            *(connection, CashOut, "player_id", "method_id", "form_key", "state", "made_at"),
            *("due_at", "ended_at", "called_at", "bank_reference"),
            amount=CASH_OUT,
            currency=settings.CURRENCY,
            two_people=False,
            by_provider=True,
        )
        self.steps = Rows(
            *(connection, CashOutStep, "cash_out_id", "actor_id", "before", "after", "at")
        )
        self.approvals = Rows(connection, Approval, "cash_out_id", "person_id", "turn", "at")

    def visit(self, person: Person, turn: int, at: datetime) -> None:
        """Before some rounds a player pays in; before others he asks for money."""
        if turn % 2 == 0 or person.spendable(settings.CURRENCY) < DEPOSIT:
            self._deposit(person, at, "sandbox-purse" if turn % 4 == 0 else "sandbox-account")
        if turn % 5 == 4:
            open_ = turn == ROUNDS_EACH - 1 and person.number % OPEN_EACH == 3
            self._cash_out(person, at + LATER, open_)

    def _deposit(self, person: Person, at: datetime, variant: str) -> None:
        token, number = str(uuid.uuid4()), uuid.uuid4().hex
        fee, sum_ = deposits.fee_of(variant, DEPOSIT), to_decimal(DEPOSIT)
        pk = self.deposits.add(
            *(person.id, person.method_id, variant, token, number, DEPOSIT, DEPOSIT, DEPOSIT),
            *(sum_, sum_, fee, at, at, at, at),
        )
        digest = hashlib.sha256(number.encode()).hexdigest()
        self.told.add(pk, variant, number, digest, at)
        key = f"deposit:{variant}:{number}"
        lines: list[Any] = [(key, TransferKind.DEPOSIT, BANK, WALLET, DEPOSIT)]
        if fee:
            lines.append((f"{key}:fee", TransferKind.FEE, WALLET, AccountKind.FEES, fee))
        self.year.move(person, settings.CURRENCY, f"deposit:{pk}", at, *lines)

    def _cash_out(self, person: Person, at: datetime, left_open: bool) -> None:
        state, sent = CashOutState.SENT, at + LATER
        ended: tuple[Any, ...] = (sent, sent, f"bank {uuid.uuid4().hex[:12]}")
        if left_open:
            state, ended = CashOutState.REQUESTED, (None, None, "")
        pk = self.cash_outs.add(
            *(person.id, person.method_id, uuid.uuid4(), str(state), at, at + DAY, *ended)
        )
        request = (f"cashout:{pk}:request", TransferKind.CASH_OUT, WALLET, CASHED, CASH_OUT)
        cause = f"cashout:{pk}"
        self.year.move(person, settings.CURRENCY, cause, at, request, actor_id=person.id)
        self._step(pk, person.id, "", CashOutState.REQUESTED, at)
        if left_open:
            return
        staff_id = self.year.staff_id
        self.approvals.add(pk, staff_id, 1, sent)
        self._step(pk, staff_id, CashOutState.REQUESTED, CashOutState.APPROVED, sent)
        self._step(pk, staff_id, CashOutState.APPROVED, CashOutState.SENDING, sent)
        self._step(pk, None, CashOutState.SENDING, CashOutState.SENT, sent)
        gone = (f"cashout:{pk}:sent", TransferKind.CASH_OUT_SENT, CASHED, BANK, CASH_OUT)
        self.year.move(person, settings.CURRENCY, cause, sent, gone)

    def _step(self, pk: int, actor_id: int | None, before: str, after: str, at: datetime) -> None:
        self.steps.add(pk, actor_id, str(before), str(after), at)
        state = json.dumps({"state": str(after)})
        self.year.events.add(at, actor_id, f"cash-out {after}", f"cashout:{pk}", state, "")

    def close(self) -> None:
        """Write what is left."""
        for rows in (self.deposits, self.told, self.cash_outs, self.steps, self.approvals):
            rows.close()
