"""The console's payout files: made of approved cash-outs, downloaded, confirmed one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts import events
from accounts.requests import address_of
from config.console import answers
from config.console.access_views import ReasonForm
from config.console.cash_out_deeds import RIGHT
from config.console.pages import ReadOnly, code, link, person, table
from wallet import money, payout_files
from wallet.cash_out_models import CashOut, CashOutState, PayoutFile
from wallet.cash_out_steps import NotNow


class PayoutFileForm(ReasonForm):
    """Which of the approved cash-outs, and why now."""

    chosen = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Cash-outs"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("chosen", "reason")

    def __init__(self, data: Any, rows: QuerySet[CashOut]) -> None:
        super().__init__(data, label_suffix="")
        field = self.fields["chosen"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(row.pk, _line(row)) for row in rows]
        field.initial = [row.pk for row in rows]


def _line(row: CashOut) -> SafeString:
    """A cash-out in a list of choices."""
    amount = money.format(row.amount, row.currency)
    return format_html(
        "<span>#{} · {} · <bdi>{}</bdi> · {}</span>", row.pk, amount, row.method.holder, row.method
    )


@admin.register(PayoutFile)
class PayoutFilePage(ReadOnly):
    """Payout files. What a file lists is never changed."""

    change_form_template = "admin/payout_file.html"
    change_list_template = "admin/payout_files.html"
    list_display = ("number", "made_at", "maker", "count", "sum_", "open_", "confirmed_at")
    list_select_related = ("made_by",)
    list_filter = ("made_at",)
    search_fields = ("pk",)
    search_help_text = gettext_lazy("The number of a payout file")
    fields = ("maker", "made_at", "count", "sum_", "digest_", "confirmed_at", "payments")

    def get_urls(self) -> list[URLPattern]:
        """Besides Django's, the way to make one and to download it."""
        view: Callable[..., Any] = self.admin_site.admin_view
        return [
            path("make/", view(make_page), name="wallet_payoutfile_make"),
            path("<int:pk>/download/", view(download), name="wallet_payoutfile_download"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PayoutFile]:
        """Without the content."""
        files: QuerySet[PayoutFile] = super().get_queryset(request).defer("text")
        return files

    @admin.display(description=gettext_lazy("made by"))
    def maker(self, file: PayoutFile) -> Any:
        """The person."""
        return person(file.made_by)

    @admin.display(description=gettext_lazy("total"))
    def sum_(self, file: PayoutFile) -> str:
        """With its currency."""
        return money.format(file.total, file.currency)

    @admin.display(description=gettext_lazy("not confirmed yet"))
    def open_(self, file: PayoutFile) -> int:
        """How many of its payments nobody has confirmed."""
        return _waiting(file).count()

    @admin.display(description=gettext_lazy("digest"))
    def digest_(self, file: PayoutFile) -> SafeString:
        """SHA-256 of the file, as the bank may be told it."""
        return code(file.digest)

    @admin.display(description=gettext_lazy("its payments"))
    def payments(self, file: PayoutFile) -> SafeString:
        """Each payment, with how it stands and the way to confirm it."""
        rows = file.cash_outs.select_related("method", "player").order_by("pk")
        return table(
            (
                _("cash-out"),
                _("player"),
                _("amount"),
                _("state"),
                _("bank's reference"),
                _("confirm"),
            ),
            (
                (
                    link(CashOut, row.pk),
                    person(row.player),
                    money.format(row.amount, row.currency),
                    row.get_state_display(),
                    row.bank_reference or "-",
                    _confirm(row),
                )
                for row in rows
            ),
        )


def _waiting(file: PayoutFile) -> QuerySet[CashOut]:
    return file.cash_outs.filter(state__in=(CashOutState.SENDING, CashOutState.UNKNOWN))


def _confirm(row: CashOut) -> Any:
    if row.state not in (CashOutState.SENDING, CashOutState.UNKNOWN):
        return _("done")
    address = reverse("admin:wallet_cashout_resolve", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, _("Confirm"))


@require_http_methods(["GET", "POST"])
def make_page(request: HttpRequest) -> HttpResponse:
    """Choose among the approved cash-outs, and make a file of them."""
    actor = answers.actor(request, RIGHT)
    rows = CashOut.objects.filter(state=CashOutState.APPROVED).select_related("method", "player")
    rows = rows.order_by("due_at", "pk")[: payout_files.MOST]
    form = PayoutFileForm(request.POST or None, rows)
    if request.method == "POST" and form.is_valid():
        try:
            file = payout_files.make(
                ids=form.cleaned_data["chosen"],
                note=form.cleaned_data["reason"],
                actor=actor,
                address=address_of(request),
            )
        except NotNow as refusal:
            messages.warning(request, str(refusal))
            return redirect("admin:wallet_payoutfile_changelist")
        messages.success(
            request, _("The payout file is made. Download it and hand it to the bank.")
        )
        return redirect("admin:wallet_payoutfile_change", file.pk)
    context = {"title": _("Make a payout file"), "form": form, "rows": rows}
    return answers.page(request, "admin/make_payout_file.html", context)


@require_safe
def download(request: HttpRequest, pk: int) -> HttpResponse:
    """The file, letter by letter as it was made; who took it is recorded."""
    actor = answers.actor(request, RIGHT)
    file = get_object_or_404(PayoutFile, pk=pk)
    events.record(
        "payout file downloaded",
        f"payoutfile:{pk}",
        actor=actor,
        after={"digest": file.digest},
        address=address_of(request),
    )
    response = HttpResponse(file.text.encode(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="payouts-{pk}.csv"'
    return response
