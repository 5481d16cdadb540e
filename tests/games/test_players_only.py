"""Members of staff do not play, whatever they send; and nothing is made for them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from games import services
from games.catalogue import ENTRIES, FUN, MONEY, Entry
from games.models import Deal, Round
from games.refusals import NotAPlayer
from tests import factories

pytestmark = pytest.mark.django_db
PLACES = [(entry, currency) for entry in ENTRIES.values() for currency in entry.currencies]
ids = [f"{entry.slug}, {currency}" for entry, currency in PLACES]


def bets(entry: Entry) -> dict[str, int]:
    return {bet.name: bet.minimum for bet in entry.bets}


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}], ids=["page", "fragment"])
@pytest.mark.parametrize(("entry", "currency"), PLACES, ids=ids)
def test_staff_are_refused_a_deal_and_no_row_is_made(
    entry: Entry, currency: str, headers: dict[str, str]
) -> None:
    browser = factories.client(factories.staff())
    form = {"deal_id": 1, "client_seed": "0f" * 16, **{b.field: 5 for b in entry.bets}}
    answer = browser.post(reverse("games:deal", args=[entry.slug, currency]), form, headers=headers)
    assert answer.status_code == 403
    assert "do not play" in answer.content.decode()
    assert (Deal.objects.count(), Round.objects.count()) == (0, 0)


@pytest.mark.parametrize("name", ["moves", "undo", "end", "restart", "hint"])
def test_staff_are_refused_whatever_is_done_at_a_table(name: str) -> None:
    at = factories.dealt(factories.player())
    browser = factories.client(factories.staff())
    form = {"at": 0, "move": "draw", "way": "collect"}
    assert browser.post(reverse(f"games:{name}", args=[at.round.pk]), form).status_code == 403
    assert browser.get(reverse("games:fragment", args=[at.round.pk])).status_code == 403


@pytest.mark.parametrize(("entry", "currency"), PLACES, ids=ids)
def test_the_services_refuse_staff_by_themselves(entry: Entry, currency: str) -> None:
    place: dict[str, Any] = {"player": factories.staff(), "entry": entry, "currency": currency}
    with pytest.raises(NotAPlayer):
        services.commitment(**place)
    offer = services.commit(**place, server_seed=bytes(32))
    with pytest.raises(NotAPlayer), transaction.atomic():
        services.deal(**place, deal_id=offer.pk, client_seed=b"seed", bets=bets(entry))
    assert not Round.objects.exists()


@pytest.mark.parametrize("currency", [FUN, MONEY])
def test_a_player_is_dealt_to_all_the_same(currency: str) -> None:
    assert factories.dealt(factories.player(), currency=currency).round.is_open


@pytest.mark.parametrize("path", ["/", "/games/three-card-solitaire/", "/games/royal-parade/"])
def test_staff_are_shown_no_link_to_a_table_and_players_are(path: str) -> None:
    shown = factories.client(factories.player()).get(path).content.decode()
    assert 'href="/play/' in shown
    assert 'href="/play/' not in factories.client(factories.staff()).get(path).content.decode()
