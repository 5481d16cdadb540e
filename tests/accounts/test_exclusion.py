"""Time-out, self-exclusion, closing, second accounts: what they stop, and what stays open."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from accounts import duplicates, exclusion, gates, identity, limits
from accounts.models import Event, Exclusion, Flag, Mail, Player
from tests import factories
from tests.accounts.door import sign_up
from tests.accounts.identities import newcomer, submitted
from wallet.sums import Sums

pytestmark = pytest.mark.django_db


def shut(player: Player, currency: str = "EUR") -> str:
    """The sentence that refuses a stake; empty when it would be taken."""
    try:
        gates.check_stake(player, currency=currency, amount=1, sums=Sums(player, currency))
    except gates.Closed as closed:
        return str(closed)
    return ""


def ended(player: Player, kind: str, ago: timedelta = timedelta(days=1)) -> Exclusion:
    """An exclusion whose time is over since."""
    until = timezone.now() - ago
    span = exclusion.SPANS[Exclusion.Kind(kind)]
    return Exclusion.objects.create(player=player, kind=kind, began_at=until - span, until=until)


@pytest.mark.parametrize("kind", [kind.value for kind in Exclusion.Kind])
@pytest.mark.parametrize("currency", ["EUR", "FUN"])
def test_every_exclusion_stops_every_stake_and_deposit_at_once(kind: str, currency: str) -> None:
    player = factories.player()
    assert not shut(player, currency)
    exclusion.start(player=player, kind=kind)
    assert "nothing can be staked" in shut(player, currency)
    with pytest.raises(gates.Closed):
        gates.check_deposit(player, amount=1_000, sums=Sums(player, "EUR"))


def test_an_exclusion_is_never_shortened() -> None:
    player = factories.player()
    long = exclusion.start(player=player, kind="1 year")
    exclusion.start(player=player, kind="24 hours")
    assert exclusion.current(player) == long
    for change in ({"until": timezone.now()}, {"kind": "24 hours"}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Exclusion.objects.filter(pk=long.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        Exclusion.objects.filter(pk=long.pk)._raw_delete("default")


def test_a_time_out_ends_by_itself() -> None:
    player = factories.player()
    ended(player, "24 hours", timedelta(seconds=1))
    assert exclusion.current(player) is None
    assert not shut(player)


def test_a_self_exclusion_goes_on_until_the_player_asks_to_come_back_and_a_day_more() -> None:
    player = factories.player()
    with pytest.raises(exclusion.ExclusionRefused):
        exclusion.come_back(player=player)
    ended(player, "6 months", timedelta(days=400))
    assert "until you ask" in shut(player)
    wish = exclusion.come_back(player=player)
    assert "asked to come back" in shut(player)
    assert exclusion.come_back(player=player) == wish
    assert exclusion.current(player, wish.effective_at - timedelta(seconds=1))
    assert exclusion.current(player, wish.effective_at) is None


def test_nobody_comes_back_before_the_end() -> None:
    player = factories.player()
    exclusion.start(player=player, kind="6 months")
    with pytest.raises(exclusion.ExclusionRefused, match="until"):
        exclusion.come_back(player=player)


def test_a_self_exclusion_signs_out_everywhere_and_a_time_out_everywhere_else() -> None:
    player = factories.player()
    here, there = factories.client(player), factories.client(player)
    for client in (here, there):
        client.get("/settings/")
    here.post("/settings/limits/time-out/", {"kind": "24 hours", "understood": "on"})
    assert here.get("/settings/").status_code == 200
    assert there.get("/settings/").status_code == 302
    done = here.post("/settings/limits/exclusion/", {"kind": "6 months", "understood": "on"})
    assert done["Location"] == "/help/safer-play/"
    assert here.get("/settings/").status_code == 302
    assert not UserSession.objects.filter(user=player).exists()


@pytest.mark.parametrize(
    "path", ["/settings/limits/time-out/", "/settings/limits/exclusion/", "/settings/close/"]
)
def test_nothing_begins_without_the_tick_or_the_time(path: str) -> None:
    player = factories.player()
    client = factories.client(player)
    for fields in ({}, {"kind": "24 hours"}, {"kind": "6 months"}, {"kind": "closed"}):
        assert client.post(path, fields).status_code == 200
    assert not Exclusion.objects.filter(player=player).exists()


def test_the_excluded_still_sign_in_cash_out_read_their_statement_and_write() -> None:
    player = factories.player()
    exclusion.start(player=player, kind="6 months")
    client = Client()
    fields = {"login": player.email, "password": factories.PASSWORD}
    assert client.post("/accounts/login/", fields).status_code == 302
    for path in ("/cashier/cash-outs/", "/wallet/money/", "/support/", "/settings/limits/"):
        assert client.get(path).status_code == 200, path
    assert client.get("/cashier/cash-out/").status_code in (200, 302)


def test_the_pages_say_what_becomes_of_open_games_before_it_begins() -> None:
    client = factories.client(factories.player())
    for name in ("time-out", "exclusion"):
        page = client.get(f"/settings/limits/{name}/").content.decode()
        assert "3-Card Solitaire is collected" in page


def test_an_exclusion_is_recorded_and_mailed() -> None:
    player = factories.player()
    exclusion.start(player=player, kind="1 week", reason="enough")
    event = Event.objects.get(object=f"player:{player.pk}", action="excluded")
    assert (event.after["kind"], event.reason) == ("1 week", "enough")
    mail = Mail.objects.filter(to=player.email).latest("pk")
    assert "time-out" in mail.subject
    assert "Games in play" in mail.text
    assert mail.html


@pytest.mark.parametrize("address", ["kim+new@test.example", "KIM+2@test.example"])
def test_an_excluded_person_gets_the_same_page_at_sign_up_and_no_account(address: str) -> None:
    kim = factories.player(email="kim@test.example")
    exclusion.start(player=kim, kind="6 months")
    free, barred = sign_up(email="free@test.example"), sign_up(email=address)
    assert (free.status_code, free["Location"]) == (barred.status_code, barred["Location"])
    assert Player.objects.filter(email__startswith="kim").count() == 1
    assert "No account" in Mail.objects.filter(to__iexact=address).latest("pk").subject


def test_an_excluded_person_is_not_verified_under_another_account() -> None:
    first = submitted(newcomer())
    exclusion.start(player=first.player, kind="6 months")
    second = submitted(newcomer())
    with pytest.raises(identity.NotDecided, match="excluded"):
        identity.decide(check_id=second.pk, verified=True, actor=factories.staff(), reason="seen")


def test_a_second_account_is_flagged_and_plays_for_no_money_until_staff_settles_it() -> None:
    first = factories.player(email="kim@test.example")
    duplicates.mark_email(first)
    second = factories.player(email="kim+b@test.example")
    (flag,) = duplicates.mark_email(second)
    assert (flag.player, flag.other) == (second, first)
    assert duplicates.mark_email(second) == []
    assert "another account" in shut(second)
    assert not shut(first)
    assert not shut(second, "FUN")
    duplicates.settle(flag=flag, actor=factories.staff(), reason="brothers")
    assert not shut(second)


def test_an_identity_of_two_accounts_raises_a_flag() -> None:
    first, second = submitted(newcomer()), submitted(newcomer())
    flag = Flag.objects.get(what="person")
    assert (flag.player_id, flag.other_id) == (second.player_id, first.player_id)


def test_unverified_players_stake_no_money() -> None:
    stranger = factories.player(known=False)
    assert "verify who you are" in shut(stranger)
    assert not shut(stranger, "FUN")


def test_a_closed_account_has_no_limits_left_to_choose() -> None:
    player = factories.player()
    client = factories.client(player)
    exclusion.start(player=player, kind="closed")
    client = factories.client(player)
    page = client.get("/settings/limits/").content.decode()
    assert "Your account is closed" in page
    assert 'method="post" novalidate' not in page
    for name in ("choice", "time-out", "exclusion"):
        assert client.get(f"/settings/limits/{name}/")["Location"] == "/settings/limits/"
    assert client.get("/settings/close/")["Location"] == "/settings/limits/"
    wish = {"deposit_day": "10", "kind": "6 months", "understood": "on", "minutes": "15"}
    for name in ("", "choice/", "time-out/", "exclusion/", "reality/interval/", "come-back/"):
        answer = client.post(f"/settings/limits/{name}", wish)
        assert answer["Location"] == "/settings/limits/", name
    assert limits.in_force(player) == {}
    assert Exclusion.objects.filter(player=player).count() == 1
