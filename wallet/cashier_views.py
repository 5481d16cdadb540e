"""The cashier: what the player has, paying in and what came of it, the methods of payment."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from payments import PaymentStatus, RedirectNeeded

from accounts.requests import address_of
from wallet import debts, deposit_words, deposits, ledger, money, payment_methods
from wallet.deposit_models import Deposit, PaymentMethod
from wallet.money import NotAnAmount
from wallet.requests import PlayerRequest, player_only
from wallet.statements import net_deposits
from wallet.views import refilled_below

ROWS_A_PAGE = 25
# A page looks for news by itself for so long; afterwards when it is asked to.
LOOKS_FOR_SECONDS = 600


class AmountField(forms.CharField):
    """An amount of the deployment's money as people type it, in minor units."""

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": "decimal", "autocomplete": "off", "size": "12"}
        super().__init__(
            max_length=100,
            widget=forms.TextInput(attributes),
            error_messages={
                "required": gettext_lazy("Type an amount, as 25 or 25.50."),
                "max_length": gettext_lazy("That is more than can be moved at once."),
            },
            **options,
        )

    def clean(self, value: Any) -> int:
        """The amount; ValidationError with the sentence that says what to type instead."""
        try:
            return money.parse(str(super().clean(value)))
        except NotAnAmount as fault:
            raise forms.ValidationError(str(fault), code="amount") from fault


class DepositForm(forms.Form):
    """How much, and by which way. `form_key` makes a form that is sent twice one deposit."""

    amount = AmountField(label=gettext_lazy("Amount"))
    variant = forms.ChoiceField(label=gettext_lazy("Pay with"), widget=forms.RadioSelect)
    form_key = forms.UUIDField(widget=forms.HiddenInput)
    # What was asked for before a limit made it less.
    asked = forms.IntegerField(
        required=False, min_value=1, max_value=money.PARSED_MOST, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        field = self.fields["variant"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(way, _way(way)) for way in settings.PAYMENT_VARIANTS]


def _way(variant: str) -> str:
    """A way to pay, with its fee."""
    rate = settings.DEPOSIT_FEES.get(variant, 0)
    name = deposit_words.way(variant)
    if not rate:
        return _("%(way)s, no fee") % {"way": name}
    return _("%(way)s, fee %(rate)s %%") % {"way": name, "rate": money.number(rate)}


def lead(name: str) -> str:
    """The address of that name, else the cashier's."""
    try:
        return reverse(name or "wallet:cashier")
    except NoReverseMatch:
        return reverse("wallet:cashier")


@player_only
@require_safe
def cashier(request: PlayerRequest) -> HttpResponse:
    """What the player has, each kind apart, and everything that can be done with it."""
    player, currency = request.user, settings.CURRENCY
    context = {
        "currency": currency,
        "held": ledger.balances(player, currency),
        "chips": ledger.balances(player, money.FUN),
        "fun": money.FUN,
        "net": net_deposits(player),
        "owed": debts.owed(player),
        "waiting": deposits.of(player).filter(ended_at=None)[:5],
        "smallest_bet": refilled_below(),
        "starting_chips": ledger.STARTING_CHIPS,
    }
    return render(request, "wallet/cashier.html", context)


@player_only
@require_http_methods(["GET", "HEAD", "POST"])
def deposit(request: PlayerRequest) -> HttpResponse:
    """The form of a deposit; sent, it begins one or says why not.

    Whoever cannot pay in now is told so instead, or asked first which limit is wanted.
    """
    if request.method != "POST" and (obstacle := deposits.obstacle(request.user)):
        return _told_why_not(request, obstacle)
    ways = list(settings.PAYMENT_VARIANTS)
    start = {"form_key": uuid4(), "variant": next(iter(ways), "")}
    form = DepositForm(request.POST) if request.method == "POST" else DepositForm(initial=start)
    question = ""
    if request.method == "POST" and form.is_valid():
        try:
            made = _ask(request, form.cleaned_data)
        except deposits.NotTaken as refusal:
            form.add_error("amount", str(refusal))
        except deposits.Trimmed as trimmed:
            question = str(trimmed)
            less = {"amount": money.to_decimal(trimmed.allowed), "asked": trimmed.asked}
            form = DepositForm(initial=form.cleaned_data | less)
        else:
            return redirect("wallet:deposited", made.pk)
    context = {
        "form": form,
        "question": question,
        "ways": ways,
        "currency": settings.CURRENCY,
        "held": ledger.balances(request.user, settings.CURRENCY),
        "least": deposits.LEAST,
        "most": deposits.MOST,
        "owed": debts.owed(request.user),
    }
    status = 422 if form.errors else 200
    return render(request, "wallet/deposit.html", context, status=status)


def _told_why_not(request: PlayerRequest, obstacle: deposits.Obstacle) -> HttpResponse:
    """The sentence and the way on; the question about a limit is asked at once."""
    if obstacle.way_on == "safer:choice":
        return redirect(f"{reverse('safer:choice')}?{urlencode({'next': request.path})}")
    context = {
        "obstacle": obstacle,
        "way_on": lead(obstacle.way_on),
        "currency": settings.CURRENCY,
        "held": ledger.balances(request.user, settings.CURRENCY),
    }
    return render(request, "wallet/deposit.html", context)


def _ask(request: PlayerRequest, chosen: dict[str, Any]) -> Deposit:
    return deposits.ask(
        player=request.user,
        amount=chosen["amount"],
        variant=chosen["variant"],
        form_key=chosen["form_key"],
        asked=chosen["asked"],
        address=address_of(request),
    )


@player_only
@require_safe
def deposit_list(request: PlayerRequest) -> HttpResponse:
    """Every deposit of the player, the refused ones too."""
    page = Paginator(deposits.of(request.user), ROWS_A_PAGE).get_page(request.GET.get("p"))
    rows = [(one, deposit_words.standing(one)) for one in page]
    context = {"page": page, "rows": rows, "currency": settings.CURRENCY}
    return render(request, "wallet/deposits.html", context)


def own_deposit(request: HttpRequest, pk: int) -> Deposit:
    """A deposit of the player who asks; anybody else's does not exist."""
    assert request.user.is_authenticated
    return get_object_or_404(deposits.of(request.user), pk=pk)


@player_only
@require_safe
def deposited(request: PlayerRequest, pk: int) -> HttpResponse:
    """How a deposit stands: what, how much, why, and the way on."""
    return render(request, "wallet/deposited.html", _how(request, pk))


@player_only
@require_safe
def deposit_news(request: PlayerRequest, pk: int) -> HttpResponse:
    """The same as a fragment, which the page asks for by itself while it waits."""
    return render(request, "wallet/_deposited.html", _how(request, pk) | {"news": True})


def _how(request: PlayerRequest, pk: int) -> dict[str, Any]:
    one = own_deposit(request, pk)
    age = (timezone.now() - one.created).total_seconds()
    return {
        "deposit": one,
        "standing": deposit_words.standing(one),
        "way": deposit_words.way(one.variant),
        "currency": settings.CURRENCY,
        "to_pay": _may_be_paid(one),
        "looks": one.is_open and age < LOOKS_FOR_SECONDS,
        "way_on": lead(one.way_on) if one.way_on else "",
        "held": ledger.balances(request.user, settings.CURRENCY),
    }


def _may_be_paid(one: Deposit) -> bool:
    """Whether nothing was paid yet: what came in another currency is looked at first."""
    waits = one.is_open and one.status == PaymentStatus.WAITING
    return waits and one.reason != Deposit.Reason.CURRENCY


@player_only
@require_safe
def pay(request: PlayerRequest, pk: int) -> HttpResponse:
    """On to the provider's page, for a deposit that is not paid yet; else back to how it stands."""
    own_deposit(request, pk)
    one = deposits.set_out(request.user, pk)
    if _may_be_paid(one):
        try:
            one.get_form()
        except RedirectNeeded as there:
            return redirect(str(there))
    return redirect("wallet:deposited", pk)


@player_only
@require_POST
def cancel(request: PlayerRequest, pk: int) -> HttpResponse:
    """Give up a deposit that is not paid yet."""
    try:
        deposits.cancel(request.user, pk)
    except Deposit.DoesNotExist as nothing:
        raise Http404 from nothing
    return redirect("wallet:deposited", pk)


@player_only
@require_safe
def methods(request: PlayerRequest) -> HttpResponse:
    """What the player pays with and is paid out to."""
    return render(request, "wallet/methods.html", {"methods": payment_methods.of(request.user)})


@player_only
@require_POST
def remove_method(request: PlayerRequest, pk: int) -> HttpResponse:
    """Remove a method; what it paid stays on record."""
    try:
        method = payment_methods.remove(request.user, pk, address_of(request))
    except PaymentMethod.DoesNotExist as nothing:
        raise Http404 from nothing
    messages.success(request, _("%(method)s is removed.") % {"method": method.label})
    return redirect("wallet:methods")
