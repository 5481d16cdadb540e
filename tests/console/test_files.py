"""The file of a player, and the record of who looked at it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import ProgrammingError, transaction

from accounts.models import Event, Player
from tests import factories
from tests.console.staff import console, member
from tests.console.test_pages import collected, rows_of_everything, text

pytestmark = pytest.mark.django_db


def file_of(player: Player) -> str:
    return f"/console/accounts/player/{player.pk}/change/"


def looks(player: Player) -> list[tuple[Any, Any]]:
    """Who looked at what, the oldest first."""
    of = Event.objects.filter(object=f"player:{player.pk}", action="file looked at")
    return [(event.actor, event.after["page"]) for event in of.order_by("pk")]


def test_a_file_shows_state_balances_rounds_transfers_and_events() -> None:
    player = factories.player(display_name="Kim")
    round = collected(player)
    factories.client(player).post("/settings/", {"display_name": "Kimi", "time_zone": "UTC"})
    page = text(console(), file_of(player))
    for shown in (
        "Kimi",
        "Test player, left out of revenue reports",
        "terms",
        f"/console/games/round/{round.pk}/change/",
        f"round {round.pk}",
        "player changed",
        "€",
    ):
        assert shown in page


def test_looking_at_a_file_is_recorded_and_the_next_one_sees_by_whom() -> None:
    player, first, second = factories.player(), member("support"), member("auditor")
    text(console(first), file_of(player))
    assert looks(player) == [(first, f"player:{player.pk}")]
    page = text(console(second), file_of(player))
    assert first.email in page
    assert len(looks(player)) == 2


def test_looking_at_anything_of_a_player_is_recorded() -> None:
    rows, person = rows_of_everything(), member()
    client = console(person)
    player = Player.objects.get(pk=rows["accounts/player"])
    for name in ("games/round", "games/deal", "games/move", "wallet/transfer", "support/message"):
        text(client, f"/console/{name}/{rows[name]}/change/")
        reference = f"{name.partition('/')[2]}:{rows[name]}"
        assert looks(player)[-1] == (person, reference)


def test_a_list_narrowed_to_a_player_is_a_look_and_a_list_of_all_is_none() -> None:
    player, client = factories.player(), console()
    text(client, "/console/games/round/")
    assert looks(player) == []
    text(client, f"/console/games/round/?player__id__exact={player.pk}")
    text(client, f"/console/wallet/transfer/?q={player.email.upper()}")
    assert [page for _actor, page in looks(player)] == ["games.round", "wallet.transfer"]


def test_a_change_of_a_player_by_staff_needs_a_reason() -> None:
    player = factories.player()
    answer = console().post(file_of(player), {"display_name": "Kim", "time_zone": "UTC"})
    assert answer.status_code == 200
    player.refresh_from_db()
    assert player.display_name == ""


def test_an_auditor_reads_a_file_and_is_asked_for_no_reason() -> None:
    page = text(console(member("auditor")), file_of(factories.player()))
    assert 'name="reason"' not in page
    assert "Disable the sign-in" not in page


def test_a_look_cannot_be_taken_out_of_the_record() -> None:
    player = factories.player()
    text(console(), file_of(player))
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Event.objects.all().delete()
    assert len(looks(player)) == 1


def test_inside_the_console_refusals_wear_its_clothes_and_outside_the_sites() -> None:
    inside = console(member("support"))
    for path, status in (("/console/accounts/event/", 403), ("/console/nothing/", 404)):
        answer = inside.get(path)
        assert answer.status_code == status
        assert 'id="site-name"' in answer.content.decode()
    answer = factories.client(factories.player()).get("/console/nothing/", follow=True)
    assert answer.status_code == 404
    # But for the address itself, which a printed page names.
    named = re.sub(r"/console/[^\s,\"]*", "", answer.content.decode().lower())
    assert "console" not in named


def test_a_name_stands_apart_and_beside_its_number_wherever_staff_read_it() -> None:
    player = factories.player(display_name="Ro\u202ebin")
    round = collected(player)
    client = console()
    kept = "<bdi>Ro\u202ebin</bdi>"
    for path in ("games/round/", f"games/round/{round.pk}/change/", "wallet/transfer/"):
        assert f"{kept} #{player.pk}</a>" in client.get(f"/console/{path}").content.decode()
    assert kept in client.get("/console/accounts/player/").content.decode()


def test_staff_cannot_give_a_name_that_turns_the_text_around_it() -> None:
    player = factories.player(display_name="Kim")
    sent = {"display_name": "K\u202eim", "time_zone": "UTC", "language": "en", "reason": "asked"}
    page = console().post(file_of(player), sent)
    assert "A display name takes no invisible characters." in page.content.decode()
    assert Player.objects.get(pk=player.pk).display_name == "Kim"
