"""Sign-in: one answer whatever is wrong, in like time; the lock; what is recorded and shown."""

from __future__ import annotations

import statistics
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import door
from accounts.models import DoorRecord, Event, Mail
from tests import factories
from tests.accounts.door import code_of, link, sign_in, signed_in, with_totp

pytestmark = pytest.mark.django_db
EMAIL = "kim@test.example"
LOCKED = "too many wrong tries"


def told(answer: Any) -> str:
    """The sentence of refusal on the page."""
    return answer.content.decode().partition('class="errorlist')[2].partition("</ul>")[0]


def test_a_wrong_password_and_an_unknown_address_are_answered_alike_up_to_the_lock() -> None:
    factories.player(email=EMAIL)
    for number in range(5):
        known = sign_in(Client(), EMAIL, "wrong")
        unknown = sign_in(Client(), "nobody@test.example", "wrong")
        assert known.status_code == unknown.status_code == 200
        assert told(known) == told(unknown) != ""
        assert (LOCKED in told(known)) == (number >= 3)


def test_an_unknown_address_takes_the_time_of_a_known_one(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = False
    emails = [f"kim{number}@test.example" for number in range(5)]
    for email in emails:
        factories.player(email=email, money=0, chips=False)

    def median(addresses: list[str]) -> float:
        taken = []
        for email in addresses:
            client = Client()
            start = time.perf_counter()
            sign_in(client, email, "wrong")
            taken.append(time.perf_counter() - start)
        return statistics.median(taken)

    median(["warm@test.example"])
    known = median(emails)
    unknown = median([f"nobody{number}@test.example" for number in range(5)])
    assert 0.5 < unknown / known < 2.0


def test_the_third_wrong_try_locks_and_the_right_password_does_not_open() -> None:
    factories.player(email=EMAIL)
    for _ in range(3):
        assert LOCKED not in told(sign_in(Client(), EMAIL, "wrong"))
    assert LOCKED in told(sign_in(Client(), EMAIL))


def test_letters_of_another_size_do_not_get_round_the_lock() -> None:
    factories.player(email=EMAIL)
    for email in (EMAIL, EMAIL.upper(), EMAIL.title()):
        sign_in(Client(), email, "wrong")
    assert LOCKED in told(sign_in(Client(), EMAIL))


def test_an_address_is_one_however_it_is_written() -> None:
    assert (
        door.key_of(f" {EMAIL.upper()} ") == door.key_of(EMAIL) != door.key_of("lee@test.example")
    )


def test_tries_further_apart_than_the_window_do_not_lock() -> None:
    player = factories.player(email=EMAIL)
    start = timezone.now() - timedelta(hours=3)
    for minutes in (0, 16, 31, 47, 62):
        assert not door.failed(EMAIL, address=None, now=start + timedelta(minutes=minutes))
    assert door.failed(EMAIL, address=None, now=start + timedelta(minutes=63))
    assert door.is_locked(player.email)


def test_a_lock_does_not_pass_with_time_for_a_player() -> None:
    factories.player(email=EMAIL)
    for _ in range(3):
        door.failed(EMAIL, address=None)
        door.failed("nobody@test.example", address=None)
    door.sweep(timezone.now() + timedelta(days=365))
    assert door.is_locked(EMAIL)
    assert not door.is_locked("nobody@test.example")


def test_a_whole_sign_in_forgets_earlier_wrong_tries() -> None:
    factories.player(email=EMAIL)
    for _ in range(2):
        for _ in range(2):
            sign_in(Client(), EMAIL, "wrong")
        assert sign_in(Client(), EMAIL).status_code == 302


def test_a_mailed_reset_opens_the_lock() -> None:
    player = factories.player(email=EMAIL)
    for _ in range(3):
        sign_in(Client(), EMAIL, "wrong")
    assert Mail.objects.filter(to=EMAIL, subject__contains="locked").exists()
    client = Client()
    client.post("/accounts/password/reset/", {"email": EMAIL})
    form = client.get(link(EMAIL), follow=True)
    new = {"password1": "nine red knaves", "password2": "nine red knaves"}
    done = client.post(form.redirect_chain[-1][0], new, follow=True)
    assert "Your new password holds" in done.content.decode()
    assert sign_in(Client(), EMAIL, "nine red knaves").status_code == 302
    actions = Event.objects.filter(object=f"player:{player.pk}").values_list("action", flat=True)
    assert {"sign-in failed", "sign-in locked", "password reset", "sign-in unlocked"} <= set(
        actions
    )


def test_a_reset_does_not_replace_the_second_factor() -> None:
    player = factories.player(email=EMAIL)
    secret = with_totp(player)
    client = Client()
    client.post("/accounts/password/reset/", {"email": EMAIL})
    form = client.get(link(EMAIL), follow=True)
    new = {"password1": "nine red knaves", "password2": "nine red knaves"}
    client.post(form.redirect_chain[-1][0], new)
    assert sign_in(client, EMAIL, "nine red knaves")["Location"].startswith("/accounts/2fa/")
    assert client.get("/wallet/").status_code == 302
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert client.get("/wallet/").status_code == 200


def test_a_reset_link_works_once() -> None:
    factories.player(email=EMAIL)
    client = Client()
    client.post("/accounts/password/reset/", {"email": EMAIL})
    path = link(EMAIL)
    form = client.get(path, follow=True)
    new = {"password1": "nine red knaves", "password2": "nine red knaves"}
    client.post(form.redirect_chain[-1][0], new)
    assert "This link is used up" in Client().get(path, follow=True).content.decode()


def test_asking_for_a_reset_says_the_same_of_an_unknown_address_and_mails_nobody() -> None:
    factories.player(email=EMAIL)
    asked = [
        Client().post("/accounts/password/reset/", {"email": email})
        for email in (EMAIL, "nobody@test.example")
    ]
    assert asked[0]["Location"] == asked[1]["Location"]
    assert list(Mail.objects.values_list("to", flat=True)) == [EMAIL]


def test_wrong_codes_of_a_second_factor_lock_as_wrong_passwords_do() -> None:
    player = factories.player(email=EMAIL)
    secret = with_totp(player)
    client = Client()
    sign_in(client, EMAIL)
    for _ in range(3):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    answer = client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert LOCKED in told(answer)
    assert client.get("/wallet/").status_code == 302


def test_staff_are_locked_as_players_are() -> None:
    person = factories.staff(email=EMAIL)
    for _ in range(3):
        sign_in(Client(), EMAIL, "wrong")
    assert LOCKED in told(sign_in(Client(), EMAIL))
    assert Event.objects.filter(object=f"player:{person.pk}", action="sign-in locked").exists()


def test_tries_locks_and_sign_ins_are_recorded_with_their_address() -> None:
    player = factories.player(email=EMAIL)
    sign_in(Client(REMOTE_ADDR="192.0.2.1"), EMAIL, "wrong")
    sign_in(Client(REMOTE_ADDR="192.0.2.2"), EMAIL)
    events = Event.objects.filter(object=f"player:{player.pk}", action__startswith="sign")
    assert [(one.action, one.address) for one in events.order_by("pk")] == [
        ("sign-in failed", "192.0.2.1"),
        ("signed in", "192.0.2.2"),
    ]


def test_the_tries_at_an_address_that_nobody_has_keep_no_address() -> None:
    sign_in(Client(), "nobody@test.example", "wrong")
    assert "nobody" not in str(DoorRecord.objects.values().get())
    assert "nobody" not in str(Event.objects.values().get())


def test_the_last_sign_in_is_shown_after_the_next() -> None:
    player = factories.player(email=EMAIL)
    first = Client(REMOTE_ADDR="192.0.2.1")
    sign_in(first, EMAIL)
    assert "first sign-in" in first.get("/").content.decode()
    second = Client(REMOTE_ADDR="192.0.2.2")
    sign_in(second, EMAIL)
    page = second.get("/").content.decode()
    assert "Your last sign-in was on" in page
    assert "192.0.2.1" in page
    assert "192.0.2.1" in signed_in(player).get("/settings/security/").content.decode()


def test_a_disabled_account_is_told_so_only_with_its_password() -> None:
    factories.player(email=EMAIL, is_active=False)
    assert "wrong" in told(sign_in(Client(), EMAIL, "wrong"))
    assert sign_in(Client(), EMAIL)["Location"] == "/accounts/inactive/"
    assert "This account is not open" in Client().get("/accounts/inactive/").content.decode()


@pytest.mark.parametrize(
    ("path", "fields", "most"),
    [
        ("/accounts/login/", {"login": EMAIL, "password": "wrong"}, 30),
        ("/accounts/signup/", {"email": EMAIL}, 10),
        ("/accounts/password/reset/", {"email": "{}@test.example"}, 10),
    ],
)
def test_too_many_requests_of_one_machine_are_refused_in_style(
    path: str, fields: dict[str, str], most: int
) -> None:
    client = Client(REMOTE_ADDR="192.0.2.99")
    for number in range(most):
        sent = {name: value.format(number) for name, value in fields.items()}
        assert client.post(path, sent).status_code != 429
    refused = client.post(path, {name: value.format("x") for name, value in fields.items()})
    assert refused.status_code == 429
    assert "A little slower, please" in refused.content.decode()
    assert Client(REMOTE_ADDR="192.0.2.98").post(path, fields).status_code != 429
