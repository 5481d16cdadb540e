"""The rounds that a player has played, with the balances before and after each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games import hands, positions
from games.models import Round
from wallet.statements import Around, around

ROWS_A_PAGE = 25
LAST = 5

OUTCOMES = {
    "won": _("won"),
    "lost": _("lost"),
    "settled": _("settled"),
    "collect": _("collected"),
    "give up": _("given up"),
    "expire": _("expired"),
    "void": _("void, stake returned"),
}


class Row(NamedTuple):
    """A round in the history; `balance` is None where it moved no money."""

    round: Round
    balance: Around | None
    # Who won, in words, where the game tells that of its hands.
    told: str = ""

    @property
    def outcome(self) -> str:
        """How it ended, in words; nothing while it is in play."""
        if self.told:
            return self.told
        return str(OUTCOMES.get(self.round.outcome, self.round.outcome))


def rounds_of(player: Player) -> QuerySet[Round]:
    """The player's rounds, newest first, without their tables."""
    return Round.objects.filter(player=player).defer("kept").order_by("-started_at", "-pk")


def chosen(
    player: Player,
    *,
    game: str = "",
    currency: str = "",
    first_day: date | None = None,
    last_day: date | None = None,
) -> QuerySet[Round]:
    """Those of a game (its slug), a currency (the ledger's code), dealt on these days.

    Days are those of the current time zone; whatever is empty leaves nothing out.
    """
    rounds = rounds_of(player)
    if game:
        rounds = rounds.filter(game=game)
    if currency:
        rounds = rounds.filter(currency=currency)
    if first_day:
        rounds = rounds.filter(started_at__gte=_midnight(first_day))
    if last_day:
        rounds = rounds.filter(started_at__lt=_midnight(last_day + timedelta(days=1)))
    return rounds


def page(rounds: QuerySet[Round], number: Any) -> tuple[Any, list[Row]]:
    """That page of the rounds of one player, and its rows; the nearest one to a wrong number."""
    found = Paginator(rounds, ROWS_A_PAGE).get_page(number)
    return found, with_balances(found)


def with_balances(rounds: Iterable[Round], *, for_others: bool = False) -> list[Row]:
    """The rounds of one player with what the wallet held before and after each.

    The words are those for the player, or `for_others` who look at the player's rounds.
    """
    rounds = list(rounds)
    if not rounds:
        return []
    balances = around(rounds[0].player_id, [round.cause for round in rounds])
    told = _told(rounds, _words(for_others))
    return [Row(round, balances.get(round.cause), told.get(round.pk, "")) for round in rounds]


def last_ended(player: Player) -> list[Row]:
    """The last few rounds that have ended, for the lobby."""
    rounds = list(rounds_of(player).exclude(ended_at=None)[:LAST])
    told = _told(rounds)
    return [Row(round, None, told.get(round.pk, "")) for round in rounds]


def outcomes(rounds: Iterable[Round], *, for_others: bool = False) -> dict[int, str]:
    """How each round ended, in words, by its number; nothing for one that is in play.

    The words are those for the player, or `for_others` who look at the player's rounds.
    """
    rounds = list(rounds)
    told = _told(rounds, _words(for_others))
    return {round.pk: Row(round, None, told.get(round.pk, "")).outcome for round in rounds}


def _words(for_others: bool) -> Mapping[str, str | Promise]:
    return hands.OUTCOMES_FOR_OTHERS if for_others else hands.OUTCOMES


def _told(
    rounds: Iterable[Round], words: Mapping[str, str | Promise] = hands.OUTCOMES
) -> dict[int, str]:
    """Who won each hand that was settled, by the round's number, from the tables they keep.

    One query for all of them; the tables of other rounds stay where they are.
    """
    settled = [round.pk for round in rounds if round.outcome == "settled"]
    if not settled:
        return {}
    kept = Round.objects.filter(pk__in=settled).select_related("deal")
    return {round.pk: str(words.get(_who_won(round), "")) for round in kept}


def _who_won(round: Round) -> str:
    """The outcome that the table tells; empty where the game has no such fact."""
    facts = dict(round.rules.view(positions.kept(round).state).facts)
    return str(facts.get("outcome") or "")


def _midnight(day: date) -> datetime:
    """The start of a day in the current time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))
