"""The form of sign-up: of age, and with every document accepted. A refusal leaves no player."""

from __future__ import annotations

from datetime import date
from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import documents, duplicates, events, exclusion
from accounts.jurisdiction import profile
from accounts.names import check_name
from accounts.requests import address_of

EARLIEST_BIRTH = date(1900, 1, 1)


def years_old(born: date, today: date) -> int:
    """Whole years; somebody born on 29 February has the birthday on 1 March in other years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


class SignUpForm(SignupForm):
    """E-mail address, password, birth date, and what is to be accepted."""

    account_already_exists: bool
    field_order = ("email", "password1", "password2", "birth_date", "display_name")

    birth_date = forms.DateField(
        # As browsers send it. 01/02/1990 is one day here and another one there.
        input_formats=["%Y-%m-%d"],
        label=gettext_lazy("Birth date"),
        widget=forms.DateInput(attrs={"type": "date", "autocomplete": "bday"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("The law lets us play with adults only. Nobody else sees it."),
    )
    display_name = forms.CharField(
        label=gettext_lazy("Display name"),
        max_length=40,
        required=False,
        validators=[check_name],
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        help_text=gettext_lazy(
            "What others may see of you. You can leave it empty, and change it."
        ),
    )
    terms = forms.BooleanField()
    privacy = forms.BooleanField()
    monitoring = forms.BooleanField(
        label=gettext_lazy(
            "I agree that my play is recorded and watched for signs of harm and fraud."
        )
    )
    accuracy = forms.BooleanField(label=gettext_lazy("What I have entered here is true."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["terms"].label = format_html(
            _('I accept the <a href="{}">terms of play</a>.'), reverse("terms")
        )
        self.fields["privacy"].label = format_html(
            _('I have read <a href="{}">how my data are used</a> and accept it.'),
            reverse("privacy"),
        )
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            if field.required and not isinstance(field, forms.BooleanField):
                field.label = f"{field.label} *"
            elif isinstance(field, forms.BooleanField):
                field.label = format_html("{} *", field.label)
                field.error_messages["required"] = _("Without this no account can be opened.")

    def clean_birth_date(self) -> date:
        """A date in the past, of somebody of age; a refusal is recorded, with nothing personal."""
        born: date = self.cleaned_data["birth_date"]
        today = timezone.now().date()
        if not EARLIEST_BIRTH <= born <= today:
            raise forms.ValidationError(_("Please enter the date on which you were born."))
        if years_old(born, today) < profile().minimum_age:
            events.record("sign-up refused", "sign-up", reason="under age")
            raise forms.ValidationError(
                _("You must be %(age)s or older to have an account here."),
                params={"age": profile().minimum_age},
            )
        return born

    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """The new player, or the answer that an address already known gets: the same page.

        So does somebody who is excluded; what is true of him stands in the mail. The password of a
        known address is hashed too, so that all take their time.
        """
        if exclusion.may_not_register(self.cleaned_data["email"]):
            self.account_already_exists = True
        if not self.account_already_exists:
            try:
                with transaction.atomic():
                    user, response = super().try_save(request)
                return user, response
            except IntegrityError:
                # Somebody has signed up with the same address in this very moment.
                self.account_already_exists = True
        make_password(self.cleaned_data["password1"])
        user, response = super().try_save(request)
        return user, response

    def signup(self, request: HttpRequest, user: Any) -> None:
        """Keep what was accepted, in the transaction of the new player."""
        address = address_of(request)
        events.record("signed up", f"player:{user.pk}", actor=user, address=address)
        documents.accept(player=user, address=address)
        duplicates.mark_email(user)
