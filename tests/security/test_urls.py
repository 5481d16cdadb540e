"""Every address, asked for by everybody: what is theirs, or nothing, or the sign-in."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.template.backends.django import Template
from django.test import Client

from tests.security.table import TABLE
from tests.security.world import PEOPLE, World, outcome, routes


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Who gets which answer is the question here; drawing pages is most of the work of one."""
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_every_address_has_a_line_and_every_line_an_address() -> None:
    configured, lines = set(routes()), {row.route for row in TABLE}
    assert configured - lines == set(), "these need a line in tests/security/table.py"
    assert lines - configured == set(), "these lines of tests/security/table.py name nothing"


@pytest.mark.parametrize("who", PEOPLE)
def test_everybody_gets_what_is_theirs_and_nothing_else(world: World, who: str) -> None:
    wrong = {}
    for row in TABLE:
        got = outcome(world.ask(who, row.path, row.method, row.data))
        if got != row.answers[who]:
            wrong[str(row)] = f"{got}, not {row.answers[who]}"
    assert wrong == {}


@pytest.mark.parametrize("who", ["visitor", "other"])
def test_a_fragment_of_somebody_elses_round_is_not_found_or_leads_to_the_sign_in(
    world: World, who: str
) -> None:
    expected = {"visitor": "sign in", "other": "none"}[who]
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/"}
    for what in ("moves", "undo", "end", "restart", "hint"):
        answer = world.ask(who, f"/rounds/{{open}}/{what}/", "POST", {"at": "{at}"}, **headers)
        assert outcome(answer) == expected, what
    assert outcome(world.ask(who, "/rounds/{open}/table/", **headers)) == expected


def test_nothing_is_done_without_the_token_of_a_form(world: World) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = world.clients["administrator"].cookies
    playing = Client(enforce_csrf_checks=True)
    playing.cookies = world.clients["player"].cookies
    taken = []
    for row in TABLE:
        client = careful if row.route.startswith("console/") else playing
        status = client.post(row.path.format(**world.names), row.data).status_code
        # 405: it takes no forms; 302 and 404: nothing of it reads the form before the token.
        if status not in (403, 405):
            taken.append((str(row), status))
    assert taken == []
