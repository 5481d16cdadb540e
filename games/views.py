"""Pages of play that are only looked at: the lobby, a game's information, a table."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.preferences import CARD_BACKS, MOTION, TABLE_COLORS, NotAPreference
from accounts.requests import path_here
from games import daily, history, offers, statistics, switches, table, tableside, words
from games.catalogue import ENTRIES, FUN, MONEY, SMALLEST_BET, Entry
from games.models import Round
from games.positions import Position
from games.requests import PlayerRequest, player_only, signed_in
from games.tableside import Question, Said
from wallet import ledger

# The way to end a round by which the same deal begins again.
RESTART = "restart"
# Dialogs of the table that a link can open where no script does.
DIALOGS = ("help", "paytable", "deck", "color", "menu")


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The games, for fun or for money, and the rounds that the player has in play."""
    context: dict[str, Any] = {"entries": list(ENTRIES.values()), "closed": switches.closed()}
    user = request.user
    player = user if isinstance(user, Player) and not user.is_staff else None
    context["daily"] = daily.standings(player, daily.today())
    if player:
        rounds = Round.objects.open().filter(player=player).order_by("-touched_at")
        context["rounds"] = list(rounds)
        context["last"] = history.last_ended(player)
        chips = ledger.balances(player, "FUN")
        context["may_refill"] = chips.wallet + chips.in_play < SMALLEST_BET
    return render(request, "games/lobby.html", context)


@require_safe
def information(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules, paytable, bets and figures of a game; for everybody, without a stake."""
    entry = entry_of(slug)
    context: dict[str, Any] = {
        "entry": entry,
        "prices": table.paytable(entry),
        "code": settings.CURRENCY,
    }
    context |= neighbours(entry)
    if entry.counted and request.user.is_authenticated:
        context["own"] = statistics.figures(request.user, entry)
    return render(request, "games/information.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of every game, for everybody."""
    return render(request, "games/rules.html", {"entries": list(ENTRIES.values())})


def neighbours(entry: Entry) -> dict[str, Any]:
    """The games before and after one in the lobby, round and round, and those that are like it."""
    entries = list(ENTRIES.values())
    place = entries.index(entry)
    return {
        "previous": entries[place - 1],
        "next": entries[(place + 1) % len(entries)],
        "similar": [other for other in entries if other.kind == entry.kind and other != entry],
    }


@player_only
@require_safe
def table_page(request: PlayerRequest, slug: str, currency: str) -> HttpResponse:
    """The table: the round in play, else the last result until the next deal.

    Without a script `pick` holds the card picked up, `open` a dialog, `ask` a question, and the
    card price is chosen by the address as well.
    """
    entry = entry_of(slug, currency)
    player = request.user
    place: dict[str, Any] = {"player": player, "entry": entry, "currency": currency}
    position = offers.current(**place) or offers.last_ended(**place)
    told = [str(message) for message in get_messages(request)]
    context = tableside.context(
        player,
        entry,
        currency,
        position,
        said=Said(" ".join(told)) if told else None,
        question=_asked(request, position),
        picked=request.GET.get("pick", ""),
        price=request.GET.get("card_price", ""),
        wanted=request.GET.dict(),
    )
    opened = request.GET.get("open", "")
    context |= {
        "entries": list(ENTRIES.values()),
        "opened": opened if opened in DIALOGS else "",
        "backs": CARD_BACKS,
        "colors": TABLE_COLORS,
        "motions": MOTION,
    }
    return render(request, "games/table.html", context)


def _asked(request: HttpRequest, position: Position | None) -> Question | None:
    """The question that a redirect has left in the address."""
    way = request.GET.get("ask", "")
    if position is None or not position.round.is_open:
        return None
    if way not in (*position.entry.ends, *((RESTART,) if position.entry.again else ())):
        return None
    return question_to_end(position, way)


def question_to_end(position: Position, way: str) -> Question:
    """What is asked before a round with moves left is ended, be it to begin again."""
    text, yes = words.to_end(way)
    name = "games:restart" if way == RESTART else "games:end"
    return Question(
        text=text,
        yes=yes,
        url=reverse(name, args=[position.round.pk]),
        fields={"at": position.round.entries, "way": way, "sure": "on"},
    )


def entry_of(slug: str, currency: str = "") -> Entry:
    """The catalogue's entry, offered in that currency if one is given; else not found.

    The currency may be a day: then its daily deal must be there, and the day have begun.
    """
    entry = ENTRIES.get(slug)
    if entry and currency not in ("", FUN, MONEY):
        return _with_deal_of(entry, currency)
    if entry is None or (currency and currency not in entry.currencies):
        raise Http404(_("There is no such game."))
    if currency == MONEY and not settings.CURRENCY:
        raise Http404(_("Nothing is played for money here."))
    return entry


def _with_deal_of(entry: Entry, day: str) -> Entry:
    """The entry, where it has a daily deal of that day; else not found."""
    try:
        daily.offer(entry, date.fromisoformat(day))
    except (ValueError, daily.NoDailyDeal):
        raise Http404(str(daily.NoDailyDeal())) from None
    return entry


@signed_in
@require_POST
def preference(request: PlayerRequest) -> HttpResponse:
    """Keep one choice about look and feel; a script has applied it already."""
    try:
        keep_choice(request.user, request.POST.get("name", ""), request.POST.get("value", ""))
    except NotAPreference as refusal:
        return HttpResponse(str(refusal), status=400, content_type="text/plain; charset=utf-8")
    if request.htmx:
        return HttpResponse(status=204)
    return HttpResponseRedirect(path_here(request.POST.get("next"), reverse("lobby")))


def keep_choice(player: Player, name: str, value: str) -> None:
    """Store the player's choices with one of them changed. Raises NotAPreference.

    Since when the Vegas score is carried is for the house to say: with the deal that begins it.
    """
    if name == "carried_since":
        raise NotAPreference(_("This is chosen at the table of Klondike, with a deal of Vegas."))
    player.settings = asdict(player.preferences.with_choice(name, value))
    player.save(update_fields=["settings"])
