"""The proof of a settled round, and its verification: commitment, deck, replay, payout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import daily, dealing
from games.catalogue import ENTRIES
from games.log import entries
from games.models import Deal, Round
from games.rules import Line, Options, Refusal, replay


class NotRevealed(ValueError):
    """The deal's seed is still a secret: a round of it is in play, or its day has not ended."""

    def __init__(self, deal: Deal | None = None, *, again: bool = False) -> None:
        super().__init__(_("The house's seed is shown when the game has ended."))
        if deal is not None and deal.day and not deal.is_revealed():
            self.args = (until_the_day_ends(deal),)
        elif again:
            self.args = (
                _("The same deal is being played again. The house's seed is shown after that."),
            )


def until_the_day_ends(deal: Deal) -> str:
    """Why nothing of a daily deal is shown before its day has ended, as a sentence."""
    return _(
        "Seed, proof and replays of the daily deal of %(day)s open for everybody when its day "
        "has ended, at midnight UTC."
    ) % {"day": date_format(deal.day, "j F Y") if deal.day else ""}


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
    `moves` are pairs of actor and notation. `kind` is `own`, `winnable` or `daily`, with its `day`.
    """
    if not round.is_revealed():
        raise NotRevealed(round.deal, again=not round.is_open)
    return {
        "scheme": "PF1",
        "round": round.pk,
        "game": round.game,
        "rules_version": round.rules_version,
        "options": round.options,
        **_of_deal(round.deal, round.options),
        "moves": [list(entry) for entry in entries(round)],
        "currency": round.currency,
        "bets": round.bets,
        "stake": round.staked,
        "payout": round.returned,
        "outcome": round.outcome,
    }


def daily_proof(deal: Deal) -> dict[str, Any]:
    """The proof of a daily deal by itself, for those who have not played it. Raises NotRevealed.

    It is that of a round without a number and without moves.
    """
    if not deal.is_revealed():
        raise NotRevealed(deal)
    entry = ENTRIES[deal.game]
    options = daily.options(entry)
    return {
        "scheme": "PF1",
        "round": None,
        "game": deal.game,
        "rules_version": entry.version,
        "options": options,
        **_of_deal(deal, options),
        "moves": [],
        "currency": deal.currency,
        "bets": daily.bets(entry),
        "stake": 0,
        "payout": 0,
        "outcome": "",
    }


def _of_deal(deal: Deal, options: Options) -> dict[str, Any]:
    """What a deal was made of; never before it is revealed."""
    seed, client_seed = deal.seed(), bytes(deal.client_seed or b"")
    deck = dealing.deck(deal.game, seed, client_seed, deal.nonce, options)
    told: dict[str, Any] = {"kind": deal.kind}
    if deal.day:
        told["day"] = deal.day.isoformat()
    return told | {
        "n": len(deck),
        "commitment": deal.commitment,
        "committed_at": deal.made_at.isoformat(timespec="seconds"),
        "client_seed": client_seed.hex(),
        "nonce": deal.nonce,
        "server_seed": seed.hex(),
        "deck": list(deck),
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
        *_checks_of_kind(proof),
        *_checks_of_play(proof, deck),
    ]


def _checks_of_kind(proof: Mapping[str, Any]) -> list[Check]:
    """What stands in place of a player's seed in the two kinds of deals that have none."""
    client_seed, kind = bytes.fromhex(proof["client_seed"]), proof.get("kind", Deal.Kind.OWN)
    if kind == Deal.Kind.DAILY:
        held = client_seed == proof["day"].encode() and proof["nonce"] == 0
        good = _("It is a daily deal: in place of a player's seed stands its day.")
        return [_check("kind", held, good, _("The player's seed is NOT the day of the deal."))]
    if kind == Deal.Kind.WINNABLE:
        good = _(
            "A solver chose this deck, since it can be won: only the commitment binds the house."
        )
        bad = _("A deck that a solver chose has NO player's seed, and this one has.")
        return [_check("kind", not client_seed, good, bad)]
    return []


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
