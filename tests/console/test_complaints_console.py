"""Complaints in the console: taken, handed to a supervisor, answered; what is refused is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Event, Mail
from support.models import Complaint
from tests import factories
from tests.console import talks
from tests.console.staff import console, member

pytestmark = pytest.mark.django_db


def do(client: Any, row: Complaint, deed: str, text: str = "") -> Any:
    path = f"/console/support/complaint/{row.pk}/deed/"
    answer = client.post(path, {"deed": deed, "text": text})
    row.refresh_from_db()
    return answer


def test_a_complaint_has_an_owner_and_ends_with_an_answer_by_mail() -> None:
    agent, row = member("support"), talks.complaint(factories.player())
    client = console(agent)
    do(client, row, "take")
    assert row.owner == agent
    do(client, row, "uphold", "You were right, we are sorry.")
    do(client, row, "uphold", "You were right, we are sorry.")
    assert row.state == Complaint.State.UPHELD
    assert Mail.objects.filter(text__contains="we are sorry").count() == 1
    assert (
        Event.objects.filter(object=f"complaint:{row.pk}", action="complaint answered").count() == 1
    )
    page = client.get(f"/console/support/complaint/{row.pk}/change/").content.decode()
    assert "you are right" in page
    assert 'name="deed"' not in page


def test_what_goes_to_a_supervisor_is_answered_by_one_and_what_is_refused_keeps_its_text() -> None:
    row = talks.complaint(factories.player())
    client = console(member("support"))
    assert do(client, row, "escalate").status_code == 422
    do(client, row, "escalate", "It is about me.")
    assert (row.state, row.escalation) == (Complaint.State.ESCALATED, "It is about me.")
    refused = do(client, row, "dismiss", "A long answer that took an hour")
    assert refused.status_code == 422
    assert "A long answer that took an hour" in refused.content.decode()
    do(console(member("supervisor")), row, "dismiss", "We looked at it once more.")
    assert row.final_answer == "We looked at it once more."


def test_those_who_only_read_do_nothing_and_lists_find_what_is_overdue() -> None:
    row, young = talks.complaint(factories.player()), talks.complaint(factories.player())
    auditor = console(member("auditor"))
    assert do(auditor, row, "take").status_code == 403
    Complaint.objects.filter(pk=row.pk).update(due_at=timezone.now() - timedelta(days=1))
    listed = auditor.get("/console/support/complaint/?state=late").content.decode()
    assert f"/console/support/complaint/{row.pk}/change/" in listed
    assert f"/console/support/complaint/{young.pk}/change/" not in listed


def test_the_address_of_somebody_who_cannot_sign_in_is_found() -> None:
    row = talks.complaint(None, email="locked@out.example", address="192.0.2.1")
    other = talks.complaint(factories.player())
    listed = console().get("/console/support/complaint/?q=LOCKED@out.example").content.decode()
    assert f"/console/support/complaint/{row.pk}/change/" in listed
    assert f"/console/support/complaint/{other.pk}/change/" not in listed
