"""How a round's money is held and how a round ends: settled, finished by the house, expired, void.

The replay is done before anything is paid. Everything here is safe to repeat: a round that has
ended is left as it is, and each transfer has a key of its own.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.jurisdiction import profile
from games import statistics
from games.gate import pass_gates
from games.log import enter
from games.models import VOID, Round
from games.positions import Kept, Mismatch, keep, kept, replayed
from games.refusals import NotEnoughMoney
from games.rules import HOUSE, play
from wallet import ledger
from wallet.ledger import Line
from wallet.models import AccountKind, TransferKind
from wallet.money import format

logger = logging.getLogger(__name__)

WALLET, IN_PLAY, GAMES = AccountKind.WALLET, AccountKind.IN_PLAY, AccountKind.GAMES


def hold(round: Round, state: Any) -> None:
    """Bring the money in play to what the state says is staked and reserved.

    A raise moves nothing, since its reserve is there; a fold frees it. Whatever is held more has to
    pass the gates first, what may follow included: so no limit can force a fold. Raises
    NotEnoughMoney, Shut.
    """
    staked = round.rules.staked(state, round.bets)
    reserved = round.rules.reserved(state, round.bets)
    opening = not round.staked and not round.reserved
    more = staked + reserved - round.staked - round.reserved
    if more > 0:
        pass_gates(round, more)
    if opening:
        _open(round, staked, reserved)
    elif more > 0:
        _move(
            round, _line(round, f"stake:{round.entries}", TransferKind.STAKE, WALLET, IN_PLAY, more)
        )
    elif more < 0:
        _move(
            round,
            _line(round, f"release:{round.entries}", TransferKind.RELEASE, IN_PLAY, WALLET, -more),
        )
    if (staked, reserved) != (round.staked, round.reserved):
        round.staked, round.reserved = staked, reserved
        round.save(update_fields=["staked", "reserved"])


def _open(round: Round, staked: int, reserved: int) -> None:
    """Stake what opens a round, and hold what may follow. Raises NotEnoughMoney."""
    try:
        _move(
            round,
            _line(round, "stake", TransferKind.STAKE, WALLET, IN_PLAY, staked),
            _line(round, "reserve", TransferKind.RESERVE, WALLET, IN_PLAY, reserved),
        )
    except NotEnoughMoney as refusal:
        if not reserved:
            raise
        # The ledger tells what the first line is short of; the player is told of both.
        needed = staked + reserved
        missing = needed - ledger.balances(round.player, round.currency).wallet
        sentence = _(
            "To open this game your balance must reach %(needed)s, the bet that may follow "
            "included. It is %(missing)s short. Nothing was staked."
        ) % {
            "needed": format(needed, round.currency),
            "missing": format(missing, round.currency),
        }
        raise NotEnoughMoney(sentence, missing) from refusal


def settle(round: Round, outcome: str, state: Any, pays: bool = True) -> None:
    """End a locked round at this state: the stake goes to the house, the returned lines come back.

    `state` is what its log leads to; Mismatch, and nothing is paid, when the replay says otherwise.
    """
    if replayed(round).state != state:
        raise Mismatch(f"The kept table of {round} is not what its log leads to.")
    round.lines = dict(round.rules.returns(state, round.bets)) if pays else {}
    round.returned = sum(round.lines.values())
    lines = [
        _line(round, "house", TransferKind.HOUSE, IN_PLAY, GAMES, round.staked),
        _line(round, "release", TransferKind.RELEASE, IN_PLAY, WALLET, round.reserved),
        *(
            _line(round, f"win:{name}", TransferKind.WIN, GAMES, WALLET, amount)
            for name, amount in round.lines.items()
        ),
    ]
    _close(round, outcome, state, lines)
    statistics.record(round, state)


@transaction.atomic
def finish_round(round_id: int) -> bool:
    """Play the rest of a round whose finish is due, and settle it. False if nothing was due."""
    round = _locked(round_id)
    if not round.is_open or not round.finish_due:
        return False
    state = kept(round).state
    for notation in round.rules.finish(state):
        state = play(round.rules, state, notation, HOUSE)
        enter(round, HOUSE, notation)
    settle(round, round.rules.over(state) or "settled", state)
    return True


@transaction.atomic
def expire_round(round_id: int) -> bool:
    """End a round left untouched for the profile's time, by its game's rule. False if not due.

    3-Card Solitaire is collected; a game decided by one move gets its published best move; any
    other ends as lost.
    """
    round = _locked(round_id)
    if not round.is_open or timezone.now() - round.touched_at < profile().round_expiry:
        return False
    if round.finish_due:
        return finish_round(round_id)
    state = _left_to_the_house(round)
    if round.is_open:
        enter(round, HOUSE, "expire")
        settle(round, "expire", state, pays=round.entry.expiry == "collect")
    return True


@transaction.atomic
def end_for_player(round_id: int) -> bool:
    """End a round for money in favour of a player who may not play on. False if it had ended.

    A finish that is due is played, 3-Card Solitaire is collected, a game decided by one move gets
    its published best move. A game that could only be lost is left as it is.
    """
    round = _locked(round_id)
    if not round.is_open:
        return False
    if round.finish_due:
        return finish_round(round_id)
    state = _left_to_the_house(round)
    if round.is_open:
        if round.entry.expiry != "collect":
            return False
        enter(round, HOUSE, "collect")
        settle(round, "collect", state)
    return True


def _left_to_the_house(round: Round) -> Any:
    """Play what the game's rules play for a player who stays away, and settle if that ends it."""
    state = kept(round).state
    while notation := round.rules.when_left(state):
        state = play(round.rules, state, notation, HOUSE)
        enter(round, HOUSE, notation)
        hold(round, state)
    if outcome := round.rules.over(state):
        settle(round, outcome, state)
    return state


@transaction.atomic
def void_round(round_id: int) -> bool:
    """Give everything in play back, because of a fault of ours. False if it had ended."""
    round = _locked(round_id)
    if not round.is_open:
        return False
    state = kept(round).state
    enter(round, "staff", "void")
    in_play = round.staked + round.reserved
    _close(
        round,
        VOID,
        state,
        [_line(round, "refund", TransferKind.REFUND, IN_PLAY, WALLET, in_play)],
    )
    return True


def in_play() -> dict[tuple[int, str], int]:
    """What open rounds hold, by (player id, currency): what `in play` must add up to."""
    sums: dict[tuple[int, str], int] = {}
    rounds = Round.objects.open().values_list("player_id", "currency", "staked", "reserved")
    for player_id, currency, staked, reserved in rounds.iterator():
        key = (player_id, currency)
        sums[key] = sums.get(key, 0) + staked + reserved
    return sums


def sweep() -> dict[str, int]:
    """Do whatever is due: finishes and expiries. Repeats what a lost message or a crash left."""
    untouched = timezone.now() - profile().round_expiry
    due = Round.objects.filter(finish_due=True, ended_at=None)
    left = Round.objects.open().filter(touched_at__lt=untouched)
    return {
        "finished": _each(finish_round, due.values_list("pk", flat=True)),
        "expired": _each(expire_round, left.values_list("pk", flat=True)),
    }


def nudge_finish(round: Round) -> None:
    """Once committed, tell the worker that a finish is due. Losing it costs time only."""
    # By its name, since tasks are above services.
    nudge = partial(current_app.send_task, "games.tasks.finish", args=[round.pk])
    transaction.on_commit(nudge, robust=True)


def _each(service: Any, ids: Any) -> int:
    """How many rows the service did something to; one that fails does not stop the others."""
    done = 0
    for pk in list(ids):
        try:
            done += service(pk)
        except Exception:
            logger.exception("%s of round %s failed", service.__name__, pk)
    return done


def _locked(round_id: int) -> Round:
    rounds = Round.objects.select_for_update(of=("self",)).select_related("deal", "player")
    return rounds.get(pk=round_id)


def _close(round: Round, outcome: str, state: Any, lines: list[Line | None]) -> None:
    """Write the end of a round, and move the money last."""
    round.outcome = outcome
    round.ended_at = timezone.now()
    round.finish_due = False
    keep(round, Kept(state, (), 0))
    round.save()
    _move(round, *lines)


def _line(round: Round, key: str, kind: str, source: str, target: str, amount: int) -> Line | None:
    """A line with the key `round:<id>:<key>`; none for an amount of nothing."""
    if not amount:
        return None
    return Line(key=f"{round.cause}:{key}", kind=kind, source=source, target=target, amount=amount)


def _move(round: Round, *lines: Line | None) -> None:
    """Move the lines that there are. Raises NotEnoughMoney."""
    there = [line for line in lines if line]
    if not there:
        return
    try:
        ledger.move(player=round.player, currency=round.currency, cause=round.cause, lines=there)
    except ledger.NotEnough as refusal:
        raise NotEnoughMoney(str(refusal), refusal.missing) from refusal
