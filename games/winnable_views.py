"""Was it winnable? What the solver says of a round that has ended, and its line to step through."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games import replay, verdicts
from games.history_views import SPEEDS, drawn, number, own
from games.models import Round, Verdict
from games.requests import PlayerRequest, signed_in


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def winnable(request: PlayerRequest, round_id: int) -> HttpResponse:
    """The answer as it stands, after POST has asked for it. A fragment while the page waits."""
    round = own(request, round_id)
    if request.method == "POST":
        try:
            verdicts.ask(player=request.user, round_id=round.pk)
        except verdicts.NotAsked as refusal:
            messages.error(request, str(refusal))
        return redirect("games:winnable", round.pk)
    try:
        verdict = verdicts.of(round)
    except verdicts.NotAsked as refusal:
        return render(request, "games/winnable.html", {**drawn(round), "sealed": str(refusal)})
    if request.htmx and verdict and verdict.is_due:
        return render(request, "games/_winnable_due.html", {"round": round})
    if request.htmx:
        # The answer is there: the whole page shows it.
        answer = HttpResponse(status=204)
        answer["HX-Refresh"] = "true"
        return answer
    return render(request, "games/winnable.html", _context(request, round, verdict))


@signed_in
@require_safe
def steps(request: PlayerRequest, round_id: int) -> HttpResponse:
    """The next steps of the winning line from a number, for the page's script."""
    round = own(request, round_id)
    line = _line(round)
    first = number(request, "from")
    found = replay.line_steps(round, line, first, first + replay.AT_ONCE - 1)
    context = {**drawn(round), "steps": found, "last": len(line)}
    return render(request, "games/winnable_steps.html", context)


def _line(round: Round) -> list[str]:
    """The winning line; Http404 where there is none."""
    try:
        verdict = verdicts.of(round)
    except verdicts.NotAsked as refusal:
        raise Http404(str(refusal)) from refusal
    if verdict is None or not verdict.line:
        raise Http404
    return verdict.notations


def _context(request: PlayerRequest, round: Round, verdict: Verdict | None) -> dict[str, Any]:
    context = {**drawn(round), "verdict": verdict, "answered": verdict and not verdict.is_due}
    if verdict is None or not verdict.line:
        return context
    line = verdict.notations
    at = min(number(request, "step"), len(line))
    return context | {
        "step": replay.line_steps(round, line, at, at)[0],
        "last": len(line),
        "previous": max(0, at - 1),
        "next": min(len(line), at + 1),
        "at_once": replay.AT_ONCE,
        "speeds": SPEEDS,
        "steps_address": reverse("games:winnable-steps", args=[round.pk]),
    }
