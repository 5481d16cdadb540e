"""The replay in the console: of any settled round, for those with the right, and never unseen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import Event
from config.console.roles import ROLES
from games import replay
from games.models import Move, Round
from tests import factories
from tests.console.staff import console, member
from tests.console.test_pages import collected, text
from tests.page import Page, differences
from tests.papers.chromium import tab
from wallet.models import Transfer

pytestmark = pytest.mark.django_db


def address(round: Round, rest: str = "") -> str:
    """The replay's address in the console."""
    return f"/console/games/round/{round.pk}/replay/{rest}"


def looks(round: Round) -> list[Event]:
    """The events that say who looked at the replay of a round."""
    return list(Event.objects.filter(object=round.cause, action="replay looked at").order_by("pk"))


@pytest.mark.parametrize("role", ROLES)
def test_every_role_steps_through_a_settled_round_as_its_player_saw_it(role: str) -> None:
    round = collected(factories.player())
    client = console(member(role))
    for step in replay.steps(round, 0, round.entries):
        page = text(client, address(round, f"?step={step.number}"))
        assert differences(Page(page), step.view) == []
        assert "This is a replay." in page
        assert "by the player" in page
        assert "by you" not in page


def test_staff_without_the_right_are_refused_and_leave_no_look() -> None:
    round = collected(factories.player())
    client = console(factories.staff())
    assert client.get(address(round)).status_code == 403
    assert client.get(address(round, "steps/")).status_code == 403
    assert looks(round) == []


def test_a_player_a_visitor_and_staff_without_a_second_factor_get_nowhere() -> None:
    player = factories.player()
    round = collected(player)
    for path in (address(round), address(round, "steps/")):
        assert (
            factories.Client()
            .get(path, follow=True)
            .redirect_chain[-1][0]
            .startswith("/accounts/login/")
        )
        assert factories.client(player).get(path, follow=True).status_code == 404
        assert factories.client(member()).get(path, follow=True).status_code == 403
    assert looks(round) == []


@pytest.mark.parametrize("rest", ["", "steps/"])
def test_a_round_in_play_and_one_that_is_none_have_no_replay(rest: str) -> None:
    round = factories.dealt(factories.player()).round
    client = console()
    assert client.get(address(round, rest)).status_code == 404
    assert client.get(f"/console/games/round/987654321/replay/{rest}").status_code == 404
    assert looks(round) == []


def test_each_look_is_recorded_with_who_and_from_where_and_changes_nothing_else() -> None:
    player, person = factories.player(), member()
    round = collected(player)
    client = console(person)
    before = (Move.objects.count(), Transfer.objects.count())
    for count in (1, 2):
        text(client, address(round))
        assert len(looks(round)) == count
    assert {look.actor for look in looks(round)} == {person}
    assert looks(round)[0].address == "127.0.0.1"
    files = Event.objects.filter(object=f"player:{player.pk}", action="file looked at")
    assert [event.after for event in files] == [{"page": round.cause}] * 2
    assert (Move.objects.count(), Transfer.objects.count()) == before
    assert client.post(address(round)).status_code == 405


def test_steps_fetched_by_the_page_belong_to_its_look_and_alone_they_are_one() -> None:
    round = collected(factories.player())
    first, second = console(), console()
    text(first, address(round))
    text(first, address(round, "steps/?from=0"))
    assert len(looks(round)) == 1
    page = text(second, address(round, "steps/?from=0"))
    assert page.count("replay-felt") == round.entries + 1
    assert len(looks(round)) == 2


def test_the_page_of_a_round_leads_to_its_replay_and_back() -> None:
    round = collected(factories.player())
    client = console()
    page = text(client, f"/console/games/round/{round.pk}/change/")
    assert f'href="{address(round)}"' in page
    seen = text(client, address(round))
    links = set(re.findall(r'href="(/console/[^"]*)"', seen.replace("&amp;", "&")))
    assert f"/console/games/round/{round.pk}/change/" in links
    assert any("cause=round" in link for link in links)
    for link in links:
        assert client.get(link).status_code == 200, link


def test_an_open_round_says_when_its_replay_opens() -> None:
    round = factories.dealt(factories.player()).round
    page = text(console(), f"/console/games/round/{round.pk}/change/")
    assert "opens when the game has ended" in page
    assert address(round) not in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [1280, 390])
def test_staff_step_by_keys_and_neither_axe_nor_the_browser_complains(
    live_server: object, width: int
) -> None:
    from tests.axe import found

    round = collected(factories.player())
    client = console()
    last = round.entries
    with tab(live_server.url, client, width) as seen:
        seen.go(address(round))
        seen.page.keyboard.press("ArrowRight")
        seen.page.wait_for_selector(".replay-said[data-step='1']")
        seen.page.keyboard.press("End")
        seen.page.wait_for_selector(f".replay-said[data-step='{last}']")
        expect(seen.page.locator(".replay-log")).to_contain_text("by the player")
        assert found(seen.page) == []
        assert seen.faults == []
