"""What a player may change about the account itself."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import check_name
from accounts.preferences import CARD_BACKS, MOTION, TABLE_COLORS, THEMES

DECKS = {
    "off": _("Red and black"),
    "on": _("Four colours: orange diamonds, green clubs"),
}


def time_zones() -> list[tuple[str, str]]:
    """The names of places that a player can choose from, UTC first."""
    names = sorted(name for name in zoneinfo.available_timezones() if "/" in name)
    places = [name for name in names if not name.startswith(("Etc/", "SystemV/", "US/"))]
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in places)]


class ProfileForm(forms.ModelForm[Player]):
    """Display name, language and time zone."""

    language = forms.ChoiceField(
        label=_("Language"), choices=lambda: settings.LANGUAGES, required=False
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones,
        help_text=_("Times are shown, and days of your statement cut, in this zone."),
    )

    class Meta:
        model = Player
        fields = ("display_name", "language", "time_zone")
        labels = {"display_name": _("Display name")}
        help_texts = {"display_name": _("What others may see of you.")}

    def clean_display_name(self) -> str:
        """A name that can be seen, or none."""
        name: str = self.cleaned_data["display_name"]
        check_name(name)
        return name

    def clean_language(self) -> str:
        """The language; the one that was, if the form did not say."""
        return self.cleaned_data["language"] or self.instance.language


class OwnProfileForm(ProfileForm):
    """The same as the player has it, and whether leaderboards show him."""

    leaderboards = forms.BooleanField(
        label=_("Show me on leaderboards"),
        required=False,
        help_text=_(
            "By your display name. Without one, or with this switched off, nobody sees you."
        ),
    )


class PreferencesForm(forms.Form):
    """The look and feel of the tables; each field is a choice of `Preferences`."""

    card_back = forms.TypedChoiceField(
        label=_("Card back"), choices=[(back, back) for back in CARD_BACKS], coerce=int
    )
    table_color = forms.ChoiceField(label=_("Table colour"), choices=TABLE_COLORS)
    four_colors = forms.ChoiceField(label=_("Deck faces"), choices=DECKS)
    theme = forms.ChoiceField(label=_("Light or dark pages"), choices=THEMES)
    motion = forms.ChoiceField(label=_("Moving cards"), choices=MOTION)
    sound = forms.BooleanField(label=_("Sound"), required=False)
    left_handed = forms.BooleanField(
        label=_("Left-handed table"),
        required=False,
        help_text=_("Stock, play deck and buttons on the other side."),
    )
    letter_keys = forms.BooleanField(
        label=_("Single-letter keys"),
        required=False,
        help_text=_("Keys such as U for undo, while the table has the focus."),
    )

    def chosen(self) -> dict[str, Any]:
        """The choices as they are stored."""
        return self.cleaned_data | {"four_colors": self.cleaned_data["four_colors"] == "on"}
