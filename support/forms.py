"""The contact form."""

from __future__ import annotations

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from support.models import TEXT_LENGTH, Message


class ContactForm(forms.Form):
    """Subject, text, and unseen the page and round that the player came from."""

    subject = forms.CharField(label=_("Subject (if you like)"), max_length=120, required=False)
    text = forms.CharField(
        label=_("Your message"),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8, "maxlength": TEXT_LENGTH}),
        help_text=_("Up to 4,000 characters. Please send no passwords and no card numbers."),
    )
    page = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)
    # As a bigint, so that a number of any length is an answer and not a fault.
    round = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput
    )
    form_key = forms.UUIDField(initial=uuid.uuid4, widget=forms.HiddenInput)


class StrangerForm(ContactForm):
    """The same from somebody who is not signed in, and perhaps cannot be: where to answer?"""

    field_order = ("email",)

    email = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=Message._meta.get_field("email").max_length,
        help_text=_("Our answer goes there."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
