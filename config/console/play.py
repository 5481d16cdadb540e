"""The console's pages of play: rounds, their moves, and the deals that they are played with."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.moments import moment
from config.console import recorded
from config.console.pages import (
    EMPTY,
    ByCurrency,
    ReadOnly,
    choices_filter,
    code,
    link,
    links,
    listing,
    player_of,
    players,
    table,
)
from config.console.replay import Replayed
from config.console.voiding import Voidable
from games import history
from games.catalogue import ENTRIES
from games.models import Deal, Move, Round
from games.proofs import until_the_day_ends
from wallet import money
from wallet.models import Transfer

# Where a round of a list keeps how it ended, in words.
TOLD = "told"
ByGame = choices_filter("game", "game", [(slug, e.title) for slug, e in ENTRIES.items()], _("game"))


class ByState(admin.SimpleListFilter):
    """In play, waiting for the house, or ended."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The states that staff look for."""
        return [("open", _("in play")), ("due", _("finish due")), ("ended", _("ended"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Rounds of the chosen state."""
        chosen = {
            "open": Q(ended_at=None),
            "due": Q(finish_due=True, ended_at=None),
            "ended": Q(ended_at__isnull=False),
        }
        return queryset.filter(chosen.get(self.value() or "", Q()))


class RoundList(ChangeList):
    """Rounds, each of which knows how it ended; asked of all of them at once."""

    def get_results(self, request: HttpRequest) -> None:
        """The rounds of the page."""
        super().get_results(request)
        self.result_list = list(self.result_list)
        told = history.outcomes(self.result_list, for_others=True)
        for round in self.result_list:
            vars(round)[TOLD] = told[round.pk]


@admin.register(Round)
class RoundPage(Replayed, Voidable, ReadOnly):
    """Rounds. The table kept on a round in play is left in the database."""

    list_display = (
        "number",
        "by",
        "played",
        "state",
        "stake",
        "payout",
        "entries",
        "started_at",
        "more",
    )
    list_select_related = ("player",)
    list_filter = (ByState, ByGame, ByCurrency, "started_at")
    exact = ("options", "bets", "lines")
    search_fields = ("pk",)
    search_help_text = _("The number of a round, or a player's e-mail address")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "by",
                    "played",
                    "in_currency",
                    "state",
                    "started_at",
                    "touched_at",
                    "ended_at",
                )
            },
        ),
        (_("Money"), {"fields": ("stake", "held", "payout", "returned_lines", "transfers")}),
        (_("Deal"), {"fields": ("of_deal", "commitment", "client_seed", "nonce", "server_seed")}),
        (
            _("Play"),
            {
                "fields": (
                    "mode",
                    "rules",
                    "placed",
                    "rules_version",
                    "entries",
                    "replay",
                    "log",
                    "others",
                )
            },
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        """Without what is encrypted: it is no use to anybody here."""
        rounds = super().get_queryset(request).defer("kept", "deal__server_seed")
        match = request.resolver_match
        one = match is not None and (match.url_name or "").endswith("change")
        return rounds.select_related("deal") if one else rounds

    @admin.display(description=_("game"), ordering="game")
    def played(self, round: Round) -> str:
        """The game as players know it."""
        return round.title

    @admin.display(description=_("player"))
    def by(self, round: Round) -> Any:
        """The player."""
        return player_of(round)

    @admin.display(description=_("state"))
    def state(self, round: Round) -> Any:
        """How it ended, or that it has not."""
        if round.finish_due:
            return _("finish due")
        if round.is_open:
            return _("in play")
        return vars(round).get(TOLD) or history.outcomes([round], for_others=True)[round.pk]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The list that knows how its rounds ended."""
        return RoundList

    @admin.display(description=_("stake"))
    def stake(self, round: Round) -> str:
        """Staked so far."""
        return money.format(round.staked, round.currency)

    @admin.display(description=_("reserved besides"))
    def held(self, round: Round) -> str:
        """Held besides the stake."""
        return money.format(round.reserved, round.currency)

    @admin.display(description=_("payout"))
    def payout(self, round: Round) -> str:
        """What came back; nothing is known of an open round."""
        return EMPTY if round.is_open else money.format(round.returned, round.currency)

    @admin.display(description=_("options"))
    def rules(self, round: Round) -> SafeString:
        """What it is played by; the exact values folded away."""
        return format_html("{}{}", recorded.options(round.options), recorded.kept(round.options))

    @admin.display(description=_("bets"))
    def placed(self, round: Round) -> SafeString:
        """As the player placed them; the exact values folded away."""
        exact = recorded.kept(round.bets or None)
        return format_html("{}{}", recorded.bets(round), exact)

    @admin.display(description=_("returned lines"))
    def returned_lines(self, round: Round) -> SafeString:
        """The payout line by line."""
        rows = ((name, money.format(sum_, round.currency)) for name, sum_ in round.lines.items())
        return table((_("line"), _("amount")), rows)

    @admin.display(description=_("transfers"))
    def transfers(self, round: Round) -> SafeString:
        """The money that the round moved."""
        rows = Transfer.objects.filter(cause=round.cause).select_related("source", "target")
        return table(
            (_("number"), _("at"), _("kind"), _("from"), _("to"), _("amount")),
            (
                (
                    link(Transfer, row.pk),
                    moment(row.made_at),
                    row.get_kind_display(),
                    row.source.get_kind_display(),
                    row.target.get_kind_display(),
                    money.format(row.amount, row.currency),
                )
                for row in rows.order_by("pk")
            ),
        )

    @admin.display(description=_("deal"))
    def of_deal(self, round: Round) -> Any:
        """The deal."""
        return link(Deal, round.deal_id)

    @admin.display(description=_("commitment"))
    def commitment(self, round: Round) -> SafeString:
        """What was shown before the stake."""
        return code(round.deal.commitment)

    @admin.display(description=_("player's seed"))
    def client_seed(self, round: Round) -> SafeString:
        """In hex."""
        return code(bytes(round.deal.client_seed or b"").hex())

    @admin.display(description=_("nonce"))
    def nonce(self, round: Round) -> int:
        """The number of the commitment."""
        return round.deal.nonce

    @admin.display(description=_("house's seed"))
    def server_seed(self, round: Round) -> Any:
        """Only when the deal is revealed."""
        return revealed_seed(round.deal)

    @admin.display(description=_("log"))
    def log(self, round: Round) -> SafeString:
        """A link to the moves."""
        return listing(Move, _("all entries of the log"), round__id__exact=round.pk)

    @admin.display(description=_("more of this player"))
    def others(self, round: Round) -> SafeString:
        """Links to the player's other rows."""
        of = {"player__id__exact": round.player_id}
        return links(
            listing(Round, _("rounds"), **of),
            listing(Transfer, _("transfers"), **of),
            listing(Deal, _("deals"), **of),
        )

    @admin.display(description=_("more"))
    def more(self, round: Round) -> SafeString:
        """Links to moves, transfers and deal."""
        return links(
            listing(Move, _("moves"), round__id__exact=round.pk),
            listing(Transfer, _("transfers"), cause=round.cause),
            link(Deal, round.deal_id, _("deal")),
        )


@admin.register(Move)
class MovePage(ReadOnly):
    """The logs of rounds."""

    list_display = ("number", "of_round", "place", "actor", "what", "made_at", "by")
    list_filter = ("actor", "made_at")
    list_per_page = 200
    search_fields = ("pk",)
    search_help_text = _("The number of a round, as round:12, or of a move")
    fields = ("of_round", "place", "actor", "what", "made_at", "by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Without what is encrypted."""
        return super().get_queryset(request).select_related("round", "player").defer("round__kept")

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """A round's log in its order; everything else newest first."""
        return ("no",) if "round__id__exact" in request.GET else ("-pk",)

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, `round:12`."""
        kind, _colon, number = term.partition(":")
        if kind == "round" and number.isdecimal():
            return Q(round_id=number)
        if "@" in term:
            # By the rounds of the player: moves have no index by player.
            return Q(round__player__in=players(term))
        return super().meaning(term)

    @admin.display(description=_("entry"))
    def place(self, move: Move) -> int:
        """Its place in the round's log."""
        return move.no

    @admin.display(description=_("move"), ordering="notation")
    def what(self, move: Move) -> Any:
        """The move; of a daily deal when its day has ended, since it tells how the deal is won."""
        return _("closed until the day has ended") if move.round.day_lasts else move.notation

    @admin.display(description=_("round"))
    def of_round(self, move: Move) -> Any:
        """The round."""
        return link(Round, move.round_id)

    @admin.display(description=_("player"))
    def by(self, move: Move) -> Any:
        """The player."""
        return player_of(move)


@admin.register(Deal)
class DealPage(ReadOnly):
    """Commitments and what was dealt from them. A seed is shown once it is revealed."""

    list_display = (
        *("number", "kind", "by", "played", "day", "in_currency"),
        *("nonce", "promise", "made_at", "dealt_at"),
    )
    list_select_related = ("player",)
    list_filter = ("kind", ByGame, ByCurrency, "made_at")
    search_fields = ("pk",)
    search_help_text = _("The number of a deal, a player's e-mail address, or a whole commitment")
    fields = (
        *("by", "kind", "day", "played", "in_currency", "nonce", "promise", "made_at", "dealt_at"),
        *("player_seed", "house_seed", "rounds"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        """Without what is encrypted."""
        return super().get_queryset(request).defer("server_seed")

    def meaning(self, term: str) -> Q | None:
        """Besides the usual, a commitment."""
        if len(term) == 64:
            return Q(commitment=term.lower())
        return super().meaning(term)

    @admin.display(description=_("game"), ordering="game")
    def played(self, deal: Deal) -> str:
        """The game as players know it."""
        return deal.title

    @admin.display(description=_("player"))
    def by(self, deal: Deal) -> Any:
        """The player."""
        return player_of(deal)

    @admin.display(description=_("commitment"))
    def promise(self, deal: Deal) -> SafeString:
        """What was shown before the stake."""
        return code(deal.commitment)

    @admin.display(description=_("player's seed"))
    def player_seed(self, deal: Deal) -> SafeString:
        """In hex."""
        return code(bytes(deal.client_seed or b"").hex())

    @admin.display(description=_("house's seed"))
    def house_seed(self, deal: Deal) -> Any:
        """Only when it is revealed."""
        return revealed_seed(deal)

    @admin.display(description=_("rounds"))
    def rounds(self, deal: Deal) -> SafeString:
        """The rounds played with this deal."""
        return links(*(link(Round, pk) for pk in deal.rounds.values_list("pk", flat=True)))


def revealed_seed(deal: Deal) -> Any:
    """The house's seed in hex once every round of the deal has ended; until then a sentence."""
    if deal.day and not deal.is_revealed():
        return until_the_day_ends(deal)
    if not deal.is_revealed():
        return _("Sealed: it is shown when the deal has been played.")
    return code(deal.seed().hex())
