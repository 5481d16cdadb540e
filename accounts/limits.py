"""Limits of deposits, losses, stakes and time: their history, what holds, and what room is left.

A lower limit holds at once. A higher one, or none, waits a day and is then confirmed once more.
What was deposited, staked and lost is passed in: accounts know no wallet.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple, Protocol

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, mails, periods, reviews, sittings
from accounts.jurisdiction import profile
from accounts.limit_words import Shown, letter
from accounts.models import Limit, LimitChoice, LimitKind, Period, Player
from accounts.moments import moment

Key = tuple[str, str]
AMOUNT_MOST = 10**12
MINUTES_MOST = 31 * 24 * 60


class Sums(Protocol):
    """What a player did with money since a moment, in minor units (`wallet.sums.Sums`)."""

    def deposited(self, since: datetime) -> int:
        """Gross: what was captured since, and what is on its way in. Cash-outs change nothing."""

    def staked(self, since: datetime) -> int:
        """Staked and reserved by rounds begun since, less what was not needed or given back."""

    def lost(self, since: datetime) -> int:
        """Of the same rounds, what was staked less what came back; below zero for a win."""

    def shown(self, amount: int) -> str:
        """An amount with its currency."""


class LimitRefused(ValueError):
    """Nothing was changed; the message says why."""


class Standing(NamedTuple):
    """A limit that holds, and how far it is used: in minor units, or minutes."""

    kind: str
    period: str
    limit: int
    used: int
    restarts_at: datetime
    by_house: bool

    @property
    def left(self) -> int:
        """What is left of it until it starts anew."""
        return max(0, self.limit - self.used)


class Pending(NamedTuple):
    """An increase that was asked for: it can be confirmed between two moments."""

    row: Limit
    from_at: datetime
    until: datetime


def own(player: Player, *, by_house: bool = False) -> dict[Key, int | None]:
    """The limits that the player has set (or the house), by kind and period. None is no limit."""
    rows = Limit.objects.held(player, by_house=by_house)
    return {(row.kind, row.period): row.amount for row in rows}


def in_force(player: Player) -> dict[Key, tuple[int, bool]]:
    """Of each kind and period the limit that holds, and whether it is the house's: the stricter."""
    found: dict[Key, tuple[int, bool]] = {}
    for by_house in (False, True):
        for key, amount in own(player, by_house=by_house).items():
            if amount is not None and (key not in found or amount < found[key][0]):
                found[key] = (amount, by_house)
    return found


def pending(player: Player, now: datetime | None = None) -> list[Pending]:
    """The increases that wait, and are not too old, in the order of kinds and periods."""
    now = now or timezone.now()
    waits = [
        Pending(
            row,
            row.at + profile().limit_increase_wait,
            row.at + profile().limit_increase_wait + profile().limit_confirm_window,
        )
        for row in Limit.objects.newest(player, *Limit.Step.values)
        if row.step == Limit.Step.ASKED
    ]
    return [one for one in waits if now < one.until]


def standings(
    player: Player, sums: Sums, now: datetime | None = None, kinds: tuple[str, ...] = ()
) -> list[Standing]:
    """Every limit of these kinds (all without any) that holds, with what is used of it."""
    now = now or timezone.now()
    held = {key: one for key, one in in_force(player).items() if not kinds or key[0] in kinds}
    if not held:
        return []
    where = periods.zones(player, now)
    return [
        Standing(
            kind,
            period,
            *(amount, _used(player, kind, periods.starts(period, now, where), sums, now)),
            periods.restarts(period, now, where),
            by_house,
        )
        for (kind, period), (amount, by_house) in sorted(held.items(), key=_in_order)
    ]


def _in_order(item: tuple[Key, object]) -> tuple[int, int]:
    kind, period = item[0]
    return LimitKind.values.index(kind), Period.values.index(period)


def _used(player: Player, kind: str, starts: list[datetime], sums: Sums, now: datetime) -> int:
    """What is used since the start; with several the most, since a loss may have been won back."""
    if kind == LimitKind.TIME:
        return max(sittings.minutes(player, start, now) for start in starts)
    of = {
        LimitKind.DEPOSIT: sums.deposited,
        LimitKind.LOSS: sums.lost,
        LimitKind.STAKE: sums.staked,
    }[LimitKind(kind)]
    return max(0, *(of(start) for start in starts))


@transaction.atomic
def ask(
    *,
    player: Player,
    kind: str,
    period: str,
    amount: int | None,
    shown: Shown,
    address: str | None = None,
) -> Limit | None:
    """Set a limit, at once if it is stricter; else it waits. None when it is as it was.

    `amount` is in minor units or minutes, None for no limit. Raises LimitRefused.
    """
    _check(kind, amount)
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    now_held = own(player).get((kind, period))
    waits = any((one.row.kind, one.row.period) == (kind, period) for one in pending(player))
    if amount == now_held and not waits:
        return None
    stricter = amount is not None and (now_held is None or amount <= now_held)
    step = Limit.Step.SET if stricter or amount == now_held else Limit.Step.ASKED
    row = Limit.objects.create(
        player=player, kind=kind, period=period, amount=amount, step=step, actor=player
    )
    _tell(row, now_held, shown, address)
    return row


@transaction.atomic
def confirm(*, player: Player, asked: int, shown: Shown, address: str | None = None) -> Limit:
    """Make an increase hold that has waited long enough. Raises LimitRefused."""
    one = _waiting(player, asked)
    if timezone.now() < one.from_at:
        raise LimitRefused(
            _("This can be confirmed from %(at)s on. Until then the old limit holds.")
            % {"at": moment(one.from_at)}
        )
    return _answer(one.row, Limit.Step.CONFIRMED, player, shown, address)


@transaction.atomic
def cancel(*, player: Player, asked: int, shown: Shown, address: str | None = None) -> Limit:
    """Forget an increase that waits: the limit stays as it is. Raises LimitRefused."""
    return _answer(_waiting(player, asked).row, Limit.Step.CANCELLED, player, shown, address)


def _waiting(player: Player, asked: int) -> Pending:
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    for one in pending(player):
        if one.row.pk == asked:
            return one
    raise LimitRefused(_("There is no such increase any more."))


def _answer(row: Limit, step: str, player: Player, shown: Shown, address: str | None) -> Limit:
    before = own(player).get((row.kind, row.period))
    made = Limit.objects.create(
        player=player, kind=row.kind, period=row.period, amount=row.amount, step=step, asked=row,
        actor=player,
    )  # fmt: skip
    _tell(made, before, shown, address)
    return made


@transaction.atomic
def set_by_house(
    *,
    player: Player,
    kind: str,
    period: str,
    amount: int | None,
    actor: Player,
    reason: str,
    shown: Shown,
    address: str | None = None,
) -> Limit:
    """A limit of the house's for one player, or its end; it holds at once. Raises LimitRefused."""
    _check(kind, amount)
    if not reason.strip():
        raise LimitRefused(_("A limit of the house needs a reason."))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = own(player, by_house=True).get((kind, period))
    row = Limit.objects.create(
        player=player, by_house=True, kind=kind, period=period, amount=amount,
        step=Limit.Step.SET, actor=actor, reason=reason.strip(),
    )  # fmt: skip
    _tell(row, before, shown, address)
    return row


@transaction.atomic
def choose(*, player: Player, with_limit: bool, address: str | None = None) -> LimitChoice:
    """Note that the player was asked for a limit before the first deposit, and chose.

    Raises LimitRefused when a limit is chosen and there is none of deposits, losses or stakes.
    """
    if with_limit and not any(amount is not None for amount in own(player).values()):
        raise LimitRefused(_("Please set a limit, or say that you want none."))
    made = LimitChoice.objects.create(player=player, with_limit=with_limit, address=address)
    events.record(
        "limit chosen" if with_limit else "no limit chosen",
        f"player:{player.pk}",
        actor=player,
        address=address,
    )
    reviews.plan(player)
    return made


def has_chosen(player: Player) -> bool:
    """Whether the player has seen the question before the first deposit and answered it."""
    return LimitChoice.objects.filter(player=player).exists()


def _check(kind: str, amount: int | None) -> None:
    """LimitRefused unless the amount can be a limit of this kind."""
    if amount is None:
        return
    most = MINUTES_MOST if kind == LimitKind.TIME else AMOUNT_MOST
    if type(amount) is not int or not 0 <= amount <= most:
        raise LimitRefused(_("A limit is a sum of money, or a number of minutes, from 0 on."))


def every() -> Iterator[Key]:
    """Every kind with every period, in the order in which they are shown."""
    for kind in LimitKind.values:
        for period in Period.values:
            yield kind, period


def _tell(row: Limit, before: int | None, shown: Shown, address: str | None) -> None:
    """Record a step and mail it to the player."""
    player = row.player
    events.record(
        f"limit {row.step}",
        f"player:{player.pk}",
        actor=row.actor,
        before={"amount": before},
        after={
            "kind": row.kind,
            "period": row.period,
            "amount": row.amount,
            "by_house": row.by_house,
        },
        reason=row.reason,
        address=address,
    )
    with mails.in_words_of(player):
        text = letter(row, before, shown)
    mails.write(player, subject=_("Fairdeal: Your limits"), text=text)
    reviews.plan(player)
