"""A player's pages about who he is: how far it has come, and the form."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts import identity, uploads
from accounts.identity_models import IdentityCheck
from accounts.names import check_name
from accounts.requests import PlayerRequest, address_of

DATE = {"input_formats": ["%Y-%m-%d"]}


class _Files(forms.FileInput):
    allow_multiple_selected = True


def _day(**attrs: str) -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date", **attrs}, format="%Y-%m-%d")


class IdentityForm(forms.ModelForm[IdentityCheck]):
    """Name, address, birth date and document; the files stand beside it."""

    field_order = (
        *("full_name", "birth_date", "street", "postal_code", "city", "country"),
        *("document", "document_number", "valid_until", "pictures"),
    )

    document_number = forms.CharField(label=gettext_lazy("Document number"), max_length=40)
    # A field of files takes one only.
    pictures = forms.Field(
        label=gettext_lazy("Pictures or scans of the document"),
        widget=_Files(attrs={"accept": "image/jpeg,image/png,application/pdf"}),
        required=False,
        help_text=gettext_lazy("One to three files (JPEG, PNG or PDF), each at most 4 MB."),
    )

    class Meta:
        model = IdentityCheck
        fields = (
            *("full_name", "birth_date", "street", "postal_code", "city", "country"),
            *("document", "valid_until"),
        )
        widgets = {
            "full_name": forms.TextInput(attrs={"autocomplete": "name"}),
            "birth_date": _day(autocomplete="bday"),
            "street": forms.TextInput(attrs={"autocomplete": "address-line1"}),
            "postal_code": forms.TextInput(attrs={"autocomplete": "postal-code"}),
            "city": forms.TextInput(attrs={"autocomplete": "address-level2"}),
            "country": forms.TextInput(attrs={"autocomplete": "country-name"}),
            "valid_until": _day(),
        }
        help_texts = {"full_name": gettext_lazy("As it stands in the document.")}

    def clean_full_name(self) -> str:
        """A name that can be seen."""
        name: str = self.cleaned_data["full_name"]
        check_name(name)
        return name

    def clean_birth_date(self) -> date:
        """A day that has been."""
        born: date = self.cleaned_data["birth_date"]
        if not date(1900, 1, 1) <= born <= timezone.now().date():
            raise forms.ValidationError(_("Please enter the date on which you were born."))
        return born

    def clean_pictures(self) -> list[uploads.Upload]:
        """The files that were sent, each of a type that we take."""
        given = self.cleaned_data["pictures"]
        if not given:
            raise forms.ValidationError(_("Please add a picture or scan of the document."))
        return uploads.taken(given)


@login_required
@require_safe
def standing(request: PlayerRequest) -> HttpResponse:
    """How far the player's identity has come, and what it is needed for."""
    newest = IdentityCheck.objects.filter(player=request.user).order_by("-pk").first()
    context = {"here": "identity", "standing": identity.standing(request.user), "newest": newest}
    return render(request, "accounts/identity.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def submit(request: PlayerRequest) -> HttpResponse:
    """Tell who one is."""
    if request.user.is_staff or identity.standing(request.user).state == "submitted":
        return redirect("accounts:identity")
    initial = {"birth_date": request.user.birth_date}
    form = IdentityForm(request.POST or None, request.FILES or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        details: dict[str, Any] = form.cleaned_data
        try:
            identity.submit(
                player=request.user,
                details=details,
                files=details["pictures"],
                address=address_of(request),
            )
        except identity.NotTaken as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Thank you. We look at it and tell you by mail."))
            return redirect("accounts:identity")
    return render(request, "accounts/identity_submit.html", {"here": "identity", "form": form})
