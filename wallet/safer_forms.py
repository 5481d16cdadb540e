"""The forms of safer play: limits by kind and period, the choice before the first deposit, ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import limits
from accounts.limit_words import title
from accounts.models import Exclusion, LimitKind, Period
from accounts.reality import INTERVALS
from accounts.safer_models import SELF_EXCLUSIONS, TIME_OUTS
from wallet import money

UNDERSTOOD = gettext_lazy("I have read what follows from it.")
TICK = {"required": gettext_lazy("Please tick the box, so that it does not happen by accident.")}
CHOOSE = {
    "required": gettext_lazy("Please choose how long it shall last."),
    "invalid_choice": gettext_lazy("Please choose how long it shall last."),
}


def typed(kind: str, text: str) -> int | None:
    """A limit as it was typed: an amount of money, or minutes; None for nothing. ValidationError
    with a sentence for anything else."""
    text = text.strip()
    if not text:
        return None
    if re.fullmatch(r"0+([.,]0{1,2})?", text, re.ASCII):
        return 0
    if kind != LimitKind.TIME:
        try:
            return money.parse(text)
        except money.NotAnAmount as refusal:
            raise forms.ValidationError(str(refusal)) from None
    if not re.fullmatch("[0-9]{1,5}", text, re.ASCII) or int(text) > limits.MINUTES_MOST:
        raise forms.ValidationError(_("Type whole minutes in the digits 0 to 9, as 90."))
    return int(text)


def as_typed(kind: str, amount: int | None) -> str:
    """A limit as it stands in its field."""
    if amount is None:
        return ""
    return str(amount) if kind == LimitKind.TIME else f"{money.to_decimal(amount):.2f}"


class LimitField(forms.CharField):
    """One limit: a sum, or minutes; empty is no limit."""

    def __init__(self, kind: str, period: str) -> None:
        self.kind = kind
        mode = "numeric" if kind == LimitKind.TIME else "decimal"
        super().__init__(
            label=title(kind, period),
            required=False,
            max_length=20,
            widget=forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off", "size": 8}),
        )

    def clean(self, value: Any) -> Any:
        """Minor units, minutes, or None."""
        return typed(self.kind, super().clean(value))


class LimitsForm(forms.Form):
    """Every limit of a player, with those that hold as what stands there."""

    def __init__(self, data: Any, held: dict[limits.Key, int | None]) -> None:
        initial = {
            f"{kind}_{period}": as_typed(kind, amount) for (kind, period), amount in held.items()
        }
        super().__init__(data, initial=initial, label_suffix="", auto_id="limit_%s")
        for kind, period in limits.every():
            self.fields[f"{kind}_{period}"] = LimitField(kind, period)

    def wanted(self) -> Iterator[tuple[str, str, int | None]]:
        """Kind, period and amount of each field that the player has changed."""
        for kind, period in limits.every():
            name = f"{kind}_{period}"
            if name in self.changed_data:
                yield kind, period, self.cleaned_data[name]

    def rows(self) -> Iterator[tuple[Any, list[Any]]]:
        """Each kind in words with its three fields."""
        for kind in LimitKind:
            yield kind.label, [self[f"{kind}_{period}"] for period in Period.values]


class ChoiceForm(forms.Form):
    """Before the first deposit: a limit, or that none is wanted."""

    amount = forms.CharField(
        label=gettext_lazy("I want to pay in no more than"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    period = forms.ChoiceField(
        label=gettext_lazy("In a"), choices=Period.choices, initial=Period.MONTH, required=False
    )
    none = forms.BooleanField(
        label=gettext_lazy("I want no limit of deposits. I can set one at any time."),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Either a limit or none: both, or neither, is asked for again."""
        given = super().clean() or {}
        try:
            amount = typed(LimitKind.DEPOSIT, given.get("amount", ""))
        except forms.ValidationError as refusal:
            self.add_error("amount", refusal)
            return given
        if (amount is None) != bool(given.get("none")):
            raise forms.ValidationError(
                _("Please type a limit, or tick the box that says that you want none.")
            )
        return given | {"amount": amount, "period": given.get("period") or Period.MONTH}


def _kinds(kinds: tuple[Exclusion.Kind, ...]) -> list[tuple[str, Any]]:
    return [(kind.value, kind.label) for kind in kinds]


class TimeOutForm(forms.Form):
    """How long a pause."""

    kind = forms.ChoiceField(
        label=gettext_lazy("For how long?"),
        choices=_kinds(TIME_OUTS),
        widget=forms.RadioSelect,
        error_messages=CHOOSE,
    )
    understood = forms.BooleanField(label=UNDERSTOOD, error_messages=TICK)


class SelfExclusionForm(forms.Form):
    """How long at least, and why if the player wants to say it."""

    kind = forms.ChoiceField(
        label=gettext_lazy("For how long at least?"),
        choices=_kinds(SELF_EXCLUSIONS),
        widget=forms.RadioSelect,
        error_messages=CHOOSE,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why, if you want to say it"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    understood = forms.BooleanField(label=UNDERSTOOD, error_messages=TICK)


class CloseForm(forms.Form):
    """Closing an account, with a reason if the player wants to give one."""

    reason = forms.CharField(
        label=gettext_lazy("Why, if you want to say it"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    understood = forms.BooleanField(label=UNDERSTOOD, error_messages=TICK)


class IntervalForm(forms.Form):
    """How often the reality check comes."""

    minutes = forms.TypedChoiceField(
        label=gettext_lazy("Every"),
        choices=[(minutes, minutes) for minutes in INTERVALS],
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose one of the intervals that are offered."),
            "invalid_choice": gettext_lazy("Choose one of the intervals that are offered."),
        },
    )
