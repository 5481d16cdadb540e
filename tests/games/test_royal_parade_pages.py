"""Royal Parade over HTTP: deal and options, hint, restart, the end, results, words, replay."""

import gzip
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import proofs, services, statistics, words
from games.catalogue import FUN, ROYAL_PARADE
from games.log import entries
from games.models import Result, Round
from games.refusals import AskFirst, HasEnded, NotNow, Refused
from games.rules import IllegalMove, royal_parade
from tests import factories, parade
from tests.page import Page

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
TABLE = reverse("games:table", args=["royal-parade", "fun"])
DEAL = reverse("games:deal", args=["royal-parade", "fun"])


@pytest.fixture
def player():
    return factories.player()


@pytest.fixture
def browser(player):
    return factories.client(player)


def deal_form(player, **changed):
    offer = services.commitment(player=player, entry=ROYAL_PARADE, currency=FUN)
    return {"deal_id": offer.pk, "client_seed": "0f" * 16, **changed}


def post(browser, name, round, **form):
    fields = {"at": Round.objects.get(pk=round.pk).entries, **form}
    answer = browser.post(reverse(f"games:{name}", args=[round.pk]), fields, headers=HTMX)
    return answer.content.decode()


def test_one_press_deals_and_the_page_shows_all_104_cards(browser, player):
    answer = browser.post(DEAL, deal_form(player), headers=HTMX).content.decode()
    position = services.current(player=player, entry=ROYAL_PARADE, currency=FUN)
    assert parade.differences(Page(answer), position.view) == []
    assert position.round.staked == 0
    assert "10,000.00" in browser.get(TABLE).content.decode()


def test_it_is_played_for_fun_only(browser):
    assert browser.get("/play/royal-parade/money/").status_code == 404


def test_ids_of_the_two_packs_are_unique(browser, player):
    parade.dealt(player)
    page = browser.get(TABLE).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_chosen_options_hold_for_the_game_and_are_offered_first_the_next_time(browser, player):
    form = deal_form(player, option_aces="by the house", option_fill="next deal")
    browser.post(DEAL, form, headers=HTMX)
    round = Round.objects.get(player=player)
    assert round.options == {"fill": "next deal", "aces": "by the house", "openers": "set"}
    page = browser.get(TABLE).content.decode()
    assert '<option value="by the house" selected>' in page
    assert '<option value="next deal" selected>' in page
    assert '<option value="set" selected>' in page


@pytest.mark.parametrize("option", ["option_fill", "option_aces", "option_openers"])
def test_an_option_that_does_not_exist_is_refused(browser, player, option):
    answer = browser.post(DEAL, deal_form(player, **{option: "whatever"}), headers=HTMX)
    assert not Round.objects.exists()
    assert "no such rule" in answer.content.decode()


def test_an_option_that_the_game_does_not_offer_is_refused(player):
    with pytest.raises(Refused):
        parade.dealt(player, passes="3")


def opening_with_aces(player):
    """A game whose house discards aces at the opening, and how many it did."""
    for number in range(1, 20):
        someone = player if number == 1 else factories.player()
        position = parade.dealt(someone, number.to_bytes(96, "big"), aces="by the house")
        if position.view.fact("aces"):
            return someone, position
    raise AssertionError("No deck opens with an ace.")


def test_aces_of_the_opening_are_discarded_by_the_house_and_logged(player):
    someone, position = opening_with_aces(player)
    log = entries(position.round)
    assert log
    assert {actor for actor, _ in log} == {"house"}
    assert all(notation.endswith(">x") for _, notation in log)
    assert position.round.entries == len(log) == position.view.fact("aces")
    assert not position.can_undo
    moved = services.move(
        player=someone,
        round_id=position.round.pk,
        at=len(log),
        notation=next(m for m in position.moves if m != "deal"),
    )
    ended = services.end(
        player=someone, round_id=moved.round.pk, at=moved.round.entries, way="give up", sure=True
    )
    assert all(check.holds for check in proofs.verify(proofs.proof(ended.round)))
    replay = factories.client(someone).get(reverse("games:replay", args=[moved.round.pk]))
    assert replay.status_code == 200
    steps = factories.client(someone).get(reverse("games:replay-steps", args=[moved.round.pk]))
    assert "by the house" in steps.content.decode()


def test_a_hint_names_a_legal_move_and_writes_nothing(browser, player):
    position = parade.dealt(player)
    answer = post(browser, "hint", position.round)
    hinted = re.search(r'data-hint="([^"]+)"', answer)
    assert hinted
    assert hinted[1].replace("&gt;", ">") == parade.line(parade.WON)[0]
    assert "Hint: " in answer
    assert Round.objects.get().entries == 0


def test_a_hint_without_a_script_is_told_on_the_table(browser, player):
    position = parade.dealt(player)
    answer = browser.post(reverse("games:hint", args=[position.round.pk]), follow=True)
    assert answer.redirect_chain == [(TABLE, 302)]
    assert "Hint: " in answer.content.decode()


def test_a_game_for_money_gives_no_hints_and_no_second_go(browser, player):
    paid = factories.dealt(player)
    assert "no hints" in post(browser, "hint", paid.round)
    assert "not played twice" in post(browser, "restart", paid.round, sure="on")
    assert Round.objects.get().is_open


@pytest.mark.parametrize("name", ["hint", "restart"])
def test_somebody_elses_game_is_not_found(player, name):
    position = parade.dealt(player)
    stranger = factories.client(factories.player())
    url = reverse(f"games:{name}", args=[position.round.pk])
    assert stranger.post(url, {"at": 0, "sure": "on"}, headers=HTMX).status_code == 404
    assert Client().post(url, {"at": 0}).status_code == 302
    assert Round.objects.get().is_open


def test_a_restart_asks_first_and_deals_the_same_cards(browser, player):
    first = parade.dealt(player)
    parade.move(player, first.round.pk, parade.line(parade.WON)[0])
    assert 'id="sure"' in post(browser, "restart", first.round)
    assert Round.objects.count() == 1
    answer = post(browser, "restart", first.round, sure="on")
    second = services.current(player=player, entry=ROYAL_PARADE, currency=FUN)
    assert second.round.pk != first.round.pk
    assert second.view == first.view
    assert parade.differences(Page(answer), first.view) == []
    assert Round.objects.get(pk=first.round.pk).outcome == "give up"


def test_a_restart_sent_twice_starts_once(browser, player):
    first = parade.dealt(player)
    for _ in range(2):
        post(browser, "restart", first.round, sure="on")
    assert Round.objects.count() == 2
    with pytest.raises(HasEnded):
        services.restart(player=player, round_id=first.round.pk, at=1, sure=True)


@pytest.mark.parametrize("press", ["moves", "undo", "hint", "end", "restart", "fragment"])
def test_a_tab_left_behind_by_a_restart_shows_the_game_in_play(browser, player, press):
    first = parade.dealt(player)
    parade.move(player, first.round.pk, parade.line(parade.WON)[0])
    second = services.restart(player=player, round_id=first.round.pk, at=1, sure=True)
    if press == "fragment":
        url = reverse("games:fragment", args=[first.round.pk])
        answer = browser.get(url, headers=HTMX).content.decode()
    else:
        answer = post(browser, press, first.round, move="deal", way="give up", sure="on")
    assert f'data-round="{second.round.pk}"' in answer
    assert parade.differences(Page(answer), second.view) == []
    assert Round.objects.open().get().entries == 0


def test_nothing_is_revealed_before_the_last_go_at_a_deal_has_ended(browser, player):
    first = parade.dealt(player)
    second = services.restart(player=player, round_id=first.round.pk, at=0, sure=True)
    for page in ("proof", "replay"):
        text = browser.get(reverse(f"games:{page}", args=[first.round.pk])).content.decode()
        assert second.round.deal.seed().hex() not in text
    with pytest.raises(proofs.NotRevealed):
        proofs.proof(Round.objects.get(pk=first.round.pk))
    services.end(player=player, round_id=second.round.pk, at=0, way="give up", sure=True)
    for round in Round.objects.all():
        assert all(check.holds for check in proofs.verify(proofs.proof(round)))


def test_an_ended_deal_is_not_begun_again(player):
    position = parade.dealt(player)
    services.end(player=player, round_id=position.round.pk, at=0, way="give up", sure=True)
    with pytest.raises(HasEnded):
        services.restart(player=player, round_id=position.round.pk, at=1, sure=True)


def test_a_new_deal_asks_before_it_ends_the_game_in_play(browser, player):
    parade.dealt(player)
    form = deal_form(player)
    asked = browser.post(DEAL, form, headers=HTMX).content.decode()
    assert 'id="sure"' in asked
    browser.post(DEAL, {**form, "end_old": "on"}, headers=HTMX)
    old, new = Round.objects.order_by("pk")
    assert (old.outcome, new.outcome) == ("give up", "")
    assert old.deal_id != new.deal_id


def test_giving_up_asks_in_words_of_its_own(browser, player):
    position = parade.dealt(player)
    asked = post(browser, "end", position.round, way="give up")
    assert "counts as lost" in asked
    assert "collect" not in asked.lower()
    with pytest.raises(AskFirst):
        services.end(player=player, round_id=position.round.pk, at=0, way="give up")


def test_a_stuck_player_is_told_and_may_give_up_without_being_asked(browser, player):
    position = parade.dealt(player, parade.STUCK)
    *_, last = parade.advanced(player, parade.STUCK, 1)
    answer = post(browser, "moves", position.round, move=last)
    assert "Nothing can be moved and no deal is left" in answer
    assert Round.objects.get().is_open
    services.undo(player=player, round_id=position.round.pk, at=Round.objects.get().entries)
    post(browser, "moves", position.round, move=last)
    ended = post(browser, "end", position.round, way="give up")
    assert "given up" in ended
    assert not Result.objects.get().won


def test_a_won_game_is_celebrated_and_comes_to_the_figures(browser, player):
    position = parade.dealt(player)
    (last,) = parade.advanced(player, parade.WON, 1)
    answer = post(browser, "moves", position.round, move=last)
    assert "The parade is complete" in answer
    assert "you have won" in answer
    result = Result.objects.get()
    assert (result.won, result.cards, result.moves) == (True, 96, len(parade.line(parade.WON)))
    assert not result.restarted
    figures = statistics.figures(player, ROYAL_PARADE)
    assert figures[:4] == (1, 1, 96, result.moves)
    assert "Fewest moves" in browser.get("/games/royal-parade/").content.decode()
    round = Round.objects.get()
    assert all(check.holds for check in proofs.verify(proofs.proof(round)))


def test_the_verifier_of_the_command_line_agrees(player, tmp_path, capsys):
    position = parade.dealt(player)
    services.end(player=player, round_id=position.round.pk, at=0, way="give up", sure=True)
    call_command("verify_deal", str(position.round.pk))
    assert "NOT" not in capsys.readouterr().out


def test_the_first_go_with_a_move_counts_and_another_counts_in_no_figure(player):
    round = parade.dealt(player).round
    for at, goes in ((0, 0), (1, 1), (1, 2)):
        if at:
            parade.move(player, round.pk, parade.line(parade.WON)[0])
        round = services.restart(player=player, round_id=round.pk, at=at, sure=True).round
        assert Result.objects.count() == goes
        assert statistics.figures(player, ROYAL_PARADE).played == min(goes, 1)
    assert [result.restarted for result in Result.objects.order_by("pk")] == [False, True]


def test_a_game_given_up_after_a_move_counts_as_played_with_its_cards(player):
    position = parade.dealt(player)
    parade.move(player, position.round.pk, parade.line(parade.WON)[0])
    at = Round.objects.get().entries
    services.end(player=player, round_id=position.round.pk, at=at, way="give up", sure=True)
    placed = royal_parade.view(services.look(player=player, round_id=position.round.pk).state)
    figures = statistics.figures(player, ROYAL_PARADE)
    assert figures == (1, 0, placed.fact("placed"), None, None) or figures.won == 0
    assert figures.most_cards == placed.fact("placed")


def test_three_card_solitaire_has_results_too_and_rummy_none(player):
    paid = factories.dealt(player)
    services.move(player=player, round_id=paid.round.pk, at=0, notation="draw")
    services.end(player=player, round_id=paid.round.pk, at=1, way="collect", sure=True)
    result = Result.objects.get()
    assert (result.game, result.moves, result.won) == ("three-card-solitaire", 1, False)


def test_a_gap_counts_as_a_minute_at_most():
    start = datetime(2026, 1, 1, tzinfo=UTC)
    times = [start, start + timedelta(seconds=20), start + timedelta(hours=5)]
    assert statistics.played_seconds(times) == 80


def test_what_is_picked_may_change_places_without_a_script(browser, player):
    position = parade.dealt(player)
    for notation in parade.line(parade.WON):
        swap = next((move for move in position.moves if "=" in move), None)
        if swap:
            break
        position = parade.move(player, position.round.pk, notation)
    one, other = swap.split("=")
    for picked in (one, other):
        page = browser.get(TABLE, {"pick": picked}).content.decode()
        assert f'name="move" value="{swap}"' in page


def test_a_moves_answer_is_small_to_the_end(browser, player):
    position = parade.dealt(player)
    last = parade.advanced(player, parade.WON, 3)[0]
    answer = post(browser, "moves", position.round, move=last)
    assert len(gzip.compress(answer.encode(), 6)) <= 4 * 1024


def test_the_index_of_rules_leads_to_each_game_and_back():
    index = Client().get(reverse("games:rules")).content.decode()
    page = Client().get("/games/royal-parade/").content.decode()
    for slug in ("royal-parade", "three-card-solitaire", "three-card-rummy"):
        assert reverse("games:info", args=[slug]) in index
    assert 'rel="prev"' in page
    assert 'rel="next"' in page
    for word in ("Financier", "Three Up", "104 cards", "1 in 10", "mostly skill", "hard"):
        assert word in page


def test_lobby_and_history_show_a_free_game_without_a_stake(browser, player):
    position = parade.dealt(player)
    page = browser.get("/").content.decode()
    assert "<b>Royal Parade</b>" in page
    assert "in play</span><br>last played" in page
    services.end(player=player, round_id=position.round.pk, at=0, way="give up", sure=True)
    assert "for 0.00" not in browser.get("/").content.decode()
    history = browser.get(reverse("games:history")).content.decode()
    assert "Royal Parade" in history
    assert "free" in history


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            IllegalMove("not the base", card="5h1", pile="b3", wanted=("3c1",)),
            "An empty place of the Threes takes a 3 only.",
        ),
        (
            IllegalMove("does not fit", card="5h1", pile="a1", wanted=("5s1",)),
            "5 of Hearts does not fit there: place 1 of the Twos needs the 5 of Spades.",
        ),
        (
            IllegalMove("not both right", card="Kc2", pile="c2", wanted=()),
            "They cannot change places: King of Clubs would not stand right in place 2 of "
            "the Fours.",
        ),
        (IllegalMove("nothing to the reserve", pile="v1"), "Nothing is played to the reserve."),
    ],
)
def test_a_refused_move_says_why(refusal, sentence):
    assert words.refused(NotNow(refusal)) == sentence


def test_every_reason_of_the_rules_has_its_sentence():
    text = Path(royal_parade.__file__).read_text()
    reasons = set(re.findall(r'IllegalMove\("([a-z ]+)"', text))
    assert len(reasons) > 10
    assert reasons <= set(words.sentences())


def test_a_whole_game_is_told_in_sentences(player):
    position = parade.dealt(player)
    told = []
    for notation in parade.line(parade.WON):
        before = position.view
        position = parade.move(player, position.round.pk, notation)
        told.append(words.moved(notation, before, position.view))
    assert all(sentence.endswith(".") for sentence in told)
    assert any("changed places" in sentence for sentence in told) or "=" not in "".join(
        parade.line(parade.WON)
    )
    assert any("turned up" in sentence for sentence in told)
    assert "you have won" in told[-1]
