"""Nothing plays by itself, celebrates what is no win, or urges anybody to go on."""

from __future__ import annotations

import re

import pytest

from config.supervisor.environment import CHECKOUT
from games import services
from games.catalogue import THREE_CARD_SOLITAIRE
from tests import factories, rummy

pytestmark = pytest.mark.django_db
PLAYS_ITSELF = r"auto-?play|turbo|quick ?spin|skip (to|the) (the )?(result|end)|fast[- ]forward"
URGES = (
    r"so close|almost (there|won|had)|nearly won|near miss|win (it|them) back|don.t (stop|give up)|"
    r"last chance|your luck|lucky|bigger (bet|stake)|double (up|your)|one more (game|hand|round)|"
    r"come back and play|keep (on )?playing|hurry|jackpot|get rich"
)


def texts(*patterns: str) -> list[tuple[str, str]]:
    return [
        (str(path.relative_to(CHECKOUT)), path.read_text())
        for pattern in patterns
        for path in sorted(CHECKOUT.glob(pattern))
    ]


def found(wanted: str, *patterns: str) -> list[tuple[str, str]]:
    return [
        (name, hit[0])
        for name, text in texts(*patterns)
        for hit in re.finditer(wanted, text, re.IGNORECASE)
    ]


def test_no_table_offers_to_play_by_itself_or_to_skip_to_the_result() -> None:
    assert len(texts("templates/games/**/*.html", "static/table*.js")) > 20
    assert found(PLAYS_ITSELF, "templates/games/**/*.html", "static/*.js", "games/words.py") == []


def test_no_text_urges_anybody_to_chase_to_raise_or_to_go_on() -> None:
    assert found(URGES, "templates/**/*.html", "templates/**/*.txt", "games/*.py") == []
    assert re.search(URGES, "So close! Double your stake", re.IGNORECASE)


@pytest.mark.parametrize("outcome", ["lose", "tie"])
def test_what_returns_no_more_than_its_bet_is_not_celebrated(outcome: str) -> None:
    player = factories.player()
    named = {"lose": rummy.rules.LOSE, "tie": rummy.rules.TIE}[outcome]
    at = rummy.dealt(player, seed=rummy.seed_for(named), bonus=0)
    at = rummy.decide(player, at, "raise")
    assert at.round.returned <= at.round.staked
    page = factories.client(player).get("/play/three-card-rummy/money/").content.decode()
    assert "special" not in re.findall(r'class="result([^"]*)"', page)


def test_the_stake_stays_as_it_was_after_a_loss() -> None:
    player = factories.player()
    at = factories.dealt(player, price=5)
    services.end(player=player, round_id=at.round.pk, at=at.round.entries, way="collect", sure=True)
    page = factories.client(player).get("/play/three-card-solitaire/money/").content.decode()
    assert re.search(r'name="card_price" id="card-price" value="5"', page)
    assert "result special" not in page


def test_nothing_is_celebrated_before_the_eighteenth_card() -> None:
    most = THREE_CARD_SOLITAIRE.rules.most({"card price": 1})
    by_card, bet = most // 52, 52
    assert 17 * by_card < bet < 18 * by_card
