"""What becomes of open games for money when their player is excluded or closes the account.

The exclusion is a row of accounts; this picks it up, by a task at once and by the sweep after a
lost message, and does everything once: games are ended in the player's favour, then the player is
told; the balance of a closed account is asked to be paid out. Games for fun chips are left: their
stakes are made, and nothing new can be staked.
"""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import mails
from accounts.models import Exclusion
from games import settlement
from games.models import Round
from wallet import closing
from wallet.money import format

logger = logging.getLogger(__name__)


@transaction.atomic
def end_for_exclusion(exclusion_id: int) -> bool:
    """End the open games for money of an excluded player, and tell. False if it was done before."""
    rows = Exclusion.objects.select_for_update(of=("self",)).select_related("player")
    exclusion = rows.filter(pk=exclusion_id, handled_at=None).first()
    if exclusion is None:
        return False
    ended = []
    rounds = Round.objects.open().filter(player=exclusion.player, currency=settings.CURRENCY)
    for pk in list(rounds.order_by("pk").values_list("pk", flat=True)):
        if settlement.end_for_player(pk):
            ended.append(Round.objects.defer("kept").get(pk=pk))
    exclusion.handled_at = timezone.now()
    exclusion.save(update_fields=["handled_at"])
    if ended:
        _tell(exclusion, ended)
    if exclusion.is_closing:
        closing.pay_out(exclusion)
    return True


def _tell(exclusion: Exclusion, ended: list[Round]) -> None:
    """Mail which games were ended and what they returned."""
    with mails.in_words_of(exclusion.player):
        lines = [
            _("%(game)s, game %(number)d: %(returned)s came back for %(staked)s.")
            % {
                "game": round.entry.title,
                "number": round.pk,
                "returned": format(round.returned, round.currency),
                "staked": format(round.staked, round.currency),
            }
            for round in ended
        ]
        text = _("Your games in play for money were ended for you, as our terms say.")
        mails.write(
            exclusion.player,
            subject=_("Fairdeal: Your open games were ended"),
            text="\n\n".join([text, *lines]),
        )


def sweep() -> dict[str, int]:
    """Do what a lost message or a crash has left."""
    done = 0
    for pk in list(Exclusion.objects.filter(handled_at=None).values_list("pk", flat=True)[:200]):
        try:
            done += end_for_exclusion(pk)
        except Exception:
            logger.exception("the games of exclusion %s were not ended", pk)
    return {"exclusions": done}
