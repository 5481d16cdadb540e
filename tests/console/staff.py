"""Members of staff for the tests of the console."""

from __future__ import annotations

import time

from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from config import proposals, releases
from config.console import roles
from config.record_models import Proposal, Release
from games import simulation, simulations, switches, verdicts, winnable
from games.catalogue import KLONDIKE
from games.models import Deal, Pool, Verdict
from games.simulation_models import Simulation
from games.solving.judging import decisive
from games.switch_models import Switch
from tests import factories
from tests.pools import EASY, VEGAS_EASY


def member(role: str = "administrator") -> Player:
    """A member of staff in a role."""
    person = factories.staff()
    # Made once a test: all of them are some dozens of questions.
    group = Group.objects.filter(name=role).first() or roles.install()[role]
    person.groups.add(group)
    return person


def console(of: Player | None = None) -> Client:
    """A browser of sorts whose session has a second factor, as after signing in with a code."""
    of = of or member()
    client = factories.client(of)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": time.time()}]
    session["account_authentication_methods_user"] = str(of.pk)
    session.save()
    return client


__all__ = ["console", "member"]


def simulated() -> Simulation:
    """A simulation of two games, played to its end."""
    made = simulations.start(game="three-card-solitaire", strategy="greedy", rounds=2, seed="1")
    cards, won = simulation.run(made.game, "klondike", made.options, made.strategy, made.seed, 1, 2)
    made.parts.update(cards=cards, won=won, done_at=timezone.now())
    Simulation.objects.filter(pk=made.pk).update(cards=cards, won=won, ended_at=timezone.now())
    return made


def switched() -> Switch:
    """A game that was taken out of service and is back."""
    actor = member()
    switches.switch(scope="royal-parade", on=False, reason="A doubt", actor=actor)
    row = switches.switch(scope="royal-parade", on=True, reason="Looked at", actor=actor)
    assert row is not None
    return row


def proposed(amount: int = 500, player: Player | None = None) -> Proposal:
    """A correction that waits, if not told otherwise for a player with 100.00 to spend."""
    return proposals.propose(
        player=player or factories.player(money=10_000),
        currency="EUR",
        amount=amount,
        reason="A fee too much",
        actor=member("payments"),
    )


def released() -> Release:
    """The state of the files, approved."""
    releases.check()
    return Release.objects.latest("pk")


def judged(deal: Deal) -> Verdict:
    """What the solver said of a deal by the rules of Standard, Easy: it is won in two moves."""
    rules = {"rules": verdicts.rules_key(EASY), "options": decisive(EASY)}
    answer = {"state": Verdict.State.SOLVABLE, "line": "draw w>t1", "answered_at": timezone.now()}
    return Verdict.objects.create(deal=deal, **rules, **answer, seconds=1.5)


def asked_for() -> Pool:
    """A pool that a player asked for."""
    winnable.ask(entry=KLONDIKE, options=VEGAS_EASY)
    return Pool.objects.latest("pk")
