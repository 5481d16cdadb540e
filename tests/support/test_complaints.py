"""Complaints: a number at once, at any hour and for anybody, a next step, and an answer by mail."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Event, Mail, Player
from config.sweeping import sweep
from support import chats, complaints
from support.lines import KeyUsed, Refused
from support.models import Complaint
from support.texts import NotTaken
from support.tickets import ticket
from tests import factories
from tests.console.staff import member
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db
State = Complaint.State


@pytest.fixture
def player() -> Player:
    return factories.player(money=0, chips=False, known=False)


def made(player: Player | None, **more: Any) -> Complaint:
    return complaints.make(player=player, text="Nobody answers.", key=uuid.uuid4(), **more)


def overdue(complaint: Complaint) -> None:
    Complaint.objects.filter(pk=complaint.pk).update(due_at=timezone.now() - timedelta(minutes=1))


def last_mail(to: str) -> Mail:
    return Mail.objects.filter(to=to).latest("pk")


def actions(complaint: Complaint) -> list[str]:
    events = Event.objects.filter(object=f"complaint:{complaint.pk}").order_by("pk")
    return list(events.values_list("action", flat=True))


def test_a_player_gets_a_number_and_a_day_at_once_and_the_chat_goes_with_it(player) -> None:
    mine = chats.say(player=player, text="Hello", key=uuid.uuid4()).conversation
    theirs = factories.player(money=0, chips=False, known=False)
    other = chats.say(player=theirs, text="Hello", key=uuid.uuid4()).conversation
    complaint = made(player, conversation_id=mine.pk)
    assert complaint.conversation == mine
    assert made(player, conversation_id=other.pk).conversation is None
    mail = Mail.objects.filter(player=player).earliest("pk")
    assert mail.subject == f"Fairdeal: We have your complaint ({complaint.pk})"
    assert f"its number is {complaint.pk}." in mail.text
    assert timedelta(days=9) < complaint.due_at - timezone.now() <= timedelta(days=10)


def test_somebody_who_cannot_sign_in_complains_and_is_answered_by_mail() -> None:
    complaint = made(None, email="kim@test.example", address="192.0.2.1")
    assert f"its number is {complaint.pk}." in last_mail("kim@test.example").text
    complaints.answer(
        actor=member("support"), complaint_id=complaint.pk, upheld=True, text="We are sorry."
    )
    text = last_mail("kim@test.example").text
    assert "We are sorry." in text
    page = re.search(r"here: http://localhost:8000(/support/complaints/by-mail/\S+/)", text)
    assert page is not None
    assert b"We are sorry." in Client().get(page[1]).content
    assert b"with a supervisor now" in Client().post(page[1], {"why": "No."}, follow=True).content
    complaint.refresh_from_db()
    assert (complaint.state, complaint.escalation) == (State.ESCALATED, "No.")
    for other in (f"{complaint.pk}.x", f"{complaint.pk}", "x.y", ticket(made(factories.player()))):
        assert Client().get(f"/support/complaints/by-mail/{other}/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_by_eight_at_once_is_one_complaint_and_one_mail(player) -> None:
    key = uuid.uuid4()
    jobs = [lambda: complaints.make(player=player, text="Once", key=key)] * 8
    assert len({complaint.pk for complaint in at_once(*jobs)}) == 1
    assert Mail.objects.filter(player=player).count() == 1
    with pytest.raises(KeyUsed):
        complaints.make(player=player, text="Twice", key=key)
    with pytest.raises(KeyUsed):
        complaints.make(player=None, email="kim@test.example", text="Once", key=key)


def test_after_ten_a_day_of_a_machine_the_next_is_refused_and_players_go_on(player) -> None:
    who = {"email": "kim@test.example", "address": "192.0.2.1"}
    for _ in range(complaints.A_DAY_MOST):
        made(None, **who)
    with pytest.raises(Refused, match="We take 10 complaints a day"):
        made(None, **who)
    assert made(None, email="kim@test.example", address="192.0.2.2").pk
    assert made(player, address="192.0.2.1").pk


@pytest.mark.parametrize("text", ["", " \n", "x" * 4001, "a\x00b"])
def test_what_is_no_complaint_is_refused_with_a_sentence(player, text) -> None:
    with pytest.raises(NotTaken):
        complaints.make(player=player, text=text, key=uuid.uuid4())
    assert not Complaint.objects.exists()


def test_it_is_answered_escalated_by_the_player_and_ended_by_a_supervisor(player, settings) -> None:
    settings.AUTHORITY = ("The Board", "https://board.example/")
    agent, boss = member("support"), member("supervisor")
    complaint = made(player)
    with pytest.raises(Refused, match="cannot be escalated now"):
        complaints.escalate_as_writer(player=player, complaint_id=complaint.pk)
    complaints.own(actor=agent, complaint_id=complaint.pk)
    for _twice in range(2):
        complaints.answer(actor=agent, complaint_id=complaint.pk, upheld=False, text="No.")
    assert "looked at once more by a supervisor" in last_mail(player.email).text
    for _twice in range(2):
        complaints.escalate_as_writer(player=player, complaint_id=complaint.pk, why="It is so.")
    with pytest.raises(Refused, match="A supervisor who has not answered"):
        complaints.answer(actor=agent, complaint_id=complaint.pk, upheld=True, text="Well.")
    complaints.answer(actor=boss, complaint_id=complaint.pk, upheld=True, text="You are right.")
    complaint.refresh_from_db()
    assert (complaint.state, complaint.answer, complaint.final_answer, complaint.escalation) == (
        *(State.UPHELD, "No.", "You are right.", "It is so."),
    )
    text = last_mail(player.email).text
    assert "final on our side" in text
    assert "turn to The Board, independent of us: https://board.example/" in text
    with pytest.raises(Refused, match="cannot be escalated now"):
        complaints.escalate_as_writer(player=player, complaint_id=complaint.pk)
    assert actions(complaint) == [
        *("complaint made", "complaint taken", "complaint answered"),
        *("complaint escalated", "complaint answered"),
    ]


def test_an_overdue_one_is_escalated_by_the_player_or_by_itself_once(player) -> None:
    mine, forgotten, other = made(player), made(player), made(player)
    for complaint in (mine, forgotten):
        overdue(complaint)
    complaints.escalate_as_writer(player=player, complaint_id=mine.pk)
    assert [sweep()["complaints escalated"] for _ in range(2)] == [1, 0]
    states = [Complaint.objects.get(pk=one.pk).state for one in (mine, forgotten, other)]
    assert states == [State.ESCALATED, State.ESCALATED, State.OPEN]
    assert actions(forgotten) == ["complaint made", "complaint escalated"]
    assert last_mail(player.email).subject.endswith(f"is with a supervisor ({forgotten.pk})")


def test_staff_escalate_at_any_time_before_the_answer_and_say_why(player) -> None:
    agent, complaint = member("support"), made(player)
    with pytest.raises(NotTaken):
        complaints.escalate(actor=agent, complaint_id=complaint.pk, why=" ")
    for _twice in range(2):
        complaints.escalate(actor=agent, complaint_id=complaint.pk, why="Beyond me")
    done = made(player)
    complaints.answer(actor=agent, complaint_id=done.pk, upheld=True, text="Yes.")
    with pytest.raises(Refused, match="has been answered"):
        complaints.escalate(actor=agent, complaint_id=done.pk, why="Late")
    with pytest.raises(Refused, match="has been answered"):
        complaints.own(actor=agent, complaint_id=done.pk)


def test_nobody_escalates_somebody_elses(player) -> None:
    complaint = made(player)
    overdue(complaint)
    with pytest.raises(Complaint.DoesNotExist):
        complaints.escalate_as_writer(
            player=factories.player(money=0, chips=False, known=False), complaint_id=complaint.pk
        )
