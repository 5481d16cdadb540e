"""What staff do about deposits: lift a block, settle what was to be looked at; with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts import events
from accounts.models import Player
from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.pages import note_look
from wallet import deposit_blocks
from wallet.deposit_models import Deposit, FundingBlock

View = Callable[..., HttpResponse]


class Deed(NamedTuple):
    """Something to do about a row: who may, when, what it is called, what it means."""

    model: type[models.Model]
    word: str
    right: str
    title: Promise
    sentence: Promise
    done: Promise
    is_open: Callable[[Any], bool]
    do: Callable[[int, Player, str, str], None]

    @property
    def name(self) -> str:
        """The name of its address, without the console's."""
        return f"wallet_{self.model._meta.model_name}_{self.word}"

    @property
    def address(self) -> str:
        """The name of its address."""
        return f"admin:{self.name}"

    def url(self, view: Callable[[View], View]) -> URLPattern:
        """Its address."""
        return path(f"<int:pk>/{self.word}/", view(self.page), name=self.name)

    def page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the reason, and do it."""
        return _page(request, pk, self)


@require_http_methods(["GET", "POST"])
def _page(request: HttpRequest, pk: int, deed: Deed) -> HttpResponse:
    actor = answers.actor(request, deed.right)
    row: Any = get_object_or_404(deed.model.objects.select_related("player"), pk=pk)  # type: ignore[attr-defined]
    model = deed.model._meta.model_name
    here = f"admin:wallet_{model}_change"
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        deed.do(pk, actor, form.cleaned_data["reason"], address_of(request))
        messages.success(request, str(deed.done))
        return redirect(here, pk)
    if request.method == "GET":
        note_look(request, row.player_id, f"{model}:{pk}")
    context = {"title": deed.title, "row": row, "form": form, "deed": deed, "here": here}
    return answers.page(request, "admin/deposit_deed.html", context)


def _lift(pk: int, actor: Player, reason: str, address: str) -> None:
    deposit_blocks.lift(block_id=pk, actor=actor, reason=reason, address=address)


@transaction.atomic
def _settle(pk: int, actor: Player, reason: str, address: str) -> None:
    """Somebody has looked and found what to do; the reason says what."""
    deposit = Deposit.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)
    if deposit.needs_look:
        deposit.needs_look = False
        deposit.save(update_fields=["needs_look"])
        events.record("deposit settled", deposit.cause, actor=actor, reason=reason, address=address)


LIFT = Deed(
    model=FundingBlock,
    word="lift",
    right="wallet.change_fundingblock",
    title=_("Lift the block"),
    sentence=_("The player can pay in at once; what failed before does not count any more."),
    done=_("The block is lifted."),
    is_open=lambda block: block.lifted_at is None,
    do=_lift,
)
SETTLE = Deed(
    model=Deposit,
    word="settle",
    right="wallet.change_deposit",
    title=_("Settle what was to be looked at"),
    sentence=_("No money moves by this. Say what you found and what was done about it."),
    done=_("It is settled."),
    is_open=lambda deposit: deposit.needs_look,
    do=_settle,
)
