"""Mails: rows that are sent once, as text and HTML; and the demo's page of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as sent
from django.test import Client
from django.utils import timezone

from accounts import mails
from accounts.models import Mail
from config import sweeping
from tests import factories
from tests.accounts.door import link, sign_up

pytestmark = pytest.mark.django_db


def post(**fields: Any) -> Mail:
    made = {
        "to": "kim@test.example",
        "subject": "Fairdeal: Test",
        "text": "One.\n\nhttps://x.example/y",
    }
    return mails.post(**made | fields)


def test_a_mail_is_sent_once_as_text_and_html() -> None:
    mail = post()
    assert mails.send(mail.pk)
    assert not mails.send(mail.pk)
    (message,) = sent.outbox
    assert message.to == ["kim@test.example"]
    assert message.body.startswith("One.")
    (html, kind) = message.alternatives[0]
    assert kind == "text/html"
    assert 'href="https://x.example/y"' in html
    assert "<style>" in html


def test_what_a_sent_mail_said_is_dropped_except_in_the_demo(settings: Any) -> None:
    first = post()
    mails.send(first.pk)
    settings.DEMO = True
    second = post()
    mails.send(second.pk)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.text, first.html) == ("", "")
    assert second.text


def test_the_sweep_sends_what_a_lost_message_left() -> None:
    post()
    assert sweeping.sweep()["mailed"] == 1
    assert sweeping.sweep()["mailed"] == 0
    assert len(sent.outbox) == 1


class Down:
    """A server of mail that does not answer."""

    def __init__(self, **kwargs: object) -> None: ...

    def send_messages(self, messages: list[object]) -> int:
        raise OSError("no answer")


def test_a_server_that_is_down_is_tried_again_later(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Down"
    mail = post()
    assert not mails.send(mail.pk)
    mail.refresh_from_db()
    assert mail.tries == 1
    assert mail.due_at
    assert mail.due_at > timezone.now() + timedelta(minutes=1)
    assert mail.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert mails.sweep() == {"mailed": 0}
    Mail.objects.update(due_at=timezone.now())
    assert mails.sweep() == {"mailed": 1}


def test_text_is_never_taken_for_html() -> None:
    assert "<script>" not in mails.as_html("S", "<script>alert(1)</script>")


def test_old_mails_are_dropped() -> None:
    Mail.objects.filter(pk=post().pk).update(
        made_at=timezone.now() - timedelta(days=91), due_at=None
    )
    mails.sweep()
    assert not Mail.objects.exists()


def test_one_room_that_fails_does_not_stop_the_sweep(settings: Any) -> None:
    settings.SWEEPS = ["tests.accounts.test_mails.broken", *settings.SWEEPS]
    post()
    assert sweeping.sweep()["mailed"] == 1


def broken() -> None:
    raise RuntimeError("on purpose")


@pytest.mark.parametrize("path", ["/outbox/", "/outbox/1/", "/outbox/1/html/"])
def test_outside_the_demo_there_is_no_outbox(path: str) -> None:
    mail = post()
    path = path.replace("1", str(mail.pk))
    player = factories.client(factories.player())
    assert Client().get(path).status_code == player.get(path).status_code == 404
    assert "/outbox/" not in Client().get("/accounts/login/").content.decode()


def test_in_the_demo_mails_can_be_read_and_their_links_opened(demo: None) -> None:
    client = Client()
    waiting = sign_up(client)
    assert "/outbox/" in client.get(waiting["Location"]).content.decode()
    assert "/outbox/" in client.get("/accounts/login/").content.decode()
    mail = Mail.objects.get()
    assert f'href="/outbox/{mail.pk}/"' in client.get("/outbox/").content.decode()
    assert link("new@test.example") in client.get(f"/outbox/{mail.pk}/").content.decode()


def test_the_html_of_a_mail_may_use_its_own_style_and_nothing_unsafe(demo: None) -> None:
    policy = Client().get(f"/outbox/{post().pk}/html/")["Content-Security-Policy"]
    assert "'sha256-" in policy
    assert "unsafe" not in policy
