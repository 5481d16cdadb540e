"""Was it winnable: asked once a deal is revealed, answered by the solver in a killable process."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games import daily, positions, services, solvers, verdicts
from games.catalogue import FUN, KLONDIKE, MONEY, ROYAL_PARADE
from games.models import Round, Verdict
from games.rules import klondike, replay
from games.solving import process
from tests import factories, strategies
from tests import klondike as game
from tests.page import Page

pytestmark = pytest.mark.django_db


def given_up(player, seed=game.WON, mode="standard-medium"):
    """A game of free Klondike that has ended after a move."""
    at = game.dealt(player, seed, mode)
    game.move(player, at.round.pk, "draw")
    services.end(player=player, round_id=at.round.pk, at=1, way="give up", sure=True)
    return Round.objects.select_related("deal").get(pk=at.round.pk)


def asked(player, round):
    """The verdict on a round, asked for."""
    return verdicts.ask(player=player, round_id=round.pk)


def answered(player, round):
    """The verdict on a round once the solver has spoken."""
    verdict = asked(player, round)
    assert verdicts.answer_next()
    verdict.refresh_from_db()
    return verdict


def test_a_solvable_deal_is_told_with_a_line_that_our_rules_replay_to_a_win():
    player = factories.player()
    round = given_up(player)
    verdict = answered(player, round)
    assert verdict.state == Verdict.State.SOLVABLE
    log = [("player", notation) for notation in verdict.notations]
    state = replay(klondike, positions.deck(round), round.options, log).state
    assert klondike.over(state) == "won"
    assert (verdict.solver_version, verdict.held_until) == (1, None)


def test_a_deal_without_a_single_play_is_not_solvable_and_has_no_line():
    player = factories.player()
    round = given_up(player, game.IN_VAIN, "vegas-medium")
    verdict = answered(player, round)
    assert (verdict.state, verdict.line) == (Verdict.State.NOT_SOLVABLE, "")


def test_nothing_is_told_while_a_round_of_the_deal_is_in_play():
    player = factories.player()
    at = game.dealt(player)
    game.move(player, at.round.pk, "draw")
    again = services.restart(player=player, round_id=at.round.pk, at=1, sure=True)
    for round in (at.round, again.round):
        with pytest.raises(verdicts.NotAsked, match="last game of this deal"):
            asked(player, round)
        page = factories.client(player).get(f"/rounds/{round.pk}/winnable/").content.decode()
        assert "last game of this deal" in page
        assert '<form class="actions" method="post"' not in page
    assert not Verdict.objects.exists()


def test_nothing_is_told_of_a_money_round_in_play_and_all_of_it_afterwards():
    player = factories.player(money=10_000)
    at = factories.dealt(player, seed=strategies.winning_seed(), currency=MONEY)
    with pytest.raises(verdicts.NotAsked):
        asked(player, at.round)
    services.end(player=player, round_id=at.round.pk, at=0, way="collect", sure=True)
    verdict = asked(player, at.round)
    assert verdict.options == {"draw": 3, "passes": 3, "back": "no"}


def test_a_daily_deal_is_told_when_its_day_has_ended(monkeypatch):
    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    clock = [noon - timedelta(days=1)]
    monkeypatch.setattr(timezone, "now", lambda: clock[0])
    daily.publish()
    clock[0] = noon
    player = factories.player()
    at = services.deal_daily(player=player, entry=KLONDIKE, day=daily.today())
    services.end(player=player, round_id=at.round.pk, at=0, way="give up", sure=True)
    with pytest.raises(verdicts.NotAsked, match="midnight UTC"):
        asked(player, at.round)
    clock[0] = noon + timedelta(hours=12)
    assert asked(player, at.round).is_due


def test_other_games_have_no_solver():
    player = factories.player()
    offer = services.commitment(player=player, entry=ROYAL_PARADE, currency=FUN)
    at = services.deal(
        player=player,
        entry=ROYAL_PARADE,
        currency=FUN,
        deal_id=offer.pk,
        client_seed=factories.CLIENT_SEED,
        bets={},
    )
    services.end(player=player, round_id=at.round.pk, at=at.round.entries, way="give up", sure=True)
    with pytest.raises(verdicts.NotAsked, match="does not know this game"):
        asked(player, at.round)


def test_asked_twice_it_is_one_verdict_and_nothing_more_is_due():
    player = factories.player()
    round = given_up(player)
    assert asked(player, round) == asked(player, round)
    answered(player, round)
    assert not verdicts.answer_next()
    assert not asked(player, round).is_due


def test_a_worker_that_died_leaves_the_verdict_to_be_taken_again(monkeypatch):
    player = factories.player()
    verdict = asked(player, given_up(player))
    assert verdicts._taken() == verdict  # and it is killed now
    assert not verdicts.answer_next()
    later = timezone.now() + timedelta(seconds=200)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert solvers.work()["verdicts"] == 1
    verdict.refresh_from_db()
    assert (verdict.state, verdict.tries) == (Verdict.State.SOLVABLE, 2)


def test_after_three_failures_it_is_not_found(monkeypatch):
    def fails(*_args, **_more):
        raise process.SolverFailed("It was killed.")

    monkeypatch.setattr(verdicts, "solve", fails)
    player = factories.player()
    verdict = asked(player, given_up(player))
    assert solvers.work()["verdicts"] == 3
    verdict.refresh_from_db()
    assert (verdict.state, verdict.line) == (Verdict.State.NOT_FOUND, "")


def test_the_page_asks_waits_and_tells(monkeypatch):
    player = factories.player()
    round = given_up(player)
    browser, address = factories.client(player), f"/rounds/{round.pk}/winnable/"
    assert address in browser.get(f"/rounds/{round.pk}/replay/").content.decode()
    assert "Ask the solver" in browser.get(address).content.decode()
    assert browser.post(address).status_code == 302
    assert "The solver is looking" in browser.get(address).content.decode()
    waiting = browser.get(address, headers={"hx-request": "true"})
    assert "<html" not in waiting.content.decode()
    assert browser.get(f"{address}steps/").status_code == 404
    verdicts.answer_next()
    assert browser.get(address, headers={"hx-request": "true"})["HX-Refresh"] == "true"
    page = browser.get(address).content.decode()
    assert "The solver's line, not your game." in page
    line = Verdict.objects.get().notations
    assert f'data-last="{len(line)}"' in page
    steps = browser.get(f"{address}steps/?from=0").content.decode()
    assert steps.count('class="replay-felt') == 24
    last = browser.get(f"{address}?step=9999").content.decode()
    assert all(Page(last).open[f"f{suit}"] == ["K" + suit] for suit in "cdhs")
