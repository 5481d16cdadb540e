"""Pages of shared rounds: making and withdrawing a link, and what whoever has it sees."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import address_of
from games import sharing
from games.board_views import not_shown, public_replay
from games.history_views import some_steps
from games.models import Round, Share
from games.proofs import NotRevealed
from games.refusals import Refused
from games.requests import PlayerRequest, signed_in


@signed_in
@require_POST
def share(request: PlayerRequest, round_id: int) -> HttpResponse:
    """Make the link of a round of the player's."""
    try:
        sharing.share(player=request.user, round_id=round_id, address=address_of(request))
    except Round.DoesNotExist:
        raise Http404(_("There is no such game of yours.")) from None
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The link is made. It stands below the replay."))
    return redirect("games:replay", round_id)


@signed_in
@require_POST
def withdraw(request: PlayerRequest, round_id: int) -> HttpResponse:
    """Withdraw it: from now on it leads nowhere."""
    try:
        sharing.withdraw(player=request.user, round_id=round_id, address=address_of(request))
    except Round.DoesNotExist:
        raise Http404(_("There is no such game of yours.")) from None
    messages.success(request, _("The link is withdrawn and leads nowhere any more."))
    if request.POST.get("from") == "links":
        return redirect("games:links")
    return redirect("games:replay", round_id)


@signed_in
@require_safe
def links(request: PlayerRequest) -> HttpResponse:
    """The links that the player has given out."""
    return render(request, "games/shared_links.html", {"links": sharing.links_of(request.user)})


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The replay of a shared round and the proof of its deal, for whoever has the link."""
    try:
        round = sharing.shared(token)
    except Share.DoesNotExist:
        sentence = _("This link leads nowhere: it was withdrawn, or it is not complete.")
        return _unlisted(not_shown(request, sentence))
    context = public_replay(request, round, reverse("games:shared-steps", args=[token]))
    if "step" in context:
        context |= {"proof": sharing.public_proof(round), "token": token}
    return _unlisted(render(request, "games/shared.html", context))


@require_safe
def shared_steps(request: HttpRequest, token: str) -> HttpResponse:
    """The next steps of a shared round, for the page's script."""
    return _unlisted(some_steps(request, _shared(token), public=True))


@require_safe
def shared_proof(request: HttpRequest, token: str) -> HttpResponse:
    """The proof of a shared round's deal as JSON to keep."""
    try:
        answer = JsonResponse(sharing.public_proof(_shared(token)), json_dumps_params={"indent": 1})
    except NotRevealed as sealed:
        raise Http404(str(sealed)) from sealed
    answer["Content-Disposition"] = 'attachment; filename="fairdeal-shared-proof.json"'
    return _unlisted(answer)


def _shared(token: str) -> Round:
    """The round of a link that holds."""
    try:
        return sharing.shared(token)
    except Share.DoesNotExist:
        raise Http404(_("This link leads nowhere.")) from None


def _unlisted(answer: HttpResponse) -> HttpResponse:
    """Not for search engines and caches. The link itself is sent to no other site as a referrer."""
    answer["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    answer["Cache-Control"] = "no-store"
    return answer
