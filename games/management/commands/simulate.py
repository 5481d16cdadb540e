"""Let a strategy play so many rounds of a solitaire, here and now, on so many processors."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from games import simulations
from games.simulation_models import Simulation

WIN_PER_PRICE, CARDS = 3, 52


class Command(BaseCommand):
    help = "Simulates rounds of a solitaire and prints cards, return and interval."

    def add_arguments(self, parser: CommandParser) -> None:
        """Game, strategy, rounds; the seed and the processes are optional."""
        parser.add_argument("game", help="as three-card-solitaire")
        parser.add_argument("strategy", help="random, greedy or careful")
        parser.add_argument("rounds", type=int)
        parser.add_argument("--seed", default="1", help="the same seed, the same games")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, tell how far it is, print what came. CommandError for what is not simulated."""
        try:
            simulation = simulations.start(
                game=options["game"],
                strategy=options["strategy"],
                rounds=options["rounds"],
                seed=options["seed"],
            )
        except simulations.NotSimulated as refusal:
            raise CommandError(str(refusal)) from refusal
        began = time.monotonic()
        with ThreadPoolExecutor(options["processes"]) as pool:
            for _ in pool.map(self._work, range(options["processes"])):
                pass
        simulation.refresh_from_db()
        self._print(simulation, time.monotonic() - began)

    def _work(self, _number: int) -> None:
        """Play parts until none is due."""
        try:
            while simulations.work():
                pass
        finally:
            connections.close_all()

    def _print(self, simulation: Simulation, seconds: float) -> None:
        mean, half = simulation.mean, simulation.half_width
        self.stdout.write(
            f"{simulation.game}, {simulation.strategy}, rules {simulation.rules_version}, "
            f"seed {simulation.seed}: {simulation.rounds} rounds in {seconds:.0f} s\n"
            f"cards {mean:.3f} +- {half:.3f} (95 %), won {simulation.won / simulation.rounds:.2%}"
        )
        if simulation.entry.bets:
            share = WIN_PER_PRICE / CARDS
            self.stdout.write(f"return {mean * share:.2%} +- {half * share:.2%}")
