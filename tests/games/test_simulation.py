"""Simulated games: repeatable, by the rules, blind to hidden cards, played by real workers."""

from __future__ import annotations

import os
import subprocess
import time
from collections import Counter
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import dealing, simulation, simulations
from games.catalogue import KLONDIKE, ROYAL_PARADE, THREE_CARD_SOLITAIRE, Entry
from games.rules import chosen, play
from games.simulation_models import Simulation, SimulationPart
from tests import factories
from tests.console.staff import console, member

ROUNDS = 100_000 if os.environ.get("FAIRDEAL_SOAK") else 1500
GAMES = [THREE_CARD_SOLITAIRE, KLONDIKE, ROYAL_PARADE]
SHARE = 3 / 52


def ran(entry: Entry, strategy: str, first: int, count: int, seed: str = "1") -> Counter[int]:
    """How often each number of cards came."""
    options = chosen(entry.rules.OPTIONS, entry.options)
    module = simulations.module_of(entry)
    return simulation.run(entry.slug, module, options, strategy, seed, first, count)[0]


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.slug)
@pytest.mark.parametrize("strategy", ["random", "greedy", "careful"])
def test_each_strategy_plays_legal_moves_to_the_end_of_each_game(
    entry: Entry, strategy: str
) -> None:
    module = simulations.module_of(entry)
    choose = simulation.STRATEGIES[module][strategy]
    options = chosen(entry.rules.OPTIONS, entry.options)
    rules = {"klondike": simulation.klondike, "royal_parade": simulation.royal_parade}[module]
    dice = dealing.dice(b"legal")
    state = rules.deal(dealing.deck(entry.slug, bytes(96), b"x", 7, options), options)
    for _ in range(150):
        if (notation := choose(state, dice)) is None:
            break
        after = play(entry.rules, state, notation)
        assert after != state
        state = rules.step(state, notation)


@pytest.mark.parametrize("entry", [THREE_CARD_SOLITAIRE, ROYAL_PARADE], ids=lambda one: one.slug)
@pytest.mark.parametrize("strategy", ["greedy", "careful"])
def test_no_strategy_knows_more_than_the_player(entry: Entry, strategy: str) -> None:
    """Hidden cards reshuffled among themselves change no choice."""
    module = simulations.module_of(entry)
    choose = simulation.STRATEGIES[module][strategy]
    rules = {"klondike": simulation.klondike, "royal_parade": simulation.royal_parade}[module]
    options = chosen(entry.rules.OPTIONS, entry.options)
    chance = Random(5)
    state = rules.deal(dealing.deck(entry.slug, bytes(96), b"y", 3, options), options)
    for _ in range(60):
        notation = choose(state, dealing.dice(b""))
        assert choose(reshuffled(module, state, chance), dealing.dice(b"")) == notation
        if notation is None:
            break
        state = rules.step(state, notation)


def reshuffled(module: str, state: Any, chance: Random) -> Any:
    """The same table with its hidden cards in another order."""
    if module == "royal_parade":
        stock = list(state.stock)
        chance.shuffle(stock)
        return state._replace(stock=tuple(stock))
    down = [card for c, h in zip(state.columns, state.hidden, strict=True) for card in c[:h]]
    hidden = [*state.stock, *down]
    chance.shuffle(hidden)
    stock = tuple(hidden[: len(state.stock)])
    rest = iter(hidden[len(state.stock) :])
    columns = tuple(
        (*(next(rest) for _ in range(h)), *c[h:])
        for c, h in zip(state.columns, state.hidden, strict=True)
    )
    return state._replace(stock=stock, columns=columns)


def test_the_same_seed_gives_the_same_games_however_they_are_cut() -> None:
    whole = ran(THREE_CARD_SOLITAIRE, "random", 1, 60)
    parts = ran(THREE_CARD_SOLITAIRE, "random", 1, 25) + ran(THREE_CARD_SOLITAIRE, "random", 26, 35)
    assert whole == parts
    assert whole != ran(THREE_CARD_SOLITAIRE, "random", 1, 60, seed="2")


@pytest.mark.parametrize(("strategy", "cards"), [("greedy", 10_513), ("careful", 11_413)])
def test_a_strategy_comes_to_what_it_came_to(strategy: str, cards: int) -> None:
    """Another sum means that rules, dice or strategy have changed, and with them every figure that
    was published of them."""
    found = ran(THREE_CARD_SOLITAIRE, strategy, 1, 1200)
    assert sum(number * times for number, times in found.items()) == cards


@pytest.mark.django_db(transaction=True)
def test_the_command_plays_on_both_processors_and_prints_return_and_interval(capsys: Any) -> None:
    call_command("simulate", "three-card-solitaire", "greedy", str(ROUNDS), "--seed", "s")
    printed = capsys.readouterr().out
    made = Simulation.objects.get()
    assert f"{ROUNDS} rounds" in printed
    assert f"return {made.mean * SHARE:.2%}" in printed
    assert sum(count for _, count in made.histogram) == ROUNDS
    if ROUNDS == 100_000:
        assert made.half_width * SHARE <= 0.005
        assert abs(made.mean * SHARE - 0.516) <= made.half_width * SHARE


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_plays_the_parts_and_takes_over_those_of_a_killed_one(house: Any) -> None:
    player = factories.staff()
    made = simulations.start(
        game="three-card-solitaire", strategy="greedy", rounds=6000, seed="w", actor=player
    )
    # As a worker leaves it that was killed a while ago.
    SimulationPart.objects.filter(first=1).update(held_until=timezone.now())
    house.start(web=False)
    house.manage("sweep")
    until = time.monotonic() + 60
    while made.ended_at is None and time.monotonic() < until:
        time.sleep(0.3)
        made.refresh_from_db()
    assert made.ended_at, house.log_of("worker")
    assert sum(count for _, count in made.histogram) == 6000


@pytest.mark.django_db
def test_a_part_whose_process_fails_stays_due(monkeypatch: pytest.MonkeyPatch) -> None:
    simulations.start(game="royal-parade", strategy="careful", rounds=1, seed="f")
    monkeypatch.setattr(simulations, "PART_SECONDS", 0.001)
    with pytest.raises(subprocess.TimeoutExpired):
        simulations.work()
    part = SimulationPart.objects.get()
    assert part.done_at is None
    assert part.held_until


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"strategy": "clairvoyant"}, "not played by that strategy"),
        ({"game": "three-card-rummy"}, "not played by that strategy"),
        ({"rounds": 0}, "Choose 1 to"),
        ({"rounds": 10**9}, "Choose 1 to"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence(
    asked: dict[str, Any], why: str
) -> None:
    wanted = {"game": "klondike", "strategy": "greedy", "rounds": 5, "seed": "1"} | asked
    with pytest.raises(simulations.NotSimulated, match=why):
        simulations.start(**wanted)


@pytest.mark.django_db(transaction=True)
def test_staff_ask_for_a_simulation_in_the_console_and_see_what_came() -> None:
    desk = console(member("risk"))
    form = {"game": "three-card-solitaire", "strategy": "greedy", "rounds": "300", "seed": "x"}
    answer = desk.post("/console/games/simulation/new/", form, follow=True)
    assert "0 of 300" in answer.content.decode()
    while simulations.work():
        pass
    page = desk.get(answer.request["PATH_INFO"]).content.decode()
    assert "300 of 300" in page
    assert "Return" in page
    assert "<svg" in page
    refused = desk.post("/console/games/simulation/new/", form | {"rounds": "-3"})
    assert "errorlist" in refused.content.decode()
