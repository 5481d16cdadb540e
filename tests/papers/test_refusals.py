"""Pages that refuse or are broken: a sentence and a way on each, whatever is away."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.views.defaults import bad_request

from config.console.refusals import broken
from tests import factories

pytestmark = pytest.mark.django_db


def failing() -> HttpResponse:
    """The answer to a request whose view breaks."""
    client = Client(raise_request_exception=False)
    client.cookies = factories.client(factories.player()).cookies
    return client.get("/wallet/")


def unknown(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault")


def says(answer: HttpResponse) -> tuple[str, str]:
    """The heading of a page that says in a sentence why, and leads on."""
    page = answer.content.decode()
    assert re.search(r'<p class="lead"[^>]*>\s*[A-Z][^<]{30,}\.', page), page
    (way,) = re.findall(r'<a class="button button-primary" href="([^"]+)">', page.split("<h1>")[1])
    return re.findall(r"<h1>\s*([^<]+?)\s*</h1>", page)[0], way


def test_each_refusal_has_a_sentence_and_a_way_on() -> None:
    client = factories.client(factories.player())
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    staff = factories.client(factories.staff())
    for answer, status, heading in (
        (client.get("/nowhere/"), 404, "There is no such page"),
        (staff.get("/settings/limits/"), 403, "This is not open to you"),
        (strict.post("/wallet/refill/"), 403, "Please try again"),
        (client.post("/wallet/"), 405, "Nothing was done"),
        (bad_request(RequestFactory().get("/"), ValueError()), 400, "Nothing was done"),
    ):
        assert (answer.status_code, says(answer)) == (status, (heading, "/"))


def test_too_many_requests_are_told_how_long_to_wait(settings: Any) -> None:
    settings.REQUEST_LIMITS = {"wallet:refill": (0, 60)}
    answer = factories.client(factories.player()).post("/wallet/refill/")
    assert (answer.status_code, says(answer)) == (429, ("Nothing was done", "/"))
    assert 0 < int(answer["Retry-After"]) <= 60


def test_a_fault_of_ours_names_the_number_that_its_log_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wallet.ledger.balances", unknown)
    answer = failing()
    assert (answer.status_code, says(answer)[1]) == (500, "/")
    assert answer["X-Request-ID"] in answer.content.decode()


def test_a_fault_is_told_without_database_and_without_collected_files(
    settings: Any, django_assert_num_queries: Any
) -> None:
    storage = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": storage}}
    with django_assert_num_queries(0):
        for answer in (
            broken(RequestFactory().get("/")),
            bad_request(RequestFactory().get("/"), ValueError()),
        ):
            assert says(answer)[1] == "/"
            assert 'href="/static/style.css"' in answer.content.decode()
