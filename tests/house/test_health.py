"""Health, figures and log lines: what runs is told, and nothing that is a secret."""

from __future__ import annotations

import json
import logging
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config import health, logs
from config.models import Heartbeat
from config.sweeping import sweep
from tests import factories
from tests.console.staff import console, member
from wallet.models import Seal

pytestmark = pytest.mark.django_db


def failing() -> list[str]:
    answer = Client().get("/health/")
    told: list[str] = answer.json()["failing"]
    assert answer.status_code == (503 if told else 200)
    return told


def all_run() -> None:
    for name in ("worker", "stream"):
        health.beat(name)


def test_a_silent_worker_or_stream_is_told_until_it_is_heard_again() -> None:
    assert failing() == ["worker", "stream"]
    sweep()
    assert failing() == ["stream"]
    health.beat("stream")
    assert failing() == []
    Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=5))
    assert failing() == ["worker", "stream"]


def test_rows_that_wait_too_long_for_a_seal_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    all_run()
    values = {"subject": "transfers", "first_id": 1, "last_id": 1, "count": 1}
    Seal.objects.create(**values, previous="", digest="0" * 64)
    monkeypatch.setattr(health, "SEAL_AFTER", timedelta(0))
    assert failing() == []
    factories.player()
    assert failing() == ["seals"]
    assert "wait for one" in console().get("/console/health/").content.decode()


def test_rows_that_wait_while_nothing_was_ever_sealed_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    all_run()
    factories.player()
    assert failing() == []
    monkeypatch.setattr(health, "SEAL_AFTER", timedelta(0))
    assert failing() == ["seals"]


def test_the_console_says_it_in_sentences() -> None:
    page = console(member("auditor")).get("/console/health/").content.decode()
    assert "needs a person" in page
    assert "Nothing was heard of worker and beat yet." in page


def test_figures_are_for_whoever_has_the_token(settings: Any) -> None:
    player = factories.player()
    factories.dealt(player)
    text = Client().get("/metrics/").content.decode()
    assert 'fairdeal_open_rounds{of="three-card-solitaire"} 1.0' in text
    assert 'fairdeal_in_play_minor_units{of="EUR"} 260.0' in text
    assert player.email not in text
    settings.METRICS_TOKEN = "a token"
    assert Client().get("/metrics/").status_code == 404
    wrong = Client(headers={"authorization": "Bearer another"})
    assert wrong.get("/metrics/").status_code == 404
    right = Client(headers={"authorization": "Bearer a token"})
    assert right.get("/metrics/").status_code == 200
    settings.METRICS_TOKEN = ""
    settings.BEHIND_PROXY = True
    assert Client().get("/metrics/").status_code == 404


def test_each_answer_has_an_id_and_a_line(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "fairdeal.requests"):
        answer = Client().get("/games/")
    assert len(answer["X-Request-ID"]) == 16
    (record,) = [one for one in caplog.records if one.name == "fairdeal.requests"]
    assert (record.view, record.status, record.player) == ("games:rules", 200, None)


def test_only_a_proxy_of_ours_names_a_request(settings: Any) -> None:
    mine = {"x-request-id": "abcdefgh-1234"}
    assert Client(headers=mine).get("/games/")["X-Request-ID"] != mine["x-request-id"]
    settings.BEHIND_PROXY = True
    assert Client(headers=mine).get("/games/")["X-Request-ID"] == mine["x-request-id"]
    forged = {"x-request-id": 'a"} {"level": "none'}
    assert Client(headers=forged).get("/games/")["X-Request-ID"] != forged["x-request-id"]


def test_a_line_is_one_json_object_with_its_traceback() -> None:
    try:
        raise ValueError("a\nb")
    except ValueError as fault:
        info = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "two\nlines %s", ("é",), info)
    logs.WithRequestId().filter(record)
    line = logs.AsJson().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert told["message"] == "two\nlines é"
    assert "ValueError" in told["traceback"]


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_leaves_its_mark_and_carries_the_id(house: Any) -> None:
    from config.tasks import sweep as task

    house.start(web=False)
    token = logs.request_id.set("request-of-a-test")
    task.delay()
    logs.request_id.reset(token)
    until = time.monotonic() + 90
    while not Heartbeat.objects.filter(name="worker").exists() and time.monotonic() < until:
        time.sleep(0.2)
    assert Heartbeat.objects.filter(name="worker").exists(), house.log_of("worker")


def test_clocks_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    all_run()
    monkeypatch.setattr(health, "DRIFT_MOST", timedelta(0))
    assert failing() == ["clock"]


@pytest.mark.django_db(transaction=True)
def test_a_real_stream_leaves_its_mark(house: Any) -> None:
    house.start(web=False, worker=False, stream=True)
    until = time.monotonic() + 60
    while not Heartbeat.objects.filter(name="stream").exists() and time.monotonic() < until:
        time.sleep(0.2)
    assert Heartbeat.objects.filter(name="stream").exists(), house.log_of("stream")
