"""What an agent sees of a player beside a chat: masked persons, facts, the table as it is seen."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from accounts.models import Event, Exclusion, Flag, Limit
from config import findings
from config.finding_models import Finding
from games import services
from games.catalogue import ENTRIES, FUN
from games.models import Round
from games.positions import deck, position
from support.models import Conversation
from tests import factories, rummy
from tests.console import talks
from tests.console.staff import console, member
from tests.wallet import cashing

pytestmark = pytest.mark.django_db
SEED = bytes(reversed(range(96)))


def open_chat(player: Any, role: str = "support") -> tuple[Client, Conversation]:
    """The browser of an agent who has a chat with the player."""
    person = member(role)
    return console(person), talks.taken(player, person)


def shown(client: Client, chat: Conversation, part: str = "") -> str:
    return str(client.get(f"/console/desk/{chat.pk}/{part}").content.decode())


def test_personal_data_are_not_in_the_page_until_a_reason_is_given() -> None:
    player = factories.player(display_name="Ada", birth_date=date(1990, 5, 17))
    check = player.identity_checks.get()
    personal = (player.email, check.full_name, check.street, "1990-05-17")
    client, chat = open_chat(player)
    for part in ("", "card/", "news/", "table/"):
        assert not any(datum in shown(client, chat, part) for datum in personal), part
    where = f"/console/desk/{chat.pk}/reveal/"
    client.post(where, {"reason": " "})
    assert not Event.objects.filter(action="personal data revealed").exists()
    client.post(where, {"reason": "He asks us to call back"})
    page = shown(client, chat)
    assert all(datum in page for datum in personal if datum)
    event = Event.objects.get(action="personal data revealed")
    assert (event.actor, event.object) == (chat.agent, f"player:{player.pk}")
    assert event.reason == "He asks us to call back"
    assert player.email not in shown(console(member("supervisor")), chat)
    assert Event.objects.filter(action="file looked at", after={"page": f"chat:{chat.pk}"}).exists()


def test_the_card_tells_of_money_limits_rounds_and_what_was_before() -> None:
    player = cashing.player()
    cashing.asked(player, 50_00)
    round = factories.dealt(player).round
    Limit.objects.create(player=player, kind="loss", period="day", amount=20_00, step="set")
    talks.complaint(player)
    client, chat = open_chat(player)
    card = shown(client, chat, "card/")
    for part in ("My cash-out", "Requested", "stake", "3-Card Solitaire", f"#{round.pk}",
                 "Complaint", "being looked into"):  # fmt: skip
        assert part in card, part
    assert card.count('class="amount">') >= 4


def test_flags_and_findings_are_for_the_roles_that_may_see_them() -> None:
    player, other = factories.player(), factories.player()
    Flag.objects.create(player=player, other=other, what="e-mail")
    findings.report(
        "play at night", f"player:{player.pk}", "Plays at night.", area=Finding.Area.HARM
    )
    client, chat = open_chat(player)
    boss = console(member("supervisor"))
    for sign in ("Plays at night.", "seems to have another account"):
        assert sign not in shown(client, chat, "card/")
        assert sign in shown(boss, chat, "card/")


def test_an_exclusion_stands_on_the_card() -> None:
    player = factories.player()
    client, chat = open_chat(player)
    Exclusion.objects.create(player=player, kind="1 week", until="2099-01-01T00:00Z")
    assert "Time-out of 1 week, until 1 Jan 2099" in " ".join(shown(client, chat, "card/").split())


def dealt(player: Any, slug: str) -> Round:
    """A round in play of a game, of a known deck."""
    if slug == "three-card-rummy":
        return rummy.dealt(player).round
    entry = ENTRIES[slug]
    factories.committed(player, SEED, entry=entry, currency=FUN)
    offer = services.commitment(player=player, entry=entry, currency=FUN)
    bets = {"card price": 5} if entry.bets else {}
    seed = bytes(16)
    where: dict[str, Any] = {"player": player, "entry": entry, "currency": FUN}
    return services.deal(**where, deal_id=offer.pk, client_seed=seed, bets=bets).round


@pytest.mark.parametrize("slug", sorted(ENTRIES))
def test_the_table_is_what_its_player_sees_and_hides_what_the_player_does_not(slug: str) -> None:
    player = factories.player()
    number = dealt(player, slug).pk
    round = Round.objects.select_related("deal").get(pk=number)
    client, chat = open_chat(player)
    page = shown(client, chat, "table/")
    assert f'data-mark="{number}-{round.entries}"' in page
    view = position(round).view
    up = {text for pile in view.piles for text in pile.cards if text}
    hidden = [text for text in deck(round) if text not in up]
    assert all(f"#{text[:2]}" in page for pile in view.piles for text in pile.cards[-1:] if text)
    assert not any(f'id="c-{text}"' in page or f"#{text}" in page for text in hidden)
    assert bytes(round.deal.server_seed).hex() not in page
    assert "<form" not in page


def test_the_table_comes_anew_when_it_has_changed_and_is_empty_until_then() -> None:
    player = factories.player()
    at = factories.dealt(player, seed=SEED)
    client, chat = open_chat(player)
    where = f"/console/desk/{chat.pk}/table/?at={at.round.pk}-"
    assert client.get(f"{where}0").status_code == 204
    services.move(player=player, round_id=at.round.pk, at=0, notation="draw")
    answer = client.get(f"{where}0")
    assert f'data-mark="{at.round.pk}-1"' in answer.content.decode()
    services.end(player=player, round_id=at.round.pk, at=1, way="collect", sure=True)
    assert "no game in play" in client.get(f"{where}1").content.decode()
    assert client.get(f"/console/desk/{chat.pk}/table/?at=none").status_code == 204
