"""Real processes: the worker finishes a game; web, worker and database are killed in mid-game."""

import http.client
import os
import threading
import time
from random import Random
from urllib.parse import urlencode

import pytest

from games import positions, services, settlement
from games.models import Round
from tests import factories, strategies
from tests.page import Page
from wallet import ledger, proof

pytestmark = pytest.mark.django_db(transaction=True)
KILLS = 20 if os.environ.get("FAIRDEAL_SOAK") else 2
TOKEN = "t" * 32


class Browser:
    """A signed-in browser of sorts that talks to the real web server."""

    def __init__(self, house, player):
        session = factories.client(player).cookies["sessionid"].value
        self.port = house.port
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def post(self, path, form):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("POST", path, urlencode(form), self.headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


class Play(threading.Thread):
    """Plays on and on until the server does not answer; knows the last entry it was told of."""

    def __init__(self, browser, round_id, at, dice):
        super().__init__()
        self.browser, self.round_id, self.accepted, self.dice = browser, round_id, at, dice
        self.stop = False

    def wait_until(self, number):
        """Until that entry was accepted."""
        wait_for(lambda: self.accepted >= number or not self.is_alive())

    def run(self):
        """Draw to the stock's end, then turn over and take back, which goes on for ever."""
        way = "undo"  # A turn-over may be what was last.
        while not self.stop:
            try:
                at = self.post(way)
            except (OSError, http.client.HTTPException):
                return
            if at is None:
                return
            played, self.accepted = at > self.accepted, at
            way = {
                "draw": "draw" if played else "redeal",
                "redeal": "undo",
                "undo": "redeal" if played else "draw",
            }[way]

    def post(self, way):
        """Do it; the entry that the answer shows, None for an answer that is no table."""
        kind, form = ("undo", {}) if way == "undo" else ("moves", {"move": way})
        path = f"/rounds/{self.round_id}/{kind}/"
        status, body = self.browser.post(path, {"at": self.accepted, **form})
        return Page(body).at if status == 200 else None


def test_the_worker_finishes_a_decided_game_without_a_click(house):
    house.start(worker=True)
    player = factories.player(money=10_000)
    at = factories.dealt(player, seed=strategies.winning_seed())
    while not at.round.finish_due:
        move = strategies.greedy(at.view, at.moves)
        at = services.move(player=player, round_id=at.round.pk, at=at.round.entries, notation=move)
    wait_for(lambda: not Round.objects.get(pk=at.round.pk).is_open)
    assert ledger.balances(player=player, currency="EUR").wallet == 10_000 + 104 * 5


def test_with_the_worker_stopped_the_sweep_command_finishes_it(house):
    house.start(web=False, worker=False)
    player = factories.player(money=10_000)
    at = factories.dealt(player, seed=strategies.winning_seed())
    while not at.round.finish_due:
        move = strategies.greedy(at.view, at.moves)
        at = services.move(player=player, round_id=at.round.pk, at=at.round.entries, notation=move)
    assert "1 finished" in house.manage("sweep")
    assert "0 finished" in house.manage("sweep")
    assert ledger.balances(player=player, currency="EUR").wallet == 10_000 + 104 * 5


@pytest.mark.parametrize("victim", ["web", "worker", "database"])
def test_a_kill_at_any_moment_leaves_the_last_accepted_move_and_right_books(house, victim):
    house.start(worker=True)
    dice = Random(victim)
    player = factories.player(money=10_000)
    round_id = factories.dealt(player).round.pk
    browser = Browser(house, player)
    accepted = 0
    for _ in range(KILLS):
        play = Play(browser, round_id, accepted, dice)
        play.start()
        play.wait_until(accepted + 4)
        time.sleep(dice.random() / 5)
        house.kill9(victim)
        play.stop = True
        play.join()
        house.restart()
        at = services.look(player=player, round_id=round_id)
        # The answer to the last move may have been lost, the move not.
        assert play.accepted <= at.round.entries <= play.accepted + 1
        assert positions.replayed(at.round).state == at.state
        assert proof.findings(settlement.in_play()) == []
        accepted = at.round.entries
    assert accepted >= 4 * KILLS, "moves were played"
    status, _body = browser.post(
        f"/rounds/{round_id}/end/", {"at": accepted, "way": "collect", "sure": "on"}
    )
    assert status == 200
    assert not Round.objects.get(pk=round_id).is_open
    assert proof.findings(settlement.in_play()) == []


def wait_for(condition, seconds=20):
    """Until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.2)
