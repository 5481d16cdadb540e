"""The nightly proof, and what becomes of what it finds.

Everything is compared with what it must equal: balances with transfers, rounds with transfers, held
accounts with what they are held for, rows with the seals over them. Each difference is a Finding
that names the row and stays open until a person has ended it with a sentence.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from config.finding_models import Finding, FindingNote
from games import books
from wallet import proof, seals

logger = logging.getLogger(__name__)
# What the seals call a history, and what events and findings call a row of it.
ROWS = {"transfers": "transfer", "moves": "move"}


class NotEnded(ValueError):
    """The finding is not changed: the message says why."""


def prove() -> list[Finding]:
    """Make the whole proof now; a finding for each difference, those known already included."""
    found = [
        report(check, of, sentence)
        for check, of, sentence in [*proof.reconcile(), *books.differences(), *_sealed()]
    ]
    events.record("books proven", "books:proof", after={"findings": len(found)})
    return found


def report(check: str, of: str, sentence: str, area: str = Finding.Area.BOOKS) -> Finding:
    """Open a finding about a row, or see an open one once more."""
    now = timezone.now()
    seen = Finding.objects.filter(check_name=check, of=of, ended_at=None)
    if not seen.update(seen_at=now, times=F("times") + 1):
        try:
            with transaction.atomic():
                return Finding.objects.create(area=area, check_name=check, of=of, sentence=sentence)
        except IntegrityError:
            logger.info("finding %s about %s was opened by another", check, of)
    return seen.get()


@transaction.atomic
def take(*, finding_id: int, actor: Player, address: str | None = None) -> Finding:
    """Make it the actor's. Raises NotEnded for one that has ended."""
    finding = _open(finding_id)
    finding.owner = actor
    finding.save(update_fields=["owner"])
    events.record("finding taken", f"finding:{finding.pk}", actor=actor, address=address)
    return finding


@transaction.atomic
def note(*, finding_id: int, actor: Player, text: str) -> FindingNote:
    """Write something down about it."""
    return FindingNote.objects.create(finding_id=finding_id, by=actor, text=text)


@transaction.atomic
def end(*, finding_id: int, actor: Player, reason: str, address: str | None = None) -> Finding:
    """End it with how it ended. Raises NotEnded for one that has."""
    finding = _open(finding_id)
    finding.ended_at = timezone.now()
    finding.ended_by = actor
    finding.disposition = reason
    finding.save(update_fields=["ended_at", "ended_by", "disposition"])
    of = f"finding:{finding.pk}"
    events.record("finding ended", of, actor=actor, reason=reason, address=address)
    return finding


def _open(finding_id: int) -> Finding:
    finding = Finding.objects.select_for_update(of=("self",)).get(pk=finding_id)
    if finding.ended_at:
        raise NotEnded(_("This finding has ended already."))
    return finding


def _sealed() -> Iterator[tuple[str, str, str]]:
    """Where a history is not what was sealed."""
    for subject in seals.HISTORIES:
        if difference := seals.verify(subject):
            if difference.row_id is None:
                of = f"seal:{difference.seal_id}"
            else:
                of = f"{ROWS.get(subject, subject)}:{difference.row_id}"
            yield f"sealed {subject}", of, difference.sentence
