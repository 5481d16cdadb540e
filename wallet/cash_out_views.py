"""The cashier's pages of cash-outs: asking for one, the list, and each one with its stages."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import identity
from accounts.jurisdiction import profile
from accounts.requests import PlayerRequest, address_of
from wallet import cash_out_words, cash_outs, ledger, money
from wallet.cash_out_models import CashOut, CashOutState
from wallet.cash_out_steps import NotNow
from wallet.models import PaymentMethod

ROWS_A_PAGE = 20


class CashOutForm(forms.Form):
    """How much, and to which of the player's own accounts."""

    amount = forms.CharField(
        label=gettext_lazy("Amount"),
        max_length=40,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    method = forms.TypedChoiceField(
        label=gettext_lazy("It goes to"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose an account of yours."),
            "invalid_choice": gettext_lazy("Choose an account of yours."),
        },
    )
    form_key = forms.UUIDField(initial=uuid.uuid4, widget=forms.HiddenInput)

    def __init__(self, data: Any, methods: list[PaymentMethod]) -> None:
        first = methods[0].pk if methods else None
        super().__init__(data, initial={"method": first}, label_suffix="")
        field = self.fields["method"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(one.pk, one.label) for one in methods]

    def clean_amount(self) -> int:
        """The amount in minor units, whatever the person's way to write it."""
        try:
            return money.parse(self.cleaned_data["amount"])
        except money.NotAnAmount as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


@login_required
@require_http_methods(["GET", "POST"])
def cash_out(request: PlayerRequest) -> HttpResponse:
    """Ask for money. A password, and a second factor where there is one, was given just before
    (`second_factors.SENSITIVE`). A request that is not taken is on record."""
    _demand_player(request)
    methods = cash_outs.methods(request.user)
    form = CashOutForm(request.POST or None, methods)
    way_on = ""
    if request.method == "POST":
        if form.is_valid():
            try:
                made = _ask(request, form)
            except cash_outs.NotTaken as refusal:
                form.add_error(None, str(refusal))
                way_on = refusal.way_on
            else:
                messages.success(request, _("Your cash-out is taken, and the money is set aside."))
                return redirect("wallet:one-cash-out", made.pk)
        _record_refusal(request, form)
    balances = ledger.balances(request.user, settings.CURRENCY)
    context = {
        "form": form,
        "methods": methods,
        "paid_in": bool(methods and methods[0].paid_in_at),
        "way_on": reverse(way_on) if way_on else "",
        "currency": settings.CURRENCY,
        "held": balances,
        "least": cash_outs.least(balances.wallet),
        "two_people": profile().cash_out_two_people,
        "verified": identity.is_verified(request.user),
        "stopped": cash_outs.stopped(),
        "days": profile().cash_out_time.days,
        "taken_back": profile().cash_out_taken_back,
    }
    return render(request, "wallet/cash_out.html", context)


@login_required
@require_safe
def cash_out_list(request: PlayerRequest) -> HttpResponse:
    """Every cash-out of the player, newest first."""
    _demand_player(request)
    rows = CashOut.objects.filter(player=request.user).select_related("method").order_by("-pk")
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("p"))
    rows_shown = [(row, cash_out_words.why(row)) for row in page]
    context = {"page": page, "rows": rows_shown, "currency": settings.CURRENCY}
    return render(request, "wallet/cash_outs.html", context)


@login_required
@require_safe
def one_cash_out(request: PlayerRequest, pk: int) -> HttpResponse:
    """Where one cash-out stands, why, what happens next, and every step that it took."""
    row = get_object_or_404(CashOut.objects.select_related("method"), pk=pk, player=request.user)
    context = {
        "cash_out": row,
        "stages": cash_out_words.stages(row),
        "why": cash_out_words.why(row),
        "following": cash_out_words.following(row),
        "steps": row.steps.all(),
        "may_take_back": profile().cash_out_taken_back and row.state == CashOutState.REQUESTED,
    }
    return render(request, "wallet/one_cash_out.html", context)


@login_required
@require_POST
def take_back(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take a cash-out back, where the profile lets players do so."""
    get_object_or_404(CashOut, pk=pk, player=request.user)
    try:
        cash_outs.take_back(cash_out_id=pk, player=request.user, address=address_of(request))
    except NotNow as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(request, _("The cash-out is taken back; the money is in your balance."))
    return redirect("wallet:one-cash-out", pk)


def _demand_player(request: PlayerRequest) -> None:
    if request.user.is_staff:
        raise PermissionDenied(_("A member of staff has no wallet."))


def _ask(request: PlayerRequest, form: CashOutForm) -> CashOut:
    data = form.cleaned_data
    return cash_outs.request(
        player=request.user,
        amount=data["amount"],
        method_id=data["method"],
        form_key=data["form_key"],
        address=address_of(request),
    )


def _record_refusal(request: PlayerRequest, form: CashOutForm) -> None:
    """Keep what was asked for and why it was not taken, in the event log."""
    sentences = [sentence for faults in form.errors.values() for sentence in faults]
    cash_outs.refused_request(
        player=request.user,
        asked=request.POST.get("amount", ""),
        sentence=" ".join(map(str, sentences)),
        address=address_of(request),
    )
