"""What was said is kept for its time and dropped after it, by the database's own rule."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.models import Player
from config.sweeping import sweep
from support import chats, lines, retention
from support.models import Complaint, Conversation, Line, LineFile
from tests import factories
from tests.console.talks import PICTURE

pytestmark = pytest.mark.django_db
YEAR = timedelta(days=366)
State = Conversation.State


@pytest.fixture
def player() -> Player:
    return factories.player(money=0, chips=False, known=False)


def ended(player: Player, ago: timedelta, said_ago: timedelta | None = None) -> Conversation:
    """A chat that ended so long ago, with a line and a file."""
    at = timezone.now() - ago
    chat = Conversation.objects.create(
        player=player, state=State.RESOLVED, resolved_at=at, summary="Secret", rating_note="Secret"
    )
    said_at = timezone.now() - (said_ago or ago)
    lines.add(chat, by="player", text="Secret", at=said_at, files=[PICTURE])
    return chat


def complaint(player: Player, chat: Conversation | None, made: datetime, **more: object) -> None:
    Complaint.objects.create(
        player=player,
        conversation=chat,
        form_key=uuid.uuid4(),
        text="Secret",
        made_at=made,
        due_at=made,
        **more,
    )


def test_texts_and_files_are_dropped_after_their_time_and_the_rest_stays(player: Player) -> None:
    old, newer = ended(player, timedelta(days=401)), ended(player, timedelta(days=399))
    assert sweep()["chats emptied"] == 1
    old.refresh_from_db()
    line = old.lines.get()
    assert (line.text, old.summary, old.rating_note) == ("", "", "")
    assert (line.by, line.number, old.emptied_at is None) == ("player", 1, False)
    assert LineFile.objects.get().line.conversation == newer
    assert newer.lines.get().text == "Secret"
    assert retention.sweep()["chats emptied"] == 0


def test_an_open_chat_is_kept_and_so_is_one_with_a_complaint_for_five_years(player: Player) -> None:
    now = timezone.now()
    one, other = ended(player, 3 * YEAR), ended(player, 6 * YEAR)
    complaint(player, one, now - 3 * YEAR)
    complaint(player, other, now - 6 * YEAR, ended_at=now - 6 * YEAR, state="upheld", answer="x")
    Conversation.objects.create(player=player, started_at=now - 3 * YEAR)
    assert retention.sweep() == {"chats emptied": 1, "complaints emptied": 1}
    assert [row.text for row in Complaint.objects.order_by("pk")] == ["Secret", ""]
    assert [row.text for row in Line.objects.order_by("pk")] == ["Secret", ""]


def test_a_strangers_address_goes_with_the_complaint(player: Player) -> None:
    then = timezone.now() - 6 * YEAR
    complaint(None, None, then, ended_at=then, state="dismissed", email="kim@test.example")
    assert retention.sweep()["complaints emptied"] == 1
    assert Complaint.objects.get().email == "forgotten@invalid"


def test_no_wrong_date_of_ours_empties_what_is_younger_than_ninety_days(player: Player) -> None:
    young = ended(player, 2 * YEAR, said_ago=timedelta(days=89))
    then = timezone.now() - 6 * YEAR
    complaint(player, None, timezone.now(), ended_at=then, state="upheld")
    with connection.cursor() as cursor:
        for name in ("chats", "complaints"):
            cursor.execute(f"SELECT support_forget_{name}(now() + interval '1 day', 10)")
            assert cursor.fetchone() == (0,)
    assert young.lines.get().text == "Secret"


def test_the_application_changes_and_deletes_no_line_file_or_complaint(player: Player) -> None:
    ended(player, 3 * YEAR)
    complaint(player, None, timezone.now())
    for deed in (
        lambda: Line.objects.update(text=""),
        lambda: Line.objects.all()._raw_delete("default"),
        lambda: LineFile.objects.all()._raw_delete("default"),
        lambda: Complaint.objects.update(text=""),
        lambda: Conversation.objects.update(emptied_at=timezone.now()),
    ):
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            deed()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE support_line SET text = 'other'",
        "UPDATE support_line SET text = '', by = 'agent'",
        "DELETE FROM support_line",
        "UPDATE support_linefile SET name = 'other'",
        "TRUNCATE support_line CASCADE",
    ],
)
def test_the_owner_too_only_empties_what_may_go(
    player: Player, owner_connection: psycopg.Connection, statement: str
) -> None:
    ended(player, 3 * YEAR)
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        owner_connection.execute(statement)
    owner_connection.rollback()


def test_an_emptied_chat_says_so_and_a_new_one_begins(player: Player) -> None:
    old = ended(player, timedelta(days=401))
    retention.sweep()
    new = chats.say(player=player, text="Hello", key=uuid.uuid4()).conversation
    assert new != old
