"""The proof of a settled round, and its verification: commitment, deck, replay, payout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import dealing, positions
from games.catalogue import ENTRIES
from games.log import entries
from games.models import Round
from games.rules import Line, Refusal, replay


class NotRevealed(ValueError):
    """The deal's seed is still a secret: a round of it is in play."""

    def __init__(self) -> None:
        super().__init__(_("The house's seed is shown when the game has ended."))


class NotAProof(ValueError):
    """The text is no proof of this house."""


class Check(NamedTuple):
    """One step of a verification: what was checked, whether it holds, and a sentence."""

    name: str
    holds: bool
    sentence: str


def proof(round: Round) -> dict[str, Any]:
    """Everything that a round was made of, as plain values. Raises NotRevealed.

    Seeds and commitment are hex, amounts minor units, `deck` is in the order of dealing and
    `moves` are pairs of actor and notation.
    """
    deal = round.deal
    if not deal.is_revealed():
        raise NotRevealed
    deck = positions.deck(round)
    return {
        "scheme": "PF1",
        "round": round.pk,
        "game": round.game,
        "rules_version": round.rules_version,
        "options": round.options,
        "n": len(deck),
        "commitment": deal.commitment,
        "client_seed": bytes(deal.client_seed or b"").hex(),
        "nonce": deal.nonce,
        "server_seed": deal.seed().hex(),
        "deck": list(deck),
        "moves": [list(entry) for entry in entries(round)],
        "currency": round.currency,
        "bets": round.bets,
        "stake": round.staked,
        "payout": round.returned,
        "outcome": round.outcome,
    }


def verify(proof: Mapping[str, Any]) -> list[Check]:
    """Every step of PF1 and of the rules, made again from the proof alone. Raises NotAProof."""
    try:
        return list(_checks(proof))
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise NotAProof(_("This is not a proof of this house: %s") % fault) from fault


def _checks(proof: Mapping[str, Any]) -> list[Check]:
    seed = bytes.fromhex(proof["server_seed"])
    deck = dealing.deck(
        proof["game"], seed, bytes.fromhex(proof["client_seed"]), proof["nonce"], proof["options"]
    )
    return [
        _check(
            "commitment",
            dealing.commitment(seed) == proof["commitment"],
            _("The seed is the one that the house committed to."),
            _("The seed is NOT the one that the house committed to."),
        ),
        _check(
            "deck",
            list(deck) == list(proof["deck"]) and len(deck) == proof["n"],
            _("The deck is the one that the seeds give."),
            _("The deck is NOT the one that the seeds give."),
        ),
        *_checks_of_play(proof, deck),
    ]


def _checks_of_play(proof: Mapping[str, Any], deck: Sequence[str]) -> list[Check]:
    rules = ENTRIES[proof["game"]].rules_of(proof["rules_version"])
    played = [(actor, notation) for actor, notation in proof["moves"]]
    try:
        line = replay(rules, deck, proof["options"], played)
    except Refusal as refusal:
        return [Check("moves", False, _("The moves are NOT legal on this deck: %s") % refusal)]
    stake = rules.staked(line.state, proof["bets"])
    payout = _payout(proof, rules, line, played[-1][1] if played else "")
    return [
        Check("moves", True, _("Every move is legal on this deck.")),
        _check(
            "stake",
            stake == proof["stake"],
            _("The stake is what the rules ask."),
            _("The stake is NOT what the rules ask: %d.") % stake,
        ),
        _check(
            "payout",
            payout == proof["payout"],
            _("The payout is what the rules give."),
            _("The payout is NOT what the rules give: %d.") % payout,
        ),
    ]


def _payout(proof: Mapping[str, Any], rules: Any, line: Line, ending: str) -> int:
    """What the rules give for a round that ended so, in minor units.

    A void round pays nothing: its stake came back as a refund.
    """
    left = ending == "expire" and ENTRIES[proof["game"]].expiry != "collect"
    if left or ending in ("give up", "void"):
        return 0
    return sum(amount for _name, amount in rules.returns(line.state, proof["bets"]))


def _check(name: str, holds: bool, good: str, bad: str) -> Check:
    return Check(name, holds, good if holds else bad)
