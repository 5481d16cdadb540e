"""Sign-up: of age, with everything accepted, and confirmed by mail; a refusal leaves nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from accounts import documents
from accounts.models import Acceptance, Event, Mail, Player
from accounts.sign_up import years_old
from tests import factories
from tests.accounts.door import SIGN_UP, link, sign_in, sign_up
from wallet import ledger

pytestmark = pytest.mark.django_db


def new() -> Player:
    return Player.objects.get(email="new@test.example")


def test_a_new_player_is_mailed_a_link_and_cannot_sign_in_before() -> None:
    answer = sign_up()
    assert answer["Location"] == "/accounts/confirm-email/"
    assert new().birth_date == date(1990, 2, 28)
    assert new().display_name == "Robin"
    client = Client()
    sign_in(client, "new@test.example", SIGN_UP["password1"])
    assert client.get("/wallet/").status_code == 302


def test_confirming_signs_in_and_brings_the_welcome_chips_once() -> None:
    client = Client()
    sign_up(client)
    path = link("new@test.example")
    assert client.get(path).status_code == 200
    assert not EmailAddress.objects.get().verified
    assert client.post(path)["Location"] == "/"
    assert EmailAddress.objects.get().verified
    assert client.get("/wallet/").status_code == 200
    assert ledger.balances(new(), "FUN").wallet == 1_000_000
    assert ledger.balances(new(), "EUR").wallet == 0
    client.post("/accounts/logout/")
    sign_in(client, "new@test.example", SIGN_UP["password1"])
    assert ledger.balances(new(), "FUN").wallet == 1_000_000


def test_a_link_opened_in_another_browser_confirms_without_signing_in() -> None:
    sign_up()
    stranger = Client()
    stranger.post(link("new@test.example"))
    assert EmailAddress.objects.get().verified
    assert stranger.get("/wallet/").status_code == 302


def test_what_was_accepted_is_kept_with_version_time_and_address() -> None:
    sign_up(Client(REMOTE_ADDR="192.0.2.7"))
    kept = Acceptance.objects.filter(player=new())
    assert {one.document for one in kept} == {"terms", "privacy", "monitoring", "accuracy"}
    assert {(one.version, one.address) for one in kept} == {("1", "192.0.2.7")}


@pytest.mark.parametrize("missing", ["terms", "privacy", "monitoring", "accuracy"])
def test_each_acceptance_is_needed(missing: str) -> None:
    answer = sign_up(**{missing: None})  # type: ignore[arg-type]
    assert "Without this no account can be opened" in answer.content.decode()
    assert not Player.objects.exists()


def test_an_acceptance_cannot_be_changed_or_taken_back(owner_connection: Any) -> None:
    player = factories.player()
    for change in (lambda rows: rows.update(version="0"), lambda rows: rows.delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change(Acceptance.objects.filter(player=player))


def years_ago(years: int, days: int = 0) -> str:
    today = timezone.now().date() + timedelta(days=days)
    return date(today.year - years, today.month, min(today.day, 28)).isoformat()


@pytest.mark.parametrize("born", [years_ago(17), years_ago(18, days=40), years_ago(3)])
def test_the_under_aged_are_refused_and_leave_nothing_but_an_event_without_their_name(
    born: str,
) -> None:
    answer = sign_up(birth_date=born)
    assert "You must be 18 or older" in answer.content.decode()
    assert not Player.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not Mail.objects.exists()
    event = Event.objects.get()
    assert (event.action, event.reason, event.actor) == ("sign-up refused", "under age", None)
    told = f"{event.before} {event.after} {event.object} {event.address}"
    assert "new@test" not in told
    assert born not in told
    assert event.address is None


@pytest.mark.parametrize("born", ["2999-01-01", "1850-01-01", "", "yesterday"])
def test_a_birth_date_must_be_one(born: str) -> None:
    sign_up(birth_date=born)
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("born", "today", "years"),
    [
        (date(2000, 6, 15), date(2018, 6, 14), 17),
        (date(2000, 6, 15), date(2018, 6, 15), 18),
        (date(2000, 2, 29), date(2018, 2, 28), 17),
        (date(2000, 2, 29), date(2018, 3, 1), 18),
    ],
)
def test_birthdays_count_on_their_day(born: date, today: date, years: int) -> None:
    assert years_old(born, today) == years


@pytest.mark.parametrize("password", ["short", "12345678", "password", "new@test.example"])
def test_weak_passwords_are_refused(password: str) -> None:
    sign_up(password1=password, password2=password)
    assert not Player.objects.exists()


def test_a_known_address_gets_the_same_page_and_a_mail_that_says_so() -> None:
    factories.player(email="new@test.example")
    known, unknown = sign_up(), sign_up(email="other@test.example")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert Mail.objects.filter(to="new@test.example").get().subject.endswith("account already")
    assert Player.objects.count() == 2


def test_needed_fields_are_marked_and_the_page_says_why() -> None:
    page = Client().get("/accounts/signup/").content.decode()
    assert "What is marked with * is needed" in page
    assert page.count(" *") >= 8


# Changed terms.


def change_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terms get a second version."""
    monkeypatch.setitem(documents.DOCUMENTS, "terms", replace(documents.TERMS, version="2"))


PLAY = "/play/three-card-solitaire/fun/"


def test_changed_terms_stop_play_until_they_are_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = factories.player()
    change_terms(monkeypatch)
    client = factories.client(player)
    assert client.get(PLAY)["Location"].startswith("/settings/documents/?next=%2Fplay")
    assert client.post("/wallet/refill/")["Location"].startswith("/settings/documents/")
    assert client.get("/wallet/").status_code == 200
    page = client.get("/settings/documents/").content.decode()
    assert "Terms of play" in page
    assert "Privacy</a>, version" not in page
    client.post("/settings/documents/", {"next": PLAY})
    assert client.get(PLAY).status_code == 302
    accepted = {"next": PLAY, "accepted": documents.in_force()}
    assert client.post("/settings/documents/", accepted)["Location"] == PLAY
    assert client.get(PLAY).status_code == 200
    versions = Acceptance.objects.filter(player=player, document="terms")
    assert sorted(versions.values_list("version", flat=True)) == ["1", "2"]


def test_terms_that_change_while_somebody_plays_stop_the_next_move_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = factories.client(factories.player())
    assert client.get(PLAY).status_code == 200
    change_terms(monkeypatch)
    answer = client.post(f"{PLAY}deal/", headers={"hx-request": "true"})
    assert answer.status_code == 204
    assert answer["HX-Redirect"].startswith("/settings/documents/")


@pytest.mark.parametrize("path", ["/terms/", "/privacy/", "/terms/1/", "/privacy/1/"])
def test_documents_are_open_to_everybody(path: str) -> None:
    assert "Version 1" in Client().get(path).content.decode()


@pytest.mark.parametrize("path", ["/terms/9/", "/privacy/x/"])
def test_versions_that_never_were_are_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


LONG = "a" * 250 + "@test.example"


def test_an_address_longer_than_can_be_kept_is_refused_and_not_cut() -> None:
    answer = sign_up(email=LONG)
    assert answer.status_code == 200
    assert "This e-mail address is too long." in answer.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("born", ["01/02/1990", "1990-2-30", "1 Feb 1990"])
def test_a_birth_date_that_could_be_read_in_two_ways_is_refused(born: str) -> None:
    answer = sign_up(birth_date=born)
    assert "Enter a valid date." in answer.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["Ro\u202ebin", "\u200b", "\u3164", "a\u2028b", "\u0301"])
def test_a_name_that_is_unseen_or_turns_the_text_around_it_is_refused(name: str) -> None:
    answer = sign_up(display_name=name)
    assert answer.status_code == 200
    assert "A display name" in answer.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["", "Zoë", "李娜", "محمد", "O'Brien <3", "🂡"])
def test_names_of_every_script_are_taken(name: str) -> None:
    sign_up(display_name=name)
    assert new().display_name == name
