"""What a player may change about the account itself."""

from __future__ import annotations

import zoneinfo

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


def time_zones() -> list[tuple[str, str]]:
    """The names of places that a player can choose from, UTC first."""
    names = sorted(name for name in zoneinfo.available_timezones() if "/" in name)
    places = [name for name in names if not name.startswith(("Etc/", "SystemV/", "US/"))]
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in places)]


class ProfileForm(forms.ModelForm[Player]):
    """Display name and time zone."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones,
        help_text=_("Times are shown, and days of your statement cut, in this zone."),
    )

    class Meta:
        model = Player
        fields = ("display_name", "time_zone")
        labels = {"display_name": _("Display name")}
