"""Pages that prove a deal: the proof of a round, the same as a file, and how it all works."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.requests import PlayerRequest
from games import daily, history
from games.models import Deal, Round
from games.proofs import NotRevealed
from games.proofs import proof as proof_of
from wallet.models import Seal

COMMITMENTS_A_PAGE = 50


def _own(request: PlayerRequest, round_id: int) -> Round:
    """The player's round; anybody else's is not found."""
    rounds = Round.objects.select_related("deal")
    return get_object_or_404(rounds, pk=round_id, player=request.user)


@login_required
@require_safe
def proof(request: PlayerRequest, round_id: int) -> HttpResponse:
    """What a round was made of, checked in the browser; before its end, when that will be."""
    round = _own(request, round_id)
    deal = round.deal
    context = {
        "round": round,
        "deal": deal,
        "client_seed": bytes(deal.client_seed or b"").hex(),
        "typed": typed(deal),
    }
    try:
        context |= {"proof": proof_of(round), "outcome": history.outcomes([round])[round.pk]}
    except NotRevealed as sealed:
        context["sealed"] = str(sealed)
    return render(request, "games/proof.html", context)


@login_required
@require_safe
def proof_file(request: PlayerRequest, round_id: int) -> HttpResponse:
    """The proof as JSON to keep; not found while the round is in play."""
    round = _own(request, round_id)
    try:
        answer = JsonResponse(proof_of(round), json_dumps_params={"indent": 1})
    except NotRevealed as sealed:
        raise Http404(str(sealed)) from sealed
    answer["Content-Disposition"] = f'attachment; filename="fairdeal-proof-{round.pk}.json"'
    return answer


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How a deck is dealt so that anyone can check it; for everybody."""
    seal = Seal.objects.order_by("-pk").first()
    day = daily.today()
    promises = daily.published(day, day + timedelta(days=daily.AHEAD_DAYS))
    return render(request, "games/fairness.html", {"seal": seal, "promises": promises})


@login_required
@require_safe
def commitments(request: PlayerRequest) -> HttpResponse:
    """Every commitment made to the player, dealt or not, so that none can be dropped."""
    deals = Deal.objects.filter(player=request.user).prefetch_related("rounds").order_by("-pk")
    page = Paginator(deals, COMMITMENTS_A_PAGE).get_page(request.GET.get("p"))
    return render(request, "games/commitments.html", {"page": page})


def typed(deal: Deal) -> str:
    """The player's seed as text, where it was typed as such; else nothing."""
    try:
        text = bytes(deal.client_seed or b"").decode()
    except UnicodeDecodeError:
        return ""
    return text if text.isprintable() else ""
