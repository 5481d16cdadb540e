"""The sandbox provider's own page, where the player chooses what becomes of a payment."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from wallet import deposit_words, deposits, money, payment_methods, sandbox
from wallet.cashier_views import AmountField
from wallet.deposit_models import Deposit
from wallet.requests import PlayerRequest, player_only


class SandboxForm(forms.Form):
    """What becomes of the payment, how much is paid, and by whose account."""

    outcome = forms.ChoiceField(label=gettext_lazy("What happens"), widget=forms.RadioSelect)
    amount = AmountField(label=gettext_lazy("Amount that is paid"))
    holder = forms.CharField(label=gettext_lazy("Holder of the account"), max_length=120)
    account = forms.RegexField(
        r"^SB[0-9]{8}$",
        label=gettext_lazy("Account"),
        max_length=10,
        error_messages={"invalid": gettext_lazy("An account is SB and eight digits.")},
    )

    def __init__(self, outcomes: dict[str, Any], *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        field = self.fields["outcome"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(outcomes.items())


@player_only
@require_http_methods(["GET", "HEAD", "POST"])
def sandbox_page(request: PlayerRequest, token: UUID) -> HttpResponse:
    """The page. A payment that was captured can only be taken back."""
    deposit = _own(request, token)
    outcomes = sandbox.AFTERWARDS if deposit.captured else sandbox.OUTCOMES
    if request.method == "POST":
        form = SandboxForm(outcomes, request.POST)
        if form.is_valid():
            sandbox.choose(deposit, sandbox.Choice(**form.cleaned_data))
            messages.info(request, _("The sandbox does what you chose."))
            return redirect("wallet:deposited", deposit.pk)
    else:
        form = SandboxForm(outcomes, initial=_start(deposit, next(iter(outcomes))))
    context = {
        "form": form,
        "deposit": deposit,
        "way": deposit_words.way(deposit.variant),
        "currency": settings.CURRENCY,
    }
    return render(request, "wallet/sandbox.html", context, status=422 if form.errors else 200)


def _own(request: PlayerRequest, token: UUID) -> Deposit:
    """A payment of this player that the sandbox handles and knows; else nothing is there."""
    deposit = deposits.of(request.user).filter(token=str(token)).first()
    if deposit is None or deposit.variant not in sandbox.ACCOUNTS:
        raise Http404
    if deposit.variant not in settings.PAYMENT_VARIANTS or deposit.reason in ("gate", "blocked"):
        raise Http404
    return deposit


def _start(deposit: Deposit, outcome: str) -> dict[str, Any]:
    """What the form holds at first: all of it is paid, by the player's own account."""
    return {
        "outcome": outcome,
        "amount": money.to_decimal(deposit.captured or deposit.amount),
        "holder": payment_methods.name_of(deposit.player),
        "account": sandbox.account_of(deposit),
    }
