"""What must hold for every game, whatever its rules."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import cards
from games.catalogue import ENTRIES
from games.rules import (
    UNDO,
    IllegalMove,
    Line,
    Refusal,
    as_json,
    enter,
    from_json,
    play,
    replay,
    reveals,
    states,
    undo_limit,
)
from tests.games.rules.golden import GOLDEN, played
from tests.games.rules.offered import GAMES, Game, by_chance, cards_in, states_by_chance
from tests.games.rules.secrecy import known_of, with_hidden_cards_shuffled

seeds = st.integers(0, 2**32)
few = settings(max_examples=6, deadline=None, derandomize=True)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def test_every_game_of_the_lobby_is_tested_here() -> None:
    tested = {(game.name, tuple(sorted(game.options.items()))) for game in GAMES}
    fixed = {(e.slug, tuple(sorted(e.options.items()))) for e in ENTRIES.values() if e.options}
    assert fixed <= tested
    assert set(ENTRIES) <= {game.name for game in GAMES}


@every_game
@few
@given(seed=seeds)
def test_no_card_is_lost_or_made(game: Game, seed: int) -> None:
    pack = sorted(cards.pack(game.rules.PACKS))
    for state in states_by_chance(game, seed):
        view = game.rules.view(state)
        shown = [card for pile in view.piles for card in pile.cards]
        seen = [card for card in shown if card is not None]
        named = cards_in(state, game.rules.PACKS)
        assert len(shown) == len(pack)
        assert len(set(seen)) == len(seen)
        assert len(set(named)) == len(named)
        assert sorted({*seen, *named}) == pack


@every_game
@few
@given(seed=seeds)
def test_the_log_replays_to_the_same_table(game: Game, seed: int) -> None:
    history = list(by_chance(game, seed))
    log = [entry for entry, _ in history]
    deck = game.deck(seed)
    again = list(states(game.rules, deck, game.options, log))
    assert again == states_by_chance(game, seed)
    assert replay(game.rules, deck, game.options, log).state == again[-1]


@every_game
@few
@given(seed=seeds)
def test_notation_is_unambiguous_and_each_move_changes_the_table(game: Game, seed: int) -> None:
    for state in states_by_chance(game, seed):
        legal = list(game.rules.moves(state))
        assert len({notation for notation, _ in legal}) == len(legal)
        assert all(after != state for _, after in legal)
        assert all(game.rules.view(after) != game.rules.view(state) for _, after in legal)
        assert not (legal and game.rules.over(state))


@every_game
@few
@given(seed=seeds)
def test_playing_a_notation_and_generating_it_agree(game: Game, seed: int) -> None:
    notations: set[str] = set(getattr(game.rules, "NOTATIONS", ()))
    for state in states_by_chance(game, seed)[::4]:
        legal = dict(game.rules.moves(state))
        for notation in notations | set(legal):
            if notation in legal:
                assert play(game.rules, state, notation) == legal[notation]
                assert game.rules.refusal(state, notation) is None
            else:
                with pytest.raises(Refusal, match=r"\.$"):
                    play(game.rules, state, notation)
                assert game.rules.refusal(state, notation) is not None


@every_game
@few
@given(seed=seeds)
def test_hidden_cards_decide_nothing_that_is_shown(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    for state in states_by_chance(game, seed)[::3]:
        other = with_hidden_cards_shuffled(game, state, dice)
        assert known_of(game, other) == known_of(game, state)


@every_game
@few
@given(seed=seeds)
def test_returns_never_exceed_the_most(game: Game, seed: int) -> None:
    for state in states_by_chance(game, seed):
        lines = game.rules.returns(state, game.bets)
        assert all(amount > 0 for _, amount in lines)
        assert sum(amount for _, amount in lines) <= game.rules.most(game.bets)
        assert game.rules.staked(state, game.bets) >= 0


@every_game
@few
@given(seed=seeds)
def test_undo_restores_the_table_exactly_or_is_refused_after_a_reveal(
    game: Game, seed: int
) -> None:
    limit = undo_limit(game.rules, game.options)
    history = states_by_chance(game, seed)
    line = Line(history[0])
    for (entry, after), before in zip(by_chance(game, seed), history, strict=False):
        line = enter(game.rules, line, entry, game.options)
        assert line.state == after
        shown = reveals(game.rules.view(before), game.rules.view(after))
        if limit == "off" or (shown and limit != "without limit"):
            assert line.back == ()
        else:
            assert line.back[-1] == before


@every_game
@few
@given(seed=seeds)
def test_a_line_entered_move_by_move_is_the_line_replayed(game: Game, seed: int) -> None:
    options, deck = game.options, game.deck(seed)
    line, log = Line(game.rules.deal(deck, options)), []
    dice = random.Random(seed)
    for _ in range(60):
        legal = [notation for notation, _ in game.rules.moves(line.state)]
        undo = [UNDO] if line.back and dice.random() < 0.4 else []
        if not (undo or legal):
            break
        log.append(("player", (undo or [dice.choice(legal)])[0]))
        line = enter(game.rules, line, log[-1], options)
    assert replay(game.rules, deck, options, log) == line


@every_game
def test_undo_of_nothing_is_refused(game: Game) -> None:
    with pytest.raises(IllegalMove):
        replay(game.rules, game.deck(1), game.options, [("player", UNDO)])


@every_game
@few
@given(seed=seeds)
def test_a_state_survives_json_exactly(game: Game, seed: int) -> None:
    for state in states_by_chance(game, seed)[::5]:
        again = from_json(game.rules, json.loads(json.dumps(as_json(state))))
        assert again == state
        assert repr(again) == repr(state)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_playthrough_looks_as_it_always_did(path: Path) -> None:
    golden = json.loads(path.read_text())
    assert played(golden) == golden["views"]


def test_every_game_has_a_golden_playthrough() -> None:
    assert set(ENTRIES) <= {path.stem for path in GOLDEN}
