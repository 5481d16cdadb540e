"""The gates before money and stakes: every stake and every deposit is asked for here.

A gate is asked inside the transaction of what it lets through, after the player's row is locked, so
that an exclusion made in another tab, or a limit that two requests reach at once, holds. What has
been deposited, staked and lost comes from the wallet as an argument: accounts know no wallet.
"""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import duplicates, exclusion, identity, limits, reality, sittings
from accounts.limit_words import out_of_time, over
from accounts.limits import Sums
from accounts.models import LimitKind, Player

__all__ = ["Closed", "Sums", "check_deposit", "check_stake"]


class Closed(Exception):
    """A gate is closed: the message is a sentence for the player, nothing was changed.

    `way_on` is the name of the address where the player can go on, as `safer:limits`.
    """

    def __init__(self, sentence: str, way_on: str) -> None:
        super().__init__(sentence)
        self.way_on = way_on


def check_stake(player: Player, *, currency: str, amount: int, sums: Sums) -> None:
    """Whether the player may stake `amount` more (minor units, what may have to follow included).

    An exclusion and the limit of time hold for fun chips too; the rest for money only. Raises
    Closed. The player's row is locked by the caller.
    """
    _check_person(player)
    sitting = sittings.note(player)
    is_money = currency == settings.CURRENCY
    kinds = (LimitKind.TIME, LimitKind.LOSS, LimitKind.STAKE) if is_money else (LimitKind.TIME,)
    if is_money:
        _check_money(player)
        if reality.is_due(player, sitting):
            raise Closed(_("Time for a look at how your session stands."), "safer:reality")
    for one in limits.standings(player, sums, kinds=kinds):
        if one.kind == LimitKind.TIME and not one.left:
            raise Closed(out_of_time(one), "safer:limits")
        if one.kind != LimitKind.TIME and amount > one.left:
            raise Closed(over(one, amount, sums.shown), "safer:limits")


def check_deposit(player: Player, *, amount: int, sums: Sums) -> None:
    """Whether the player may pay in `amount` (minor units). Raises Closed.

    The player's row is locked by the caller.
    """
    _check_person(player)
    _check_money(player)
    if not limits.has_chosen(player):
        raise Closed(
            _("Before the first deposit, please say which limit you want, or that you want none."),
            "safer:choice",
        )
    for one in limits.standings(player, sums, kinds=(LimitKind.DEPOSIT,)):
        if amount > one.left:
            raise Closed(over(one, amount, sums.shown), "safer:limits")


def deposit_room(player: Player, sums: Sums) -> int | None:
    """The most that the limits of deposits let in now, in minor units; None without a limit."""
    held = limits.standings(player, sums, timezone.now(), (LimitKind.DEPOSIT,))
    return min((one.left for one in held), default=None)


def _check_person(player: Player) -> None:
    """Closed while the player is excluded, or the account is closed or disabled."""
    if not player.is_active:
        raise Closed(_("This account is disabled."), "support:contact")
    if there := exclusion.current(player):
        raise Closed(exclusion.said(there), "safer:limits")


def _check_money(player: Player) -> None:
    """Closed until it is known who the player is, and that this is the only account."""
    if not identity.is_verified(player):
        raise Closed(
            _("Before money is paid in or played for, please let us verify who you are."),
            "accounts:identity",
        )
    if duplicates.open_flag(player):
        raise Closed(
            _(
                "You seem to have another account here, and only one of them can be used for "
                "money. Please write to us; we shall settle it."
            ),
            "support:contact",
        )
