"""Real processes: the worker answers; killed with the solver it leaves nothing running and due."""

import subprocess

import pytest

from games import services, verdicts
from games.models import Verdict
from tests import factories
from tests import klondike as game
from tests.games.test_kills import wait_for

# The deck of this seed keeps the solver busy for longer than the test needs.
HARD = (12).to_bytes(96, "big")
pytestmark = pytest.mark.django_db(transaction=True)


def asked(seed):
    """The verdict that is due on a game of free Klondike that has ended."""
    player = factories.player()
    at = game.dealt(player, seed)
    services.end(player=player, round_id=at.round.pk, at=0, way="give up", sure=True)
    return verdicts.ask(player=player, round_id=at.round.pk)


def solving(session):
    """The solver processes of a worker, which leads a session of its own."""
    command = ["pgrep", "-s", str(session), "-f", "games.solving"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()


def test_the_worker_answers_and_after_a_kill_the_sweep_does(house):
    house.environment["FAIRDEAL_SOLVER_SECONDS"] = "40"
    house.start(web=False, worker=True)
    easy = asked(game.WON)
    wait_for(lambda: not Verdict.objects.get(pk=easy.pk).is_due, 60)
    assert Verdict.objects.get(pk=easy.pk).state == Verdict.State.SOLVABLE
    hard = asked(HARD)
    session = house.children["worker"].process.pid
    wait_for(lambda: solving(session), 60)
    house.kill9("worker")
    wait_for(lambda: not solving(session), 10)
    hard.refresh_from_db()
    assert (hard.state, hard.tries) == (Verdict.State.DUE, 1)
    # As if the time had passed that it is held for.
    Verdict.objects.filter(pk=hard.pk).update(held_until=None)
    house.environment["FAIRDEAL_SOLVER_SECONDS"] = "1"

    def swept():
        house.manage("sweep")
        return not Verdict.objects.get(pk=hard.pk).is_due

    # On a busy machine a try may fail by its time; the third at the latest is an answer.
    wait_for(swept, 120)
