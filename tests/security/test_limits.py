"""How often, and how much at once: limits that all web processes share, and their sentences."""

from __future__ import annotations

import threading
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from config import limits
from config.models import RequestCount
from games.models import Round
from support.models import Message
from tests import factories
from tests.papers.chromium import tab

pytestmark = pytest.mark.django_db
DEAL = "/play/three-card-solitaire/fun/deal/"
CONTACT = "/support/"
# So long that the span which has begun ends in a later century, and during no test.
AGES = 10**10


@pytest.fixture(autouse=True)
def one_in_ages(settings: Any) -> None:
    """One request of each kind."""
    settings.REQUEST_LIMITS = dict.fromkeys(settings.REQUEST_LIMITS, (1, AGES))


def wish(text: str = "Hello") -> dict[str, Any]:
    return {"text": text, "form_key": uuid.uuid4()}


def test_deals_and_messages_and_refills_are_limited(settings: Any) -> None:
    assert {"games:deal", "support:contact", "wallet:refill"} <= set(settings.REQUEST_LIMITS)


def test_the_second_message_of_a_span_for_one_is_refused_with_a_sentence() -> None:
    client = factories.client(factories.player())
    assert client.post(CONTACT, wish()).status_code == 302
    answer = client.post(CONTACT, wish())
    assert answer.status_code == 429
    assert "Nothing was done; please wait" in answer.content.decode()
    assert 0 < int(answer["Retry-After"]) <= AGES
    assert Message.objects.count() == 1


def test_a_fragment_is_told_among_the_messages_of_its_page() -> None:
    client = factories.client(factories.player())
    client.post(DEAL, {})
    answer = client.post(DEAL, {}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (429, "#messages")
    assert 'role="alert"' in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_looking_is_not_counted_and_nobody_pays_for_others() -> None:
    first, second = (factories.client(factories.player()) for _ in range(2))
    for _ in range(3):
        assert first.get(CONTACT).status_code == 200
    assert first.post(CONTACT, wish()).status_code == 302
    assert second.post(CONTACT, wish()).status_code == 302


def test_the_next_span_of_time_counts_anew() -> None:
    assert limits.counted("deal", "player:1", 60, now=1000) == (1, 20)
    assert limits.counted("deal", "player:1", 60, now=1019) == (2, 1)
    assert limits.counted("deal", "player:1", 60, now=1020) == (1, 60)
    assert limits.counted("deal", "player:2", 60, now=1020) == (1, 60)


@pytest.mark.django_db(transaction=True)
def test_no_count_is_lost_between_processes() -> None:
    counts = []

    def count() -> None:
        try:
            counts.extend(limits.counted("deal", "player:1", AGES)[0] for _ in range(10))
        finally:
            connection.close()

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(counts) == list(range(1, 81))


def test_counts_that_are_over_are_dropped_and_the_others_stay() -> None:
    now = timezone.now()
    for name, ends in (("old", now - timedelta(hours=1)), ("new", now + timedelta(hours=1))):
        RequestCount.objects.create(key=name, count=1, ends_at=ends)
    assert limits.sweep() == {"counts of requests": 1}
    assert [row.key for row in RequestCount.objects.all()] == ["new"]


def test_a_body_beyond_the_limit_is_refused_before_it_is_read(settings: Any) -> None:
    client = factories.client(factories.player())
    text = "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    answer = client.post(CONTACT, wish(text))
    assert answer.status_code == 413
    assert "more than we take at once" in answer.content.decode()
    assert not Message.objects.exists()


def test_a_body_of_unreadable_length_is_refused() -> None:
    answer = factories.Client().post("/accounts/login/", {}, CONTENT_LENGTH="-1")
    assert answer.status_code == 413


def test_no_form_takes_a_file() -> None:
    client = factories.client(factories.player())
    sent = wish() | {"file": SimpleUploadedFile("a.txt", b"hello")}
    answer = client.post(CONTACT, sent)
    assert answer.status_code == 400
    assert "something that we cannot read" in answer.content.decode()
    assert not Message.objects.exists()


def test_more_fields_than_a_form_has_are_refused(settings: Any) -> None:
    client = factories.client(factories.player())
    many = {f"f{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert client.post(CONTACT, many).status_code == 400


@pytest.mark.parametrize("path", ["/wallet/refill/", "/preferences/", "/accounts/logout/"])
def test_a_wrong_method_is_answered_with_a_sentence_and_a_way_on(path: str) -> None:
    answer = factories.client(factories.player()).put(path)
    assert answer.status_code == 405
    assert "POST" in answer["Allow"]
    assert "cannot be used like that" in answer.content.decode()
    assert 'href="/"' in answer.content.decode()
    assert "Permissions-Policy" in answer


def test_an_unknown_host_is_answered_with_a_page() -> None:
    answer = factories.Client().get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "something that we cannot read" in answer.content.decode()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_fast_hand_reads_at_the_table_why_nothing_was_dealt(live_server: Any) -> None:
    player = factories.player()
    client = factories.client(player)
    client.post(DEAL, {})
    with tab(live_server.url, client) as browser:
        browser.go("/play/three-card-solitaire/fun/")
        browser.page.locator("#deal-button").click()
        notice = browser.page.locator("#messages [role=alert]")
        expect(notice).to_contain_text("Nothing was done")
        expect(browser.page.locator("#table")).to_be_visible()
    assert not Round.objects.exists()
