"""Roles and their matrix, disabling a sign-in, hiring, and the record of who has access."""

from __future__ import annotations

import csv
import io

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command

from accounts.models import Event, Player
from config.console import roles, staffing
from config.console.roles import RIGHTS, ROLES
from tests import factories
from tests.console.staff import console, member
from tests.console.test_pages import text
from wallet.models import Account

pytestmark = pytest.mark.django_db
MATRIX = "/console/rights/"
EXPORT = "/console/rights/access.csv"


def access_of(person: Player) -> str:
    return f"/console/accounts/player/{person.pk}/access/"


def roles_of(person: Player) -> str:
    return f"/console/accounts/player/{person.pk}/roles/"


# Roles.


def test_the_roles_are_these_words_only() -> None:
    assert set(ROLES) == {
        "support", "supervisor", "payments", "risk", "auditor", "administrator",
    }  # fmt: skip


def test_every_right_of_a_role_stands_in_the_matrix_once_and_none_besides() -> None:
    shown = [right for _heading, rights in RIGHTS for right in rights]
    assert sorted(shown) == sorted({right for held in ROLES.values() for right in held})


def test_installing_takes_back_what_a_role_should_not_have() -> None:
    group = roles.install()["support"]
    group.permissions.add(Permission.objects.get(codename="delete_player"))
    call_command("roles", verbosity=0)
    held = {f"{p.content_type.app_label}.{p.codename}" for p in group.permissions.all()}
    assert held == set(ROLES["support"])


def test_the_matrix_shows_what_the_database_grants_not_what_the_code_meant() -> None:
    person = member("auditor")
    client = console(person)
    row = next(line for line in text(client, MATRIX).splitlines() if "house.export_access" in line)
    assert row.count(">yes<") == sum("house.export_access" in held for held in ROLES.values())
    group = roles.install()["payments"]
    group.permissions.add(Permission.objects.get(codename="export_access"))
    after = next(
        line for line in text(client, MATRIX).splitlines() if "house.export_access" in line
    )
    assert after.count(">yes<") == row.count(">yes<") + 1
    assert person.email in text(client, MATRIX)


def test_support_does_not_see_the_matrix() -> None:
    assert console(member("support")).get(MATRIX).status_code == 403


# The record of access.


def test_the_export_names_every_member_of_staff_and_no_player() -> None:
    player, gone = factories.player(), member("risk")
    gone.is_active = False
    gone.display_name = "=1+1"
    gone.save()
    person = member("administrator")
    answer = console(person).get(EXPORT)
    rows = {
        row["number"]: row
        for row in csv.DictReader(io.StringIO("".join(map(bytes.decode, answer.streaming_content))))
    }
    assert str(player.pk) not in rows
    assert set(rows[str(gone.pk)]) == {
        *("number", "e-mail", "name", "created", "last sign-in", "last password change"),
        *("disabled", "groups", "second factor"),
    }
    assert rows[str(gone.pk)]["disabled"] == "yes"
    assert rows[str(gone.pk)]["name"] == "'=1+1"
    assert (rows[str(person.pk)]["disabled"], rows[str(person.pk)]["groups"]) == (
        "no",
        "administrator",
    )
    assert Event.objects.filter(action="access exported", actor=person).count() == 1


# Disabling a sign-in.


def test_disabling_asks_for_a_reason_ends_every_session_and_is_recorded() -> None:
    player, person = factories.player(), member("supervisor")
    playing, client = factories.client(player), console(person)
    assert playing.get("/settings/").status_code == 200
    assert client.post(access_of(player), {"active": "no", "reason": " "}).status_code == 200
    player.refresh_from_db()
    assert player.is_active
    client.post(access_of(player), {"active": "no", "reason": "Asked to be let be"})
    assert playing.get("/settings/")["Location"].startswith("/accounts/login/")
    event = Event.objects.get(action="sign-in disabled")
    assert (event.actor, event.object) == (person, f"player:{player.pk}")
    assert (event.reason, event.after) == ("Asked to be let be", {"sessions ended": 1})
    page = text(client, f"/console/accounts/player/{player.pk}/change/")
    assert "Asked to be let be" in page


def test_a_disabled_person_cannot_sign_in_and_an_enabled_one_can() -> None:
    player, client = factories.player(), console()
    signing = {"login": player.email, "password": factories.PASSWORD}
    client.post(access_of(player), {"active": "no", "reason": "x"})
    visitor = factories.Client()
    visitor.post("/accounts/login/", signing)
    assert "_auth_user_id" not in visitor.session
    client.post(access_of(player), {"active": "yes", "reason": "y"})
    visitor.post("/accounts/login/", signing)
    assert visitor.session["_auth_user_id"] == str(player.pk)


def test_disabling_twice_is_one_event_and_touches_no_money() -> None:
    player, client = factories.player(), console()
    before = list(Account.objects.filter(player=player).values_list("balance", "entries"))
    for _ in range(2):
        client.post(access_of(player), {"active": "no", "reason": "x"})
    assert Event.objects.filter(action="sign-in disabled").count() == 1
    assert list(Account.objects.filter(player=player).values_list("balance", "entries")) == before


@pytest.mark.parametrize("role", ROLES)
def test_who_may_disable_whom(role: str) -> None:
    player, colleague = factories.player(), member("support")
    client = console(member(role))
    for person, right in ((player, "house.disable_player"), (colleague, "house.disable_staff")):
        expected = 200 if right in ROLES[role] else 403
        assert client.get(access_of(person)).status_code == expected
        client.post(access_of(person), {"active": "no", "reason": "x"})
        person.refresh_from_db()
        assert person.is_active == (expected == 403)


def test_nobody_changes_their_own_access() -> None:
    person = member("administrator")
    client = console(person)
    assert client.post(access_of(person), {"active": "no", "reason": "x"}).status_code == 403
    sent = {"roles": ["administrator", "payments"], "reason": "x"}
    assert client.post(roles_of(person), sent).status_code == 403
    assert [group.name for group in person.groups.all()] == ["administrator"]


# Giving roles, hiring.


def test_an_administrator_gives_roles_with_a_reason_and_it_is_recorded() -> None:
    colleague, person = member("support"), member("administrator")
    client = console(person)
    assert client.post(roles_of(colleague), {"roles": ["risk"], "reason": ""}).status_code == 200
    client.post(roles_of(colleague), {"roles": ["risk", "support"], "reason": "Deputy"})
    assert {group.name for group in colleague.groups.all()} == {"risk", "support"}
    event = Event.objects.get(action="roles changed")
    assert (event.before, event.after) == (["support"], ["risk", "support"])
    assert (event.actor, event.reason) == (person, "Deputy")
    client.post(roles_of(colleague), {"roles": ["owner"], "reason": "x"})
    assert {group.name for group in colleague.groups.all()} == {"risk", "support"}


def test_a_player_gets_no_role() -> None:
    player = factories.player()
    answer = console().post(roles_of(player), {"roles": ["risk"], "reason": "x"})
    assert answer.status_code == 404
    assert not player.groups.exists()


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"administrator"}))
def test_only_administrators_give_roles(role: str) -> None:
    colleague = member("support")
    sent = {"roles": ["administrator"], "reason": "x"}
    assert console(member(role)).post(roles_of(colleague), sent).status_code == 403
    assert [group.name for group in colleague.groups.all()] == ["support"]


def test_a_new_member_of_staff_has_a_role_no_password_and_no_wallet() -> None:
    call_command("staff", "New@work.example", "Nell", "risk", stdout=io.StringIO())
    person = Player.objects.get(email="new@work.example")
    assert (person.is_staff, person.has_usable_password()) == (True, False)
    assert [group.name for group in person.groups.all()] == ["risk"]
    assert not Account.objects.filter(player=person).exists()
    assert Event.objects.filter(action="staff hired", object=f"player:{person.pk}").exists()


def test_a_player_is_not_hired_and_nobody_without_a_role() -> None:
    player = factories.player()
    with pytest.raises(CommandError, match="belongs to somebody"):
        call_command("staff", player.email.upper(), "Nell", "risk")
    with pytest.raises(staffing.NotARole):
        staffing.hire(email="x@work.example", name="X", role="owner")
    assert not Player.objects.filter(email="x@work.example").exists()


@pytest.mark.parametrize(
    ("email", "name", "why"),
    [
        ("nell", "Nell", "valid email"),
        ("nell@work.example", " ", "needs a name"),
        ("nell@work.example", "Nell\u202e", "invisible characters"),
        ("nell@work.example", "\u3164", "can be seen"),
        ("nell@work.example", "N" * 41, "at most 40"),
    ],
)
def test_nobody_is_hired_under_a_name_or_address_that_is_none(
    email: str, name: str, why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("staff", email, name, "risk")
    assert not Player.objects.exists()


def test_staff_get_no_wallet_wherever_they_go() -> None:
    person = member()
    client = console(person)
    for path in ("/", "/wallet/", "/play/three-card-solitaire/fun/", "/rounds/", "/settings/"):
        client.get(path, follow=True)
    client.post("/wallet/refill/", {})
    client.post("/play/three-card-solitaire/fun/deal/", {"card_price": "5"})
    assert not Account.objects.filter(player=person).exists()


# Lock-out.


def test_staff_are_locked_out_after_three_wrong_passwords_and_it_is_recorded() -> None:
    person = member()
    factories.EmailAddress.objects.create(
        user=person, email=person.email, verified=True, primary=True
    )
    visitor = factories.Client()
    for _ in range(3):
        visitor.post("/accounts/login/", {"login": person.email, "password": "wrong"})
    visitor.post("/accounts/login/", {"login": person.email, "password": factories.PASSWORD})
    assert "_auth_user_id" not in visitor.session
    of = Event.objects.filter(object=f"player:{person.pk}")
    assert of.filter(action="sign-in failed").count() == 3
    assert of.get(action="sign-in locked").address == "127.0.0.1"
    page = text(console(), f"/console/accounts/player/{person.pk}/change/")
    assert "sign-in locked" in page
