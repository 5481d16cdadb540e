"""Links of the console lead only where this role may go; what was saved is said in our words."""

from __future__ import annotations

import re

import pytest
from django.template.backends.django import Template

from config.console.roles import ROLES
from tests import factories
from tests.console.staff import console, member
from tests.console.test_pages import rows_of_everything

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def rows(shared_rows: None) -> dict[str, int]:
    """A row in each list, for all of these tests."""
    return rows_of_everything()


@pytest.mark.parametrize("role", ROLES)
def test_no_page_of_a_role_has_a_link_that_is_closed_to_it(
    rows: dict[str, int], role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = console(member(role))
    seen: set[str] = set()
    for name, pk in rows.items():
        for path in (f"/console/{name}/", f"/console/{name}/{pk}/change/"):
            page = client.get(path).content.decode()
            seen |= set(re.findall(r'href="(/console/[^"#]*)"', page))
    assert len(seen) > 20
    # Drawing what a link leads to is most of the work of asking whether it is closed.
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    closed = [path for path in seen if client.get(path.replace("&amp;", "&")).status_code == 403]
    assert closed == []


def test_what_was_saved_is_said_in_our_words() -> None:
    player = factories.player()
    sent = {"display_name": "Kim", "time_zone": "UTC", "language": "en", "reason": "asked"}
    path = f"/console/accounts/player/{player.pk}/change/"
    page = console().post(path, sent, follow=True).content.decode()
    assert "The change is saved." in page
    assert "successfully" not in page
