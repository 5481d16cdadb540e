"""The pages of play over HTTP: who sees what, what a refusal says, where a plain form leads."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import services, words
from games.catalogue import FUN, MONEY, THREE_CARD_SOLITAIRE
from games.models import Round
from games.refusals import NotNow
from games.rules import IllegalMove, klondike
from tests import factories
from tests.page import Page, differences

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
TABLE = reverse("games:table", args=["three-card-solitaire", "fun"])
DEAL = reverse("games:deal", args=["three-card-solitaire", "fun"])


@pytest.fixture
def player():
    return factories.player()


@pytest.fixture
def browser(player):
    return factories.client(player)


@pytest.fixture
def dealt(player):
    return factories.dealt(player, seed=bytes(96), currency=FUN)


def deal_form(player, **changed):
    offer = services.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=FUN)
    return {"deal_id": offer.pk, "client_seed": "0f" * 16, "card_price": "5", **changed}


@pytest.mark.parametrize("path", ["/", "/games/three-card-solitaire/"])
def test_anybody_sees_lobby_and_information(path):
    page = Client().get(path)
    assert page.status_code == 200
    assert "3-Card Solitaire" in page.content.decode()
    assert reverse("account_login") in page.content.decode()


def test_the_table_is_behind_the_sign_in_which_leads_back():
    answer = Client().get(TABLE)
    assert answer.status_code == 302
    assert answer["location"].endswith(f"?next={TABLE}")


def test_a_fragment_without_a_session_sends_the_whole_page_to_the_sign_in(dealt):
    answer = Client().get(
        reverse("games:fragment", args=[dealt.round.pk]),
        headers={**HTMX, "hx-current-url": f"http://testserver{TABLE}"},
    )
    assert answer.status_code == 204
    assert answer["hx-redirect"].endswith(f"?next={TABLE}")


@pytest.mark.parametrize("name", ["moves", "undo", "end"])
def test_nobody_else_acts_on_a_round(dealt, name):
    stranger = factories.client(factories.player())
    form = {"at": 0, "move": "draw", "way": "collect"}
    assert stranger.post(reverse(f"games:{name}", args=[dealt.round.pk]), form).status_code == 404
    fragment = stranger.get(reverse("games:fragment", args=[dealt.round.pk]), headers=HTMX)
    assert fragment.status_code == 404
    assert Round.objects.get(pk=dealt.round.pk).entries == 0


def test_an_unknown_game_or_currency_is_not_found(browser):
    assert browser.get("/play/no-such-game/fun/").status_code == 404
    assert browser.get("/play/three-card-solitaire/gold/").status_code == 404
    assert browser.get("/games/no-such-game/").status_code == 404


def test_staff_are_told_that_they_have_no_wallet():
    answer = factories.client(factories.staff()).get(TABLE)
    assert answer.status_code == 403
    assert "no wallet" in answer.content.decode()


def test_a_plain_form_deals_and_leads_back_to_the_table(browser, player):
    answer = browser.post(DEAL, deal_form(player, client_seed="", own_seed="Grüße"), follow=True)
    assert answer.redirect_chain == [(TABLE, 302)]
    assert "Dealt." in answer.content.decode()
    round = Round.objects.get(player=player)
    assert bytes(round.deal.client_seed).decode() == "Grüße"


@pytest.mark.parametrize("seed", ["", "xyz", "ff" * 65])
def test_a_deal_without_a_seed_of_the_player_is_refused_and_says_so(browser, player, seed):
    answer = browser.post(DEAL, deal_form(player, client_seed=seed), headers=HTMX)
    assert not Round.objects.exists()
    assert "refusal" in answer.content.decode()


@pytest.mark.parametrize("price", ["", "3", "-5", "1e3", "5.5", "999999999999"])
def test_a_price_that_the_table_does_not_offer_is_refused(browser, player, price):
    browser.post(DEAL, deal_form(player, card_price=price), headers=HTMX)
    assert not Round.objects.exists()


def test_a_bet_above_the_wallet_says_how_much_is_missing():
    poor = factories.player(money=100)
    offer = services.commitment(player=poor, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
    answer = factories.client(poor).post(
        reverse("games:deal", args=["three-card-solitaire", "money"]),
        {"deal_id": offer.pk, "client_seed": "00" * 16, "card_price": 5},
        headers=HTMX,
    )
    assert "1.60" in answer.content.decode()
    assert not Round.objects.exists()


def test_a_stale_move_shows_the_table_as_it_stands(browser, player, dealt):
    moves = reverse("games:moves", args=[dealt.round.pk])
    browser.post(moves, {"at": 0, "move": "draw"}, headers=HTMX)
    answer = browser.post(moves, {"at": 0, "move": "draw"}, headers=HTMX).content.decode()
    position = services.look(player=player, round_id=dealt.round.pk)
    assert Page(answer).at == position.round.entries == 1
    assert differences(Page(answer), position.view) == []
    assert "had moved on" in answer


@pytest.mark.parametrize("at", ["", "-1", "x", "99999999999999"])
def test_a_move_without_its_number_is_refused_with_the_table(browser, dealt, at):
    moves = reverse("games:moves", args=[dealt.round.pk])
    answer = browser.post(moves, {"at": at, "move": "draw"}, headers=HTMX)
    assert answer.status_code == 200
    assert Page(answer.content.decode()).at == 0


def test_the_answer_that_ends_a_game_brings_the_next_commitment_and_the_balance(browser, dealt):
    end = reverse("games:end", args=[dealt.round.pk])
    answer = browser.post(end, {"at": 0, "way": "collect", "sure": "on"}, headers=HTMX)
    text = answer.content.decode()
    offer = services.commitment(player=dealt.round.player, entry=THREE_CARD_SOLITAIRE, currency=FUN)
    assert offer.commitment in text
    assert 'hx-swap-oob="true"' in text
    assert reverse("games:proof", args=[dealt.round.pk]) in text
    assert "so close" not in text.lower()


def test_a_result_below_eighteen_cards_is_told_in_neutral_words(browser, player, dealt):
    services.end(player=player, round_id=dealt.round.pk, at=0, way="collect", sure=True)
    page = browser.get(TABLE).content.decode()
    assert "Game over" in page
    assert "special" not in page


def test_ending_with_moves_left_asks_without_a_script_too(browser, dealt):
    end = reverse("games:end", args=[dealt.round.pk])
    answer = browser.post(end, {"at": 0, "way": "collect"}, follow=True)
    assert 'id="sure"' in answer.content.decode()
    assert Round.objects.get(pk=dealt.round.pk).is_open


def test_what_is_picked_and_where_it_may_go_stands_in_the_page_without_a_script(browser, player):
    position = factories.dealt(player, seed=bytes(96), currency=FUN)
    move = next((move for move in position.moves if ">t" in move), None)
    assert move, "This deck opens with a move between columns."
    page = browser.get(TABLE, {"pick": move.partition(">")[0]}).content.decode()
    assert f'name="move" value="{escape(move)}"' in page
    assert 'aria-pressed="true"' in page


def test_a_choice_is_kept_and_leads_to_safe_places_only(browser, player):
    choice = reverse("games:preference")
    safe = browser.post(choice, {"name": "card_back", "value": "7", "next": TABLE})
    assert safe["location"] == TABLE
    away = browser.post(
        choice, {"name": "table_color", "value": "teal", "next": "https://elsewhere.example/"}
    )
    assert away["location"] == "/"
    player.refresh_from_db()
    assert (player.preferences.card_back, player.preferences.table_color) == (7, "teal")
    assert browser.post(choice, {"name": "card_back", "value": "11"}).status_code == 400
    assert browser.post(choice, {"name": "is_staff", "value": "on"}).status_code == 400


def test_a_page_with_money_is_kept_by_no_cache(browser, dealt):
    assert browser.get(TABLE)["cache-control"] == "no-store"


def test_a_move_asks_the_database_no_more_than_it_needs(
    browser, dealt, django_assert_max_num_queries
):
    moves = reverse("games:moves", args=[dealt.round.pk])
    browser.get(TABLE)  # The first page of a session lists it.
    with django_assert_max_num_queries(10):
        browser.post(moves, {"at": 0, "move": "draw"}, headers=HTMX)


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            IllegalMove("does not fit", card="7h", pile="t3", wanted=("8d", "8h")),
            "7 of Hearts does not fit there: column 3 needs a red 8.",
        ),
        (
            IllegalMove("does not fit", card="7h", pile="fh", wanted=("2h",)),
            "7 of Hearts does not fit there: the foundation needs the 2 of Hearts.",
        ),
        (
            IllegalMove("king only", card="7h", pile="t1", wanted=("Kc", "Kd", "Kh", "Ks")),
            "An empty column takes a king only.",
        ),
        (IllegalMove("no pass left", pile="s"), "No pass through the stock is left."),
    ],
)
def test_a_refused_move_says_why(refusal, sentence):

    assert words.refused(NotNow(refusal)) == sentence


def test_every_reason_of_the_rules_has_its_sentence():

    text = Path(klondike.__file__).read_text()
    reasons = set(re.findall(r'IllegalMove\("([a-z ]+)"', text))
    assert len(reasons) > 8
    assert reasons <= set(words.sentences())
