"""The contact form: a message is stored once, with its page and round, and shown as text."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.messages import get_messages
from django.db import connection

from support import services
from support.models import Message
from tests import factories
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db


def form(**fields: object) -> dict[str, object]:
    """A filled form."""
    return {"form_key": str(uuid.uuid4()), "text": "Where is my card?"} | fields


def test_a_message_is_stored_with_its_page_and_round_and_confirmed_by_number() -> None:
    player = factories.player()
    round_id = factories.dealt(player).round.pk
    answer = factories.client(player).post(
        "/support/", form(page="/play/x/", round=round_id, subject="Help")
    )
    message = Message.objects.get()
    assert (message.player, message.page, message.round_id) == (player, "/play/x/", round_id)
    said = [str(sentence) for sentence in get_messages(answer.wsgi_request)]
    assert said == [f"Your message has arrived. Its number is {message.pk}."]


def test_a_form_sent_twice_is_one_message() -> None:
    client, filled = factories.client(factories.player()), form()
    assert client.post("/support/", filled).status_code == 302
    assert client.post("/support/", filled).status_code == 302
    assert Message.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_ten_times_at_once_is_one_message() -> None:
    player, key = factories.player(), uuid.uuid4()

    def send(_: int) -> int:
        try:
            return services.write(player=player, form_key=key, text="Once").pk
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        assert len(set(pool.map(send, range(10)))) == 1
    assert Message.objects.count() == 1


def test_somebody_elses_round_is_left_out() -> None:
    theirs = factories.dealt(factories.player()).round.pk
    factories.client(factories.player()).post("/support/", form(round=theirs))
    assert Message.objects.get().round is None


@pytest.mark.parametrize("number", ["12345678901234567890123", "x", "-1"])
def test_a_round_that_is_no_number_is_an_answer_and_not_a_fault(number: str) -> None:
    client = factories.client(factories.player())
    assert client.get("/support/", {"round": number}).status_code == 200
    assert client.post("/support/", form(round=number)).status_code == 200
    assert not Message.objects.exists()


def test_a_player_sees_own_messages_only_and_markup_as_text() -> None:
    player = factories.player()
    client = factories.client(player)
    client.post("/support/", form(text="<script>alert(1)</script> & more"))
    factories.client(factories.player()).post("/support/", form(text="not mine"))
    page = client.get("/support/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page
    assert "not mine" not in page


def test_after_ten_in_an_hour_the_next_is_refused_with_a_sentence_and_kept_in_the_form() -> None:
    client = factories.client(factories.player())
    for _ in range(services.MESSAGES_AN_HOUR):
        client.post("/support/", form())
    answer = client.post("/support/", form(text="one more"))
    assert Message.objects.count() == services.MESSAGES_AN_HOUR
    assert "We take 10 messages an hour." in answer.content.decode()
    assert "one more" in answer.content.decode()


@pytest.mark.parametrize("text", ["", " ", "x" * 4001])
def test_an_empty_or_too_long_message_is_not_taken(text: str) -> None:
    factories.client(factories.player()).post("/support/", form(text=text))
    assert not Message.objects.exists()


def test_somebody_who_cannot_sign_in_writes_with_an_address_and_staff_read_it() -> None:
    stranger = factories.Client()
    link = '<a href="/accounts/login/?next=/support/%3Fround%3D3">sign in</a>'
    assert link in stranger.get("/support/?round=3").content.decode()
    theirs = factories.dealt(factories.player()).round.pk
    sent = form(email="kim@test.example", text="Why is it closed?", round=theirs)
    for _twice in range(2):
        assert stranger.post("/support/", sent).status_code == 302
    message = Message.objects.get()
    assert (message.player, message.email, message.round) == (None, "kim@test.example", None)
    assert "Why is it closed?" not in stranger.get("/support/").content.decode()
    staff = console(member("support"))
    for path in ("", f"{message.pk}/change/", "?q=KIM@test.example"):
        page = staff.get(f"/console/support/message/{path}").content.decode()
        assert "kim@test.example" in page
        assert "Why is it closed?" in page


def test_the_document_on_privacy_tells_what_is_kept_of_a_stranger_who_writes() -> None:
    """Each field of a message that holds something of its writer, in the document's words."""
    told = factories.Client().get("/privacy/").content.decode()
    (paragraph,) = [part for part in told.split("<p>") if "without an account: " in part]
    for words in ("the message", "the page", "e-mail address", "address of the network"):
        assert words in paragraph


@pytest.mark.parametrize("email", ["", "kim", "a" * 250 + "@test.example"])
def test_a_stranger_without_an_address_is_asked_for_one(email: str) -> None:
    assert factories.Client().post("/support/", form(email=email)).status_code == 200
    assert not Message.objects.exists()


def test_strangers_of_one_machine_write_ten_messages_an_hour_and_others_go_on() -> None:
    def send(machine: str) -> str:
        sent = form(email="kim@test.example")
        client = factories.Client(REMOTE_ADDR=machine)
        return client.post("/support/", sent).content.decode()

    for number in range(services.MESSAGES_AN_HOUR):
        key = uuid.UUID(int=number)
        wrote = {"email": "a@test.example", "address": "192.0.2.1", "text": "Hello"}
        services.write_as_stranger(form_key=key, **wrote)
    assert "We take 10 messages an hour." in send("192.0.2.1")
    assert send("192.0.2.2") == ""


def test_the_page_of_a_closed_account_leads_to_the_form() -> None:
    client = factories.Client()
    assert 'href="/support/"' in client.get("/accounts/inactive/").content.decode()
    assert 'name="email"' in client.get("/support/").content.decode()
