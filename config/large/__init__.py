"""The large data set: a year of play by thousands, by which the house's pages are measured.

At a share of 1.0 it holds at least 1,000,000 transfers, 200,000 rounds and 5,000,000 moves. It is
written as the owner, past the triggers, which take a row at a time; what they hold is held here all
the same, so the proof of the books finds nothing, every log replays and every seed proves its deck.
It goes into an empty database or beside what is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import Acceptance, Event, IdentityCheck, Player
from config.audit_models import Audit
from config.finding_models import Finding
from config.large.year import Year
from games.models import Deal, Move, Result, Round
from support.models import Message
from wallet import seals
from wallet.deposit_models import Deposit, Notification, PaymentMethod
from wallet.models import Account, Approval, CashOut, CashOutStep, Seal, Transfer

# What is written; the histories among them refuse it by their triggers.
MODELS = (
    *(Player, Acceptance, IdentityCheck, Event, Account, PaymentMethod, Deposit, Notification),
    *(CashOut, CashOutStep, Approval, Transfer, Deal, Round, Move, Result, Audit, Finding, Message),
)


class NotHere(Exception):
    """The data set is not made here: the message says why."""


def fill(url: str, share: float = 1.0) -> dict[str, int]:
    """Make the data set at a share of its full size; how many rows there are of what matters.

    `url` leads to the database as its owner. Raises NotHere.
    """
    if settings.MODE == "production":
        raise NotHere(_("Invented players have no place in a house that is open for business."))
    try:
        with psycopg.connect(url) as connection, _past_the_triggers(connection):
            Year(connection, share).write()
    except psycopg.errors.InsufficientPrivilege as error:
        text = _("Only the owner of the database can do that: name it in OWNER_DATABASE_URL.")
        raise NotHere(text) from error
    with psycopg.connect(url, autocommit=True) as connection:
        for model in MODELS:
            connection.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")
    for subject in seals.HISTORIES:
        while seals.seal(subject):
            pass
    return {
        str(model._meta.verbose_name_plural): model._default_manager.count()
        for model in (Player, Round, Move, Transfer, Seal)
    }


@contextmanager
def _past_the_triggers(connection: psycopg.Connection) -> Iterator[None]:
    """In one transaction, without the triggers that fill or refuse rows one at a time.

    Where the owner may, without the checks of references too; else they run at its end.
    """
    names = [model._meta.db_table for model in MODELS]
    connection.execute(f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE")
    try:
        with connection.transaction():
            connection.execute("SET LOCAL session_replication_role = replica")
    except psycopg.errors.InsufficientPrivilege:
        for name in names:
            connection.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        yield
        connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for name in names:
            connection.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")
    else:
        yield
