"""The gates before money and stakes: every stake and every deposit is asked for here.

A gate is asked inside the transaction of what it lets through, after the player's row is locked, so
that an exclusion made in another tab, or a limit that two requests reach at once, holds. What has
been deposited, staked and lost comes from the wallet as an argument: accounts know no wallet.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from accounts.models import Player


class Sums(Protocol):
    """What a player did with money since a moment, in minor units (`wallet.sums.Sums`)."""

    def deposited(self, since: datetime) -> int:
        """Gross: what was captured since, and what is on its way in. Cash-outs change nothing."""

    def staked(self, since: datetime) -> int:
        """Staked and reserved by rounds begun since, less what was not needed or given back."""

    def lost(self, since: datetime) -> int:
        """Of the same rounds, what was staked less what came back; below zero for a win."""


class Closed(Exception):
    """A gate is closed: the message is a sentence for the player, nothing was changed.

    `way_on` is the name of the address where the player can go on, as `safer:limits`.
    """

    def __init__(self, sentence: str, way_on: str) -> None:
        super().__init__(sentence)
        self.way_on = way_on


def check_stake(player: Player, *, currency: str, amount: int, sums: Sums) -> None:
    """Whether the player may stake `amount` more (minor units, what may have to follow included).

    Raises Closed. The player's row is locked by the caller.
    """


def check_deposit(player: Player, *, amount: int, sums: Sums) -> None:
    """Whether the player may pay in `amount` (minor units). Raises Closed.

    The player's row is locked by the caller.
    """
