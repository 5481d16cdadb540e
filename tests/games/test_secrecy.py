"""Nobody can read a hidden card of a round in play: not in a response, a log line or a table row.

The test knows the deck. It plays a whole game over HTTP and reads every response, every log line
and, as text, every row of every table, the broker's among them.
"""

import logging
import re

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.urls import reverse

from games import positions, services
from games.models import Round
from games.rules import face_up
from games.words import card as card_name
from tests import factories, strategies

pytestmark = pytest.mark.django_db(transaction=True)
CARD = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK][cdhs])(?![A-Za-z0-9])")
# A foundation says which card it takes next; that follows from what lies open.
TAKES = re.compile(r'aria-label="Foundation of [^"]*"')
# What lies open in any row: nothing of a round in play but its log, options and bets.
TABLES = """
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname IN ('public', 'broker')
"""


def cards_in(text):
    return set(CARD.findall(text))


def named_in(text, cards):
    return {card for card in cards if str(card_name(card)).lower() in text.lower()}


# Random letters, in which two may look like a card.
HASH = re.compile(r"argon2\$[^\"]*|md5\$[^\"]*")


def rows_as_text():
    """Every row of every table; sessions decoded, since their text is base64."""
    for session in Session.objects.all():
        yield "sessions", str(session.get_decoded())
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        for (table,) in cursor.fetchall():
            if table == "public.django_session":
                continue
            cursor.execute(f"SELECT t::text FROM {table} AS t")
            for (row,) in cursor.fetchall():
                yield table, HASH.sub("", row)


def hidden_cards(round_id):
    """The cards that the player does not see."""
    round = Round.objects.select_related("deal").get(pk=round_id)
    if round.ended_at:
        return set()
    return set(positions.deck(round)) - face_up(positions.position(round).view)


def check_rows(hidden):
    for table, row in rows_as_text():
        found = (cards_in(row) | named_in(row, hidden)) & hidden
        assert not found, f"{table} holds {found}: {row}"


def test_no_response_row_or_log_line_of_a_whole_game_tells_a_hidden_card(caplog):
    caplog.set_level(logging.DEBUG)
    player = factories.player()
    browser = factories.client(player)
    factories.committed(player, strategies.winning_seed())
    page = reverse("games:table", args=["three-card-solitaire", "money"])
    browser.get(page)
    offer = services.commitment(
        player=player, entry=strategies.THREE_CARD_SOLITAIRE, currency="money"
    )
    answer = browser.post(
        reverse("games:deal", args=["three-card-solitaire", "money"]),
        {"deal_id": offer.pk, "client_seed": "00" * 16, "card_price": 5},
        follow=True,
    )
    round_id = Round.objects.get().pk
    steps = 0
    while True:
        hidden = hidden_cards(round_id)
        round = Round.objects.get(pk=round_id)
        if round.ended_at or round.finish_due:
            break
        for body in (answer.content.decode(), browser.get(page).content.decode()):
            body = TAKES.sub("", body)
            assert not (cards_in(body) | named_in(body, hidden)) & hidden
        if steps % 5 == 0:
            check_rows(hidden)
        at = services.look(player=player, round_id=round_id)
        answer = browser.post(
            reverse("games:moves", args=[round_id]),
            {"at": round.entries, "move": strategies.greedy(at.view, at.moves)},
            headers={"hx-request": "true"},
        )
        # What a log line tells must not be known before the card is.
        lines = "\n".join(record.getMessage() for record in caplog.records)
        assert not (cards_in(lines) | named_in(lines, hidden)) & hidden
        steps += 1
    assert steps > 40, "the game was played"


def test_the_check_itself_finds_a_card_that_lies_in_a_row():
    at = factories.dealt(factories.player())
    hidden = hidden_cards(at.round.pk)
    from accounts.events import record

    check_rows(hidden)
    record("planted", "round:1", after={"card": min(hidden)})
    with pytest.raises(AssertionError):
        check_rows(hidden)
