"""Choosing settled rounds to be audited, and what an auditor decides about one.

The rules look at every round for money once, a minute after it has ended. Which ones the sample
takes is a keyed hash of the round's number: nobody can know it beforehand, and it can be repeated.
Nothing is edited: a questioned payout is mended by a correction, which two people make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Max, Min, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, sealing
from accounts.models import Player
from config.audit_models import Audit, AuditProgress, AuditRule
from games import theory
from games.models import Move, Round
from wallet import cash_outs
from wallet.cash_out_models import CashOut, CashOutState, Reason
from wallet.cash_out_steps import NotNow

Kind = AuditRule.Kind
# In force until an administrator says otherwise.
DEFAULTS = {
    Kind.WIN: 50_000,
    Kind.MULTIPLE: 1_000,
    Kind.SPEED: 150,
    Kind.RUN: 400,
    Kind.FIRST: 10_000,
    Kind.SAMPLE: 10,
}
# A transaction that ends a round may be as late as this to be seen.
LAG = timedelta(seconds=60)
AT_ONCE = 2000
MOVES_LEAST, RUN_ROUNDS = 20, 100
# What can still be put on hold.
HELD = (CashOutState.REQUESTED, CashOutState.APPROVED)


class NotDecided(ValueError):
    """The decision is not taken: the message says why."""


def rules() -> dict[str, AuditRule]:
    """Every rule by its kind, made with the defaults where it was never changed."""
    there = {rule.kind: rule for rule in AuditRule.objects.all()}
    for kind, threshold in DEFAULTS.items():
        if kind not in there:
            made, _new = AuditRule.objects.get_or_create(
                kind=kind, defaults={"threshold": threshold}
            )
            there[kind] = made
    return there


@transaction.atomic
def change_rule(
    *, kind: str, threshold: int, on: bool, actor: Player, reason: str, address: str | None = None
) -> AuditRule:
    """Change a rule, which holds from the next round on; before and after are recorded."""
    rules()
    rule = AuditRule.objects.select_for_update().get(kind=kind)
    before = {"threshold": rule.threshold, "on": rule.on}
    rule.threshold, rule.on = threshold, on
    rule.save(update_fields=["threshold", "on"])
    after = {"threshold": threshold, "on": on}
    of = f"auditrule:{rule.pk}"
    events.record(
        "rule of audits changed",
        of,
        actor=actor,
        before=before,
        after=after,
        reason=reason,
        address=address,
    )
    return rule


@transaction.atomic
def choose(now: datetime | None = None) -> int:
    """Look through what has ended since the last time; how many audits were opened."""
    until = (now or timezone.now()) - LAG
    progress, _new = AuditProgress.objects.get_or_create(
        name="rounds", defaults={"until": until - timedelta(days=1)}
    )
    progress = AuditProgress.objects.select_for_update().get(pk=progress.pk)
    ended = Round.objects.filter(
        currency=settings.CURRENCY, ended_at__gt=progress.until, ended_at__lte=until
    ).exclude(outcome="void")
    ended = ended.defer("kept").order_by("ended_at", "pk")
    if cut := ended.values_list("ended_at", flat=True)[AT_ONCE : AT_ONCE + 1].first():
        # What ended in one moment is looked at together.
        until = cut
    rounds = list(ended.filter(ended_at__lte=until))
    in_force = {kind: rule for kind, rule in rules().items() if rule.on}
    chosen = [
        Audit(round=round, player_id=round.player_id, reasons=found)
        for round in rounds
        if (found := list(reasons(round, in_force)))
    ]
    Audit.objects.bulk_create(chosen, ignore_conflicts=True)
    progress.until = until
    progress.save(update_fields=["until"])
    return len(chosen)


def sweep() -> dict[str, int]:
    """Choose what there is to choose."""
    return {"audits": choose()}


def reasons(round: Round, in_force: dict[str, AuditRule]) -> Iterator[str]:
    """The kinds of rules by which a round is chosen."""
    for kind, rule in in_force.items():
        if CHECKS[kind](round, rule.threshold):
            yield kind


def _win(round: Round, threshold: int) -> bool:
    return round.returned - round.staked >= threshold


def _multiple(round: Round, threshold: int) -> bool:
    return round.staked > 0 and round.returned * 100 >= round.staked * threshold


def _speed(round: Round, threshold: int) -> bool:
    """The player's moves came faster than a person makes them."""
    own = Move.objects.filter(round=round, actor="player")
    found = own.aggregate(first=Min("made_at"), last=Max("made_at"), count=Count("pk"))
    if found["count"] < MOVES_LEAST:
        return False
    took = (found["last"] - found["first"]) / timedelta(milliseconds=1)
    return bool(took < threshold * (found["count"] - 1))


def _run(round: Round, threshold: int) -> bool:
    """The player's last hundred rounds of the game return far more than the theory says."""
    if round.returned <= round.staked:
        return False
    own = Round.objects.filter(
        player_id=round.player_id, game=round.game, currency=round.currency, pk__lte=round.pk
    ).exclude(ended_at=None)
    last = list(own.order_by("-pk").values_list("staked", "returned")[:RUN_ROUNDS])
    expected = theory.of(round.entry)
    if len(last) < RUN_ROUNDS or expected is None:
        return False
    shares = [returned / staked for staked, returned in last if staked]
    mean = sum(shares) / len(shares)
    deviate: float = (mean - expected.mean) / expected.spread * len(shares) ** 0.5
    return deviate * 100 >= threshold


def _first(round: Round, threshold: int) -> bool:
    if not _win(round, threshold):
        return False
    earlier = Round.objects.filter(
        player_id=round.player_id, currency=round.currency, pk__lt=round.pk, ended_at__isnull=False
    )
    return not earlier.filter(returned__gte=F("staked") + threshold).exists()


def _sample(round: Round, threshold: int) -> bool:
    return int(sealing.keyed_hash(str(round.pk), purpose="audit sample")[:8], 16) % 1000 < threshold


CHECKS: dict[str, Callable[[Round, int], bool]] = {
    Kind.WIN: _win,
    Kind.MULTIPLE: _multiple,
    Kind.SPEED: _speed,
    Kind.RUN: _run,
    Kind.FIRST: _first,
    Kind.SAMPLE: _sample,
}


@transaction.atomic
def decide(
    *,
    audit_id: int,
    passed: bool,
    actor: Player,
    note: str,
    hold: bool = False,
    address: str | None = None,
) -> Audit:
    """Pass a payout or question it; `hold` puts the player's requested cash-outs on hold too.

    Raises NotDecided for one that was decided before.
    """
    audit = Audit.objects.select_for_update(of=("self",)).get(pk=audit_id)
    if audit.state != Audit.State.OPEN:
        raise NotDecided(_("This payout was audited already."))
    audit.state = Audit.State.PASSED if passed else Audit.State.QUESTIONED
    audit.auditor, audit.note, audit.decided_at = actor, note, timezone.now()
    audit.save(update_fields=["state", "auditor", "note", "decided_at"])
    action = "payout passed" if passed else "payout questioned"
    events.record(action, f"round:{audit.round_id}", actor=actor, reason=note, address=address)
    if hold and not passed:
        _hold(audit, actor, note, address)
    return audit


def _hold(audit: Audit, actor: Player, note: str, address: str | None) -> None:
    """Every cash-out of the player that still waits."""
    waiting = CashOut.objects.filter(player_id=audit.player_id, state__in=HELD)
    for pk in list(waiting.values_list("pk", flat=True)):
        # One that has moved on meanwhile is no longer to be held.
        with suppress(NotNow):
            cash_outs.hold(
                cash_out_id=pk, reason=Reason.PLAY, note=note, actor=actor, address=address
            )


def context(player_id: int) -> dict[str, int]:
    """What an auditor sees of the player: rounds, stakes and returns for money, in minor units."""
    rounds = Round.objects.filter(player_id=player_id, currency=settings.CURRENCY)
    found = rounds.exclude(ended_at=None).aggregate(
        rounds=Count("pk"), staked=Sum("staked"), returned=Sum("returned")
    )
    return {name: int(value or 0) for name, value in found.items()}
