"""The proof of the books: whether what is kept is what the transfers add up to.

It reads everything at one moment. An empty list of findings is the proof.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Event
from wallet.models import Account, AccountKind

logger = logging.getLogger(__name__)

# What an account kind must hold by the rows of a higher room: (player id, currency) -> minor units.
Expected = Mapping[tuple[int, str], int]
EXPECTED: dict[str, Callable[[], Expected]] = {}

# What the event log says of the books as a whole, written when it changes.
BOOKS, AGREE, DISAGREE = "books:all", "the books agree again", "the books do not agree"


class Finding(NamedTuple):
    """Something that does not agree: which check, which row (as `transfer:12`), and a sentence."""

    check: str
    row: str
    sentence: str


def expect(kind: str, holdings: Callable[[], Expected]) -> None:
    """Have the proof compare the accounts of a kind with what another room's rows say they hold."""
    EXPECTED[kind] = holdings


def findings(expected_in_play: Expected | None = None, since: int = 0) -> list[Finding]:
    """Everything that does not agree, worst first.

    `since`: look at transfers above this id only, as a seal's `last_id`. `expected_in_play`: what
    open rounds hold, instead of asking the room that registered it.
    """
    with _one_moment():
        found = [finding for check in (_orphans, _steps, _kept) for finding in check(since)]
        found += _sums()
        expected = {kind: holdings() for kind, holdings in EXPECTED.items()}
        if expected_in_play is not None:
            expected[AccountKind.IN_PLAY] = expected_in_play
        for kind, holdings in expected.items():
            found += _held(str(kind), holdings)
    return found


def reconcile() -> list[Finding]:
    """Prove the books and raise the alarm for what does not agree: a log line and an event.

    Until a proof holds again no money leaves the house (`holds`).
    """
    found = findings()
    for finding in found:
        logger.error("The books do not agree: %s (%s)", finding.sentence, finding.row)
    if found:
        events.record(
            "reconciliation failed", found[0].row, after=[list(one) for one in found[:100]]
        )
    if bool(found) == holds():
        events.record(DISAGREE if found else AGREE, BOOKS, after={"findings": len(found)})
    return found


def holds() -> bool:
    """Whether the last proof that was made found nothing."""
    last = Event.objects.filter(object=BOOKS).order_by("-at", "-pk").first()
    return last is None or last.action == AGREE


@contextmanager
def _one_moment() -> Iterator[None]:
    """All queries see the books at one moment, unless a transaction is already under way."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _rows(sql: str, **values: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


ORPHANS = """
SELECT transfer.id FROM wallet_transfer AS transfer
LEFT JOIN wallet_account AS source ON source.id = transfer.source_id
LEFT JOIN wallet_account AS target ON target.id = transfer.target_id
LEFT JOIN accounts_player AS player ON player.id = transfer.player_id
WHERE transfer.id > %(since)s AND (
    source.id IS NULL OR target.id IS NULL OR player.id IS NULL
    OR source.currency <> transfer.currency OR target.currency <> transfer.currency
    OR source.player_id <> transfer.player_id OR target.player_id <> transfer.player_id
    OR (source.player_id IS NULL) <> (transfer.source_no IS NULL)
    OR (target.player_id IS NULL) <> (transfer.target_no IS NULL))
ORDER BY transfer.id
"""


def _orphans(since: int) -> Iterator[Finding]:
    """Transfers whose accounts do not exist, or are another player's or in another currency."""
    for (pk,) in _rows(ORPHANS, since=since):
        text = _("Transfer %(id)s does not belong to the accounts that it names.") % {"id": pk}
        yield Finding("orphans", f"transfer:{pk}", text)


# Each account's transfers by number, each beside the one before it; for the first after `since`
# that one is looked up. By induction this is the running sum from the account's first transfer.
SIDES = """
SELECT source_id AS account_id, source_no AS n, -amount AS change, source_after AS after,
    made_at, id FROM wallet_transfer WHERE source_no IS NOT NULL AND id > %(since)s
UNION ALL
SELECT target_id, target_no, amount, target_after, made_at, id
    FROM wallet_transfer WHERE target_no IS NOT NULL AND id > %(since)s
"""
FIRST = "step.n_before IS NULL AND %(since)s > 0"
STEPS = f"""
WITH step AS (
    SELECT side.*, lag(n) OVER w AS n_before, lag(after) OVER w AS after_before,
        lag(made_at) OVER w AS made_before
    FROM ({SIDES}) AS side WINDOW w AS (PARTITION BY account_id ORDER BY n, id)
), looked AS (
SELECT step.id, step.account_id,
    step.n IS DISTINCT FROM coalesce(n_before, earlier.n, 0) + 1 AS misnumbered,
    step.after IS DISTINCT FROM coalesce(after_before, earlier.after, 0) + step.change AS missummed,
    coalesce(step.made_at < coalesce(made_before, earlier.made_at), false) AS mistimed
FROM step LEFT JOIN LATERAL (
    SELECT source_no AS n, source_after AS after, made_at FROM wallet_transfer
        WHERE {FIRST} AND source_id = step.account_id AND source_no = step.n - 1
    UNION ALL
    SELECT target_no, target_after, made_at FROM wallet_transfer
        WHERE {FIRST} AND target_id = step.account_id AND target_no = step.n - 1
    LIMIT 1
) AS earlier ON true
)
SELECT * FROM looked WHERE misnumbered OR missummed OR mistimed ORDER BY id
"""  # noqa: S608


def _steps(since: int) -> Iterator[Finding]:
    """Transfers that do not follow the one before: by number, by balance or by time."""
    for pk, account, number, balance, time in _rows(STEPS, since=since):
        of = {"id": pk, "account": account}
        if number:
            text = _("Transfer %(id)s is not the next by number of account %(account)s.") % of
            yield Finding("numbers", f"transfer:{pk}", text)
        if balance:
            text = _("The balance of account %(account)s after transfer %(id)s is no sum.") % of
            yield Finding("running sums", f"transfer:{pk}", text)
        if time:
            text = _("Transfer %(id)s of account %(account)s is older than the one before it.") % of
            yield Finding("times", f"transfer:{pk}", text)


KEPT = f"""
SELECT account.id FROM wallet_account AS account LEFT JOIN (
    SELECT DISTINCT ON (account_id) account_id, n, after FROM ({SIDES}) AS side
    ORDER BY account_id, n DESC
) AS last ON last.account_id = account.id
WHERE account.player_id IS NOT NULL AND (last.n IS NOT NULL OR %(since)s = 0)
    AND (account.balance, account.entries)
        IS DISTINCT FROM (coalesce(last.after, 0), coalesce(last.n, 0))
ORDER BY account.id
"""  # noqa: S608


def _kept(since: int) -> Iterator[Finding]:
    """Accounts whose kept balance is not the one after their last transfer."""
    for (pk,) in _rows(KEPT, since=since):
        text = _("The kept balance of account %(id)s is not that after its last transfer.")
        yield Finding("kept balances", f"account:{pk}", text % {"id": pk})


SUMS = """
SELECT currency, sum(amount) FROM (
    SELECT currency, balance AS amount FROM wallet_account WHERE player_id IS NOT NULL
    UNION ALL
    SELECT account.currency, transfer.amount FROM wallet_transfer AS transfer
        JOIN wallet_account AS account ON account.id = transfer.target_id
        WHERE account.player_id IS NULL
    UNION ALL
    SELECT account.currency, -transfer.amount FROM wallet_transfer AS transfer
        JOIN wallet_account AS account ON account.id = transfer.source_id
        WHERE account.player_id IS NULL
) AS part GROUP BY currency HAVING sum(amount) <> 0 ORDER BY currency
"""


def _sums() -> Iterator[Finding]:
    """Currencies whose accounts do not come to nothing together."""
    for currency, total in _rows(SUMS):
        text = _("All accounts in %(currency)s come to %(total)s minor units instead of 0.")
        of = {"currency": currency, "total": total}
        yield Finding("sums", f"currency:{currency}", text % of)


def _held(kind: str, expected: Expected) -> Iterator[Finding]:
    """Accounts of a kind that do not hold what the rows that they stand for say."""
    accounts = Account.objects.filter(kind=kind, player__isnull=False)
    left = {key: amount for key, amount in expected.items() if amount}
    kept = accounts.values_list("pk", "player_id", "currency", "balance")
    for pk, player_id, currency, balance in kept:
        if balance != (should := left.pop((player_id or 0, currency), 0)):
            text = _("Account %(id)s (%(kind)s) holds %(balance)s and should hold %(should)s.")
            of = {"id": pk, "kind": kind, "balance": balance, "should": should}
            yield Finding(kind, f"account:{pk}", text % of)
    for (player_id, currency), amount in left.items():
        text = _("Player %(id)s should have %(should)s minor units of %(currency)s (%(kind)s).")
        of = {"id": player_id, "should": amount, "currency": currency, "kind": kind}
        yield Finding(kind, f"player:{player_id}", text % of)
