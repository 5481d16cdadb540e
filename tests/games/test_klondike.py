"""Free Klondike by its services: modes, options, scores through undo and replay, the finish."""

from __future__ import annotations

import gzip
import re
from random import Random

import pytest
from django.urls import reverse

from games import klondikes, modes, offers, positions, services, settlement
from games.catalogue import FUN, KLONDIKE
from games.log import entries
from games.models import Deal, Result, Round
from games.refusals import AskFirst, EmptyPool, FinishDue, Refused
from games.rules import UNDO
from games.rules import klondike as rules
from tests import factories, klondike, pools

pytestmark = pytest.mark.django_db
PLACE = {"entry": KLONDIKE, "currency": FUN}
BY_CHOICE = {
    "draw": 3,
    "passes": 2,
    "back": "no",
    "scoring": "standard",
    "undo": "off",
    "timed": "yes",
    "hints": "no",
    "finish": "by the house",
    "deals": "any",
}


@pytest.fixture
def player():
    return factories.player()


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        ("standard-easy", (1, "unlimited", "yes", "standard", "without limit", "yes", "winnable")),
        (
            "standard-medium",
            (1, "unlimited", "yes", "standard", "to the last reveal", "yes", "any"),
        ),
        ("standard-hard", (1, 3, "yes", "standard", "off", "no", "any")),
        ("vegas-easy", (1, 3, "yes", "vegas", "without limit", "yes", "winnable")),
        ("vegas-medium", (3, 3, "yes", "vegas", "to the last reveal", "yes", "any")),
        ("vegas-hard", (3, 3, "no", "vegas", "off", "no", "any")),
    ],
)
def test_each_mode_and_level_means_its_rules(mode, wanted):
    chosen = klondike.options(mode)
    names = ("draw", "passes", "back", "scoring", "undo", "hints", "deals")
    assert tuple(chosen[name] for name in names) == wanted
    assert (chosen["timed"], chosen["finish"]) == ("no", "offered")


def test_every_option_has_words_and_every_mode_a_line(player):
    picker = klondikes.picker(player, KLONDIKE, "vegas-hard")
    assert [pick.slug for pick in picker.modes if pick.chosen] == ["vegas"]
    assert [pick.slug for pick in picker.levels if pick.chosen] == ["hard"]
    told = dict(picker.lines)
    assert set(told) == {*klondike.MODES, "custom"}
    assert len(set(told.values())) == len(told)
    assert modes.titles(KLONDIKE.modes)["vegas-hard"] == "Vegas, Hard"


def test_a_mode_stands_for_its_rules_whatever_a_form_says(player):
    browser = factories.client(player)
    offer = services.commitment(player=player, **PLACE)
    form = {"deal_id": offer.pk, "client_seed": "0f", "mode": "standard", "level": "hard"}
    form |= {"option_undo": "without limit", "option_scoring": "vegas"}
    assert browser.post("/play/klondike/fun/deal/", form).status_code == 302
    round = Round.objects.get()
    assert (round.mode, round.options) == ("standard-hard", klondike.options("standard-hard"))
    page = browser.get("/play/klondike/fun/").content.decode()
    assert 'value="standard" checked' in page
    assert 'value="hard" checked' in page


@pytest.mark.parametrize("name", ["mode", "level"])
def test_a_mode_that_there_is_not_is_refused_with_a_sentence(player, name):
    offer = services.commitment(player=player, **PLACE)
    form = {"deal_id": offer.pk, "client_seed": "0f", name: "impossible"}
    answer = factories.client(player).post("/play/klondike/fun/deal/", form, follow=True)
    assert "There is no such mode of this game." in answer.content.decode()
    with pytest.raises(Refused):
        klondike.dealt(player, mode="standard-impossible")
    assert not Round.objects.exists()


def test_custom_takes_every_option_and_remembers_it_whatever_is_played_since(player):
    browser = factories.client(player)
    offer = services.commitment(player=player, **PLACE)
    form = {"deal_id": offer.pk, "client_seed": "0f", "mode": "custom", "level": "easy"}
    form |= {f"option_{name}": value for name, value in BY_CHOICE.items()}
    browser.post("/play/klondike/fun/deal/", form)
    round = Round.objects.get()
    assert (round.mode, round.options) == ("custom", BY_CHOICE)
    klondike.dealt(player, mode="vegas-hard", end_old=True)
    assert offers.last_options(player=player, **PLACE) == BY_CHOICE
    assert offers.last_mode(player=player, **PLACE) == "vegas-hard"
    page = browser.get("/play/klondike/fun/").content.decode()
    assert '<option value="by the house" selected>' in page


def test_time_counts_in_standard_scoring_only(player):
    wrong = {"timed": "yes", "scoring": "vegas"}
    with pytest.raises(Refused, match="standard scoring only"):
        klondike.dealt(player, mode="custom", options=wrong)
    assert not Round.objects.exists()


def test_a_refused_deal_leaves_what_was_chosen_in_the_form(player):
    offer = services.commitment(player=player, **PLACE)
    wrong = {"option_timed": "yes", "option_scoring": "vegas", "option_draw": "3"}
    form = {"deal_id": offer.pk, "client_seed": "0f", "mode": "custom", **wrong}
    page = factories.client(player).post("/play/klondike/fun/deal/", form, follow=True)
    html = page.content.decode()
    assert "Time counts in standard scoring only" in html
    assert 'id="mode-custom" name="mode" value="custom" checked' in html
    picked = re.findall(r'name="(option_\w+)">(?:(?!</select>).)*value="([^"]+)" selected', html)
    assert wrong.items() <= dict(picked).items()


@pytest.mark.parametrize("query", ["mode=bogus&level=hard", "level=bogus", "option_draw=7&mode="])
def test_an_address_that_chooses_what_there_is_not_chooses_the_usual(player, query):
    page = factories.client(player).get(f"/play/klondike/fun/?{query}").content.decode()
    assert 'id="mode-standard" name="mode" value="standard" checked' in page
    assert 'id="level-medium" name="level" value="medium" checked' in page


def test_an_empty_pool_says_so_and_offers_any_deal_by_one_press(player):
    browser = factories.client(player)
    offer = services.commitment(player=player, **PLACE)
    with pytest.raises(EmptyPool):
        klondike.dealt(player, mode="vegas-easy")
    form = {"deal_id": offer.pk, "client_seed": "0f", "mode": "vegas", "level": "easy"}
    asked = browser.post("/play/klondike/fun/deal/", form).content.decode()
    assert "No winnable deal is ready" in asked
    assert "Are you sure" not in asked
    assert 'name="any_deal" value="on"' in asked
    assert not Round.objects.exists()
    browser.post("/play/klondike/fun/deal/", {**form, "any_deal": "on"})
    round = Round.objects.get()
    assert round.mode == "vegas-easy"
    assert round.options == {**klondike.options("vegas-easy"), "deals": "any"}


def test_hard_has_neither_undo_nor_hints_and_says_so(player):
    round = klondike.dealt(player, mode="standard-hard").round
    klondike.move(player, round.pk, "draw")
    with pytest.raises(Refused, match="without Undo"):
        klondike.undo(player, round.pk)
    with pytest.raises(Refused, match="no hints"):
        positions.hint(services.look(player=player, round_id=round.pk))
    page = factories.client(player).get("/play/klondike/fun/").content.decode()
    assert "undo-button" not in page
    assert "hint-button" not in page


@pytest.mark.parametrize("mode", ["standard-medium", "vegas-medium"])
def test_medium_undoes_to_the_last_card_turned_up_and_hints(player, mode):
    at = klondike.dealt(player, mode=mode)
    assert positions.hint(at) == klondike.line(klondike.WON, mode)[0]
    at = klondike.move(player, at.round.pk, "draw")
    assert not at.can_undo


def with_undos(player, mode, dice, **more):
    """A game played by the hint's line to its end, moves taken back by chance; its last state.

    Without limit a few moves at once; each is made again.
    """
    round = klondike.dealt(player, mode=mode, **more).round
    for notation in klondike.line(klondike.WON, "vegas-medium" if "vegas" in mode else mode):
        at = klondike.move(player, round.pk, notation)
        while at.can_undo and dice.random() < 0.4:
            before = at.view.fact("points")
            klondike.undo(player, round.pk)
            at = klondike.move(player, round.pk, notation)
            assert at.view.fact("points") == before
    return services.look(player=player, round_id=round.pk)


@pytest.mark.parametrize("seed", range(2))
def test_standard_points_are_those_of_the_line_through_any_undo_and_replay(player, seed):
    at = with_undos(player, "standard-medium", Random(seed))
    log = [("player", notation) for notation in klondike.line(klondike.WON)]
    state = positions.replay(rules, positions.deck(at.round), at.round.options, log).state
    assert at.round.outcome == "won"
    assert any(notation == UNDO for _, notation in entries(at.round))
    result = Result.objects.get(round=at.round)
    assert result.score == at.view.fact("points") == state.points == 690
    assert positions.replayed(at.round).state == at.state
    assert (result.mode, result.won) == ("standard-medium", True)


def test_a_game_won_by_vegas_is_208_through_any_undo_and_replay(player):
    at = with_undos(player, "vegas-medium", Random(3))
    assert Result.objects.get(round=at.round).score == 208
    assert positions.replayed(at.round).state == at.state


def test_undo_without_limit_goes_back_to_the_deal_with_cards_and_points(player):
    first = klondike.dealt(player, mode="standard-easy", any_deal=True)
    for notation in klondike.line(klondike.WON)[:30]:
        at = klondike.move(player, first.round.pk, notation)
    assert at.view.fact("points")
    for _ in range(30):
        at = klondike.undo(player, first.round.pk)
    assert at.view == first.view
    assert not at.can_undo


def test_a_card_comes_back_from_its_foundation_for_fifteen_points_and_not_in_vegas_hard(player):
    moves = klondike.line(klondike.WON)
    round = klondike.dealt(player).round
    for notation in moves:
        at = klondike.move(player, round.pk, notation)
        if back := [move for move in at.moves if move[0] == "f"]:
            break
    points = at.view.fact("points")
    after = klondike.move(player, round.pk, back[0])
    assert after.view.fact("points") == max(0, points - 15)
    assert klondike.undo(player, round.pk).view.fact("points") == points
    hard = klondike.dealt(player, mode="vegas-hard", end_old=True)
    with pytest.raises(Refused) as refusal:
        klondike.move(player, hard.round.pk, "fh>t1")
    assert refusal.value.code == "no return"


def finishable(player):
    """The hint's game, played until the house could play the rest."""
    round = klondike.dealt(player).round
    for notation in klondike.line(klondike.WON):
        at = klondike.move(player, round.pk, notation)
        if at.can_finish:
            return at
    raise AssertionError("Nothing came up to finish.")


def test_the_house_plays_the_rest_when_asked_and_it_scores(player):
    at = finishable(player)
    assert at.view.fact("stock") or at.view.pile("w")
    place = {"player": player, "round_id": at.round.pk, "at": at.round.entries}
    due = services.finish(**place)
    assert due.round.finish_due
    assert due.moves == ()
    with pytest.raises(FinishDue):
        services.finish(**place)
    with pytest.raises(FinishDue):
        services.undo(**place)
    assert settlement.sweep()["finished"] == 1
    round = Round.objects.get()
    assert round.outcome == "won"
    up = 52 - at.view.fact("up")
    by_house = [notation for actor, notation in entries(round) if actor == "house"]
    assert sum(notation.endswith(">f") for notation in by_house) == up
    # Turning over costs nothing then.
    result = Result.objects.get()
    assert result.score == at.view.fact("points") + 10 * up
    assert result.moves == at.round.entries


def test_nothing_is_finished_while_something_is_left_to_decide(player):
    round = klondike.dealt(player).round
    with pytest.raises(Refused, match="something to decide"):
        services.finish(player=player, round_id=round.pk, at=0)
    with pytest.raises(Round.DoesNotExist):
        services.finish(player=factories.player(), round_id=round.pk, at=0)
    assert not Round.objects.get().finish_due


def test_in_custom_the_house_may_play_the_rest_at_once(player):
    rules_chosen = {"finish": "by the house"}
    round = klondike.dealt(player, mode="custom", options=rules_chosen).round
    for notation in klondike.line(klondike.WON):
        at = klondike.move(player, round.pk, notation)
        if at.round.finish_due:
            break
    assert not at.can_finish
    assert settlement.finish_round(round.pk)
    assert Round.objects.get().outcome == "won"


def test_no_move_left_is_told_when_turning_over_brings_nothing(player):
    round = klondike.dealt(player, klondike.IN_VAIN, mode="vegas-medium").round
    klondike.played(player, klondike.IN_VAIN, 0, "vegas-medium")
    at = services.look(player=player, round_id=round.pk)
    assert "redeal" in at.moves
    assert at.stuck
    page = factories.client(player).get("/play/klondike/fun/").content.decode()
    assert "no card of the play deck fits anywhere" in page
    assert "collect" not in page.lower()


def test_no_move_at_all_is_told_and_given_up_without_a_question(player):
    round = klondike.dealt(player, klondike.STUCK, mode="vegas-medium").round
    klondike.played(player, klondike.STUCK, 0, "vegas-medium")
    at = services.look(player=player, round_id=round.pk)
    assert (at.stuck, at.moves) == (True, ())
    ended = services.end(
        player=player, round_id=round.pk, at=at.round.entries, way="give up", sure=False
    )
    assert ended.round.outcome == "give up"


def test_a_new_game_asks_once_and_then_ends_the_old_one(player):
    klondike.dealt(player)
    with pytest.raises(AskFirst):
        klondike.dealt(player, mode="vegas-medium")
    new = klondike.dealt(player, mode="vegas-medium", end_old=True).round
    assert [round.mode for round in Round.objects.open()] == ["vegas-medium"]
    assert new.is_open


def test_a_repeated_press_of_deal_with_another_mode_is_another_deal(player):
    at = klondike.dealt(player)
    deal = {"player": player, **PLACE, "deal_id": at.round.deal_id, "bets": {}}
    again = services.deal(**deal, client_seed=b"x", mode="standard-medium")
    assert again.round == at.round
    with pytest.raises(Refused):
        services.deal(**deal, client_seed=b"x", mode="vegas-medium")


def test_a_repeated_press_of_deal_takes_one_winnable_deal_and_a_later_one_another(player):
    pools.add(2)
    first = klondike.dealt(player, mode="standard-easy").round
    again = klondike.dealt(player, mode="standard-easy", end_old=True).round
    assert again == first
    assert first.options["deals"] == "winnable"
    klondike.move(player, first.pk, "draw")
    other = klondike.dealt(player, mode="standard-easy", end_old=True).round
    assert other.deal != first.deal
    assert Deal.objects.filter(kind="winnable", player=player).count() == 2


def test_a_replay_lays_the_table_out_as_it_was_played(player):
    klondike.dealt(player)
    klondike.played(player, klondike.WON, len(klondike.line(klondike.WON)) - 3)
    round = Round.objects.get()
    services.end(player=player, round_id=round.pk, at=3, way="give up", sure=True)
    page = factories.client(player).get(f"/rounds/{round.pk}/replay/").content.decode()
    assert 'class="row-top turned"' in page
    assert "klondike.css" in page


def test_an_answer_to_a_move_stays_small_to_the_end(player):
    """The most that is face up in the columns, with the choice of the next game in it."""
    browser, most = factories.client(player), 0
    round = klondike.dealt(player, mode="standard-medium").round
    moves = reverse("games:moves", args=[round.pk])
    for at, notation in enumerate(klondike.line(klondike.WON)[:-1]):
        if at % 8 == 7:
            form = {"at": at, "move": notation}
            answer = browser.post(moves, form, headers={"hx-request": "true"})
            most = max(most, len(gzip.compress(answer.content, 6)))
        else:
            klondike.move(player, round.pk, notation)
    assert 2 * 1024 < most <= 4 * 1024
