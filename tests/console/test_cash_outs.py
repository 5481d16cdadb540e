"""The console's queue of cash-outs: who sees what, the deeds, their reasons, two people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Event
from tests import factories
from tests.console.staff import console, member
from tests.console.test_pages import text
from tests.papers.chromium import tab
from tests.wallet import cashing
from tests.wallet.cashing import approved, asked, now
from wallet.models import CashOut, PayoutFile

pytestmark = pytest.mark.django_db

QUEUE = "/console/wallet/cashout/"
FILES = "/console/wallet/payoutfile/"
WHY = {"reason": "papers and games are in order"}


@pytest.fixture
def payments() -> Client:
    return console(member("payments"))


def page_of(row: CashOut, deed: str = "change") -> str:
    return f"{QUEUE}{row.pk}/{deed}/"


def test_the_queue_shows_what_is_to_be_done_by_its_clock(payments: Client) -> None:
    player = cashing.player(money=5_000_00)
    first, second, ended = asked(player), asked(player, 2_000_00), asked(player, 77_00)
    payments.post(page_of(ended, "refuse"), WHY | {"told": "asked"})
    CashOut.objects.filter(pk=second.pk).update(due_at=timezone.now() - timedelta(hours=5))
    page = text(payments, QUEUE)
    third = asked(player, 33_00)
    page = text(payments, QUEUE)
    assert page.index("€2,000.00") < page.index("€100.00") < page.index("€33.00")
    assert third.due_at > first.due_at
    assert "late by 5" in page
    assert "two people" in page
    assert "€77.00" not in page
    assert "€77.00" in text(payments, f"{QUEUE}?state=all")
    assert "€77.00" in text(payments, f"{QUEUE}?state=refused")


def test_two_people_approve_and_the_page_says_for_whom_it_waits(payments: Client) -> None:
    row = asked(cashing.player(money=5_000_00), 2_000_00)
    assert "Approve" in text(payments, page_of(row))
    payments.post(page_of(row, "approve"), WHY)
    page = text(payments, page_of(row))
    assert "a second person" in page
    assert "/approve/" not in page
    payments.post(page_of(row, "approve"), WHY)
    assert now(row).state == "requested"
    console(member("payments")).post(page_of(row, "approve"), WHY)
    assert now(row).state == "approved"
    events = Event.objects.filter(object=row.cause, action__startswith="cash-out approved")
    assert [one.reason for one in events] == [WHY["reason"]] * 2


@pytest.mark.parametrize(
    ("deed", "form"),
    [
        ("approve", {}),
        ("hold", {"told": "identity"}),
        ("hold", {"reason": "blurred"}),
        ("hold", {"reason": "blurred", "told": "asked"}),
        ("refuse", {"reason": "another name"}),
    ],
)
def test_no_deed_without_its_reason(payments: Client, deed: str, form: dict[str, str]) -> None:
    row = asked(cashing.player())
    assert payments.post(page_of(row, deed), form).status_code == 200
    assert now(row).state == "requested"


def test_a_held_one_says_why_is_released_approved_and_sent(payments: Client) -> None:
    row = asked(cashing.player())
    payments.post(page_of(row, "hold"), {"told": "identity", "reason": "the scan is blurred"})
    page = text(payments, page_of(row))
    assert "identity papers" in page
    assert "the scan is blurred" in page
    assert "stands still" in page
    for deed in ("release", "approve", "send"):
        payments.post(page_of(row, deed), WHY)
    assert now(row).state == "sending"


def test_an_unknown_payment_is_asked_about_and_resolved_with_evidence(payments: Client) -> None:
    from wallet import payouts

    row = cashing.sending(cashing.player(), 100_17)
    payouts.pay_out(row.pk)
    assert "Ask the provider" in text(payments, page_of(row))
    said = payments.post(page_of(row, "ask"), follow=True).content.decode()
    assert "The provider has paid it" in said
    evidence = {"sent": "yes", "reference": "", "reason": "the provider says so"}
    assert payments.post(page_of(row, "resolve"), evidence).status_code == 200
    payments.post(page_of(row, "resolve"), evidence | {"reference": "SANDBOX-1"})
    assert (now(row).state, now(row).bank_reference) == ("sent", "SANDBOX-1")


def test_a_deed_that_came_too_late_says_so_and_does_nothing(payments: Client) -> None:
    row = asked(cashing.player())
    payments.post(page_of(row, "refuse"), WHY | {"told": "asked"})
    answer = payments.post(page_of(row, "approve"), WHY, follow=True).content.decode()
    assert "This cash-out is refused; nothing was done." in answer


def test_a_payout_file_is_made_downloaded_and_confirmed(payments: Client) -> None:
    player = cashing.player()
    first, second = approved(player, 100_00), approved(player, 50_00)
    assert f"#{first.pk}" in text(payments, f"{FILES}make/")
    payments.post(f"{FILES}make/", WHY | {"chosen": [first.pk, second.pk]})
    file = PayoutFile.objects.get()
    answer = payments.get(f"{FILES}{file.pk}/download/")
    assert answer.content.decode() == file.text
    assert answer["Content-Disposition"] == f'attachment; filename="payouts-{file.pk}.csv"'
    assert Event.objects.filter(action="payout file downloaded").exists()
    page = text(payments, f"{FILES}{file.pk}/change/")
    assert page.count("Confirm</a>") == 2
    payments.post(
        page_of(first, "resolve"), {"sent": "yes", "reference": "B-7", "reason": "statement"}
    )
    page = text(payments, f"{FILES}{file.pk}/change/")
    assert "B-7" in page
    assert page.count("Confirm</a>") == 1
    assert "Nothing to send" in text(payments, f"{FILES}make/")


def test_support_sees_where_a_cash_out_stands_and_not_more() -> None:
    row = asked(cashing.player(), 100_00)
    console(member("payments")).post(
        page_of(row, "hold"), {"told": "identity", "reason": "looks forged"}
    )
    support = console(member("support"))
    page = text(support, page_of(row))
    assert "on hold" in page
    assert "identity papers" in page
    for hidden in ("looks forged", row.method.label, row.method.holder, "Release"):
        assert hidden not in page, hidden
    assert row.method.label not in text(support, QUEUE)


@pytest.mark.parametrize("role", ["support", "supervisor", "risk", "auditor", "administrator"])
def test_only_payments_do_anything_about_a_cash_out(role: str) -> None:
    row, client = asked(cashing.player()), console(member(role))
    for deed in ("approve", "hold", "release", "refuse", "send", "resolve", "ask"):
        answer = client.post(page_of(row, deed), WHY | {"told": "identity", "sent": "no"})
        assert answer.status_code == 403, deed
    assert client.post(f"{FILES}make/", WHY).status_code == 403
    assert now(row).state == "requested"


def test_every_step_is_in_the_event_log_with_who_why_and_from_where(payments: Client) -> None:
    row = asked(cashing.player())
    payments.post(page_of(row, "hold"), {"told": "method", "reason": "another name"})
    event = Event.objects.get(action="cash-out on hold")
    assert (event.object, event.reason, event.address) == (row.cause, "another name", "127.0.0.1")
    assert event.before == {"state": "requested"}
    assert event.after == {"state": "on hold", "reason": "method"}
    assert factories.staff().pk != event.actor_id


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_list_is_whole_at_a_desk_and_its_filters_on_a_phone(
    live_server: Any, payments: Client
) -> None:
    asked(cashing.player())
    for width in (1280, 390):
        with tab(live_server.url, payments, width) as seen:
            seen.go(f"{QUEUE}?state=all")
            cut = ".results" if width == 1280 else "#changelist-filter"
            script = (
                "(one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
            )
            assert max(seen.page.locator(cut).evaluate(script)) <= 0, f"{cut} is cut at {width}"
