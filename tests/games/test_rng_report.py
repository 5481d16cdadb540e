"""Dealt decks pass the statistical tests, and shuffles known to be wrong do not."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import randomness

DECKS = 100_000 if os.environ.get("FAIRDEAL_SOAK") else 6000
SEED = bytes(range(96))


def test_the_deals_of_this_house_pass() -> None:
    findings = randomness.report(randomness.decks(randomness.dealt, SEED, DECKS))
    assert randomness.passes(findings), findings


@pytest.mark.parametrize("name", randomness.CONTROLS)
def test_a_wrong_shuffle_fails(name: str) -> None:
    findings = randomness.report(randomness.decks(randomness.CONTROLS[name], SEED, DECKS))
    assert not randomness.passes(findings), findings


def test_decks_dealt_twice_fail() -> None:
    decks = [*randomness.decks(randomness.dealt, SEED, 1500)]
    findings = randomness.report([*decks, decks[7]])
    assert not randomness.passes(findings)


def test_a_deal_that_depends_on_the_one_before_fails() -> None:
    decks = sorted(randomness.decks(randomness.dealt, SEED, 2000), key=lambda deck: deck[0])
    serial = next(one for one in randomness.report(decks) if one.name.startswith("top cards"))
    assert serial.chance < 1e-9


def test_the_command_prints_every_test_and_the_controls(capsys: Any) -> None:
    call_command("rng_report", "--decks", "3000", "--seed", SEED.hex(), "--controls")
    printed = capsys.readouterr().out
    assert "dealt by this house: passes" in printed
    assert printed.count("FAILS") == len(randomness.CONTROLS)
    with pytest.raises(CommandError, match="say nothing"):
        call_command("rng_report", "--decks", "5")
