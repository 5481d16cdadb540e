"""Staff exclude a player who asks for it: once, at once, with how it was asked."""

from __future__ import annotations

import pytest

from accounts import exclusion
from accounts.models import Event, Exclusion, Mail
from tests import factories
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db
ASKED = {"kind": "6 months", "reason": "Asked for it in chat 12", "known": "0"}


def path_of(player: object) -> str:
    return f"/console/accounts/player/{player.pk}/exclude/"


def test_an_exclusion_on_request_holds_at_once_ends_sessions_and_is_told() -> None:
    player, agent = factories.player(), member("support")
    playing, client = factories.client(player), console(agent)
    assert playing.get("/settings/").status_code == 200
    file = client.get(f"/console/accounts/player/{player.pk}/change/").content.decode()
    assert path_of(player) in file
    assert client.post(path_of(player), ASKED).status_code == 302
    held = exclusion.current(player)
    assert held is not None
    assert (held.kind, held.actor, held.reason) == ("6 months", agent, ASKED["reason"])
    event = Event.objects.get(object=f"player:{player.pk}", action="excluded")
    assert (event.actor, event.reason) == (agent, ASKED["reason"])
    assert playing.get("/settings/").status_code == 302
    assert "self-exclusion has begun" in Mail.objects.filter(to=player.email).latest("pk").text


def test_a_form_that_is_sent_twice_excludes_once() -> None:
    player, client = factories.player(), console(member("risk"))
    for _twice in range(2):
        answer = client.post(path_of(player), ASKED, follow=True)
    assert "made meanwhile" in answer.content.decode()
    assert Exclusion.objects.filter(player=player).count() == 1


@pytest.mark.parametrize("lacking", ["kind", "reason"])
def test_nothing_is_done_without_how_long_and_how_it_was_asked(lacking: str) -> None:
    player, client = factories.player(), console(member("supervisor"))
    assert client.post(path_of(player), ASKED | {lacking: ""}).status_code == 200
    assert client.post(path_of(player), ASKED | {"kind": "closed"}).status_code == 200
    assert not Exclusion.objects.filter(player=player).exists()


def test_a_closed_account_is_not_excluded_and_staff_never_are() -> None:
    player, client = factories.player(), console()
    exclusion.start(player=player, kind="closed")
    known = Exclusion.objects.get(player=player).pk
    answer = client.post(path_of(player), ASKED | {"known": str(known)})
    assert "This account is closed." in answer.content.decode()
    assert client.get(path_of(member())).status_code == 404
