"""Simulations as work of the workers: parts that are due, played in processes of their own.

A part is a row that is due; a task is a nudge, and the sweep takes what a lost nudge or a killed
worker has left. A part played twice writes the same, since its deals come from the seed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from games.catalogue import ENTRIES, Entry
from games.rules import chosen
from games.simulation import STRATEGIES
from games.simulation_models import Simulation, SimulationPart

ROUNDS_MOST = 1_000_000
# Deals of a part: a few seconds of work, by the strategies' own speed.
PART = {"klondike": 2500, "royal_parade": 50}
# Nobody waits longer than so for a part; a process that has not answered then is killed.
PART_SECONDS = 300
HELD = timedelta(seconds=PART_SECONDS + 60)


class NotSimulated(ValueError):
    """The simulation cannot be made: the message says why."""


def module_of(entry: Entry) -> str:
    """The name of the game's rules module."""
    return entry.rules.__name__.rpartition(".")[2]


def games() -> list[Entry]:
    """The games that strategies can play."""
    return [entry for entry in ENTRIES.values() if module_of(entry) in STRATEGIES]


@transaction.atomic
def start(
    *,
    game: str,
    strategy: str,
    rounds: int,
    seed: str,
    actor: Player | None = None,
    address: str | None = None,
) -> Simulation:
    """Write a simulation and its parts down, and nudge the workers. Raises NotSimulated."""
    entry = ENTRIES.get(game)
    if entry is None or strategy not in STRATEGIES.get(module_of(entry), {}):
        raise NotSimulated(_("This game is not played by that strategy."))
    if not 1 <= rounds <= ROUNDS_MOST:
        raise NotSimulated(_("Choose 1 to %(most)s rounds.") % {"most": f"{ROUNDS_MOST:,}"})
    simulation = Simulation.objects.create(
        game=game,
        strategy=strategy,
        rounds=rounds,
        seed=seed,
        options=chosen(entry.rules.OPTIONS, entry.options),
        rules_version=entry.version,
        made_by=actor,
    )
    size = PART[module_of(entry)]
    SimulationPart.objects.bulk_create(
        SimulationPart(simulation=simulation, first=first, count=min(size, rounds - first + 1))
        for first in range(1, rounds + 1, size)
    )
    of = f"simulation:{simulation.pk}"
    what = {"game": game, "strategy": strategy, "rounds": rounds, "seed": seed}
    events.record("simulation asked for", of, actor=actor, after=what, address=address)
    nudge()
    return simulation


def nudge() -> None:
    """Once committed, tell a worker that parts are due; each that works tells the next."""
    send = partial(current_app.send_task, "games.tasks.simulate")
    for _worker in range(2):
        transaction.on_commit(send, robust=True)


def work() -> int:
    """Play one part that is due and nudge for the next; how many were played: 0 or 1."""
    part = _taken()
    if part is None:
        return 0
    play(part)
    if SimulationPart.objects.filter(_due(timezone.now())).exists():
        transaction.on_commit(partial(current_app.send_task, "games.tasks.simulate"), robust=True)
    return 1


def sweep() -> dict[str, int]:
    """Play a part that a lost nudge has left."""
    return {"simulated": work()}


def play(part: SimulationPart) -> None:
    """Play a part in a process of its own, and keep what came; the last one ends the simulation."""
    simulation = part.simulation
    question = {
        "game": simulation.game,
        "module": module_of(simulation.entry),
        "options": simulation.options,
        "strategy": simulation.strategy,
        "seed": simulation.seed,
        "first": part.first,
        "count": part.count,
    }
    answer = asked(question)
    with transaction.atomic():
        Simulation.objects.select_for_update().get(pk=simulation.pk)
        SimulationPart.objects.filter(pk=part.pk, done_at=None).update(
            cards=answer["cards"], won=answer["won"], done_at=timezone.now(), held_until=None
        )
        _end(simulation)


def asked(question: dict[str, Any]) -> dict[str, Any]:
    """What the process answers. CalledProcessError or TimeoutExpired when it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "games.simulation"],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        timeout=PART_SECONDS,
        check=True,
        cwd=settings.BASE_DIR,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _taken() -> SimulationPart | None:
    """The next part that is due, held for us."""
    now = timezone.now()
    with transaction.atomic():
        part = (
            SimulationPart.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("simulation")
            .filter(_due(now))
            .order_by("simulation", "first")
            .first()
        )
        if part:
            part.held_until = now + HELD
            part.save(update_fields=["held_until"])
    return part


def _due(now: Any) -> Q:
    free = Q(held_until=None) | Q(held_until__lt=now)
    return Q(done_at=None, simulation__ended_at=None) & free


def _end(simulation: Simulation) -> None:
    """Add the parts up once none is left."""
    if simulation.parts.filter(done_at=None).exists():
        return
    cards: Counter[str] = Counter()
    won = 0
    for counted, wins in simulation.parts.values_list("cards", "won"):
        cards.update(counted)
        won += wins
    Simulation.objects.filter(pk=simulation.pk, ended_at=None).update(
        cards=dict(sorted(cards.items(), key=lambda pair: int(pair[0]))),
        won=won,
        ended_at=timezone.now(),
    )
