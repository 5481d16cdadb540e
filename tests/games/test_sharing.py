"""A shared round: whoever has the link sees it, nobody else, and nothing private stands there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Event
from games import services, sharing
from games.catalogue import FUN, MONEY, THREE_CARD_RUMMY
from games.models import Share
from games.rules import three_card_rummy as rules
from tests import factories, parade, rummy
from tests.games.played import deal, some_round

pytestmark = pytest.mark.django_db
PRIVATE = ["€", "Stake", "Balance", "Returned", "/wallet/", "for money", "by you", "EUR"]


@pytest.fixture
def player():
    return factories.player(display_name="Kim Possible")


def shared(player, round) -> str:
    """Share a round by its page; the link's path."""
    browser = factories.client(player)
    assert "Make a link" in browser.get(f"/rounds/{round.pk}/replay/").content.decode()
    browser.post(f"/rounds/{round.pk}/share/")
    html = browser.get(f"/rounds/{round.pk}/replay/").content.decode()
    return re.search(r'value="http://testserver(/shared/[^"]+/)"', html)[1]


def test_whoever_has_the_link_sees_the_replay_and_the_proof_until_it_is_withdrawn(player) -> None:
    round = some_round(player, MONEY)
    link = shared(player, round)
    page = Client().get(f"{link}?step=2")
    html = page.content.decode()
    assert "Step 2 of" in html
    assert round.deal.commitment in html
    assert round.deal.seed().hex() in html
    assert "noindex" in html
    assert page["X-Robots-Tag"].startswith("noindex")
    assert page["Cache-Control"] == "no-store"
    assert page["Referrer-Policy"] == "same-origin"
    assert Client().get(f"{link}steps/?from=1").status_code == 200
    factories.client(player).post(f"/rounds/{round.pk}/share/withdraw/")
    for path in ("", "steps/", "proof.json"):
        assert Client().get(link + path).status_code == 404
    assert "This link leads nowhere" in Client().get(link).content.decode()
    actions = Event.objects.filter(object=round.cause).values_list("action", flat=True)
    assert {"round shared", "share withdrawn"} <= set(actions)


def test_a_shared_round_tells_nothing_of_money_and_of_the_person(player) -> None:
    hand = deal(player, THREE_CARD_RUMMY, MONEY)
    hand = services.move(player=player, round_id=hand.round.pk, at=0, notation="raise")
    for round in (some_round(player, MONEY), hand.round):
        link = shared(player, round)
        paths = [f"?step={number}" for number in range(round.entries + 1)]
        for path in (*paths, "steps/", "proof.json"):
            html = Client().get(link + path).content.decode()
            private = [*PRIVATE, player.email, player.display_name, f"/rounds/{round.pk}/"]
            assert [secret for secret in private if secret in html] == [], path


def test_a_shared_hand_speaks_of_the_player_and_not_to_him(player) -> None:
    hand = rummy.dealt(player, seed=rummy.seed_for(rules.FOLDED)).round
    services.move(player=player, round_id=hand.pk, at=0, notation="fold")
    link = shared(player, hand)
    for path in ("", "?step=1", "steps/"):
        html = Client().get(link + path).content.decode()
        assert not re.search(r"\b[Yy]ou(r hand)?\b", body(html)), path
    assert "The player folded." in Client().get(f"{link}?step=1").content.decode()
    own = factories.client(player).get(f"/rounds/{hand.pk}/replay/?step=1").content.decode()
    assert "You folded." in own


def body(html: str) -> str:
    """What stands between the headline and the foot of a page, without the check of the proof."""
    start = max(0, html.find("<main"))
    return html[start : html.find("data-proof") if "data-proof" in html else len(html)]


def test_the_shared_proof_is_checked_by_the_verifier_and_names_no_amount(player, tmp_path) -> None:
    link = shared(player, some_round(player, MONEY))
    answer = Client().get(f"{link}proof.json")
    assert not {"round", "currency", "bets", "stake", "payout"} & set(answer.json())
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(answer.json()))
    verifier = Path(settings.BASE_DIR, "static", "fairdeal-verify.py")
    assert subprocess.run([sys.executable, verifier, file], capture_output=True).returncode == 0


def test_a_link_cannot_be_guessed_and_sharing_twice_gives_the_same_one(player) -> None:
    round = some_round(player)
    first = sharing.share(player=player, round_id=round.pk)
    assert sharing.share(player=player, round_id=round.pk) == first
    assert len(first.token) >= 32  # six bits each
    sharing.withdraw(player=player, round_id=round.pk)
    second = sharing.share(player=player, round_id=round.pk)
    assert second.token != first.token
    assert Client().get(f"/shared/{first.token}/").status_code == 404
    for wrong in (second.token[:-1], second.token + "A", second.token.swapcase(), str(round.pk)):
        assert Client().get(f"/shared/{wrong}/").status_code == 404


def test_a_round_is_shared_and_withdrawn_by_its_player_only(player) -> None:
    round = some_round(player)
    link = shared(player, round)
    for other in (factories.player(), factories.staff()):
        for path in ("share/", "share/withdraw/"):
            answer = factories.client(other).post(f"/rounds/{round.pk}/{path}")
            assert answer.status_code == 404
        assert link not in factories.client(other).get("/shared/").content.decode()
    assert Client().post(f"/rounds/{round.pk}/share/withdraw/").status_code == 302
    assert Client().get(link).status_code == 200
    assert Share.objects.count() == 1


def test_a_round_in_play_or_played_again_is_not_shared(player) -> None:
    open_round = factories.dealt(player, currency=FUN).round
    first = parade.dealt(player).round
    parade.move(player, first.pk, "deal")
    again = services.restart(player=player, round_id=first.pk, at=1, sure=True).round
    browser = factories.client(player)
    for round in (open_round, first, again):
        answer = browser.post(f"/rounds/{round.pk}/share/", follow=True)
        assert "can be shared when it has ended" in answer.content.decode()
    assert not Share.objects.exists()


def test_a_players_own_data_tell_what_was_shared_and_until_when(player) -> None:
    round = some_round(player, FUN)
    shared(player, round)
    browser = factories.client(player)
    browser.post(f"/rounds/{round.pk}/share/withdraw/")
    file = b"".join(browser.get("/settings/own-data.json").streaming_content)
    (told,) = json.loads(file)["shared games"]
    assert told["round_id"] == round.pk
    assert told["made_at"] < told["withdrawn_at"]


def test_the_list_of_links_withdraws_them(player) -> None:
    round = some_round(player)
    link = shared(player, round)
    browser = factories.client(player)
    assert link in browser.get("/shared/").content.decode()
    address = f"/rounds/{round.pk}/share/withdraw/"
    answer = browser.post(address, {"from": "links"}, follow=True)
    assert "You share no game." in answer.content.decode()
    assert browser.post(address).status_code == 302
    assert Client().get(link).status_code == 404
