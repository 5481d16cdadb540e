"""Players of the large data set: who they are, what they pay with, and their accounts."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from datetime import date, datetime

import psycopg

from accounts import documents, identity, sealing
from accounts.models import Acceptance, IdentityCheck, Player
from config.large.rows import Account, Rows
from wallet.models import HOUSE_KINDS, PLAYER_KINDS, AccountKind, PaymentMethod
from wallet.models import Account as AccountRow
from wallet.money import CURRENCIES

# Every so many-eth player's identity waits for somebody to look at it.
WAITING_EACH = 200
BORN, VALID_UNTIL = date(1980, 1, 1), date(2040, 1, 1)
# No password has this hash: nobody signs in as these.
NO_PASSWORD = "!"  # noqa: S105


class Person:
    """A player, with the accounts by currency and kind, the house's among them."""

    __slots__ = ("accounts", "id", "method_id", "number")

    def __init__(self, pk: int, method_id: int, number: int) -> None:
        self.id, self.method_id, self.number = pk, method_id, number
        self.accounts: dict[str, dict[str, Account]] = {}

    def spendable(self, currency: str) -> int:
        """What is in the wallet, in minor units."""
        return self.accounts[currency][AccountKind.WALLET].balance


class People:
    """The rows of players. Close it last: accounts are written with their final balances."""

    def __init__(self, connection: psycopg.Connection, joined: datetime) -> None:
        self.connection, self.joined, self.run = connection, joined, uuid.uuid4().hex[:8]
        self.house = self._house()
        self.players = Rows(
            *(connection, Player, "email", "display_name", "is_staff", "date_joined"),
            password=NO_PASSWORD,
        )
        self.accepted = Rows(connection, Acceptance, "player_id", "document", "version", "at")
        self.methods = Rows(
            *(connection, PaymentMethod, "player_id", "label", "holder", "reference"),
            *("fingerprint", "made_at"),
            kind=PaymentMethod.Kind.SANDBOX,
            verified=True,
        )
        self.identities = Rows(
            *(connection, IdentityCheck, "player_id", "full_name", "person_key", "document_key"),
            *("submitted_at", "decided_at", "state"),
            street="1 Large Street",
            postal_code="00000",
            city="Largeton",
            country="Nowhere",
            document=IdentityCheck.Document.PASSPORT,
            document_tail="0000",
            birth_date=BORN,
            valid_until=VALID_UNTIL,
            document_number=sealing.seal(b"LARGE0000", purpose=identity.NUMBER),
        )
        self.accounts = Rows(
            *(connection, AccountRow, "player_id", "kind", "currency", "balance", "entries")
        )
        self.made: list[Person] = []

    def staff(self) -> int:
        """Somebody who has decided what was decided; the id."""
        email = f"staff-{self.run}@large.example"
        return self.players.add(email, f"Staff {self.run}", True, self.joined)

    def make(self, count: int) -> Iterator[Person]:
        """Players, each with a verified identity, a payment method and empty accounts."""
        for number in range(count):
            name = f"Player {self.run} {number}"
            email = f"player{number}-{self.run}@large.example"
            pk = self.players.add(email, name, False, self.joined)
            for one in documents.DOCUMENTS.values():
                self.accepted.add(pk, one.name, one.version, self.joined)
            print_ = self._identity(pk, name, number)
            label = f"Sandbox account ····{number % 10000:04}"
            method = self.methods.add(pk, label, name, f"large-{pk}", print_, self.joined)
            person = Person(pk, method, number)
            for currency in CURRENCIES:
                own = {str(kind): Account(self.accounts.next()) for kind in PLAYER_KINDS}
                person.accounts[currency] = own | self.house[currency]
            self.made.append(person)
            yield person

    def close(self) -> None:
        """Write what is left, and the accounts with what is in them now."""
        for person in self.made:
            for currency, accounts in person.accounts.items():
                for kind in PLAYER_KINDS:
                    one = accounts[kind]
                    row = (person.id, str(kind), currency, one.balance, one.entries)
                    self.accounts.put(one.id, *row)
        for rows in (self.players, self.accepted, self.methods, self.identities, self.accounts):
            rows.close()

    def _identity(self, pk: int, name: str, number: int) -> str:
        """An identity that nobody else has; a digest that no other player's method has."""
        keys = [hashlib.sha256(f"{what} {pk}".encode()).hexdigest() for what in ("who", "what")]
        waits = number % WAITING_EACH == 1
        state = IdentityCheck.State.SUBMITTED if waits else IdentityCheck.State.VERIFIED
        decided = None if waits else self.joined
        self.identities.add(pk, name, *keys, self.joined, decided, str(state))
        return keys[0]

    def _house(self) -> dict[str, dict[str, Account]]:
        """The house's accounts by currency and kind, made where they are missing."""
        made = "INSERT INTO wallet_account (kind, currency) VALUES (%s, %s) ON CONFLICT DO NOTHING"
        for currency in CURRENCIES:
            for kind in HOUSE_KINDS:
                self.connection.execute(made, [str(kind), currency])
        found = self.connection.execute(
            "SELECT currency, kind, id FROM wallet_account WHERE player_id IS NULL"
        )
        house: dict[str, dict[str, Account]] = {currency: {} for currency in CURRENCIES}
        for currency, kind, pk in found.fetchall():
            house[currency][kind] = Account(pk, keeps=False)
        return house
