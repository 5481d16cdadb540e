"""The table of rummy over HTTP: what it shows, what it takes, and what it keeps to itself."""

import re
from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.forms import IntegerField
from django.http import QueryDict
from django.urls import reverse

from games import positions, services
from games.catalogue import FUN, MONEY, THREE_CARD_RUMMY
from games.forms import DealForm, EndForm, MoveForm
from games.models import Round
from games.rules import three_card_rummy as rules
from games.rules import three_card_rummy_odds as odds
from games.words import card as card_name
from tests import factories, rummy
from wallet import ledger

pytestmark = pytest.mark.django_db
TABLE = reverse("games:table", args=["three-card-rummy", "money"])
DEAL = reverse("games:deal", args=["three-card-rummy", "money"])
INFO = reverse("games:info", args=["three-card-rummy"])
HTMX = {"hx-request": "true"}


@pytest.fixture
def player():
    return factories.player(money=50_000)


@pytest.fixture
def browser(player):
    return factories.client(player)


def offer(player, currency=MONEY):
    return services.commitment(player=player, entry=THREE_CARD_RUMMY, currency=currency).pk


def post_deal(browser, player, **changed):
    form = {"deal_id": offer(player), "client_seed": "00" * 16, "ante": "5", "bonus": "1"}
    return browser.post(DEAL, form | changed, headers=HTMX)


def post_move(browser, at, move):
    address = reverse("games:moves", args=[at.round.pk])
    return browser.post(address, {"at": at.round.entries, "move": move}, headers=HTMX)


def text(answer):
    """The words of a page, without its tags."""
    plain = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return unescape(re.sub(r"\s+", " ", plain))


def result(answer):
    """The words of the result, without the limits of the next bets."""
    return text(answer).split("Ante €1.00 to")[0]


def marked(answer):
    """The lines of the paytables beside the table that are marked."""
    beside = answer.content.decode().split('class="paytables"')[1]
    rows = re.findall(r'<tr class="current"><th scope="row">([^<]*?) <span', beside)
    return [row.strip() for row in rows]


# Before any bet


def test_the_information_page_shows_the_exact_figures_to_anybody(client):
    page = text(client.get(INFO))
    best = odds.ante_and_raise()
    assert f"{100 * float(best.house_edge):.2f} % of the ante" in page
    assert f"{100 * float(best.element_of_risk):.2f} % of all that is staked" in page
    assert f"raise on {odds.best_strategy()} points or less" in page
    assert f"{100 * float(odds.bonus().house_edge):.2f} % of the bonus" in page
    assert "one hand in 5,525" in page
    assert ("3.23 %" in page, "1.93 %" in page, "3.46 %" in page) == (True, True, True)


@pytest.mark.parametrize("address", [INFO, TABLE])
def test_both_paytables_stand_there_before_a_bet(browser, address):
    page = text(browser.get(address))
    for row in (*rules.RAISE_TABLE, *rules.BONUS_TABLE):
        if row.odds is not None:
            assert f"{row.odds}:1" in page
    assert "A-2-3 of one suit" in page
    assert "13 points or more" in page


def test_the_empty_table_tells_its_limits_and_where_the_figures_are(browser):
    answer = browser.get(TABLE)
    assert "Ante €1.00 to €100.00 · bonus none or €1.00 to €25.00" in text(answer)
    assert f'href="{INFO}"' in answer.content.decode()


def test_the_lobby_offers_the_game(client):
    assert INFO in client.get("/").content.decode()


# A hand


def test_the_cards_lie_with_their_points_and_meld_at_once(browser, player):
    services.commit(
        player=player,
        entry=THREE_CARD_RUMMY,
        currency=MONEY,
        server_seed=rummy.seed_of(lambda state: rules.scored(state.player).meld == "pair"),
    )
    answer = post_deal(browser, player)
    at = services.current(player=player, entry=THREE_CARD_RUMMY, currency=MONEY)
    points = at.view.fact("points")
    assert f"You {points} point" in text(answer)
    assert re.search(rf"You have {points} points?, a pair of \w+s\.", text(answer))
    assert all(card_name(card) in answer.content.decode() for card in at.view.pile("player"))


def test_what_is_in_play_and_what_is_held_are_shown_apart(browser, player):
    answer = post_deal(browser, player, ante="7", bonus="2")
    assert "In play €9.00 Held for the raise €7.00" in text(answer)
    assert "€9.00 in play, €7.00 held" in text(browser.get("/"))


@pytest.mark.parametrize(("outcome", "paid"), rummy.ENDINGS)
def test_each_bet_has_a_line_of_its_own_and_there_is_a_total(browser, player, outcome, paid):
    at = rummy.dealt(player, seed=rummy.seed_for(outcome, paid), ante=500, bonus=100)
    answer = post_move(browser, at, rummy.decision(outcome))
    round = Round.objects.get()
    lines = dict(re.findall(r"(Ante|Raise|Bonus) €[\d.]+ ([a-z]+ ?[a-z\d:]*) €", result(answer)))
    raised = {rules.WIN: f"wins {paid}:1", rules.LOSE: "loses"}.get(outcome, "comes back")
    ante = {rules.FOLDED: "loses", rules.LOSE: "loses", rules.TIE: "comes back"}
    assert lines["Ante"] == ante.get(outcome, "wins 1:1")
    assert lines.get("Raise") == (None if outcome == rules.FOLDED else raised)
    assert f"Total €{round.staked / 100:.2f} returned €{round.returned / 100:.2f}" in text(answer)
    assert f"returned €{round.returned / 100:.2f}." in text(answer), "it is said as well"


def test_the_lines_of_the_paytables_that_were_hit_are_marked(browser, player):
    seed = rummy.seed_of(
        lambda state: (
            rummy.ending(state, "raise") == (rules.WIN, 2)
            and 1 < rules.scored(state.player).points < 6
        )
    )
    at = rummy.dealt(player, seed=seed)
    assert marked(post_move(browser, at, "raise")) == ["1 to 5 points", "1 to 6 points"]


def test_a_folded_hand_hits_no_line(browser, player):
    at = rummy.dealt(player, seed=rummy.seed_for(rules.FOLDED))
    assert marked(post_move(browser, at, "fold")) == []


def test_a_raise_that_loses_hits_no_line_of_its_table(browser, player):
    seed = rummy.seed_of(
        lambda state: (
            rummy.ending(state, "raise")[0] == rules.LOSE and rules.scored(state.player).points > 6
        )
    )
    answer = post_move(browser, rummy.dealt(player, seed=seed, bonus=0), "raise")
    assert marked(answer) == []


def test_a_hand_cut_off_is_there_again_after_the_next_sign_in(player):
    at = rummy.dealt(player)
    page = factories.client(player).get(TABLE).content.decode()
    assert all(f'id="c-{card}"' in page for card in at.view.pile("player"))
    assert 'value="raise"' in page
    assert "Go on playing" in factories.client(player).get("/").content.decode()


def test_refresh_and_back_show_the_decided_hand_and_no_second_decision(browser, player):
    at = rummy.dealt(player)
    post_move(browser, at, "raise")
    page = browser.get(TABLE).content.decode()
    assert all(f'id="c-{card}"' in page for card in positions.deck(at.round)[:6])
    assert 'value="raise"' not in page
    again = post_move(browser, at, "fold")
    assert "This game has ended." in text(again)
    assert Round.objects.get().log.count() == 1


def test_a_plain_form_deals_and_decides(player):
    browser = factories.client(player)
    form = {"deal_id": offer(player), "own_seed": "my text", "ante": "5", "bonus": ""}
    dealt = browser.post(DEAL, form, follow=True)
    assert dealt.redirect_chain
    assert "Raise or fold?" in text(dealt)
    at = services.current(player=player, entry=THREE_CARD_RUMMY, currency=MONEY)
    assert at.round.bets == {"ante": 500, "bonus": 0}
    address = reverse("games:moves", args=[at.round.pk])
    ended = browser.post(address, {"at": 0, "move": "fold"}, follow=True)
    assert "You folded" in text(ended)


def test_the_replay_turns_the_dealers_cards_up_with_the_decision(browser, player):
    at = rummy.decide(player, rummy.dealt(player), "raise")
    address = reverse("games:replay", args=[at.round.pk])
    first, last = (browser.get(f"{address}?step={n}").content.decode() for n in (0, 1))
    for card in positions.deck(at.round)[3:6]:
        assert f'id="c-{card}"' not in first
        assert f'id="c-{card}"' in last
    assert "Raised. The dealer has" in last


def test_the_page_of_the_proof_names_game_and_decision(browser, player):
    at = rummy.decide(player, rummy.dealt(player), "raise")
    page = text(browser.get(reverse("games:proof", args=[at.round.pk])))
    assert "Vegas Three Card Rummy" in page
    assert "1 entry of the log raise" in page


# Rebet


def test_one_press_on_rebet_deals_the_same_bets_again(browser, player):
    rummy.decide(player, rummy.dealt(player, ante=700, bonus=300), "fold")
    assert "Rebet €7.00 + €3.00" in text(browser.get(TABLE))
    post_deal(browser, player, rebet="on", ante="", bonus="")
    newest = Round.objects.latest("pk")
    assert newest.is_open
    assert newest.bets == {"ante": 700, "bonus": 300}


def test_rebet_repeats_the_last_bets_whatever_the_fields_say(browser, player):
    rummy.decide(player, rummy.dealt(player, ante=700, bonus=0), "fold")
    post_deal(browser, player, rebet="on", ante="100", bonus="25")
    assert Round.objects.latest("pk").bets == {"ante": 700, "bonus": 0}


def test_rebet_with_too_little_says_what_is_missing_and_stakes_nothing():
    poor = factories.player(money=2_000)
    rummy.decide(poor, rummy.dealt(poor, ante=900, bonus=100), "fold")
    answer = post_deal(factories.client(poor), poor, rebet="on")
    missing = 1_900 - ledger.balances(poor, "EUR").wallet
    assert missing > 0
    assert f"€{missing / 100:.2f} short. Nothing was staked." in text(answer)
    assert Round.objects.count() == 1


def test_rebet_before_any_hand_is_refused(browser, player):
    assert "no earlier bet" in text(post_deal(browser, player, rebet="on"))
    assert not Round.objects.exists()


# Stakes that were tampered with


@pytest.mark.parametrize(
    "changed",
    [
        {"ante": "-5"}, {"ante": "0"}, {"ante": "0.5"}, {"ante": "5.001"}, {"ante": "101"},
        {"ante": ""}, {"ante": "five"}, {"ante": "1e2"}, {"ante": "9" * 30}, {"bonus": "-1"},
        {"bonus": "26"}, {"bonus": "0.01"}, {"ante": "5,5"}, {"ante": "EUR 5"},
        {"ante": "٥"}, {"ante": "１０"}, {"ante": "1_0"}, {"ante": "+5"}, {"ante": "5."},
        {"ante": "5.0"}, {"ante": " 5"}, {"ante": "5\n"}, {"bonus": "٥"}, {"bonus": "+5"},
    ],
)  # fmt: skip
def test_a_stake_tampered_with_is_refused_with_a_sentence(browser, player, changed):
    answer = post_deal(browser, player, **changed)
    bet = (
        "Ante: a whole number from 1 to 100."
        if "ante" in changed
        else "Bonus: none, or a whole number from 1 to 25."
    )
    assert bet in text(answer)
    assert ledger.balances(player, "EUR") == (50_000, 0, 0)
    assert not Round.objects.exists()


@pytest.mark.parametrize("form", [MoveForm, EndForm, DealForm])
@pytest.mark.parametrize("typed", ["٥", "１０", "1_0", "+5", "5.", "5.0", " 5", "5\n", "-0"])
def test_every_number_of_a_form_is_plain_digits(form, typed):
    made = form(QueryDict(), *([THREE_CARD_RUMMY] if form is DealForm else []))
    numbers = [field for field in made.fields.values() if isinstance(field, IntegerField)]
    assert numbers
    for field in numbers:
        assert field.clean("5") == 5
        with pytest.raises(ValidationError):
            field.clean(typed)


def test_the_commitment_of_fun_play_cannot_open_a_hand_for_money(browser, player):
    answer = post_deal(browser, player, deal_id=offer(player, FUN))
    assert "Please deal again." in text(answer)
    assert not Round.objects.exists()


def test_a_deal_over_an_open_hand_shows_the_hand_and_the_way_on(browser, player):
    at = rummy.dealt(player)
    answer = post_deal(browser, player)
    assert "Decide it before the next one is dealt." in text(answer)
    assert 'value="raise"' in answer.content.decode()
    assert Round.objects.get().pk == at.round.pk


def test_the_delay_between_hands_for_money_is_on_every_button_that_deals(browser, player, settings):
    settings.JURISDICTION = "strict"
    rummy.decide(player, rummy.dealt(player), "fold")
    page = browser.get(TABLE).content.decode()
    assert re.findall(r'id="(\w+)-button" [^>]*data-wait="[345]"', page) == ["rebet", "deal"]
    assert "can start in" in text(post_deal(browser, player, rebet="on"))


# What the browser may not know


def test_the_dealers_cards_are_in_no_answer_before_the_decision(browser, player):
    answers = [post_deal(browser, player)]
    at = services.current(player=player, entry=THREE_CARD_RUMMY, currency=MONEY)
    deck = positions.deck(at.round)
    fragment = reverse("games:fragment", args=[at.round.pk])
    answers += [
        browser.get(TABLE),
        browser.get(fragment, headers=HTMX),
        post_move(browser, at, "draw"),
        post_deal(browser, player),
        browser.get("/"),
        browser.get(reverse("games:history")),
        browser.get(reverse("games:replay", args=[at.round.pk])),
        browser.get(reverse("games:proof", args=[at.round.pk])),
    ]
    for hidden in deck[3:]:
        for answer in answers:
            page = answer.content.decode()
            assert not re.search(rf'(c-|#|"){hidden}(?=["<])', page), answer.request
            assert card_name(hidden) not in page
    shown = post_move(browser, at, "fold").content.decode()
    assert all(card_name(card) in shown for card in deck[:6])
    assert not any(card_name(card) in shown for card in deck[6:])
