"""Safer play in a player's file: what staff see, the house's limits, and flags that are settled."""

from __future__ import annotations

import pytest

from accounts import duplicates, exclusion, limits
from accounts.models import Event, Mail
from tests import factories
from tests.console.staff import console, member
from wallet.sums import in_money

pytestmark = pytest.mark.django_db


def test_the_file_shows_limits_what_waits_exclusions_and_flags() -> None:
    older = factories.player(email="kim@test.example")
    duplicates.mark_email(older)
    player = factories.player(email="kim+2@test.example")
    duplicates.mark_email(player)
    for amount in (10_000, 20_000):
        limits.ask(player=player, kind="loss", period="week", amount=amount, shown=in_money)
    exclusion.start(player=player, kind="1 month", reason="a pause")
    page = console(member("support")).get(f"/console/accounts/player/{player.pk}/change/")
    shown = page.content.decode()
    for words in ("Losses a week", "€100.00", "waits: Losses a week €200.00", "1 month", "a pause"):
        assert words in shown, words
    assert f"#{older.pk}" in shown


def test_the_house_sets_a_limit_with_a_reason_and_the_player_is_told() -> None:
    player, risk = factories.player(), member("risk")
    client = console(risk)
    path = f"/console/accounts/player/{player.pk}/limit/"
    sent = {"kind": "stake", "period": "day", "amount": "20", "reason": ""}
    assert client.post(path, sent).status_code == 200
    assert limits.in_force(player) == {}
    assert client.post(path, sent | {"amount": "-1", "reason": "harm"}).status_code == 200
    assert client.post(path, sent | {"reason": "signs of harm"}).status_code == 302
    assert limits.in_force(player) == {("stake", "day"): (2_000, True)}
    event = Event.objects.get(object=f"player:{player.pk}", action="limit set")
    assert (event.actor, event.reason) == (risk, "signs of harm")
    assert "the house has set" in Mail.objects.filter(to=player.email).latest("pk").text
    client.post(path, sent | {"amount": "", "reason": "settled"})
    assert limits.in_force(player) == {}


def test_a_flag_is_settled_once_with_a_reason() -> None:
    older = factories.player(email="kim@test.example")
    duplicates.mark_email(older)
    player = factories.player(email="kim+2@test.example")
    (flag,) = duplicates.mark_email(player)
    client = console(member("supervisor"))
    path = f"/console/accounts/player/{player.pk}/flags/{flag.pk}/"
    assert client.post(path, {"reason": ""}).status_code == 200
    assert duplicates.open_flag(player)
    assert client.post(path, {"reason": "two sisters"}).status_code == 302
    assert duplicates.open_flag(player) is None
    assert client.post(path, {"reason": "again"}).status_code == 404
