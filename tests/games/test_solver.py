"""The solver: what it says is never against what is known, and its lines win by our rules."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games import cards
from games.rules import klondike, replay, states
from games.solving import NOT_FOUND, NOT_SOLVABLE, SOLVABLE, answers, borrowed, process
from games.solving.judging import Answer, wins
from games.solving.search import Search
from games.solving.tables import Game, Table

SOAK = bool(os.environ.get("FAIRDEAL_SOAK"))
CASES = json.loads((Path(__file__).parents[1] / "cases" / "klondike.json").read_text())["deals"]
RULES = {
    "draw3_unlimited": {"draw": 3},
    "draw3_3pass": {"draw": 3, "passes": 3},
    "draw3_3pass_no_back": {"draw": 3, "passes": 3, "back": "no"},
    "draw3_1pass": {"draw": 3, "passes": 1},
    "draw1_unlimited": {"draw": 1},
    "draw1_1pass": {"draw": 1, "passes": 1},
}
EASY = {"draw": 1}


def deck_of(seed: int) -> list[str]:
    """A deck from a number."""
    deck = list(cards.pack())
    random.Random(seed).shuffle(deck)
    return deck


# --- its lines -----------------------------------------------------------------------------------


def test_its_winning_lines_replay_in_our_rules_to_a_win():
    """At least 100 seeded deals in the long tests, a tenth of them else."""
    wanted, won = (100 if SOAK else 10), 0
    for seed in range(10 * wanted):
        options = {"draw": (1, 3)[seed % 2], "passes": ("unlimited", 3)[seed // 2 % 2]}
        answer = answers.solve(deck_of(seed), options, 5, brief=True)
        if answer.verdict == SOLVABLE:
            log = [("player", notation) for notation in answer.line]
            assert klondike.over(replay(klondike, deck_of(seed), options, log).state) == "won"
            won += 1
        else:
            assert answer.line == ()
        if won == wanted:
            return
    raise AssertionError(f"only {won} deals were won")


@pytest.mark.parametrize("name", RULES)
def test_no_answer_contradicts_what_is_known(name):
    told = {}
    for case in CASES if SOAK else CASES[::25]:
        answer = answers.solve(case["deck"].split(), RULES[name], 10, brief=True)
        known = case["results"][name]["verdict"]
        told.setdefault(known, []).append(answer.verdict)
    assert NOT_SOLVABLE not in told.get("solvable", [])
    assert SOLVABLE not in told.get("unsolvable", [])


@pytest.mark.parametrize("name", RULES)
def test_a_line_of_other_solvers_is_possible_in_the_search_too(name):
    """Where they know a win, our search must never come to its end without one."""
    for case in CASES if SOAK else CASES[::12]:
        if case["results"][name]["verdict"] != "solvable":
            continue
        search = Search(case["deck"].split(), RULES[name])
        search.run(3000 if SOAK else 500, time.process_time() + 60)
        assert not search.exhausted


def test_a_line_that_needs_more_passes_or_takes_a_card_back_is_none():
    case = next(c for c in CASES if c["results"]["draw3_1pass"]["verdict"] == "unsolvable"
                and c["results"]["draw3_unlimited"]["verdict"] == "solvable")  # fmt: skip
    deck, line = case["deck"].split(), case["results"]["draw3_unlimited"]["line"]
    assert wins(deck, {"draw": 3}, line)
    assert not wins(deck, {"draw": 3, "passes": 1}, line)
    assert not wins(deck, {"draw": 3}, line[:-1])
    assert not wins(deck, {"draw": 3}, ["t1:1>t2", *line])
    assert not wins(deck, {"draw": 3}, ["nonsense"])


def test_the_borrowed_solver_alone_would_break_the_passes():
    """Why its line is judged: it knows no limit."""
    case = next(c for c in CASES if c["results"]["draw3_1pass"]["verdict"] == "unsolvable"
                and c["results"]["draw3_unlimited"]["verdict"] == "solvable")  # fmt: skip
    deck = case["deck"].split()
    line = borrowed.line(deck, 3, 100_000)
    assert line
    assert wins(deck, {"draw": 3}, line)
    assert not wins(deck, {"draw": 3, "passes": 1}, line)


# --- the search is the rules ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{"draw": 1}, {"draw": 3, "passes": 2}, {"draw": 3, "back": "no"}]
)
def test_each_step_of_the_search_is_legal_and_leads_where_it_says(options):
    dice = random.Random(str(options))
    for seed in range(20 if SOAK else 4):
        deck = deck_of(seed)
        game, state = Game(deck, options), klondike.deal(deck, options)
        table = game.start
        for _ in range(60):
            assert shown(game, table) == shape(state)
            steps = game.steps(table)
            if not steps:
                break
            notations, table = dice.choice(steps)
            for notation in notations:
                state = klondike.step(state, notation)


def shown(game, table):
    """Foundations, columns with what is hidden, play deck and stock, of a search's table."""
    text = cards.pack()
    columns = []
    for column in table.columns:
        j, count = divmod(column[0], 8)
        hidden = tuple(text[c] for c in game.hidden[j][:count]) if column[0] else ()
        columns.append((hidden, tuple(text[c] for c in column[1:])))
    left = [text[c] for k, c in enumerate(game.talon) if table.rest >> k & 1]
    drawn = tuple(left[: table.drawn]), tuple(left[table.drawn :])
    return table.up, tuple(columns), drawn, table.turned


def shape(state):
    """The same of a state of the rules."""
    columns = zip(state.columns, state.hidden, strict=True)
    return (
        state.foundations,
        tuple((column[:hidden], column[hidden:]) for column, hidden in columns),
        (state.waste, state.stock),
        state.turned,
    )


def test_what_the_search_leaves_out_changes_no_verdict():
    """Against a search of every legal move, from tables some moves off winning lines.

    They are late enough to be gone through; where no card comes back that is early enough to lose.
    """
    told = {True: 0, False: 0}
    dice = random.Random(1)
    for deck, options, log in won_without_returns():
        path = list(states(klondike, deck, options, log))
        for state in path[-60:-10:4] if SOAK else path[-50:-10:20]:
            for _ in range(4):
                _notation, state = dice.choice(list(klondike.moves(state)) or [("", state)])
            plain = plainly_winnable(state, 6000 if SOAK else 1000)
            if plain is None or klondike.over(state):
                continue
            search = Search(deck, options, table_of(deck, options, state))
            search.run(50_000, time.process_time() + 60)
            assert (search.line is not None, search.exhausted) == (plain, not plain), state
            told[plain] += 1
    assert min(told.values()) >= 10, told


def won_without_returns():
    """Deck, options and log of the lines of other solvers in which no card comes back."""
    for case in CASES if SOAK else CASES[::2]:
        for name, rules in RULES.items():
            options = {**rules, "back": "no", "scoring": "none"}
            line = case["results"][name].get("line")
            if line and wins(case["deck"].split(), options, line):
                yield case["deck"].split(), options, [("player", notation) for notation in line]


def table_of(deck, options, state):
    """A state of the rules as a search's table."""
    game, code = Game(deck, options), cards.code
    columns = []
    for i, (column, hidden) in enumerate(zip(state.columns, state.hidden, strict=True)):
        columns.append(bytes((8 * i + hidden if hidden else 0, *map(code, column[hidden:]))))
    rest = sum(1 << game.talon.index(code(card)) for card in (*state.waste, *state.stock))
    return Table(state.foundations, tuple(columns), rest, len(state.waste), state.turned)


def plainly_winnable(start, most):
    """Whether any sequence of legal moves wins; None when there are too many tables to tell."""
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if klondike.over(state):
            return True
        for _notation, after in klondike.moves(state):
            # What is fanned, and turn-overs where they are without limit, change no move.
            same = after._replace(fan=0)
            if start.options.passes == "unlimited":
                same = same._replace(turned=0)
            if same not in seen:
                seen.add(same)
                waiting.append(same)
        if len(seen) > most:
            return None
    return False


# --- its process ---------------------------------------------------------------------------------

HARD = next(c for c in CASES if c["results"]["draw1_unlimited"]["verdict"] == "unknown")
HARD_DECK = HARD["deck"].split()


def test_the_process_answers():
    answer = process.solve(CASES[0]["deck"].split(), EASY, 10)
    assert answer.verdict == SOLVABLE
    assert wins(CASES[0]["deck"].split(), EASY, answer.line)


def test_it_stops_by_itself_when_its_seconds_are_spent():
    started = time.process_time()
    answer = answers.solve(HARD_DECK, EASY, 0.2, brief=True)
    assert answer.verdict == NOT_FOUND
    assert time.process_time() - started < 5


def test_a_process_that_takes_too_long_is_killed(monkeypatch):
    """The answer never comes, as if the solver hung; nothing of it is left running."""
    monkeypatch.setattr(process, "wall_seconds", lambda seconds: 0.2)
    with pytest.raises(process.SolverFailed, match="longer than it may"):
        process.solve(HARD_DECK, EASY, 30)
    children = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "args="],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "games.solving" not in children.stdout


def test_a_process_that_takes_too_much_memory_or_dies_is_a_failure(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(process.SolverFailed, match="ended with"):
        process.solve(HARD_DECK, EASY, 5)


def test_a_line_that_does_not_win_is_not_believed():
    with pytest.raises(process.SolverFailed, match="does not win"):
        process._read(json.dumps(Answer(SOLVABLE, ("draw",), 1)._asdict()), HARD_DECK, EASY)
    with pytest.raises(process.SolverFailed, match="cannot be read"):
        process._read("", HARD_DECK, EASY)


def test_the_deck_stands_in_no_argument_and_no_environment_of_the_process(monkeypatch):
    seen = {}

    class Watched(subprocess.Popen):
        def __init__(self, command, **more):
            seen.update(command=command, env=more["env"])
            super().__init__(command, **more)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    process.solve(CASES[0]["deck"].split(), EASY, 10, brief=True)
    assert seen["command"][1:] == ["-m", "games.solving"]
    assert not any(word in str(seen["env"]) for word in ("DATABASE", "KEY", "FAIRDEAL"))
