"""What a provider tells: done once however often it comes, refused when it is not from it."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from django.test import Client

from accounts.models import Event
from tests.wallet import books, depositing
from tests.wallet.depositing import asked, now, send, told, wallet
from tests.wallet.test_races import at_once
from wallet import sandbox
from wallet.models import Deposit, Notification, SandboxMessage, Transfer

pytestmark = pytest.mark.django_db


def test_the_same_notification_again_changes_nothing() -> None:
    player = depositing.player()
    deposit = asked(player)
    body = told(deposit)
    answers = [send(deposit, body) for _ in range(3)]
    assert [(one.status_code, one.json()) for one in answers] == [(200, {"outcome": "taken"})] * 3
    assert wallet(player) == 10_000
    assert Notification.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_notification_ten_times_at_once_is_one_credit() -> None:
    player = depositing.player()
    deposit = asked(player)
    body = told(deposit)
    answers = at_once(*[lambda: send(deposit, body).status_code] * 10)
    assert Counter(answers) == {200: 10}
    assert wallet(player) == 10_000
    assert Transfer.objects.filter(player=player).count() == 1
    assert Notification.objects.count() == 1
    assert not books.disagreements()


@pytest.mark.django_db(transaction=True)
def test_ten_captures_of_one_payment_with_numbers_of_their_own_are_one_credit() -> None:
    player = depositing.player()
    deposit = asked(player)
    bodies = [told(deposit) for _ in range(10)]
    answers = at_once(*[lambda body=body: send(deposit, body).status_code for body in bodies])
    assert Counter(answers) == {200: 10}
    assert wallet(player) == 10_000
    assert Counter(one.outcome for one in Notification.objects.all()) == {"taken": 1, "over": 9}


def forged(deposit: Deposit) -> dict[str, tuple[bytes, str]]:
    """Bodies and signatures that the provider never sent."""
    right = told(deposit)
    signature = sandbox.sign(deposit.variant, right)
    more = right.replace(b'"100.00"', b'"900.00"')
    assert more != right
    return {
        "no signature": (right, "none"),
        "somebody's guess": (right, "0" * 64),
        "changed after it was signed": (more, signature),
        "signed for the other way to pay": (right, sandbox.sign("sandbox-purse", right)),
        "not even text": (b"\xff\xfe\x00", signature),
    }


def test_a_forged_notification_is_refused_moves_nothing_and_is_an_event() -> None:
    player = depositing.player()
    deposit = asked(player)
    cases = forged(deposit)
    for name, (body, signature) in cases.items():
        assert send(deposit, body, signature).status_code == 403, name
    assert (wallet(player), now(deposit).status) == (0, "waiting")
    events = Event.objects.filter(action="notification refused", object=deposit.cause)
    assert [one.after["outcome"] for one in events] == ["forged"] * len(cases)
    assert all(one.address == "127.0.0.1" for one in events)
    assert set(Notification.objects.values_list("genuine", "outcome")) == {(False, "forged")}
    # And the true one is still heard.
    send(deposit, told(deposit))
    assert wallet(player) == 10_000


def test_a_form_from_a_browser_is_no_notification() -> None:
    deposit = asked(depositing.player())
    address = f"/payments/process/{deposit.token}/"
    assert Client().post(address, {"kind": "captured"}).status_code == 403
    assert Client().post(address).status_code == 403


def test_a_forger_cannot_use_up_the_number_of_a_true_notification() -> None:
    player = depositing.player()
    deposit = asked(player)
    body = told(deposit)
    send(deposit, body, "0" * 64)
    send(deposit, body)
    assert wallet(player) == 10_000


def test_a_notification_signed_for_one_deposit_is_worth_nothing_at_another() -> None:
    player = depositing.player()
    small, large = asked(player, 1_00), asked(player, 900_00)
    answer = send(large, told(small))
    assert (answer.status_code, answer.json()["outcome"]) == (422, "unreadable")
    assert wallet(player) == 0


@pytest.mark.parametrize(
    "told_wrong",
    [
        {"amount": "100.005"},
        {"amount": "0"},
        {"amount": "-100"},
        {"amount": "1e99"},
        {"amount": "NaN"},
        {"amount": "ten"},
        {"amount": "99999999999.00"},
    ],
)
def test_no_whole_amount_is_refused_and_flagged(told_wrong: dict[str, str]) -> None:
    player = depositing.player()
    deposit = asked(player)
    answer = send(deposit, told(deposit, **told_wrong))
    assert (answer.status_code, answer.json()["outcome"]) == (422, "amount")
    assert (wallet(player), now(deposit).needs_look) == (0, True)
    assert Event.objects.filter(action="notification refused").exists()


def test_another_currency_is_refused_and_flagged() -> None:
    player = depositing.player()
    deposit = asked(player)
    answer = send(deposit, told(deposit, currency="USD"))
    assert (answer.status_code, answer.json()["outcome"]) == (422, "currency")
    assert (wallet(player), now(deposit).needs_look, now(deposit).reason) == (0, True, "currency")


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"null", b"{}", b'{"for": 5}', b'"' + b"x" * 300 + b'"', b"[" * 50_000],
)
def test_what_cannot_be_read_is_refused_though_it_is_signed(body: bytes) -> None:
    deposit = asked(depositing.player())
    answer = send(deposit, body)
    assert (answer.status_code, answer.json()["outcome"]) == (422, "unreadable")


def test_a_number_that_was_used_for_something_else_is_refused() -> None:
    player = depositing.player()
    deposit = asked(player)
    send(deposit, told(deposit, "pending", event="evt_same"))
    answer = send(deposit, told(deposit, "captured", event="evt_same"))
    assert (answer.status_code, answer.json()["outcome"]) == (409, "reused")
    other = asked(player)
    answer = send(other, told(other, payment=now(deposit).transaction_id))
    assert answer.status_code == 409
    assert wallet(player) == 0


def test_a_refusal_after_the_money_came_changes_nothing() -> None:
    player = depositing.player()
    deposit = asked(player)
    send(deposit, told(deposit))
    for kind in ("failed", "cancelled", "pending"):
        assert send(deposit, told(deposit, kind)).json() == {"outcome": "over"}
    assert (now(deposit).status, wallet(player)) == ("confirmed", 10_000)


def test_nobody_else_finds_the_address_and_nothing_but_a_post_is_heard() -> None:
    deposit = asked(depositing.player())
    client = Client()
    assert client.get(f"/payments/process/{deposit.token}/").status_code == 405
    unknown = "/payments/process/00000000-0000-4000-8000-000000000000/"
    assert client.post(unknown, "{}", content_type="application/json").status_code == 404


OUTCOMES = {
    "success": ("confirmed", 10_000, [200]),
    "repeated": ("confirmed", 10_000, [200] * 10),
    "failure": ("rejected", 0, [200]),
    "cancel": ("cancelled", 0, [200]),
    "timeout": ("waiting", 0, []),
    "forged": ("waiting", 0, [403]),
    "other currency": ("waiting", 0, [422]),
    "pending": ("preauth", 0, [200]),
    "late": ("waiting", 0, []),
}


@pytest.mark.parametrize("outcome", sandbox.OUTCOMES)
def test_the_sandbox_tells_what_was_chosen(outcome: str) -> None:
    player = depositing.player()
    deposit = asked(player)
    answers: list[int] = []
    _play(deposit, outcome, answers)
    status, has, expected = OUTCOMES[outcome]
    assert (now(deposit).status, wallet(player), answers) == (status, has, expected)
    if outcome in ("pending", "late"):
        SandboxMessage.objects.filter(due_at__isnull=False).update(due_at=deposit.created)
        _deliver(answers)
        assert (now(deposit).status, wallet(player)) == ("confirmed", 10_000)


def _play(deposit: Deposit, outcome: str, answers: list[int]) -> None:
    account = sandbox.account_of(deposit)
    sandbox.choose(deposit, sandbox.Choice(outcome, deposit.amount, account, "Kim Player"))
    _deliver(answers)


def _deliver(answers: list[int]) -> None:
    """Send what is due, over the tests' client instead of the network."""

    def post(address: str, body: bytes, signature: str) -> tuple[int, str]:
        path = "/" + address.split("/", 3)[3]
        answer = Client(enforce_csrf_checks=True).post(
            path, body, content_type="application/json", headers={sandbox.SIGNATURE: signature}
        )
        answers.append(answer.status_code)
        return answer.status_code, answer.content.decode()

    for message in SandboxMessage.objects.filter(due_at__isnull=False):
        sandbox.send(message.pk, post)


def test_the_bank_takes_a_payment_back_at_the_sandbox() -> None:
    player = depositing.player()
    deposit = depositing.paid(player)
    answers: list[int] = []
    _play(deposit, "chargeback", answers)
    assert (answers, now(deposit).status, wallet(player)) == ([200], "refunded", 0)


def test_a_message_that_nobody_answers_is_sent_again_later() -> None:
    deposit = asked(depositing.player())
    account = sandbox.account_of(deposit)
    sandbox.choose(deposit, sandbox.Choice("success", 10_000, account, "Kim"))

    def nobody(address: str, body: bytes, signature: str) -> tuple[int, str]:
        raise ConnectionRefusedError

    message = SandboxMessage.objects.get()
    assert sandbox.send(message.pk, nobody)
    message.refresh_from_db()
    assert (message.tries, message.answer) == (1, "ConnectionRefusedError")
    assert message.due_at is not None
    assert not sandbox.send(message.pk, nobody)  # not due yet
    assert json.loads(message.body)["for"] == deposit.token
