"""What the table says of a form that somebody has tampered with: sentences of its own."""

from __future__ import annotations

import pytest
from django import forms
from django.http import QueryDict
from django.urls import reverse

from games.catalogue import ENTRIES
from games.forms import DealForm, EndForm, MoveForm
from games.models import Round
from tests import factories

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
# Beginnings of Django's own sentences, which speak of a field that the table does not show.
FOREIGN = (
    "This field",
    "Enter a",
    "Ensure this",
    "Select a valid",
    "Null characters",
)
WRONG = ("", "x", "-1", "9" * 30, "a" * 200, "\0", "١")


def tampered(form: forms.Form) -> list[str]:
    """Everything that the form says."""
    return [str(error) for errors in form.errors.values() for error in errors]


def foreign(said: list[str]) -> list[str]:
    return [sentence for sentence in said if sentence.startswith(FOREIGN)]


@pytest.mark.parametrize("wrong", WRONG)
def test_no_form_of_the_table_says_a_sentence_that_is_not_its_own(wrong: str) -> None:
    said: list[str] = []
    for kind in (MoveForm, EndForm):
        said += tampered(kind(dict.fromkeys(kind.base_fields, wrong)))
    for entry in ENTRIES.values():
        names = DealForm(QueryDict(), entry).fields
        data = QueryDict(mutable=True)
        data.update(dict.fromkeys(names, wrong))
        said += tampered(DealForm(data, entry))
        said += tampered(DealForm(QueryDict(), entry))
    assert said
    assert foreign(said) == []


@pytest.mark.parametrize(
    ("name", "form", "sentence"),
    [
        ("moves", {"move": "draw"}, "did not tell how far the game had come"),
        ("moves", {"at": 0, "move": "x" * 21}, "This is no move of the game."),
        ("end", {"at": 0}, "This game cannot be ended that way."),
        ("undo", {"at": "ten"}, "did not tell how far the game had come"),
    ],
)
def test_a_tampered_form_is_refused_with_a_sentence_at_the_table(
    name: str, form: dict[str, object], sentence: str
) -> None:
    player = factories.player()
    round = factories.dealt(player).round
    browser = factories.client(player)
    answer = browser.post(reverse(f"games:{name}", args=[round.pk]), form, headers=HTMX)
    assert sentence in answer.content.decode()
    assert Round.objects.get().entries == 0


def test_a_deal_that_names_no_commitment_says_so() -> None:
    browser = factories.client(factories.player())
    address = reverse("games:deal", args=["three-card-solitaire", "fun"])
    answer = browser.post(address, {"client_seed": "0f", "card_price": "5"}, headers=HTMX)
    assert "The page named no sealed deck." in answer.content.decode()
    assert not Round.objects.exists()
