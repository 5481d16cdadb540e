"""Sessions: their clocks, their list, their end; and pages that belong to another sign-in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.messages import get_messages
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import sessions
from accounts.middleware import tab_of
from accounts.models import Event, Player
from games.models import Round
from tests import factories
from tests.accounts.door import signed_in

pytestmark = pytest.mark.django_db
PLAY = "/play/three-card-solitaire/money/"
FRAGMENT = {"hx-request": "true", "hx-current-url": f"http://testserver{PLAY}?open=help"}


class Clock:
    """The time, moved by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = timedelta()
        real = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: real() + self.ahead)

    def pass_minutes(self, minutes: float) -> None:
        self.ahead += timedelta(minutes=minutes)

    def now(self) -> datetime:
        return timezone.now()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that the test moves."""
    return Clock(monkeypatch)


@pytest.fixture
def player() -> Player:
    """A player with money and chips."""
    return factories.player()


def is_signed_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200


def test_after_half_an_hour_idle_a_page_leads_to_the_sign_in_and_back(
    player: Player, clock: Clock
) -> None:
    client = factories.client(player)
    client.get(PLAY)
    clock.pass_minutes(30)
    answer = client.get(PLAY)
    assert answer["Location"] == f"/accounts/login/?next={PLAY}"
    assert "30 minutes" in client.get(answer["Location"]).content.decode()
    assert not is_signed_in(client)
    back = client.post(
        "/accounts/login/", {"login": player.email, "password": factories.PASSWORD, "next": PLAY}
    )
    assert back["Location"] == PLAY


def test_somebody_who_goes_on_stays_signed_in(player: Player, clock: Clock) -> None:
    client = factories.client(player)
    for _ in range(6):
        assert client.get(PLAY).status_code == 200
        clock.pass_minutes(29)
    assert is_signed_in(client)


def test_nothing_of_games_or_money_happens_after_the_half_hour(
    player: Player, clock: Clock
) -> None:
    client = factories.client(player)
    position = factories.dealt(player)
    client.get(PLAY)
    clock.pass_minutes(31)
    path = f"/rounds/{position.round.pk}/moves/"
    answer = client.post(path, {"at": position.round.entries, "move": "draw"}, headers=FRAGMENT)
    assert answer.status_code == 204
    assert answer["HX-Redirect"] == f"/accounts/login/?next={PLAY}%3Fopen%3Dhelp"
    assert Round.objects.get().entries == position.round.entries
    form = client.post(path, {"at": position.round.entries, "move": "draw"})
    assert form["Location"].startswith("/accounts/login/")


def test_a_plain_form_after_the_half_hour_leads_back_to_its_page(
    player: Player, clock: Clock
) -> None:
    client = factories.client(player)
    client.get("/")
    clock.pass_minutes(31)
    answer = client.post("/wallet/refill/", headers={"referer": "http://testserver/wallet/fun/"})
    assert answer["Location"] == "/accounts/login/?next=/wallet/fun/"


def test_a_plain_form_with_a_strange_referer_leads_to_the_lobby(
    player: Player, clock: Clock
) -> None:
    client = factories.client(player)
    client.get("/")
    clock.pass_minutes(31)
    answer = client.post("/wallet/refill/", headers={"referer": "https://elsewhere.example/x"})
    assert answer["Location"] == "/accounts/login/?next=/"


def test_what_a_page_asks_for_by_itself_is_no_sign_of_life(player: Player, clock: Clock) -> None:
    client = factories.client(player)
    path = f"/rounds/{factories.dealt(player).round.pk}/table/"
    client.get(PLAY)
    for _ in range(2):
        clock.pass_minutes(14)
        assert client.get(path, headers=FRAGMENT).status_code == 200
    clock.pass_minutes(3)
    assert "HX-Redirect" in client.get(path, headers=FRAGMENT)


def test_the_clock_is_on_the_server_and_survives_another_cookie_jar(
    player: Player, clock: Clock
) -> None:
    client = factories.client(player)
    client.get("/")
    stolen = Client()
    stolen.cookies = client.cookies
    clock.pass_minutes(31)
    assert not is_signed_in(stolen)
    assert not Session.objects.filter(session_key=client.cookies["sessionid"].value).exists()


def test_staff_are_held_to_the_clock_too(clock: Clock) -> None:
    client = factories.client(factories.staff())
    client.get("/")
    clock.pass_minutes(31)
    assert client.get("/settings/")["Location"].startswith("/accounts/login/")


def test_thirty_days_after_the_sign_in_it_is_asked_for_again(player: Player, clock: Clock) -> None:
    client = factories.client(player)
    client.get("/")
    session = client.session
    session[sessions.BEGAN] -= timedelta(days=30).total_seconds()
    session.save()
    assert client.get(PLAY)["Location"].startswith("/accounts/login/")
    assert Event.objects.get(action="session ended").reason == "old"


def test_an_idle_end_is_recorded_and_clears_the_browser(player: Player, clock: Clock) -> None:
    client = factories.client(player)
    client.get("/")
    clock.pass_minutes(31)
    assert client.get(PLAY)["Clear-Site-Data"] == '"cache", "storage"'
    assert Event.objects.get(action="session ended").reason == "idle"


def test_the_clock_costs_most_requests_nothing(
    player: Player, django_assert_num_queries: Any
) -> None:
    client = factories.client(player)
    client.get("/terms/")
    with django_assert_num_queries(5):  # the session, the player, two balances, the chat
        client.get("/terms/")


# The list.


def test_the_page_shows_each_device_and_marks_this_one(player: Player) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    signed_in(player, **{"user-agent": agent})
    page = signed_in(player).get("/settings/security/").content.decode()
    assert "Firefox, Linux" in page
    assert page.count("This one") == 1
    assert page.count("127.0.0.1") >= 2


def test_one_device_is_signed_out_at_once(player: Player) -> None:
    there, here = signed_in(player), signed_in(player)
    row = UserSession.objects.get(session_key=there.cookies["sessionid"].value)
    here.post(f"/settings/security/sessions/{row.pk}/end/")
    assert not is_signed_in(there)
    assert is_signed_in(here)


def test_signing_out_everywhere_leaves_nobody_in(player: Player) -> None:
    clients = [signed_in(player) for _ in range(3)]
    other = signed_in(factories.player())
    answer = clients[0].post("/settings/security/sessions/end/")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
    assert [is_signed_in(client) for client in clients] == [False] * 3
    assert is_signed_in(other)
    assert not Session.objects.filter(session_key=clients[0].cookies["sessionid"].value).exists()


def test_the_device_of_somebody_else_is_not_found(player: Player) -> None:
    theirs = signed_in(factories.player())
    row = UserSession.objects.get()
    answer = signed_in(player).post(f"/settings/security/sessions/{row.pk}/end/")
    assert answer.status_code == 404
    assert is_signed_in(theirs)


def test_a_new_password_signs_out_the_other_devices(player: Player) -> None:
    there, here = signed_in(player), signed_in(player)
    new = {"password1": "nine red knaves", "password2": "nine red knaves"}
    here.post("/accounts/password/change/", {"oldpassword": factories.PASSWORD} | new)
    assert is_signed_in(here)
    assert not is_signed_in(there)


def test_a_copied_cookie_is_worth_nothing_after_signing_out(player: Player) -> None:
    client = signed_in(player)
    copy = Client()
    copy.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_signed_in(copy)
    client.post("/accounts/logout/")
    assert not is_signed_in(copy)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140 Safari/537 Edg/140",
            "Edge, Windows",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19) Version/19 Safari/604", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140 Mobile Safari/537", "Chrome, Android"),
        ("curl/8", "A browser"),
    ],
)
def test_devices_are_called_as_people_call_them(agent: str, name: str) -> None:
    assert sessions.device(agent) == name


# A page of one sign-in under another.


def test_a_fragment_asked_for_from_somebody_elses_page_refreshes_it_and_says_why(
    player: Player,
) -> None:
    other = factories.player()
    client = factories.client(player)
    round_id = factories.dealt(player).round.pk
    headers = FRAGMENT | {"x-player": tab_of(other)}
    for ask in (client.get, client.post):
        answer = ask(f"/rounds/{round_id}/table/", headers=headers)
        assert answer["HX-Refresh"] == "true"
        assert answer.content == b""
    assert "Nothing was done" in str(next(iter(get_messages(answer.wsgi_request))))


def test_nothing_is_done_for_a_form_sent_from_somebody_elses_page(player: Player) -> None:
    client = factories.client(player)
    position = factories.dealt(player)
    client.post(
        f"/rounds/{position.round.pk}/moves/",
        {"at": position.round.entries, "move": "draw"},
        headers={"x-player": tab_of(factories.player())},
    )
    assert Round.objects.get().entries == position.round.entries


def test_each_page_says_whose_it_is_and_its_own_requests_pass(player: Player) -> None:
    client = factories.client(player)
    assert tab_of(player) in client.get("/").content.decode()
    assert client.get("/", headers={"x-player": tab_of(player)}).status_code == 200
    assert '"X-Player": ""' in Client().get("/").content.decode()


def test_pages_of_somebody_signed_in_are_kept_by_no_cache(player: Player) -> None:
    for path in ("/", "/settings/", "/wallet/", "/terms/"):
        assert "no-store" in factories.client(player).get(path)["Cache-Control"]
