"""The automatic helper: which words it understands, what it tells of a player's own affairs."""

from __future__ import annotations

import re

import pytest

from accounts import exclusion, limits
from support import helper
from support.chat_models import LINE_LENGTH
from support.helper_matching import find
from support.helper_topics import TOPICS
from tests import factories
from tests.wallet import cashing, depositing
from wallet import cash_outs

QUESTIONS = {
    "Where is my cash-out?": "cash-out stage",
    "My withdrawl still has not arrived": "cash-out stage",
    "When do I get my money paid out?": "cash-out stage",
    "why is my payout on hold": "cash-out stage",
    "My withdrawal failed": "cash-out stage",
    "How do I cash out?": "how to cash out",
    "What is the minimum withdrawal?": "how to cash out",
    "Why is my deposit pending?": "deposit stage",
    "I paid in 20 euros and it does not show up": "deposit stage",
    "my card was declined": "deposit stage",
    "How can I pay in?": "how to deposit",
    "Which payment methods do you take?": "methods",
    "What is my balance?": "balance",
    "How many chips do I have left?": "balance",
    "I had an unfinished game, how do I get back to it?": "unfinished",
    "My connection crashed in the middle of a hand": "unfinished",
    "How do I continue my round?": "unfinished",
    "What are my limits?": "limits",
    "I want to raise my deposit limit": "limits",
    "How much is left of my loss limit?": "limits",
    "Am I excluded?": "exclusion",
    "When does my time-out end?": "stop",
    "Please exclude me": "stop",
    "I want to take a break from playing": "stop",
    "How do I close my account?": "stop",
    "Is my identity verified yet?": "identity",
    "Why do you need my passport?": "identity",
    "How do I play 3-Card Solitaire?": "3-card solitaire",
    "rules of Klondike please": "klondike",
    "How does Royal Parade work?": "royal parade",
    "What is the ante in rummy?": "rummy",
    "Which games do you have?": "rules",
    "What is the return to player?": "odds",
    "Is this rigged?": "fairness",
    "How can I prove the deal was fair?": "fairness",
    "Was my game winnable?": "winnable",
    "What is the daily deal?": "daily",
    "How do I get on the leaderboards?": "boards",
    "Where are my statistics?": "statistics",
    "Can I see a replay of yesterday's game?": "history",
    "How do I share a game with a friend?": "share",
    "How do I change the card back?": "table",
    "I forgot my password": "sign-in",
    "I cannot log in": "sign-in",
    "How do I set up two-factor authentication?": "sign-in",
    "somebody else used my account": "sign-in",
    "How do I change my e-mail address?": "account",
    "Download my personal data": "data",
    "How old must I be?": "terms",
    "I want to make a complaint": "complaint",
    "What is a reality check?": "reality check",
    "Can I talk to a person?": "person",
    "let me speak to your manager": "person",
    "Are you a robot?": "helper",
    "Hello": "greeting",
    "Do you have a bonus for me?": "bonus",
    "How do I get more chips?": "chips",
    "Where is my statement?": "statement",
    "There is a bug on the table": "writing",
    # Worries come before everything else that a line may be about.
    "I lose too much at rummy": "worries",
    "I can't stop playing": "worries",
    "I have lost all my savings, where is my balance": "worries",
    "My husband has a gambling problem": "worries",
    "I want to win it back": "worries",
    "I want to kill myself": "crisis",
    "I don't want to live any more": "crisis",
    # Honest about what it does not know.
    "What is the weather in Paris?": "",
    "Can you write me a poem?": "",
    "asdf qwerty": "",
}
PAGES = re.compile(r"^.+: (/\S+)$", re.MULTILINE)


@pytest.mark.parametrize(("question", "topic"), QUESTIONS.items())
def test_a_question_finds_its_topic(question: str, topic: str) -> None:
    found = find(question, TOPICS)
    assert (found.name if found else "") == topic


def said(player, text: str) -> str:
    return helper.answer(player, text).text


@pytest.mark.django_db
def test_every_answer_fits_a_line_names_pages_that_open_and_urges_nobody_to_play() -> None:
    player = factories.player()
    factories.dealt(player)
    client = factories.client(player)
    faults = []
    for topic in TOPICS:
        text = topic.answer(player)
        opened = {path: client.get(path).status_code for path in PAGES.findall(text)}
        faults += [(topic.name, path) for path, code in opened.items() if code not in (200, 302)]
        if len(text) > LINE_LENGTH or re.search(r"play now|good luck|try your luck|win big", text):
            faults.append((topic.name, text))
    assert faults == []


@pytest.mark.django_db
def test_worries_are_answered_with_limits_pauses_help_and_a_person() -> None:
    text = said(factories.player(), "I lose too much, I cannot stop")
    for page in ("/settings/limits/", "/settings/limits/exclusion/", "/help/safer-play/"):
        assert page in text
    assert "person of the house" in text


@pytest.mark.django_db
def test_the_first_answer_says_that_it_is_automatic_and_what_it_cannot_answer_names_a_person() -> (
    None
):
    player = factories.player()
    assert "automatic helper" in helper.answer(player, "Is this rigged?", first=True).text
    assert "automatic helper" in helper.answer(player, "Hello", first=True).text
    assert "Talk to a person" in said(player, "What is the weather in Paris?")


@pytest.mark.django_db
def test_it_tells_the_stage_of_the_last_cash_out_in_the_cashiers_words() -> None:
    player = cashing.player()
    assert "not asked for a cash-out" in said(player, "Where is my cash-out?")
    row = cashing.asked(player, 50_00)
    text = said(player, "Where is my cash-out?")
    assert f"number {row.pk} of €50.00, is requested" in text
    assert f"/cashier/cash-outs/{row.pk}/" in text
    cash_outs.hold(cash_out_id=row.pk, reason="identity", note=cashing.WHY, actor=factories.staff())
    assert "is on hold" in said(player, "Where is my cash-out?")


@pytest.mark.django_db
def test_it_tells_why_a_deposit_is_pending_and_that_a_pause_stops_the_next_one() -> None:
    player = depositing.player()
    row = depositing.asked(player, 20_00)
    text = said(player, "Why is my deposit pending?")
    assert "€20.00" in text
    assert "has not told us of a payment yet" in text
    assert f"/cashier/deposits/{row.pk}/" in text
    exclusion.start(player=player, kind=exclusion.Kind.DAY)
    assert "time-out until" in said(player, "Why is my deposit pending?")


@pytest.mark.django_db
def test_it_tells_limits_and_balance_and_leads_back_to_a_game_in_play() -> None:
    player = factories.player()
    assert "no unfinished game" in said(player, "my unfinished game")
    at = factories.dealt(player)
    limits.ask(player=player, kind="loss", period="day", amount=20_00, shown=str)
    assert "Losses a day: €20.00" in said(player, "What are my limits?")
    assert "€497.40 in money" in said(player, "What is my balance?")
    text = said(player, "my unfinished game")
    assert f"Game {at.round.pk}" in text
    assert "/play/three-card-solitaire/money/" in text


@pytest.mark.django_db
def test_another_players_affairs_are_in_no_answer() -> None:
    other = cashing.player()
    row = cashing.asked(other, 50_00)
    text = said(factories.player(), f"Where is cash-out {row.pk}?")
    assert "You have not asked for a cash-out yet." in text


def test_a_hand_off_names_what_was_tried_and_the_last_line_that_says_anything() -> None:
    lines = ["Hello", "Where is my cash-out?", "why is it  on hold", "I want a human"]
    assert helper.tried(lines) == ["The last cash-out"]
    assert helper.summary(lines) == "why is it on hold"
    assert helper.summary(["Hello"]) == "Hello"
    assert len(helper.summary(["x" * 900])) == 200
