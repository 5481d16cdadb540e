"""Why a service refuses: each message is a sentence for the player, each class a way on."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue import Bet
from games.rules import IllegalMove, Options


class Refused(ValueError):
    """Nothing was changed; the message says why."""

    code = "refused"


class Stale(Refused):
    """The table has moved on since the page was made. Show the table as it stands."""

    code = "stale"

    def __init__(self) -> None:
        super().__init__(_("The table had moved on. This is how it stands now."))


class HasEnded(Refused):
    """The round is over."""

    code = "ended"

    def __init__(self) -> None:
        super().__init__(_("This game has ended."))


class FinishDue(Refused):
    """The house is playing the rest."""

    code = "finish due"

    def __init__(self) -> None:
        super().__init__(_("Nothing is left to decide: the house plays the rest."))


class NotNow(Refused):
    """A move that the rules do not allow now. `move` is the rules' refusal, for its sentence."""

    code = "not now"

    def __init__(self, move: Exception) -> None:
        super().__init__(str(move))
        self.move = move
        self.code = move.code if isinstance(move, IllegalMove) else "not a move"


class TooLong(Refused):
    """The log is full."""

    code = "too long"

    def __init__(self) -> None:
        super().__init__(
            _("This game has reached its greatest length. It can only be taken back or ended.")
        )


class WrongBet(Refused):
    """A bet that the table does not take."""

    code = "wrong bet"

    def __init__(self, bet: Bet) -> None:
        super().__init__(bet_limits(bet))


def bet_limits(bet: Bet) -> str:
    """What a bet may be, as a sentence."""
    if bet.values:
        return _("The table does not take this bet. Choose one that it offers.")
    names = {"bet": bet.title, "least": bet.least_chips, "most": bet.most_chips}
    if bet.optional:
        return _("%(bet)s: none, or a whole number from %(least)d to %(most)d.") % names
    return _("%(bet)s: a whole number from %(least)d to %(most)d.") % names


class AskFirst(Refused):
    """The player is asked once before this is done; `sure` does it."""

    code = "ask first"


class EmptyPool(Refused):
    """No deal that a solver has won waits for these `options`; the player may take any deal."""

    code = "empty pool"

    def __init__(self, options: Options) -> None:
        self.options = options
        super().__init__(
            _(
                "No winnable deal is ready for these rules just now; the solver makes new ones. "
                "Any other deal can be dealt at once."
            )
        )


class RoundOpen(Refused):
    """Another round of this game and currency is still in play, and cannot be ended as lost."""

    code = "round open"

    def __init__(self, sentence: str = "") -> None:
        super().__init__(
            sentence or _("A game for money is still in play. End it before the next one.")
        )


class NotAPlayer(Refused):
    """A member of staff, who has no wallet, asks for a deal."""

    code = "not a player"

    def __init__(self) -> None:
        super().__init__(_("Members of staff have no wallet and do not play."))


class NoCommitment(Refused):
    """The commitment that the browser names is not open any more."""

    code = "no commitment"

    def __init__(self) -> None:
        super().__init__(_("This deal has been replaced by a new one. Please deal again."))


class TooSoon(Refused):
    """The delay between two money games has not passed; `seconds` are left."""

    code = "too soon"

    def __init__(self, seconds: int) -> None:
        super().__init__(
            ngettext(
                "The next game for money can start in %(seconds)d second.",
                "The next game for money can start in %(seconds)d seconds.",
                seconds,
            )
            % {"seconds": seconds}
        )
        self.seconds = seconds


class NotEnoughMoney(Refused):
    """The wallet does not reach; `missing` is in minor units."""

    code = "not enough"

    def __init__(self, sentence: str, missing: int) -> None:
        super().__init__(sentence)
        self.missing = missing
