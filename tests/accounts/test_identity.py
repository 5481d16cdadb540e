"""Who a player is: submitted once, decided by a person, one person for one account, sealed."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from accounts import dormancy, exclusion, identity
from accounts.identity_models import Dormancy, IdentityCheck, IdentityFile
from accounts.models import Event, Mail, Player
from tests import factories
from tests.accounts.door import confirm
from tests.accounts.identities import DETAILS, PICTURE, newcomer, submitted
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db

FORM = {name: str(value) for name, value in DETAILS.items()}


def decided(check: IdentityCheck, verified: bool = True) -> IdentityCheck:
    actor = factories.staff()
    return identity.decide(check_id=check.pk, verified=verified, actor=actor, reason="seen")


def test_an_identity_waits_until_a_person_has_decided() -> None:
    player = newcomer()
    assert identity.standing(player).state == ""
    check = submitted(player)
    assert not identity.is_verified(player)
    assert identity.standing(player).state == "submitted"
    decided(check)
    assert identity.is_verified(player)
    player.refresh_from_db()
    assert player.birth_date == DETAILS["birth_date"]
    assert "verified" in Mail.objects.get(player=player).subject


def test_a_refusal_tells_the_reason_and_another_try_is_taken() -> None:
    player = newcomer()
    check = submitted(player)
    actor = factories.staff()
    identity.decide(check_id=check.pk, verified=False, actor=actor, reason="Too dark to read.")
    assert identity.standing(player) == ("refused", "Too dark to read.")
    assert "Too dark to read." in Mail.objects.get(player=player).text
    decided(submitted(player))
    assert identity.is_verified(player)


def test_a_second_press_leaves_one_that_waits() -> None:
    player = newcomer()
    assert submitted(player).pk == submitted(player).pk
    assert IdentityCheck.objects.count() == 1


def test_nobody_decides_twice() -> None:
    check = submitted(newcomer())
    decided(check)
    with pytest.raises(identity.NotDecided, match="decided already"):
        decided(check, verified=False)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"birth_date": timezone.now().date() - timedelta(days=17 * 365)}, "too young"),
        ({"valid_until": date(2020, 1, 1)}, "no longer valid"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(identity.NotTaken, match=why):
        submitted(newcomer(), **changes)
    assert not IdentityCheck.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"full_name": "  MÍRA   holm", "document_number": "other"},
        {"full_name": "Somebody Else", "document_number": "nx1234567"},
    ],
)
def test_a_person_or_document_is_verified_for_one_account_only(changes: dict[str, Any]) -> None:
    first = submitted(newcomer())
    decided(first)
    second = submitted(newcomer(), **changes)
    assert identity.same_people(second) == [first.player_id]
    with pytest.raises(identity.NotDecided, match="another account"):
        decided(second)
    assert not identity.is_verified(second.player)
    with pytest.raises(IntegrityError):
        IdentityCheck.objects.filter(pk=second.pk).update(
            state="verified", decided_at=timezone.now()
        )


def test_changed_details_replace_the_former_ones_once_they_are_verified() -> None:
    player = newcomer()
    first = decided(submitted(player))
    second = submitted(player, full_name="Mira Berg")
    assert identity.is_verified(player)
    decided(second)
    first.refresh_from_db()
    assert first.state == "replaced"
    assert identity.is_verified(player)


def test_nothing_personal_of_a_document_stands_in_the_database_in_the_open() -> None:
    check = submitted(newcomer())
    with connection.cursor() as cursor:
        cursor.execute("SELECT content, name FROM accounts_identityfile")
        content, _name = cursor.fetchone()
        cursor.execute("SELECT accounts_identitycheck::text FROM accounts_identitycheck")
        row = cursor.fetchone()[0]
    assert PICTURE[16:] not in bytes(content)
    assert "1234567" not in row
    assert b"NX1234567".hex() not in row
    assert identity.content_of(IdentityFile.objects.get()) == PICTURE
    assert identity.number_of(check) == "NX1234567"


def test_only_test_players_are_assumed() -> None:
    real = newcomer()
    Player.objects.filter(pk=real.pk).update(is_test=False)
    real.refresh_from_db()
    with pytest.raises(identity.NotDecided):
        identity.assume(real)


def test_whoever_stays_away_for_a_year_is_told_once_and_shows_the_identity_anew() -> None:
    player = newcomer()
    decided(submitted(player))
    Mail.objects.all().delete()
    Player.objects.update(last_login=timezone.now() - timedelta(days=366))
    assert dormancy.sweep() == {"put to sleep": 1}
    assert dormancy.sweep() == {"put to sleep": 0}
    assert "stays yours" in Mail.objects.get(player=player).subject
    assert not identity.is_verified(player)
    assert identity.standing(player).state == "asleep"
    decided(submitted(player))
    assert identity.is_verified(player)
    assert Dormancy.objects.get().ended_at


@pytest.fixture
def browser() -> tuple[Client, Player]:
    """A signed-in newcomer who has just given the password anew."""
    player = newcomer()
    client = factories.client(player)
    confirm(client)
    return client, player


def picture(name: str = "pass.png", content: bytes = PICTURE) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, "image/png")


def test_the_form_takes_details_and_pictures(browser: tuple[Client, Player]) -> None:
    client, player = browser
    answer = client.post("/settings/identity/submit/", FORM | {"pictures": [picture(), picture()]})
    assert answer.status_code == 302
    check = IdentityCheck.objects.get(player=player)
    assert check.files.count() == 2
    page = client.get("/settings/identity/").content.decode()
    assert "It waits for us." in page
    assert "123456" not in page


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ([], "Please add a picture"),
        ([picture(content=b"<script>alert(1)</script>")], "no JPEG, PNG or PDF"),
        ([picture(content=PICTURE + b"x" * (4 * 1024 * 1024))], "larger than 4 MB"),
        ([picture() for _ in range(4)], "at most 3 files"),
    ],
)
def test_other_files_are_refused_with_a_sentence_and_nothing_typed_is_lost(
    browser: tuple[Client, Player], files: list[SimpleUploadedFile], why: str
) -> None:
    client, _player = browser
    for file in files:
        file.seek(0)
    answer = client.post("/settings/identity/submit/", FORM | {"pictures": files})
    page = answer.content.decode()
    assert why in page
    assert "3 Mill Lane" in page
    assert not IdentityCheck.objects.exists()


def test_the_form_asks_for_the_password_first() -> None:
    client = factories.client(newcomer())
    answer = client.get("/settings/identity/submit/")
    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]


def test_ones_own_data_are_one_file_without_secrets() -> None:
    player = factories.player()
    factories.dealt(player)
    exclusion.start(player=player, kind="1 week", reason="too much")
    answer = factories.client(player).get("/settings/own-data.json")
    content = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    data = json.loads(content)
    assert data["account"][0]["email"] == player.email
    assert len(data["rounds"]) == 1
    assert len(data["transfers"]) >= 3
    assert data["exclusions"][0]["reason"] == "too much"
    kept = ("limits", "choices of a limit", "sittings", "reality checks", "flags")
    talk = ("chats", "lines of chats", "files of chats", "complaints")
    assert all(name in data for name in kept + talk)
    assert "server_seed" not in content
    assert '"kept"' not in content
    assert Event.objects.filter(action="own data downloaded", actor=player).exists()


def test_whoever_decides_is_told_that_the_birth_date_differs_from_that_of_the_sign_up() -> None:
    check = submitted(newcomer())
    here, desk = f"/console/accounts/identitycheck/{check.pk}/decide/", console(member("risk"))
    said = "At sign-up another birth date was told: 4 May 1991."
    assert said not in desk.get(here).content.decode()
    Player.objects.filter(pk=check.player_id).update(birth_date="1991-05-04")
    assert said in desk.get(here).content.decode()


def test_staff_decide_in_the_console_and_each_look_at_a_picture_is_recorded() -> None:
    check = submitted(newcomer())
    desk = console(member("risk"))
    answer = desk.get(f"/console/accounts/identitycheck/{check.pk}/decide/")
    assert "NX1234567" in answer.content.decode()
    file = check.files.get()
    picture_of = desk.get(f"/console/accounts/identitycheck/files/{file.pk}/")
    assert picture_of.content == PICTURE
    assert picture_of["Content-Disposition"] == 'attachment; filename="pass.png"'
    assert Event.objects.filter(action="document looked at").count() == 1
    desk.post(
        f"/console/accounts/identitycheck/{check.pk}/decide/",
        {"decision": "verified", "reason": "The same face."},
    )
    assert identity.is_verified(check.player)
    event = Event.objects.get(action="identity verified")
    assert (event.reason, event.actor.is_staff) == ("The same face.", True)
