"""What a player does at a table: deal, move, undo, end. One call of a service each.

A request of the table's script is answered with the fragment of the table, a plain form with a
redirect to its page. A refusal shows the table as it stands, and says why; a question that the
table's page cannot ask without a script has a page of its own.
"""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import page_behind
from games import choices, offers, positions, services, tableside, winnable, words
from games.catalogue import Entry
from games.forms import DealForm, EndForm, MoveForm
from games.gate import Shut
from games.models import Round
from games.positions import Position
from games.refusals import AskFirst, EmptyPool, Refused
from games.requests import PlayerRequest, player_only
from games.tableside import Question, Said
from games.views import RESTART, entry_of, question_to_end


@player_only
@require_POST
def deal(request: PlayerRequest, slug: str, currency: str) -> HttpResponse:
    """Stake the bet and deal."""
    entry = entry_of(slug, currency)
    if day := offers.day_of(currency):
        return _deal_daily(request, entry, day)
    form = DealForm(request.POST, entry)
    place: dict[str, Any] = {"player": request.user, "entry": entry, "currency": currency}
    if not form.is_valid():
        position = offers.current(**place) or offers.last_ended(**place)
        return _refused(request, entry, currency, position, _first_error(form))
    try:
        position = services.deal(
            **place,
            deal_id=form.cleaned_data["deal_id"],
            client_seed=form.cleaned_data["seed"],
            bets=offers.last_bets(**place) if form.cleaned_data["rebet"] else form.bets(),
            options=form.options(),
            mode=form.mode(),
            any_deal=form.cleaned_data.get("any_deal", False),
            carry=form.cleaned_data.get("carry"),
            end_old=form.cleaned_data["end_old"],
        )
    except Refused as refusal:
        position = offers.current(**place) or offers.last_ended(**place)
        question = None
        if isinstance(refusal, AskFirst):
            question = _question_to_deal(request, refusal, _("End it and deal"), "end_old")
        elif isinstance(refusal, EmptyPool):
            winnable.ask(entry=entry, options=refusal.options)
            question = _question_to_deal(request, refusal, _("Deal any other"), "any_deal")
            question = question._replace(title=_("Any other deal?"))
        return _refused(request, entry, currency, position, refusal, question)
    return _answer(request, position, Said(words.dealt(position.view)))


def _deal_daily(request: PlayerRequest, entry: Entry, day: date) -> HttpResponse:
    """Deal the deck of a day, or show the round of it that is in play."""
    try:
        position = services.deal_daily(player=request.user, entry=entry, day=day)
    except Refused as refusal:
        return _refused(request, entry, day.isoformat(), None, refusal)
    return _answer(request, position, Said(words.dealt(position.view)))


def _question_to_deal(request: PlayerRequest, refusal: Refused, yes: str, sure: str) -> Question:
    """What is asked before a deal is dealt after all: the same form, `sure` this time."""
    # A field may stand twice on the page, and the one that was filled in counts.
    fields = {
        name: next((value for value in values if value), "")
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
    }
    return Question(str(refusal), yes, request.path, {**fields, sure: "on"})


@player_only
@require_POST
def moves(request: PlayerRequest, round_id: int) -> HttpResponse:
    """Play a move."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _refused_round(request, round_id, _first_error(form))
    notation = form.cleaned_data["move"]
    try:
        position = services.move(
            player=request.user, round_id=round_id, at=form.cleaned_data["at"], notation=notation
        )
    except (Refused, Round.DoesNotExist) as refusal:
        return _refused_round(request, round_id, refusal)
    said = words.moved(notation, position.before or position.view, position.view)
    return _answer(request, position, Said(f"{said} {words.paid(position.round)}".strip()))


@player_only
@require_POST
def undo(request: PlayerRequest, round_id: int) -> HttpResponse:
    """Take back the last move."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _refused_round(request, round_id, _first_error(form))
    try:
        position = services.undo(player=request.user, round_id=round_id, at=form.cleaned_data["at"])
    except (Refused, Round.DoesNotExist) as refusal:
        return _refused_round(request, round_id, refusal)
    before = position.before or position.view
    return _answer(request, position, Said(words.undone(before, position.view)))


@player_only
@require_POST
def end(request: PlayerRequest, round_id: int) -> HttpResponse:
    """End the round; with moves left the player is asked first."""
    form = EndForm(request.POST)
    if not form.is_valid():
        return _refused_round(request, round_id, _first_error(form))
    try:
        position = services.end(
            player=request.user,
            round_id=round_id,
            at=form.cleaned_data["at"],
            way=form.cleaned_data["way"],
            sure=form.cleaned_data["sure"],
        )
    except (Refused, Round.DoesNotExist) as refusal:
        return _refused_round(request, round_id, refusal, way=form.cleaned_data["way"])
    return _answer(request, position, Said(words.ended(form.cleaned_data["way"])))


@player_only
@require_POST
def restart(request: PlayerRequest, round_id: int) -> HttpResponse:
    """Begin the same deal once more; a game with moves left is asked for first."""
    form = EndForm({**request.POST.dict(), "way": RESTART})
    if not form.is_valid():
        return _refused_round(request, round_id, _first_error(form))
    try:
        position = services.restart(
            player=request.user,
            round_id=round_id,
            at=form.cleaned_data["at"],
            sure=form.cleaned_data["sure"],
        )
    except (Refused, Round.DoesNotExist) as refusal:
        return _refused_round(request, round_id, refusal, way=RESTART)
    return _answer(request, position, Said(words.dealt(position.view, again=True)))


@player_only
@require_POST
def finish(request: PlayerRequest, round_id: int) -> HttpResponse:
    """Have the house play the rest; the table that comes tells so."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _refused_round(request, round_id, _first_error(form))
    at = form.cleaned_data["at"]
    try:
        position = services.finish(player=request.user, round_id=round_id, at=at)
    except (Refused, Round.DoesNotExist) as refusal:
        return _refused_round(request, round_id, refusal)
    return _answer(request, position, None)


@player_only
@require_POST
def hint(request: PlayerRequest, round_id: int) -> HttpResponse:
    """A move that helps; nothing is played and nothing is written."""
    position = _looked(request, round_id)
    try:
        notation = positions.hint(position)
    except Refused as refusal:
        return _refused_round(request, round_id, refusal)
    said = Said(words.hinted(notation, position.view))
    return _answer(request, position, said, hinted=notation or "")


@player_only
@require_safe
def fragment(request: PlayerRequest, round_id: int) -> HttpResponse:
    """The table as it stands: while the house finishes a game, and after a lost connection."""
    position = _looked(request, round_id)
    if not request.htmx:
        return redirect("games:table", position.entry.slug, _currency(position))
    return _answer(request, position, None)


def _looked(request: PlayerRequest, round_id: int) -> Position:
    """The player's round; anybody else's is not found."""
    try:
        return services.look(player=request.user, round_id=round_id)
    except Round.DoesNotExist:
        raise Http404(_("There is no such game.")) from None


def _in_play(request: PlayerRequest, position: Position) -> Position:
    """What a table shows for this round: itself, but once it has ended the one now in play."""
    if position.round.is_open:
        return position
    place: dict[str, Any] = {"entry": position.entry, "currency": _currency(position)}
    return offers.current(player=request.user, **place) or position


def _currency(position: Position) -> str:
    return position.round.place


def _answer(
    request: PlayerRequest, position: Position, said: Said | None, hinted: str = ""
) -> HttpResponse:
    """The table after what was done; `hinted` is the move that a hint names."""
    currency = _currency(position)
    if not request.htmx:
        if said:
            messages.info(request, said.text)
        return redirect("games:table", position.entry.slug, currency)
    position = _in_play(request, position)
    context = tableside.context(request.user, position.entry, currency, position, said=said)
    context["hinted"] = hinted
    context["balance_moved"] = not position.round.is_open or position.round.entries == 0
    return render(request, "games/_answer.html", context)


def _refused_round(
    request: PlayerRequest, round_id: int, refusal: Exception | str, way: str = ""
) -> HttpResponse:
    """The table of a round with why nothing was done; somebody else's round is not found."""
    position = _looked(request, round_id)
    question = question_to_end(position, way) if isinstance(refusal, AskFirst) else None
    if (now := _in_play(request, position)) is not position:
        position, refusal = now, _("That game has ended. This is the one in play.")
    currency = _currency(position)
    return _refused(request, position.entry, currency, position, refusal, question)


def _refused(
    request: PlayerRequest,
    entry: Entry,
    currency: str,
    position: Position | None,
    refusal: Exception | str,
    question: Question | None = None,
) -> HttpResponse:
    """The table as it stands and the sentence, or the question that the refusal asks."""
    sentence = words.refused(refusal) if isinstance(refusal, Refused) else str(refusal)
    way_on = _way_on(request, refusal)
    if isinstance(refusal, Shut) and not (request.htmx and refusal.waits):
        return _lead(request, way_on, sentence if refusal.waits else "")
    if request.htmx:
        context = tableside.context(
            request.user,
            entry,
            currency,
            position,
            said=None if question else Said(sentence, "refusal", way_on),
            question=question,
            price=request.POST.get("card_price", ""),
        )
        context["balance_moved"] = not context["in_play"]
        return render(request, "games/_answer.html", context)
    here = reverse("games:table", args=[entry.slug, currency])
    if question and "way" in question.fields:
        return redirect(f"{here}?ask={question.fields['way']}")
    if question:
        asked = {"entry": entry, "question": question, "here": here}
        return render(request, "games/question.html", asked)
    messages.warning(request, sentence)
    return redirect(here + _filled_in(request, entry))


def _filled_in(request: PlayerRequest, entry: Entry) -> str:
    """What was chosen for a deal, as the end of an address, so that the next page has it too."""
    names = ("mode", "level", "card_price", *(choices.field(name) for name in entry.choices))
    filled = {name: request.POST[name] for name in names if request.POST.get(name)}
    return f"?{urlencode(filled)}" if filled else ""


def _way_on(request: PlayerRequest, refusal: Exception | str) -> str:
    """Where a player can go whom a gate has stopped, and from there back to this table."""
    if not isinstance(refusal, Shut):
        return ""
    behind = page_behind(request)
    if behind == request.path:
        # The answer to a form stood at the form's own address, which takes nothing but forms.
        table = request.path.removesuffix("deal/")
        behind = table if table != request.path else reverse("lobby")
    return f"{reverse(refusal.way_on)}?{urlencode({'next': behind})}"


def _lead(request: PlayerRequest, to: str, sentence: str) -> HttpResponse:
    """Lead the whole page there, with what there is to say."""
    if sentence:
        messages.warning(request, sentence)
    if not request.htmx:
        return redirect(to)
    answer = HttpResponse(status=204)
    answer["HX-Redirect"] = to
    return answer


def _first_error(form: Any) -> str:
    """The first thing wrong with a form, as a sentence."""
    for errors in form.errors.values():
        return str(errors[0])
    return _("That could not be read.")
