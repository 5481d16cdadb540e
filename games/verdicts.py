"""Was it winnable? A player asks once a deal is revealed; the solver answers when its turn comes.

A verdict belongs to a deal and the rules that decide it, so that all who played it share one. It
is due until a worker has answered it: the worker takes it for a time, asks the solver outside any
transaction, and writes what it said. A worker that is killed leaves it to be taken again.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import dealing, encryption
from games.models import Deal, Round, Verdict
from games.refusals import Refused
from games.rules import Options
from games.solving import NOT_FOUND, SOLVABLE, VERSION
from games.solving.judging import Answer, decisive
from games.solving.process import SolverFailed, solve, wall_seconds
from games.statistics import options_key

logger = logging.getLogger(__name__)

TRIES_MOST = 3
# Longer than a worker that lives can need.
MARGIN_SECONDS = 20


class NotAsked(Refused):
    """Nothing is told of this round: of its game never, or not before its deal is revealed."""

    code = "not asked"


def rules_key(options: Options) -> str:
    """The options that decide whether a deal can be won, as one text."""
    return options_key(decisive(options))


def check(round: Round) -> None:
    """Raises NotAsked while anything of the deal is a secret, and for games without a solver."""
    if not round.entry.has_solver:
        raise NotAsked(_("The solver does not know this game."))
    if round.day_lasts:
        raise NotAsked(_("This is told when the day of the daily deal has ended, at midnight UTC."))
    if not round.is_revealed():
        raise NotAsked(_("This is told when the last game of this deal has ended."))


def of(round: Round) -> Verdict | None:
    """What was asked about a round's deal under its rules. Raises NotAsked."""
    check(round)
    return Verdict.objects.filter(deal=round.deal, rules=rules_key(round.options)).first()


@transaction.atomic
def ask(*, player: Player, round_id: int) -> Verdict:
    """Ask whether the player's round was winnable; once for all. Raises NotAsked."""
    round = Round.objects.select_related("deal").get(pk=round_id, player=player)
    check(round)
    verdict, made = Verdict.objects.get_or_create(
        deal=round.deal,
        rules=rules_key(round.options),
        defaults={"options": decisive(round.options)},
    )
    if made and round.deal.solved_for == verdict.rules:
        _write(verdict, Answer(SOLVABLE, tuple(kept_line(round.deal)), 0), 0)
    elif made:
        nudge()
    return verdict


def kept_line(deal: Deal) -> list[str]:
    """The line that put a deal into its pool. Never to leave the server before it is revealed."""
    line = encryption.decrypt(bytes(deal.line or b""), deal=deal.key, place="line")
    return line.decode().split()


def nudge() -> None:
    """Once committed, tell a worker that the solver has something to do. Losing it costs time."""
    # By its name, since tasks are above services.
    transaction.on_commit(partial(current_app.send_task, "games.tasks.solve"), robust=True)


def answer_next() -> bool:
    """Have the solver answer the verdict that is due longest. False if none is."""
    verdict = _taken()
    if verdict is None:
        return False
    deal = verdict.deal
    seed, client_seed = deal.seed(), bytes(deal.client_seed or b"")
    deck = dealing.deck(deal.game, seed, client_seed, deal.nonce, verdict.options)
    start = time.monotonic()
    try:
        answer = solve(deck, verdict.options, settings.SOLVER_SECONDS)
    except SolverFailed as fault:
        logger.warning("%s, try %s: %s", verdict, verdict.tries, fault)
        answer = None
    _answered(verdict.pk, answer, time.monotonic() - start)
    return True


@transaction.atomic
def _taken() -> Verdict | None:
    """The next verdict, held for as long as the solver may take."""
    now = timezone.now()
    free = Q(held_until=None) | Q(held_until__lt=now)
    due = Verdict.objects.select_for_update(skip_locked=True, of=("self",)).select_related("deal")
    verdict = due.filter(free, state=Verdict.State.DUE).order_by("asked_at").first()
    if verdict is None:
        return None
    if verdict.tries >= TRIES_MOST:
        # Its last worker was killed before it could say so.
        _write(verdict, Answer(NOT_FOUND, (), 0), 0)
        return None
    verdict.tries += 1
    held = wall_seconds(settings.SOLVER_SECONDS) + MARGIN_SECONDS
    verdict.held_until = now + timedelta(seconds=held)
    verdict.save(update_fields=["tries", "held_until"])
    return verdict


@transaction.atomic
def _answered(pk: int, answer: Answer | None, seconds: float) -> None:
    """Write an answer; without one it stays due, until the last try."""
    verdict = Verdict.objects.select_for_update().get(pk=pk)
    if not verdict.is_due:
        return
    if answer is None and verdict.tries < TRIES_MOST:
        verdict.held_until = None
        verdict.save(update_fields=["held_until"])
        return
    _write(verdict, answer or Answer(NOT_FOUND, (), 0), seconds)


def _write(verdict: Verdict, answer: Answer, seconds: float) -> None:
    verdict.state = answer.verdict
    verdict.line = " ".join(answer.line)
    verdict.nodes, verdict.seconds = answer.nodes, seconds
    verdict.solver_version = VERSION
    verdict.held_until, verdict.answered_at = None, timezone.now()
    verdict.save()
