"""What people of payments do about a cash-out: each deed asks for its reason and is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import note_look
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


class Deed(NamedTuple):
    """A deed: its words, when it is offered, what it asks, and the service that does it."""

    title: str | Promise
    sentence: str | Promise
    states: tuple[str, ...]
    form: type[ReasonForm]
    service: Service
    done: str | Promise
    grave: bool = False


def _told(reasons: tuple[Reason, ...]) -> list[tuple[str, Any]]:
    return [(one.value, one.label) for one in reasons]


def _with_reason(service: Service) -> Service:
    """A service that takes what the player is told, besides the note."""

    def call(form: dict[str, Any], **about: Any) -> Any:
        return service(reason=form["told"], note=form["reason"], **about)

    return call


def _plainly(service: Service) -> Service:
    """A service that takes the note only."""

    def call(form: dict[str, Any], **about: Any) -> Any:
        return service(note=form["reason"], **about)

    return call


def _resolve(form: dict[str, Any], **about: Any) -> Any:
    given = {"sent": form["sent"], "reference": form["reference"], "note": form["reason"]}
    return payouts.resolve(**given, **about)


DEEDS = {
    "approve": Deed(
        gettext_lazy("Approve"),
        gettext_lazy(
            "You have looked at the player, the games behind the money and the account that it "
            "goes to. Above the threshold a second person must approve too."
        ),
        (REQUESTED,),
        ReasonForm,
        _plainly(cash_outs.approve),
        gettext_lazy("You have approved the cash-out."),
    ),
    "hold": Deed(
        gettext_lazy("Hold"),
        gettext_lazy(
            "The cash-out waits, its clock stands still, and approvals given so far no longer "
            "count. The player is told the reason that you choose."
        ),
        (REQUESTED, APPROVED),
        HoldForm,
        _with_reason(cash_outs.hold),
        gettext_lazy("The cash-out is on hold."),
    ),
    "release": Deed(
        gettext_lazy("Release"),
        gettext_lazy("The reason is settled. The cash-out is requested again, to be approved."),
        (ON_HOLD,),
        ReasonForm,
        _plainly(cash_outs.release),
        gettext_lazy("The cash-out is requested again."),
    ),
    "refuse": Deed(
        gettext_lazy("Refuse"),
        gettext_lazy(
            "The whole amount goes back to the player's balance at once. The player is told the "
            "reason that you choose. It cannot be taken back."
        ),
        (REQUESTED, ON_HOLD, APPROVED),
        RefuseForm,
        _with_reason(cash_outs.refuse),
        gettext_lazy("The cash-out is refused; the money is back in the player's balance."),
        grave=True,
    ),
    "send": Deed(
        gettext_lazy("Send by the provider"),
        gettext_lazy(
            "The provider pays it within moments. To pay it by the bank instead, put it into a "
            "payout file. It cannot be taken back."
        ),
        (APPROVED,),
        ReasonForm,
        _plainly(payouts.send),
        gettext_lazy("The cash-out is being sent."),
    ),
    "resolve": Deed(
        gettext_lazy("Tell what became of it"),
        gettext_lazy(
            "Only with evidence from the bank or the provider: a payment that was made and is "
            "given back as well is lost. It cannot be taken back."
        ),
        (SENDING, UNKNOWN),
        ResolveForm,
        _resolve,
        gettext_lazy("It is written down what became of the payment."),
        grave=True,
    ),
    "returned": Deed(
        gettext_lazy("The payment came back"),
        gettext_lazy(
            "Only when the bank has booked the whole payment back to us. The amount is in the "
            "player's balance at once, and the player is told. It cannot be taken back."
        ),
        (CashOutState.SENT,),
        ReasonForm,
        _plainly(bank_returns.came_back),
        gettext_lazy("It is written down that the payment came back; the player has the amount."),
        grave=True,
    ),
}


def offered(row: CashOut, actor: Player) -> list[tuple[str, Deed]]:
    """The deeds that this person may do to the cash-out as it stands, each with its address."""
    if not actor.has_perm(RIGHT):
        return []
    return [
        (reverse(f"admin:wallet_cashout_{name}", args=[row.pk]), deed)
        for name, deed in DEEDS.items()
        if _offers(name, deed, row, actor)
    ]


def _offers(name: str, deed: Deed, row: CashOut, actor: Player) -> bool:
    if row.state not in deed.states:
        return False
    if name == "approve":
        return not row.approvals.filter(turn=row.turn, person=actor).exists()
    if name == "returned":
        return not cash_out_words.came_back(row)
    if name == "send":
        return provider() is not None
    if name == "resolve":
        return row.state == UNKNOWN or not row.by_provider
    return True


def may_ask(row: CashOut, actor: Player) -> bool:
    """Whether this person may ask the provider about it."""
    unknown = row.state == UNKNOWN and row.by_provider and provider() is not None
    return unknown and actor.has_perm(RIGHT)


@require_http_methods(["GET", "POST"])
def deed_page(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Ask for what the deed needs, and do it; what is no longer possible is said on the row."""
    deed, row = DEEDS[name], _row(request, pk)
    form = deed.form(request.POST or None, label_suffix="")
    if request.method == "POST" and form.is_valid():
        about = {"actor": request.user, "address": address_of(request), "cash_out_id": pk}
        try:
            deed.service(form.cleaned_data, **about)
        except cash_outs.NeedsReason as lacking:
            form.add_error(None, str(lacking))
        except NotNow as refusal:
            messages.warning(request, str(refusal))
            return redirect("admin:wallet_cashout_change", pk)
        else:
            messages.success(request, str(deed.done))
            return redirect("admin:wallet_cashout_change", pk)
    if request.method == "GET":
        note_look(request, row.player_id, row.cause)
    context = {"title": deed.title, "row": row, "deed": deed, "form": form}
    return answers.page(request, "admin/cash_out_deed.html", context)


@require_http_methods(["POST"])
def ask_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the provider what became of an unknown payment, and say it; nothing moves."""
    _row(request, pk)
    actor = answers.actor(request)
    try:
        said = payouts.ask(cash_out_id=pk, actor=actor, address=address_of(request))
    except NotNow as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.info(request, said)
    return redirect("admin:wallet_cashout_change", pk)


def _row(request: HttpRequest, pk: int) -> CashOut:
    answers.actor(request, RIGHT)
    return get_object_or_404(CashOut.objects.select_related("player", "method"), pk=pk)


def urls(view: Callable[..., Any]) -> list[URLPattern]:
    """The addresses of the deeds, behind the console's door."""
    return [
        path("<int:pk>/ask/", view(ask_page), name="wallet_cashout_ask"),
        *(
            path(
                f"<int:pk>/{name}/", view(deed_page), {"name": name}, name=f"wallet_cashout_{name}"
            )
            for name in DEEDS
        ),
    ]
