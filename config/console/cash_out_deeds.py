"""What people of payments do about a cash-out: each deed asks for its reason and is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.deeds import Deed
from wallet import bank_returns, cash_out_words, cash_outs, payouts
from wallet.cash_out_models import CashOut, CashOutState, Reason
from wallet.cash_out_steps import NotNow
from wallet.payout_providers import provider

RIGHT = "wallet.decide_cashout"
REQUESTED, ON_HOLD, APPROVED, SENDING, UNKNOWN = (
    *(CashOutState.REQUESTED, CashOutState.ON_HOLD, CashOutState.APPROVED),
    *(CashOutState.SENDING, CashOutState.UNKNOWN),
)


class HoldForm(ReasonForm):
    """What the player is told, and the reason for the record."""

    told = forms.ChoiceField(
        label=gettext_lazy("What the player is told"),
        choices=[("", "---------"), *((one.value, one.label) for one in cash_outs.HOLD_REASONS)],
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason, for the record; the player does not see it"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    field_order = ("told", "reason")


class RefuseForm(HoldForm):
    """The same, with the reasons for a refusal."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        told = self.fields["told"]
        assert isinstance(told, forms.ChoiceField)
        told.choices = [("", "---------"), *_told(cash_outs.REFUSE_REASONS)]


class ResolveForm(ReasonForm):
    """What became of a payment, and how that is known."""

    sent = forms.TypedChoiceField(
        label=gettext_lazy("What became of the payment"),
        choices=[
            ("yes", gettext_lazy("It was made: the cash-out is sent.")),
            ("no", gettext_lazy("It was not made: the money goes back to the player.")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    reference = forms.CharField(
        label=gettext_lazy("The bank's reference, if it was made"), max_length=80, required=False
    )
    reason = forms.CharField(
        label=gettext_lazy("How you know: the evidence"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    field_order = ("sent", "reference", "reason")


Service = Callable[..., Any]


def _told(reasons: tuple[Reason, ...]) -> list[tuple[str, Any]]:
    return [(one.value, one.label) for one in reasons]


def _with_reason(service: Service) -> Service:
    """A service that takes what the player is told, besides the note."""

    def call(pk: int, form: dict[str, Any], actor: Player, address: str) -> Any:
        about = {"cash_out_id": pk, "actor": actor, "address": address}
        return service(reason=form["told"], note=form["reason"], **about)

    return call


def _plainly(service: Service) -> Service:
    """A service that takes the note only."""

    def call(pk: int, form: dict[str, Any], actor: Player, address: str) -> Any:
        return service(cash_out_id=pk, note=form["reason"], actor=actor, address=address)

    return call


def _resolve(pk: int, form: dict[str, Any], actor: Player, address: str) -> Any:
    given = {"sent": form["sent"], "reference": form["reference"], "note": form["reason"]}
    return payouts.resolve(cash_out_id=pk, actor=actor, address=address, **given)


def _deed(word: str, *, states: tuple[str, ...], **about: Any) -> Deed:
    """A deed about cash-outs in these states."""

    def offers(row: CashOut, actor: Player) -> bool:
        return row.state in states and _offers(word, row, actor)

    return Deed(
        model=CashOut,
        word=word,
        right=RIGHT,
        offers=offers,
        lacking=(cash_outs.NeedsReason,),
        late=(NotNow,),
        template="admin/cash_out_deed.html",
        **about,
    )


def _offers(word: str, row: CashOut, actor: Player) -> bool:
    if word == "approve":
        return not row.approvals.filter(turn=row.turn, person=actor).exists()
    if word == "returned":
        return not cash_out_words.came_back(row)
    if word == "send":
        return provider() is not None
    if word == "resolve":
        return row.state == UNKNOWN or not row.by_provider
    return True


DEEDS = (
    _deed(
        "approve",
        title=gettext_lazy("Approve"),
        sentence=gettext_lazy(
            "You have looked at the player, the games behind the money and the account that it "
            "goes to. Above the threshold a second person must approve too."
        ),
        done=gettext_lazy("You have approved the cash-out."),
        states=(REQUESTED,),
        do=_plainly(cash_outs.approve),
    ),
    _deed(
        "hold",
        title=gettext_lazy("Hold"),
        sentence=gettext_lazy(
            "The cash-out waits, its clock stands still, and approvals given so far no longer "
            "count. The player is told the reason that you choose."
        ),
        done=gettext_lazy("The cash-out is on hold."),
        states=(REQUESTED, APPROVED),
        do=_with_reason(cash_outs.hold),
        form=HoldForm,
    ),
    _deed(
        "release",
        title=gettext_lazy("Release"),
        sentence=gettext_lazy(
            "The reason is settled. The cash-out is requested again, to be approved."
        ),
        done=gettext_lazy("The cash-out is requested again."),
        states=(ON_HOLD,),
        do=_plainly(cash_outs.release),
    ),
    _deed(
        "refuse",
        title=gettext_lazy("Refuse"),
        sentence=gettext_lazy(
            "The whole amount goes back to the player's balance at once. The player is told the "
            "reason that you choose. It cannot be taken back."
        ),
        done=gettext_lazy("The cash-out is refused; the money is back in the player's balance."),
        states=(REQUESTED, ON_HOLD, APPROVED),
        do=_with_reason(cash_outs.refuse),
        form=RefuseForm,
        grave=True,
    ),
    _deed(
        "send",
        title=gettext_lazy("Send by the provider"),
        sentence=gettext_lazy(
            "The provider pays it within moments. To pay it by the bank instead, put it into a "
            "payout file. It cannot be taken back."
        ),
        done=gettext_lazy("The cash-out is being sent."),
        states=(APPROVED,),
        do=_plainly(payouts.send),
    ),
    _deed(
        "resolve",
        title=gettext_lazy("Tell what became of it"),
        sentence=gettext_lazy(
            "Only with evidence from the bank or the provider: a payment that was made and is "
            "given back as well is lost. It cannot be taken back."
        ),
        done=gettext_lazy("It is written down what became of the payment."),
        states=(SENDING, UNKNOWN),
        do=_resolve,
        form=ResolveForm,
        grave=True,
    ),
    _deed(
        "returned",
        title=gettext_lazy("The payment came back"),
        sentence=gettext_lazy(
            "Only when the bank has booked the whole payment back to us. The amount is in the "
            "player's balance at once, and the player is told. It cannot be taken back."
        ),
        done=gettext_lazy(
            "It is written down that the payment came back; the player has the amount."
        ),
        states=(CashOutState.SENT,),
        do=_plainly(bank_returns.came_back),
        grave=True,
    ),
)


def may_ask(row: CashOut, actor: Player) -> bool:
    """Whether this person may ask the provider about it."""
    unknown = row.state == UNKNOWN and row.by_provider and provider() is not None
    return unknown and actor.has_perm(RIGHT)


@require_http_methods(["POST"])
def ask_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the provider what became of an unknown payment, and say it; nothing moves."""
    actor = answers.actor(request, RIGHT)
    get_object_or_404(CashOut, pk=pk)
    try:
        said = payouts.ask(cash_out_id=pk, actor=actor, address=address_of(request))
    except NotNow as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.info(request, said)
    return redirect("admin:wallet_cashout_change", pk)
