"""The forms of the table: a move, an end, a deal. Numbers and short texts; the rest is refused."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import choices
from games.catalogue import Bet, Entry
from games.dealing import CLIENT_SEED_BYTES
from games.modes import apart, slug
from games.refusals import bet_limits
from games.rules import Value

# A form of the table shows one sentence and no field beside it: what Django says of a field that
# is missing or wrong would name nothing there.
FAULTS = (
    "required",
    "invalid",
    "min_value",
    "max_value",
    "max_length",
    "invalid_choice",
    "null_characters_not_allowed",
)
SEED_NEEDED = _("Type a few characters of your own for the shuffle, at most 64 bytes.")


def saying(sentence: str | Promise) -> dict[str, Any]:
    """A field's messages, where whatever is wrong with it is answered with one sentence."""
    return dict.fromkeys(FAULTS, sentence)


class WholeNumber(forms.IntegerField):
    """A number in the digits 0 to 9 and nothing else: no sign, no point, no other script's digits.

    Python reads more than that as a number, which nobody types by chance.
    """

    def to_python(self, value: Any) -> int | None:
        """The number; None for nothing. Raises ValidationError."""
        if value in self.empty_values:
            return None
        if not re.fullmatch("[0-9]+", str(value)):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


def entry_field() -> WholeNumber:
    """How far the log had come when the page was made."""
    sentence = _("The page did not tell how far the game had come. Nothing was done; try again.")
    return WholeNumber(min_value=0, max_value=1_000_000, error_messages=saying(sentence))


class MoveForm(forms.Form):
    """A move made at an entry of the log; Undo has no notation."""

    at = entry_field()
    move = forms.CharField(
        max_length=20,
        required=False,
        error_messages=saying(_("This is no move of the game. Nothing was played.")),
    )


class EndForm(forms.Form):
    """A way to end the round, and whether the player has been asked."""

    at = entry_field()
    way = forms.CharField(
        max_length=20, error_messages=saying(_("This game cannot be ended that way."))
    )
    sure = forms.BooleanField(required=False)


class DealForm(forms.Form):
    """The bets, and the player's part of the shuffle: typed text, or bytes that a script made."""

    deal_id = WholeNumber(
        min_value=1,
        max_value=2**62,
        error_messages=saying(_("The page named no sealed deck. Nothing was dealt; deal again.")),
    )
    client_seed = forms.CharField(
        required=False, max_length=2 * CLIENT_SEED_BYTES, error_messages=saying(SEED_NEEDED)
    )
    end_old = forms.BooleanField(required=False)
    # The bets of the last round once more, whatever the other fields say.
    rebet = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict, entry: Entry) -> None:
        super().__init__(data)
        self.entry = entry
        # The page has a place to type with a script, and another one without.
        self.typed = next((text for text in data.getlist("own_seed") if text), "")
        for bet in entry.bets:
            self.fields[bet.field] = _bet_field(bet, required="rebet" not in data)
        if entry.modes:
            self.fields |= _mode_fields(entry)
        for name in entry.choices:
            self.fields[choices.field(name)] = _option_field(entry.rules.OPTIONS[name])

    def clean(self) -> dict[str, Any]:
        """The seed as bytes: typed text counts as its UTF-8 bytes, a script sends hex."""
        cleaned = super().clean() or {}
        try:
            made = bytes.fromhex(cleaned.get("client_seed") or "")
        except ValueError:
            made = b""
        seed = self.typed.encode() or made
        if not 1 <= len(seed) <= CLIENT_SEED_BYTES:
            raise forms.ValidationError(SEED_NEEDED)
        cleaned["seed"] = seed
        return cleaned

    def bets(self) -> dict[str, int]:
        """The amounts in minor units by the name that the rules know."""
        return {bet.name: (self.cleaned_data[bet.field] or 0) * bet.chip for bet in self.entry.bets}

    def mode(self) -> str:
        """Mode and level as one text; the usual ones where the form names none."""
        mode, level = apart(self.entry.usual_mode)
        cleaned = self.cleaned_data
        return slug(cleaned.get("mode") or mode, cleaned.get("level") or level)

    def options(self) -> dict[str, Value]:
        """The rule options that were chosen; one that was left out is not among them."""
        fields = ((name, choices.field(name)) for name in self.entry.choices)
        return {name: self.cleaned_data[f] for name, f in fields if self.cleaned_data[f] != ""}


def _mode_fields(entry: Entry) -> dict[str, forms.Field]:
    """What is chosen in a game with modes: both parts, any deal for a winnable one, the score."""
    levels = {level.slug: level.title for mode in entry.modes for level in mode.levels}
    modes = {mode.slug: mode.title for mode in entry.modes}
    said = saying(_("There is no such mode of this game."))
    return {
        "mode": forms.ChoiceField(choices=modes.items, required=False, error_messages=said),
        "level": forms.ChoiceField(choices=levels.items, required=False, error_messages=said),
        "any_deal": forms.BooleanField(required=False),
        "carry": forms.BooleanField(required=False),
    }


def _option_field(values: tuple[Value, ...]) -> forms.TypedChoiceField:
    """One of the values that the rules know, as they know it."""
    known = {str(value): value for value in values}
    return forms.TypedChoiceField(
        choices=list(zip(known, known, strict=True)),
        coerce=lambda text: known[text],
        required=False,
        error_messages=saying(_("There is no such rule option.")),
    )


def _bet_field(bet: Bet, required: bool) -> WholeNumber:
    """A number of chips; whatever else comes is answered with what the bet may be."""
    return WholeNumber(
        min_value=0,
        max_value=10**9,
        required=required and not bet.optional,
        error_messages=saying(bet_limits(bet)),
    )
