"""The gates before a stake, asked with the wallet's sums; a closed one refuses as games do."""

from __future__ import annotations

from accounts import gates
from accounts.models import Player
from games.models import Round
from games.refusals import Refused
from wallet import debts
from wallet.sums import Sums


class Shut(Refused):
    """The player may not stake this now; `way_on` is the name of the address to go on."""

    code = "shut"

    def __init__(self, closed: gates.Closed | debts.Owing) -> None:
        super().__init__(str(closed))
        self.way_on = closed.way_on

    @property
    def waits(self) -> bool:
        """Whether the player can only be told. A reality check is a page that leads back."""
        return self.way_on != "safer:reality"


def pass_gates(round: Round, amount: int) -> None:
    """Let a round hold `amount` more (minor units), or raise Shut.

    The player's row is locked from here on, so that of two stakes, or of a stake and an exclusion,
    each sees what the other has done.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=round.player_id)
    round.player = player
    sums = Sums(player, round.currency)
    try:
        debts.check_play(player, round.currency)
        gates.check_stake(player, currency=round.currency, amount=amount, sums=sums)
    except (gates.Closed, debts.Owing) as closed:
        raise Shut(closed) from closed
