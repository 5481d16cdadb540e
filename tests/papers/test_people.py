"""Sign-in, settings, forms of another sign-in, and the pages for what went wrong."""

from __future__ import annotations

import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.template.loader import get_template
from django.test import Client

from accounts.models import Event
from games import sharing
from support import complaints
from tests import factories, klondike, rummy
from tests.chromium import sideways
from tests.papers.chromium import looked_at, tab
from tests.wallet import cashing, depositing

pytestmark = pytest.mark.django_db
SIGN_IN = {"login": "kim@test.example", "password": factories.PASSWORD}


def test_a_player_signs_in_and_comes_back_to_where_he_was() -> None:
    factories.player(email="kim@test.example")
    answer = Client().post("/accounts/login/", SIGN_IN | {"next": "/wallet/"})
    assert answer["Location"] == "/wallet/"


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer() -> None:
    factories.player(email="kim@test.example")

    def told(**fields: str) -> str:
        page = Client().post("/accounts/login/", SIGN_IN | fields).content.decode()
        return page[page.index('class="errorlist') :].split("</ul>")[0]

    assert told(password="wrong") == told(login="nobody@test.example")


@pytest.mark.parametrize("path", ["login/", "signup/", "password/reset/", "password/reset/done/"])
def test_sign_in_pages_are_open_to_visitors(path: str) -> None:
    page = Client().get(f"/accounts/{path}")
    assert page.status_code == 200
    assert "Fairdeal" in page.content.decode()


def test_signing_out_ends_the_session_and_clears_what_the_browser_stored() -> None:
    client = factories.client(factories.player())
    answer = client.post("/accounts/logout/")
    assert answer["Location"] == "/"
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
    assert client.get("/wallet/").status_code == 302


@pytest.mark.parametrize("path", ["password/change/", "logout/", "2fa/"])
def test_pages_of_an_account_are_open_to_its_player(path: str) -> None:
    assert factories.client(factories.player()).get(f"/accounts/{path}").status_code == 200


def test_what_a_password_must_be_is_read_with_its_field() -> None:
    for client, path in (
        (Client(), "signup"),
        (factories.client(factories.player()), "password/change"),
    ):
        page = client.get(f"/accounts/{path}/").content.decode()
        help_id = re.search(r'aria-describedby="(id_password1_helptext)"', page)[1]
        # A list ends the paragraph that it stands in, and would leave its element empty.
        before, after = page.split(f'id="{help_id}"')
        assert before.rfind("<p>") <= before.rfind("</p>")
        assert "at least 8 characters" in after.split("</div>")[0]


def test_settings_change_name_and_zone_and_are_recorded() -> None:
    player = factories.player()
    factories.client(player).post("/settings/", {"display_name": "Kim", "time_zone": "Asia/Tokyo"})
    player.refresh_from_db()
    assert (player.display_name, player.time_zone) == ("Kim", "Asia/Tokyo")
    event = Event.objects.get(object=f"player:{player.pk}", action="player changed")
    assert event.before == {"display_name": "", "time_zone": "UTC"}
    assert event.after == {"display_name": "Kim", "time_zone": "Asia/Tokyo"}


@pytest.mark.parametrize("extra", [{"is_staff": "on"}, {"is_superuser": "on"}, {"email": "a@b.c"}])
def test_settings_change_nothing_else(extra: dict[str, str]) -> None:
    player = factories.player()
    fields = {"display_name": "Kim", "time_zone": "UTC"} | extra
    factories.client(player).post("/settings/", fields)
    player.refresh_from_db()
    assert not player.is_staff
    assert not player.is_superuser
    assert player.email.endswith("@test.example")


def test_an_unknown_zone_is_refused() -> None:
    player = factories.player()
    factories.client(player).post("/settings/", {"time_zone": "Atlantis/Center"})
    player.refresh_from_db()
    assert player.time_zone == "UTC"


def strict(player: Any) -> Client:
    """A client that is held to the CSRF check, as a browser is."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    return client


def test_a_form_of_another_sign_in_is_answered_with_a_sentence_and_a_way_on() -> None:
    answer = strict(factories.player()).post("/wallet/refill/")
    assert answer.status_code == 403
    assert "Nothing was done" in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


def test_a_fragment_of_another_sign_in_refreshes_the_page_and_says_why() -> None:
    answer = strict(factories.player()).post("/wallet/refill/", headers={"hx-request": "true"})
    assert answer["HX-Refresh"] == "true"
    assert "Nothing was done" in str(next(iter(get_messages(answer.wsgi_request))))


def test_a_missing_page_is_answered_in_style() -> None:
    answer = Client().get("/nowhere/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_the_page_for_our_own_faults_asks_no_database(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        page = get_template("500.html").render()
    assert "Something went wrong on our side" in page


def test_no_page_of_ours_has_a_style_or_a_script_inside() -> None:
    for path in set(Path("templates").rglob("*.html")) - set(Path("templates/mails").iterdir()):
        text = path.read_text()
        assert " style=" not in text, path
        assert " onclick=" not in text, path
        assert "<style" not in text, path
        assert "<script>" not in text, path


PAGES = ["/wallet/", "/wallet/fun/", "/support/", "/settings/", "/fairness/", "/nowhere/"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_pages_have_nothing_that_axe_or_the_browser_complains_of(live_server: Any) -> None:
    player = factories.player()
    round_id = factories.dealt(player).round.pk
    client = factories.client(player)
    client.post("/support/", {"text": "Hello", "form_key": "0" * 32})
    with tab(live_server.url, client) as seen:
        for path in [*PAGES, f"/rounds/{round_id}/proof/", "/accounts/logout/"]:
            seen.go(path)
            looked_at(seen)
        assert [fault for fault in seen.faults if "404" not in fault] == []


# What is written and sticks out of the window, of its panel or of what cuts it off, with the
# letters twice as large; what scrolls by itself may be wider.
STICKS_OUT = """() => {
  document.documentElement.style.fontSize = "200%";
  const out = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflowX);
  while (words.nextNode()) {
    const text = words.currentNode, holder = text.parentElement;
    if (!text.data.trim() || holder.closest(".visually-hidden, .skip-link, .brand, .long") ||
      !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    let edge = holder;
    const holds = ".panel, .choice, .game, .button, .rail, .replay-felt, .count, .passes, body";
    while (!scrolls(edge) && !edge.matches(holds)) edge = edge.parentElement;
    const box = edge.getBoundingClientRect();
    if (!scrolls(edge) && (right > box.right + 1 || left < box.left - 1))
      out.push(`${text.data.trim().slice(0, 30)}: ${Math.round(right)} > ${Math.round(box.right)}`);
  }
  return out;
}"""
LARGE = ["/", "/games/", "/games/three-card-rummy/", "/shared/", "/cashier/", "/cashier/methods/"]
LARGE += ["/settings/table/", "/settings/limits/", "/support/complaints/", "/support/chat/"]
LARGE += ["/play/three-card-solitaire/money/", "/play/klondike/fun/", "/play/three-card-rummy/fun/"]
LARGE += ["/rounds/{}/replay/", "/wallet/fun/", "/fairness/commitments/", "/fairness/"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_letters_may_be_twice_as_large_and_nothing_is_cut_off(live_server: Any) -> None:
    player = factories.player()
    round_id = factories.collected(player, currency=factories.FUN).pk
    factories.dealt(player)
    klondike.dealt(player)
    rummy.dealt(player, currency=factories.FUN)
    sharing.share(player=player, round_id=round_id)
    cashing.method(player, verified=False)
    depositing.limit(player, 1_000_00)
    complaints.make(player=player, text="It is late.", key=uuid.uuid4())
    with tab(live_server.url, factories.client(player), 390) as seen:
        cut: dict[str, list[str]] = {}
        for path in LARGE:
            seen.go(path.format(round_id))
            cut[path] = seen.page.evaluate(STICKS_OUT)
            assert sideways(seen.page) <= 0, f"{path} scrolls sideways"
        assert {path: out for path, out in cut.items() if out} == {}
