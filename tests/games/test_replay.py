"""A replay is the round, step by step, and shows what its player saw."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games import cards, replay, services, settlement, words
from games.catalogue import ENTRIES, FUN, MONEY
from games.models import Round
from games.proofs import NotRevealed
from games.rules import face_up
from tests import factories, strategies
from tests.games.played import RICH, ROUNDS, page, played, some_round
from tests.page import Page, differences

pytestmark = pytest.mark.django_db


# --- the replay is the round --------------------------------------------------------------------


@pytest.mark.parametrize("slug", ENTRIES)
def test_each_step_of_a_replay_is_the_state_that_was_kept_when_its_entry_was_made(slug):
    player, dice = factories.player(money=RICH), Random(slug)
    undos = 0
    for number in range(ROUNDS):
        seed = strategies.winning_seed() if number == 0 and "solitaire" in slug else None
        round, kept = played(player, ENTRIES[slug], dice, seed, 0.0 if seed else 0.2)
        steps = replay.steps(round, 0, round.entries)
        assert [step.number for step in steps] == list(range(round.entries + 1))
        assert {step.number: step.state for step in steps if step.number in kept} == kept
        assert [step.view for step in steps] == [round.rules.view(step.state) for step in steps]
        assert steps[-1].winnings == round.returned
        undos += sum(step.entry.undo for step in steps)
    if "undo" in ENTRIES[slug].options:
        assert undos > ROUNDS // 4


@pytest.mark.parametrize("slug", ENTRIES)
def test_every_game_has_a_page_for_each_step_that_draws_the_faces_seen_and_no_other(slug):
    player = factories.player(money=RICH)
    round, _ = played(player, ENTRIES[slug], Random(slug))
    for step in replay.steps(round, 0, round.entries)[:40]:
        html = page(player, f"/rounds/{round.pk}/replay/?step={step.number}")
        assert step.entry.said
        assert tokens(html) <= {card[:2] for card in face_up(step.view)}
        tops = {pile.cards[-1] for pile in step.view.piles if pile.cards}
        assert {card[:2] for card in tops if card} <= tokens(html)
    assert page(player, f"/rounds/{round.pk}/replay/steps/").count("replay-felt") <= replay.AT_ONCE


def test_steps_asked_for_in_parts_are_those_asked_for_at_once():
    round = some_round(factories.player(), moves=12)
    every = replay.steps(round, 0, round.entries)
    parts = [step for first in range(0, 20, 5) for step in replay.steps(round, first, first + 4)]
    assert parts == every
    assert [replay.step(round, number) for number in range(len(every))] == every
    assert replay.step(round, 10**9) == every[-1]


def test_an_entry_tells_what_was_done_by_whom_and_when_and_what_took_it_back():
    player = factories.player()
    place = {"player": player, "round_id": factories.dealt(player, currency=FUN).round.pk}
    services.move(**place, at=0, notation="draw")
    at = services.end(**place, at=1, way="collect", sure=True)
    round = Round.objects.select_related("deal").get(pk=at.round.pk)
    dealt, drawn, ended = (step.entry for step in replay.steps(round, 0, 2))
    assert dealt.said == "The cards are dealt."
    assert dealt.at == round.started_at
    assert "3 cards drawn" in drawn.said
    assert (drawn.actor, drawn.at) == ("player", round.log.get(no=1).made_at)
    assert ended.said == "The game is ended and collected."


@pytest.mark.parametrize(
    ("log", "undone"),
    [
        ([("player", "a"), ("player", "undo")], {1: 2}),
        ([("player", "a"), ("house", "b"), ("player", "undo")], {1: 3, 2: 3}),
        ([("player", "a"), ("player", "b"), ("player", "undo"), ("player", "undo")], {2: 3, 1: 4}),
        ([("player", "a"), ("player", "undo"), ("player", "c"), ("player", "undo")], {1: 2, 3: 4}),
        ([("player", "a"), ("player", "b"), ("player", "undo"), ("player", "collect")], {2: 3}),
    ],
)
def test_an_undo_takes_back_the_players_last_move_with_what_the_house_added(log, undone):
    assert replay.taken_back(log) == undone


def test_an_undo_is_marked_and_so_is_what_it_took_back():
    player = factories.player()
    at = factories.dealt(player, seed=strategies.winning_seed(), currency=FUN)
    place = {"player": player, "round_id": at.round.pk}
    while not at.can_undo:
        notation = strategies.greedy(at.view, at.moves)
        at = services.move(**place, at=at.round.entries, notation=notation)
    made = at.round.entries
    services.undo(**place, at=made)
    at = services.end(**place, at=made + 1, way="collect", sure=True)
    first, second = replay.steps(Round.objects.get(pk=at.round.pk), made, made + 1)
    assert (first.entry.undo, first.entry.taken_back) == (False, made + 1)
    assert (second.entry.undo, second.entry.taken_back) == (True, None)
    address = f"/rounds/{at.round.pk}/replay/?step="
    assert f"Taken back later, in step {made + 1}<" in page(player, f"{address}{made}")
    html = page(player, f"{address}{made + 1}")
    assert ">Undo</b> Taken back" in html
    assert 'class="taken-back"' in html


def test_a_finish_by_the_house_is_replayed_and_says_who_made_it():
    player = factories.player()
    round, _ = played(
        player, ENTRIES["three-card-solitaire"], Random(1), strategies.winning_seed(), 0.0
    )
    assert round.outcome == "won"
    steps = replay.steps(round, 0, round.entries)
    assert {step.entry.actor for step in steps} == {"player", "house"}
    assert "by the house" in page(player, f"/rounds/{round.pk}/replay/?step={round.entries}")


def test_a_void_and_an_expired_round_are_replayed_with_their_ends():
    player = factories.player()
    first = factories.dealt(player).round
    settlement.void_round(first.pk)
    second = factories.dealt(player, currency=FUN).round
    Round.objects.filter(pk=second.pk).update(touched_at=timezone.now() - timedelta(days=99))
    settlement.expire_round(second.pk)
    texts = [page(player, f"/rounds/{pk}/replay/?step=1") for pk in (first.pk, second.pk)]
    assert "all that was in play goes back" in texts[0]
    assert "by the house's staff" in texts[0]
    assert "left alone for too long" in texts[1]


# --- what its pages show ------------------------------------------------------------------------


def tokens(html: str) -> set[str]:
    """Every face that a page names in an attribute or draws, of whichever pack."""
    found = re.findall(r'(?:id="c-|#)([A2-9TJQK][cdhs])[12]?"', html)
    return set(found) & set(cards.pack())


def names(html: str) -> set[str]:
    """Every card that a page names in words."""
    return {card for card in cards.pack() if words.card(card) in html}


def test_a_page_shows_what_the_player_saw_at_that_step_and_no_card_more():
    player = factories.player()
    round = some_round(player, moves=20)
    seen = set()
    for step in replay.steps(round, 0, round.entries):
        html = page(player, f"/rounds/{round.pk}/replay/?step={step.number}")
        seen |= face_up(step.view)
        assert differences(Page(html), step.view) == []
        assert tokens(html) <= face_up(step.view)
        # The entries listed beside the table may name a card that was seen and is covered now.
        main = html.partition("<main")[2].replace("takes the Ace of", "takes")
        assert names(main) <= seen


def test_the_script_gets_the_same_steps_as_the_page_shows():
    player = factories.player()
    # Not every deck allows as many moves.
    round = some_round(player, moves=30, seed=strategies.winning_seed())
    html = page(player, f"/rounds/{round.pk}/replay/steps/?from=24")
    boards = re.split(r'(?=<div class="replay-felt)', html)[1:]
    steps = replay.steps(round, 24, 47)
    assert len(boards) == len(steps) == round.entries + 1 - 24
    for board, step in zip(boards, steps, strict=True):
        assert differences(Page(board), step.view) == []
        assert step.entry.said in board


def test_a_replay_is_marked_as_one_and_offers_nothing_to_play():
    player = factories.player()
    round = some_round(player)
    html = page(player, f"/rounds/{round.pk}/replay/?step=2")
    assert "<title>Replay of game number" in html
    assert "This is a replay." in html
    assert "<fieldset" in html
    assert 'id="play"' not in html
    assert 'id="deal"' not in html
    assert f"/rounds/{round.pk}/moves/" not in html


def test_without_a_script_links_lead_forward_back_to_the_first_and_to_the_last_step():
    player = factories.player()
    round = some_round(player)
    links = {
        name: re.search(rf'id="replay-{name}" href="\?step=(\d+)"', html)[1]
        for html in [page(player, f"/rounds/{round.pk}/replay/?step=3")]
        for name in ("first", "back", "forward", "last")
    }
    assert links == {"first": "0", "back": "2", "forward": "4", "last": str(round.entries)}
    start = page(player, f"/rounds/{round.pk}/replay/")
    assert "Step 0 of" in start
    assert 'id="replay-back" href="?step=0" rel="prev" aria-disabled="true"' in start


@pytest.mark.parametrize("step", ["-1", "x", "", "99999999999999999999", "1.5", "²"])
def test_a_step_that_is_none_is_answered_with_one_that_is(step):
    player = factories.player()
    round = some_round(player)
    for path in ("replay/?step=", "replay/steps/?from="):
        answer = factories.client(player).get(f"/rounds/{round.pk}/{path}{step}")
        assert answer.status_code == 200


def test_a_replay_links_to_proof_and_transfers_and_shows_the_balances():
    player = factories.player(money=10_000)
    round = some_round(player, MONEY)
    html = page(player, f"/rounds/{round.pk}/replay/")
    assert f'href="/rounds/{round.pk}/proof/"' in html
    assert f'href="/wallet/of/round:{round.pk}/"' in html
    assert "€100.00" in html


def test_a_round_in_play_has_no_replay_yet():
    player = factories.player()
    round = factories.dealt(player).round
    with pytest.raises(NotRevealed):
        replay.steps(round, 0, 0)
    html = page(player, f"/rounds/{round.pk}/replay/")
    assert "The replay opens when the game has ended." in html
    assert "replay-felt" not in html
    steps = factories.client(player).get(f"/rounds/{round.pk}/replay/steps/")
    assert steps.status_code == 404


@pytest.mark.parametrize("path", ["replay/", "replay/steps/"])
def test_a_replay_is_its_players_own(path):
    round = some_round(factories.player())
    address = f"/rounds/{round.pk}/{path}"
    assert factories.client(factories.player()).get(address).status_code == 404
    assert factories.client(factories.staff()).get(address).status_code == 404
    visitor = factories.Client().get(address)
    assert visitor.status_code == 302
    assert visitor["Location"].startswith("/accounts/login/")
