"""Lines of a chat: once, in order, as text; from the helper to a person; and nobody else's."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import Error, connection, transaction
from django.utils import timezone

from accounts.models import Player
from support import agents, chats, endings, lines, transcripts
from support.models import Conversation, Line, LineFile
from support.texts import NotTaken
from tests import factories
from tests.console.staff import member
from tests.console.talks import PICTURE, at_desk, handed_off, said, taken
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db
State = Conversation.State


@pytest.fixture
def player() -> Player:
    return factories.player(money=0, chips=False, known=False)


def reply(agent: Player, chat: Conversation, text: str = "Here it is.", **more: object) -> Line:
    return agents.reply(agent=agent, conversation_id=chat.pk, text=text, key=uuid.uuid4(), **more)


def texts_of(chat: Conversation, by: str = "player") -> list[str]:
    return list(chat.lines.filter(by=by).order_by("number").values_list("text", flat=True))


def test_a_key_sent_again_is_one_line_and_with_another_text_is_refused(player) -> None:
    key = uuid.uuid4()
    first = chats.say(player=player, text="Once", key=key)
    assert chats.say(player=player, text=" Once\r\n", key=key) == first
    with pytest.raises(lines.KeyUsed, match="sent before with another text"):
        chats.say(player=player, text="Twice", key=key)
    assert texts_of(first.conversation) == ["Once"]


def test_a_line_sent_again_after_the_end_opens_nothing(player) -> None:
    key = uuid.uuid4()
    line = chats.say(player=player, text="Once", key=key)
    chats.end(player=player, conversation_id=line.conversation_id)
    assert chats.say(player=player, text="Once", key=key) == line
    assert chats.current(player).state == State.RESOLVED


@pytest.mark.django_db(transaction=True)
def test_lines_of_both_sides_at_once_with_repeats_are_there_once_in_order(player) -> None:
    agent = member("support")
    chat = taken(player, agent)
    before = chat.last
    keys = {side: [uuid.uuid4() for _ in range(12)] for side in ("player", "agent")}

    def player_says() -> None:
        for number, key in enumerate(keys["player"]):
            chats.say(player=player, text=f"{number}", key=key)

    def agent_says() -> None:
        for number, key in enumerate(keys["agent"]):
            agents.reply(agent=agent, conversation_id=chat.pk, text=f"{number}", key=key)

    assert at_once(player_says, player_says, agent_says, agent_says) == [None] * 4
    rows = list(chat.lines.filter(number__gt=before).order_by("number"))
    assert [row.number for row in rows] == list(range(before + 1, before + 25))
    for side, mine in keys.items():
        assert [row.key for row in rows if row.by == side] == mine


@pytest.mark.django_db(transaction=True)
def test_the_first_line_of_eight_tabs_at_once_makes_one_chat(player) -> None:
    jobs: list[Callable[[], Line]] = [lambda: said(player, "Hello") for _ in range(8)]
    made = at_once(*jobs)
    assert all(isinstance(line, Line) for line in made), made
    assert sorted(line.number for line in made) == list(range(1, 9))
    assert Conversation.objects.get().last == 8


@pytest.mark.django_db(transaction=True)
def test_a_line_whose_process_dies_before_its_commit_is_sent_again_as_the_same_number(
    player, app_dsn
) -> None:
    chat = said(player).conversation
    key, began, go = uuid.uuid4(), threading.Event(), threading.Event()

    def die() -> None:
        try:
            with transaction.atomic():
                chats.say(player=player, text="Again", key=key)
                began.set()
                go.wait(30)
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        except Error:
            pass
        finally:
            connection.close()

    dying = threading.Thread(target=die)
    dying.start()
    assert began.wait(30)
    go.set()
    line = chats.say(player=player, text="Again", key=key)
    dying.join(30)
    assert (line.number, texts_of(chat)) == (2, ["Where is my money?", "Again"])


def test_the_helper_answers_until_a_person_is_asked_for_and_then_is_silent(player) -> None:
    chat = said(player).conversation
    key = uuid.uuid4()
    first = chats.answer(conversation=chat, text="I am a helper.", key=key)
    assert chats.answer(conversation=chat, text="I am a helper.", key=key) == first
    chats.hand_off(player=player, key=uuid.uuid4())
    with pytest.raises(chats.Silent):
        chats.answer(conversation=chat, text="One more thing", key=uuid.uuid4())
    assert len(texts_of(chat, "helper")) == 1


def test_a_hand_off_tells_what_was_said_tried_and_seen_once(player) -> None:
    at_desk(member("support"))
    theirs = factories.dealt(factories.player()).round.pk
    said(player, "My card 4111 1111 1111 1111\nwas charged twice")
    key = uuid.uuid4()
    for _twice in range(2):
        chat = chats.hand_off(
            player=player, key=key, tried=["cash-outs"], page="/wallet/", round_id=theirs
        )
    assert (chat.state, chat.page, chat.round, chat.tried) == (
        *(State.WAITING, "/wallet/", None),
        ["cash-outs"],
    )
    assert chat.summary == "My card •••• 1111 was charged twice"
    assert texts_of(chat, "house") == [f"You asked for a person: {chat.summary}"]
    said(player, "Hello?", page="/fairness/")
    assert Conversation.objects.get().page == "/fairness/"


def test_a_reply_reopens_a_chat_with_its_agent_if_present_else_in_the_queue(player) -> None:
    agent, other = member("support"), member("support")
    chat = taken(player, agent)
    reply(agent, chat)
    agents.resolve(agent=agent, conversation_id=chat.pk)
    said(player, "One more thing")
    chat.refresh_from_db()
    assert (chat.state, chat.agent, chat.reopened) == (State.OPEN, agent, 1)
    assert "This chat is open again." in texts_of(chat, "house")
    agents.resolve(agent=agent, conversation_id=chat.pk)
    agent.presence.delete()
    at_desk(other)
    said(player, "And another")
    chat.refresh_from_db()
    assert (chat.state, chat.agent, chat.offered_to) == (State.WAITING, None, other)


def test_a_week_after_the_end_a_line_begins_a_new_chat(player) -> None:
    old = said(player).conversation
    chats.end(player=player, conversation_id=old.pk)
    Conversation.objects.filter(pk=old.pk).update(
        resolved_at=timezone.now() - chats.REOPENED_WITHIN
    )
    new = said(player).conversation
    assert (new.pk != old.pk, new.last) == (True, 1)


def test_too_many_lines_a_minute_are_refused_with_a_sentence_and_nothing_is_lost(player) -> None:
    for number in range(chats.LINES_A_MINUTE):
        line = said(player, f"{number}")
    with pytest.raises(chats.TooMany, match="We take 30 lines a minute"):
        said(player, "one more")
    assert len(texts_of(line.conversation)) == chats.LINES_A_MINUTE


def test_nobody_reads_or_writes_in_somebody_elses_chat(player) -> None:
    agent, stranger = member("support"), factories.player(money=0, chips=False, known=False)
    chat = taken(player, agent)
    reply(agent, chat)
    agents.resolve(agent=agent, conversation_id=chat.pk)
    for deed in (
        lambda: chats.read(player=stranger, conversation_id=chat.pk, upto=9),
        lambda: chats.rate(player=stranger, conversation_id=chat.pk, stars=1),
        lambda: chats.end(player=stranger, conversation_id=chat.pk),
        lambda: transcripts.mail(player=stranger, conversation_id=chat.pk),
    ):
        with pytest.raises(Conversation.DoesNotExist):
            deed()
    assert chats.current(stranger) is None
    assert said(stranger).conversation != chat


def test_the_player_sees_no_note_and_counts_what_is_unread(player) -> None:
    agent, colleague = member("support"), member("support")
    chat = taken(player, agent)
    chats.read(player=player, conversation_id=chat.pk, upto=chat.last)
    note = agents.note(
        agent=agent,
        conversation_id=chat.pk,
        text=f"Please look, @{agents.handle(colleague)}.",
        key=uuid.uuid4(),
    )
    assert colleague.mentions.get().line == note
    assert chats.unread(player) == 0
    line = reply(agent, chat)
    assert list(chats.shown(chat, after=note.number - 1)) == [line]
    assert chats.unread(player) == 1
    assert chats.read(player=player, conversation_id=chat.pk, upto=999) == line.number
    assert chats.unread(player) == 0
    assert "Please look" not in transcripts.text(chat)


def test_a_file_is_sealed_and_opens_in_its_own_line_only(player) -> None:
    chat = handed_off(player)
    file = LineFile.objects.get()
    assert PICTURE.content not in bytes(file.content)
    assert lines.content_of(file) == PICTURE.content
    moved = LineFile(line=said(player, "Another"), content=file.content)
    with pytest.raises(ValueError, match="cannot be read"):
        lines.content_of(moved)
    assert "[receipt.png]" in transcripts.text(chat)


def test_a_chat_with_a_person_is_rated_once_after_its_end(player) -> None:
    agent = member("support")
    chat = taken(player, agent)
    with pytest.raises(lines.Refused, match="once it has ended"):
        chats.rate(player=player, conversation_id=chat.pk, stars=5)
    reply(agent, chat)
    agents.resolve(agent=agent, conversation_id=chat.pk)
    with pytest.raises(lines.Refused, match="one to five"):
        chats.rate(player=player, conversation_id=chat.pk, stars=6)
    for _twice in range(2):
        chats.rate(player=player, conversation_id=chat.pk, stars=4, note="Quick")
    with pytest.raises(lines.Refused, match="already"):
        chats.rate(player=player, conversation_id=chat.pk, stars=1)
    chat.refresh_from_db()
    assert (chat.rating, chat.rating_note) == (4, "Quick")


def test_the_player_ends_a_chat_and_nothing_is_left_to_read(player) -> None:
    chat = taken(player, member("support"))
    for _twice in range(2):
        chats.end(player=player, conversation_id=chat.pk)
    chat.refresh_from_db()
    assert (chat.state, chat.due_at, chats.unread(player)) == (State.RESOLVED, None, 0)
    assert texts_of(chat, "house").count(str(endings.ENDED)) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing written"),
        (" \n\t\u200b\u3164 ", "nothing written"),
        ("x" * 10_000, "10,000 characters, and we take 2,000"),
        ("Hello\x1b[31m", "control character"),
        ("photo\u202egnp.exe", "control character"),
    ],
)
def test_what_is_no_text_is_refused_with_a_sentence_and_stores_nothing(player, text, why) -> None:
    with pytest.raises(NotTaken, match=why):
        said(player, text)
    assert not Conversation.objects.exists()


def test_markup_and_scripts_are_kept_as_text(player) -> None:
    text = '<script>alert("1")</script> <b onclick=x>&amp;</b> 👩‍👧 مرحبا'
    assert said(player, text).text == text
