"""Pages of what was played: the history of rounds, and the replay of one that has ended."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import history as played
from games import replay as replays
from games import sharing
from games.catalogue import ENTRIES, FUN, MONEY
from games.models import Round
from games.proofs import NotRevealed
from games.requests import PlayerRequest, signed_in
from games.services import currency_code

SPEEDS = ("0.5", "1", "2", "4", "8")


class HistoryForm(forms.Form):
    """Which rounds are listed; everything may be left empty."""

    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=lambda: [("", _("All games")), *((e.slug, e.title) for e in ENTRIES.values())],
    )
    currency = forms.ChoiceField(
        label=_("Played"),
        required=False,
        choices=[("", _("Fun and money")), (FUN, _("For fun")), (MONEY, _("For money"))],
    )
    first_day = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    last_day = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first, and no day is beyond the calendar's end."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if first and last and last < first:
            raise forms.ValidationError(_("The last day is before the first."))
        if any(day and not 2000 <= day.year <= 9000 for day in (first, last)):
            raise forms.ValidationError(_("Choose days from the year 2000 on."))
        return cleaned


@signed_in
@require_safe
def history(request: PlayerRequest) -> HttpResponse:
    """Every round of the player, page by page, narrowed by game, currency and days."""
    form = HistoryForm(request.GET, label_suffix="")
    wanted: dict[str, Any] = {}
    if form.is_valid():
        wanted = dict(form.cleaned_data)
        if wanted["currency"]:
            wanted["currency"] = currency_code(wanted["currency"])
    rounds = played.chosen(request.user, **wanted)
    page, rows = played.page(rounds, request.GET.get("p"))
    context = {"form": form, "page": page, "rows": rows, "narrowed": any(wanted.values())}
    return render(request, "games/history.html", context)


@signed_in
@require_safe
def replay(request: PlayerRequest, round_id: int) -> HttpResponse:
    """The replay of a round at a step; while the round is in play, when there will be one."""
    round = own(request, round_id)
    address = reverse("games:replay-steps", args=[round.pk])
    context = replay_context(request, round, address)
    if "step" in context:
        context |= {"share": sharing.of_round(round), "may_share": True, "may_ask": True}
    return render(request, "games/replay.html", context)


@signed_in
@require_safe
def replay_steps(request: PlayerRequest, round_id: int) -> HttpResponse:
    """The next steps from a number, for the page's script."""
    return some_steps(request, own(request, round_id))


def replay_context(
    request: HttpRequest, round: Round, steps_address: str, *, for_others: bool = False
) -> dict[str, Any]:
    """What `games/replay.html` draws of a round; `sealed`, a sentence, where it may not yet."""
    context = drawn(round)
    try:
        step = replays.step(round, number(request, "step"), for_others=for_others)
    except NotRevealed as refusal:
        return context | {"sealed": _sealed(round, refusal)}
    return context | {
        "step": step,
        "row": played.with_balances([round], for_others=for_others)[0],
        "previous": max(0, step.number - 1),
        "next": min(round.entries, step.number + 1),
        "at_once": replays.AT_ONCE,
        "speeds": SPEEDS,
        "steps_address": steps_address,
    }


def _sealed(round: Round, refusal: NotRevealed) -> Any:
    """When the replay opens."""
    if not round.deal.is_revealed() and round.day:
        return str(refusal)
    if round.is_open:
        return _("The replay opens when the game has ended.")
    return _("The same deal is being played again. The replay opens when that has ended.")


def some_steps(request: HttpRequest, round: Round, **more: Any) -> HttpResponse:
    """The steps from a number on, as many as are fetched at once; not found while in play.

    `more` says whether they are `public` or `for_staff`: no word then speaks to the player.
    """
    first = number(request, "from")
    last, for_others = first + replays.AT_ONCE - 1, bool(more)
    try:
        steps = replays.steps(round, first, last, for_others=for_others)
    except NotRevealed as sealed:
        raise Http404(str(sealed)) from sealed
    return render(request, "games/replay_steps.html", {**drawn(round), "steps": steps, **more})


def drawn(round: Round) -> dict[str, Any]:
    """What the layouts of tables ask for besides the cards of a step."""
    return {"round": round, "entry": round.entry, "code": round.currency}


def own(request: PlayerRequest, round_id: int) -> Round:
    """The player's round; anybody else's is not found."""
    rounds = Round.objects.select_related("deal").defer("kept")
    return get_object_or_404(rounds, pk=round_id, player=request.user)


def number(request: HttpRequest, name: str) -> int:
    """A number of the address, 0 where it is none."""
    text = request.GET.get(name, "")
    return int(text[:9]) if text.isdecimal() else 0
