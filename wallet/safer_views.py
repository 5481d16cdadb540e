"""Safer play: limits, reality check, time-out, self-exclusion, closing an account. For everybody
besides: a page about risks and help."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import exclusion, limits, reality, sittings
from accounts.jurisdiction import profile
from accounts.limit_words import in_words, title
from accounts.models import Exclusion, Limit, LimitKind
from accounts.moments import moment
from accounts.requests import PlayerRequest, address_of, path_here
from wallet import ledger
from wallet.safer_forms import (
    ChoiceForm,
    CloseForm,
    IntervalForm,
    LimitsForm,
    SelfExclusionForm,
    TimeOutForm,
)
from wallet.sums import Sums, clock, in_money

View = Callable[..., HttpResponse]


def for_players(view: View) -> View:
    """Sign-in first; members of staff have nothing to limit."""

    @login_required
    @wraps(view)
    def inner(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_staff:
            raise PermissionDenied(_("Members of staff do not play, so there is nothing to limit."))
        return view(request, *args, **kwargs)

    return inner


def while_open(view: View) -> View:
    """For players whose account is not closed: then nothing is left to choose, as the page of
    limits says."""

    @for_players
    @wraps(view)
    def inner(request: PlayerRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if _is_closed(request):
            return redirect("safer:limits")
        return view(request, *args, **kwargs)

    return inner


def _is_closed(request: PlayerRequest) -> bool:
    there = exclusion.current(request.user)
    return there is not None and there.is_closing


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Risks, tools, age, misuse, complaints: for everybody, and without anything from elsewhere."""
    context = {
        "age": profile().minimum_age,
        "authority": settings.AUTHORITY,
        "helpline": settings.HELPLINE,
    }
    return render(request, "accounts/safer_help.html", context)


@for_players
@require_http_methods(["GET", "POST"])
def limits_page(request: PlayerRequest) -> HttpResponse:
    """Every limit with what is used of it, what waits, and the other tools. Takes the limits."""
    if request.method == "POST" and _is_closed(request):
        return redirect("safer:limits")
    held = limits.own(request.user)
    form = LimitsForm(_sent(request), held)
    if request.method == "POST" and form.is_valid():
        _keep(request, form)
        return redirect("safer:limits")
    context = _tools(request)
    if not form.is_bound or form.is_valid():
        form = LimitsForm(None, held)
    return render(request, "accounts/limits.html", context | {"form": form})


def _keep(request: PlayerRequest, form: LimitsForm) -> None:
    """Ask for each limit that was changed, and say what holds now and what waits."""
    address = address_of(request)
    changed = False
    for kind, period, amount in form.wanted():
        row = limits.ask(
            player=request.user, kind=kind, period=period, amount=amount, shown=in_money,
            address=address,
        )  # fmt: skip
        if row is None:
            continue
        changed = True
        words = {"what": title(kind, period), "amount": in_words(kind, amount, in_money)}
        if row.step == row.Step.ASKED:
            words["at"] = moment(row.at + profile().limit_increase_wait)
            text = _("%(what)s, %(amount)s: waits. You can confirm it from %(at)s on.") % words
            messages.info(request, text)
        else:
            messages.success(request, _("%(what)s: %(amount)s, from now on.") % words)
    if not changed:
        messages.info(request, _("Your limits are as they were."))


def _tools(request: PlayerRequest) -> dict[str, Any]:
    """What the page of limits shows besides its form."""
    player = request.user
    sums = Sums(player, settings.CURRENCY)
    now = timezone.now()
    waits = [
        {
            "row": one.row,
            "title": title(one.row.kind, one.row.period),
            "amount": in_words(one.row.kind, one.row.amount, in_money),
            "from_at": one.from_at,
            "until": one.until,
            "ready": now >= one.from_at,
        }
        for one in limits.pending(player, now)
    ]
    stands = [
        {
            "title": title(one.kind, one.period),
            "limit": in_words(one.kind, one.limit, in_money),
            "used": in_words(one.kind, one.used, in_money),
            "left": in_words(one.kind, one.left, in_money),
            "restarts_at": one.restarts_at,
            "by_house": one.by_house,
        }
        for one in limits.standings(player, sums, now)
    ]
    there = exclusion.current(player, now)
    return {
        "here": "limits",
        "standings": stands,
        "pending": waits,
        "currency": settings.CURRENCY,
        "intervals": IntervalForm(initial={"minutes": reality.interval(player)}),
        **_exclusion_shown(there),
    }


def _exclusion_shown(there: Exclusion | None) -> dict[str, Any]:
    if there is None:
        return {}
    may = there.is_self_exclusion and exclusion.is_over(there)
    return {
        "exclusion": there,
        "exclusion_said": exclusion.said(there),
        "may_come_back": may and exclusion.asks_to_come_back(there) is None,
    }


@while_open
@require_POST
def confirm(request: PlayerRequest, pk: int) -> HttpResponse:
    """Confirm an increase that has waited long enough."""
    return _answer(request, pk, limits.confirm, _("Confirmed: the higher limit holds from now on."))


@while_open
@require_POST
def cancel(request: PlayerRequest, pk: int) -> HttpResponse:
    """Cancel an increase that waits."""
    return _answer(request, pk, limits.cancel, _("Cancelled: the limit stays as it is."))


def _answer(request: PlayerRequest, pk: int, service: Any, done: str) -> HttpResponse:
    get_object_or_404(Limit, pk=pk, player=request.user, step=Limit.Step.ASKED)
    try:
        service(player=request.user, asked=pk, shown=in_money, address=address_of(request))
    except limits.LimitRefused as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(request, done)
    return redirect("safer:limits")


@while_open
@require_http_methods(["GET", "POST"])
def choice(request: PlayerRequest) -> HttpResponse:
    """The question before the first deposit: a limit, or none."""
    goal = path_here(request.POST.get("next") or request.GET.get("next"), reverse("safer:limits"))
    form = ChoiceForm(_sent(request), label_suffix="")
    if request.method == "POST" and form.is_valid():
        amount, address = form.cleaned_data["amount"], address_of(request)
        if amount is not None:
            limits.ask(
                player=request.user, kind=LimitKind.DEPOSIT, period=form.cleaned_data["period"],
                amount=amount, shown=in_money, address=address,
            )  # fmt: skip
        limits.choose(player=request.user, with_limit=amount is not None, address=address)
        messages.success(request, _("Thank you. You can change it at any time under Safer play."))
        return HttpResponseRedirect(goal)
    context = {"form": form, "next": goal, "here": "limits", "chosen": _chosen(request)}
    return render(request, "accounts/limits_choice.html", context)


def _chosen(request: PlayerRequest) -> bool:
    return limits.has_chosen(request.user)


@while_open
@require_http_methods(["GET", "POST"])
def time_out(request: PlayerRequest) -> HttpResponse:
    """Take a pause, from now on."""
    form = TimeOutForm(_sent(request), label_suffix="")
    if request.method == "POST" and form.is_valid():
        made = _exclude(request, form, keep=True)
        if made:
            messages.success(request, exclusion.said(made))
        return redirect("safer:limits")
    return render(request, "accounts/exclusion_time_out.html", _with(form))


@while_open
@require_http_methods(["GET", "POST"])
def self_exclusion(request: PlayerRequest) -> HttpResponse:
    """Exclude oneself, from now on; every session ends, this one too."""
    form = SelfExclusionForm(_sent(request), label_suffix="")
    if request.method == "POST" and form.is_valid():
        made = _exclude(request, form, keep=False)
        if made is None:
            return redirect("safer:limits")
        logout(request)
        messages.success(request, exclusion.said(made))
        return redirect("safer:help")
    return render(request, "accounts/exclusion_self.html", _with(form))


def _exclude(request: PlayerRequest, form: Any, keep: bool) -> Exclusion | None:
    """Make the exclusion; None and a message where it is refused."""
    try:
        return exclusion.start(
            player=request.user,
            kind=form.cleaned_data.get("kind", Exclusion.Kind.CLOSED),
            reason=form.cleaned_data.get("reason", ""),
            address=address_of(request),
            keep_session=request.session.session_key if keep else None,
        )
    except exclusion.ExclusionRefused as refusal:
        messages.warning(request, str(refusal))
        return None


def _sent(request: HttpRequest) -> Any:
    """What a form is bound to: what was sent, even nothing; None where a page is only looked at."""
    return request.POST if request.method == "POST" else None


def _with(form: Any) -> dict[str, Any]:
    return {"form": form, "here": "limits", "consequences": exclusion.consequences()}


@while_open
@require_POST
def come_back(request: PlayerRequest) -> HttpResponse:
    """After the end of a self-exclusion: ask to play again."""
    try:
        wish = exclusion.come_back(player=request.user, address=address_of(request))
    except exclusion.ExclusionRefused as refusal:
        messages.warning(request, str(refusal))
    else:
        at = moment(wish.effective_at)
        messages.success(request, _("You can play again from %(at)s on.") % {"at": at})
    return redirect("safer:limits")


@for_players
@require_http_methods(["GET", "POST"])
def reality_check(request: PlayerRequest) -> HttpResponse:
    """How the session stands: time, stakes, wins, net. Acknowledged, it leads back to the game."""
    wanted = request.POST.get("next") or request.GET.get("next")
    goal = path_here(wanted, reverse("lobby"))
    now = timezone.now()
    sitting = sittings.note(request.user, now)
    stands = Sums(request.user, settings.CURRENCY).session(sitting.began_at)
    seconds = int((now - sitting.began_at).total_seconds())
    if request.method == "POST":
        shown = {"seconds": seconds, "staked": stands.staked, "won": stands.won}
        reality.acknowledge(player=request.user, shown=shown)
        return HttpResponseRedirect(goal)
    context = {
        "next": goal,
        "began_at": sitting.began_at,
        "elapsed": clock(seconds),
        "stands": stands,
        "currency": settings.CURRENCY,
        "due": reality.is_due(request.user, sitting, now),
        "minutes": reality.interval(request.user),
    }
    return render(request, "accounts/reality.html", context)


@while_open
@require_POST
def reality_interval(request: PlayerRequest) -> HttpResponse:
    """Keep how often the reality check comes."""
    form = IntervalForm(request.POST)
    if form.is_valid():
        reality.choose(
            player=request.user, minutes=form.cleaned_data["minutes"], address=address_of(request)
        )
        messages.success(request, _("Your reality check is set."))
    else:
        messages.warning(request, str(form.errors["minutes"][0]))
    return redirect("safer:limits")


@while_open
@require_http_methods(["GET", "POST"])
def close(request: PlayerRequest) -> HttpResponse:
    """Close the account: games are ended, the balance is asked to be paid out."""
    form = CloseForm(_sent(request), label_suffix="")
    if request.method == "POST" and form.is_valid():
        made = _exclude(request, form, keep=True)
        if made:
            messages.success(request, exclusion.said(made))
        return redirect("safer:limits")
    held = ledger.balances(request.user, settings.CURRENCY)
    context = _with(form) | {"held": held, "currency": settings.CURRENCY}
    return render(request, "accounts/close.html", context)
