"""A settled round shown to whoever has its link, until its player withdraws the link."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from games.models import Round, Share
from games.proofs import proof
from games.refusals import Refused

# 192 bits; the address is the only key.
TOKEN_BYTES = 24
# What of a proof is nobody's business but the player's is left out: round, currency and amounts.
SHOWN = (
    *("scheme", "kind", "day", "committed_at", "game", "rules_version", "options", "n"),
    *("commitment", "client_seed", "nonce", "server_seed", "deck", "moves", "outcome"),
)


@transaction.atomic
def share(*, player: Player, round_id: int, address: str | None = None) -> Share:
    """The round's link, made if it has none.

    Raises Round.DoesNotExist for somebody else's round, Refused before its replay opens.
    """
    # The lock lets two presses at once make one link.
    rounds = Round.objects.select_for_update(of=("self",)).select_related("deal").defer("kept")
    round = rounds.get(pk=round_id, player=player)
    if not round.is_revealed():
        raise Refused(_("A game can be shared when it has ended and its replay is open."))
    if found := of_round(round):
        return found
    made = Share.objects.create(
        round=round, player=player, token=secrets.token_urlsafe(TOKEN_BYTES)
    )
    events.record("round shared", round.cause, actor=player, address=address)
    return made


@transaction.atomic
def withdraw(*, player: Player, round_id: int, address: str | None = None) -> bool:
    """Make the round's link lead nowhere. False if there was none.

    Raises Round.DoesNotExist for somebody else's round.
    """
    round = Round.objects.only("pk").get(pk=round_id, player=player)
    live = Share.objects.filter(round=round, withdrawn_at=None)
    if not live.update(withdrawn_at=timezone.now()):
        return False
    events.record("share withdrawn", round.cause, actor=player, address=address)
    return True


def of_round(round: Round) -> Share | None:
    """The link that the round has now."""
    return Share.objects.filter(round=round, withdrawn_at=None).first()


def links_of(player: Player) -> list[Share]:
    """The player's links, newest first, each with its round."""
    live = Share.objects.filter(player=player, withdrawn_at=None).select_related("round")
    return list(live.defer("round__kept").order_by("-made_at", "-pk"))


def shared(token: str) -> Round:
    """The round of a link. Raises Share.DoesNotExist for one that is withdrawn or never was."""
    live = Share.objects.select_related("round__deal").defer("round__kept")
    return live.get(token=token, withdrawn_at=None).round


def public_proof(round: Round) -> dict[str, Any]:
    """The proof of the deal and the moves, without amounts. Raises NotRevealed."""
    whole = proof(round)
    return {name: whole[name] for name in SHOWN if name in whole}
