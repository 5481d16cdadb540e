"""Time-outs, self-exclusion and the closing of an account.

Each holds from the transaction that makes it, at every stake and every deposit, and is never
shortened: a second one only adds. A time-out ends by itself; a self-exclusion goes on until the
player asks to come back after its end, and a day more. Signing in, the statement, the chat and
cash-outs stay open. What becomes of open games is the games' part (`games/safety.py`), which picks
up the row.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from allauth.usersessions.models import UserSession
from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import duplicates, events, mails, sessions
from accounts.jurisdiction import profile
from accounts.models import Comeback, Exclusion, Player
from accounts.moments import moment
from accounts.safer_models import SELF_EXCLUSIONS

Kind = Exclusion.Kind
SPANS = {
    Kind.DAY: timedelta(hours=24),
    Kind.WEEK: timedelta(days=7),
    Kind.MONTH: timedelta(days=30),
    Kind.SIX_WEEKS: timedelta(days=42),
    Kind.SIX_MONTHS: timedelta(days=184),
    Kind.YEAR: timedelta(days=366),
    Kind.TWO_YEARS: timedelta(days=731),
    Kind.FIVE_YEARS: timedelta(days=1827),
}


class ExclusionRefused(ValueError):
    """Nothing was changed; the message says why."""


def in_force(now: datetime) -> Q:
    """Which exclusions hold at a moment."""
    goes_on = Q(kind__in=SELF_EXCLUSIONS) & (Q(comeback=None) | Q(comeback__effective_at__gt=now))
    return Q(until=None) | Q(until__gt=now) | goes_on


def current(player: Player, now: datetime | None = None) -> Exclusion | None:
    """The exclusion that holds, the longest one of several; None when the player may play."""
    rows = Exclusion.objects.filter(in_force(now or timezone.now()), player=player)
    return rows.select_related("comeback").order_by(F("until").desc(nulls_first=True), "pk").first()


def is_excluded(player: Player) -> bool:
    """Whether the player is excluded now; closing an account is no exclusion of the person."""
    there = current(player)
    return there is not None and not there.is_closing


def may_not_register(email: str) -> bool:
    """Whether an address is that of somebody who is excluded now, written as it may be."""
    return duplicates.is_excluded(email, in_force(timezone.now()))


@transaction.atomic
def start(
    *,
    player: Player,
    kind: str,
    reason: str = "",
    address: str = "",
    keep_session: str | None = None,
    actor: Player | None = None,
) -> Exclusion:
    """Exclude the player from now on; sessions end, all but the one whose key is given.

    `actor` is the player without one. Raises ExclusionRefused for no such kind, and for an account
    that is closed already.
    """
    if kind not in Kind.values or player.is_staff:
        raise ExclusionRefused(_("Please choose how long it shall last."))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    now = timezone.now()
    if (there := current(player, now)) and there.is_closing:
        raise ExclusionRefused(_("This account is closed."))
    closing = kind == Kind.CLOSED
    made = Exclusion.objects.create(
        player=player,
        kind=kind,
        began_at=now,
        until=None if closing else now + SPANS[Kind(kind)],
        actor=actor or player,
        reason=reason,
    )
    duplicates.mark_email(player)
    events.record(
        "account closed" if closing else "excluded",
        f"player:{player.pk}",
        actor=actor or player,
        after={"kind": kind, "until": made.until.isoformat() if made.until else None},
        reason=reason,
        address=address or None,
    )
    rows = UserSession.objects.filter(user=player).exclude(session_key=keep_session or "")
    sessions.end(player, rows, address=address, why=kind)
    with mails.in_words_of(player):
        mails.write(player, subject=_subject(made), text=letter(made))
    nudge(made)
    return made


def nudge(made: Exclusion) -> None:
    """Once committed, tell the worker to end the open games for money. The sweep repeats it."""
    send = partial(current_app.send_task, "games.tasks.end_for_exclusion", args=[made.pk])
    transaction.on_commit(send, robust=True)


@transaction.atomic
def come_back(*, player: Player, address: str | None = None) -> Comeback:
    """After the end of a self-exclusion: ask to play again, from a day later on.

    Raises ExclusionRefused while it lasts, or when there is nothing to come back from.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    now = timezone.now()
    over = [
        one
        for one in Exclusion.objects.filter(in_force(now), player=player)
        if one.is_self_exclusion
    ]
    there = current(player, now)
    if there is None or not over:
        raise ExclusionRefused(_("There is no self-exclusion to come back from."))
    if there.until is None or there.until > now:
        raise ExclusionRefused(said(there))
    effective = now + profile().comeback_wait
    made = [
        Comeback.objects.get_or_create(
            exclusion=one, defaults={"effective_at": effective, "address": address}
        )
        for one in over
    ]
    if any(new for _row, new in made):
        events.record(
            "asked to come back", f"player:{player.pk}", actor=player, address=address,
            after={"from": effective.isoformat()},
        )  # fmt: skip
    return max((row for row, _new in made), key=lambda row: row.effective_at)


def asks_to_come_back(one: Exclusion) -> Comeback | None:
    """The wish to come back, if it was made."""
    return getattr(one, "comeback", None) if one.is_self_exclusion else None


def is_over(one: Exclusion, now: datetime | None = None) -> bool:
    """Whether the time of a self-exclusion is over, so that the player can ask to come back."""
    return one.until is not None and one.until <= (now or timezone.now())


def said(one: Exclusion) -> str:
    """Why nothing can be staked or paid in, in a sentence."""
    if one.is_closing:
        return _("This account is closed: nothing can be staked or paid in.")
    words = {"at": moment(one.until)} if one.until else {}
    if one.is_time_out:
        return (
            _("You are taking a time-out until %(at)s: nothing can be staked or paid in.") % words
        )
    if not is_over(one):
        return (
            _("You have excluded yourself until %(at)s: nothing can be staked or paid in.") % words
        )
    if wish := asks_to_come_back(one):
        words = {"at": moment(wish.effective_at)}
        return _("You have asked to come back. You can play again from %(at)s on.") % words
    return _(
        "Your self-exclusion goes on until you ask to come back. Nothing can be staked or paid in."
    )


def _subject(made: Exclusion) -> str:
    if made.is_closing:
        return _("Fairdeal: Your account is closed")
    return _("Fairdeal: Your time-out") if made.is_time_out else _("Fairdeal: Your self-exclusion")


def letter(made: Exclusion) -> str:
    """What the mail says: since when, until when, what happens to games and money."""
    if made.is_closing:
        first = _("Your account is closed from now on. No money can be staked or paid in any more.")
    elif made.is_time_out:
        first = _("Your time-out has begun. It ends by itself on %(at)s.") % {
            "at": moment(made.until)  # type: ignore[arg-type]
        }
    else:
        first = _(
            "Your self-exclusion has begun. It lasts until %(at)s at least, cannot be shortened, "
            "and then goes on until you ask to come back."
        ) % {"at": moment(made.until)}  # type: ignore[arg-type]
    return f"{first}\n\n{consequences()}"


def consequences() -> str:
    """What an exclusion means for games in play and for money."""
    return _(
        "Games in play for money are ended for you at once: 3-Card Solitaire is collected as it "
        "stands, and an undecided hand of Vegas Three Card Rummy is played by the published best "
        "strategy. What they return is in your wallet. You can still sign in to have your money "
        "paid out, to read your statement and to write to us."
    )
