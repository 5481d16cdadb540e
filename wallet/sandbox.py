"""The sandbox: a payment provider for demo and tests, over the interface of django-payments.

It plays the other house. The player chooses on its page what becomes of the payment, and it tells
us as a real one would: by notifications, signed, posted to our address, from another process, when
it likes. Here stand both ends: what it sends, and how we read what claims to be from it.
"""

from __future__ import annotations

import hmac
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urljoin

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.request import RawPostDataException
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _
from payments import RedirectNeeded
from payments.core import BasicProvider, provider_factory

from accounts.requests import address_of
from wallet import deposit_news, money
from wallet.deposit_models import Deposit, Notification, PaymentMethod, SandboxMessage
from wallet.deposit_news import KINDS, News
from wallet.payment_methods import Paying

SIGNATURE = "Sandbox-Signature"
SECONDS = 10
TRIES_MOST = 8
LATER = timedelta(seconds=20)
LATE = timedelta(minutes=2)
REPEATS = 10
ACCOUNTS = {
    "sandbox-account": PaymentMethod.Kind.SANDBOX,
    "sandbox-purse": PaymentMethod.Kind.SANDBOX_PURSE,
}
STATUS = {
    Notification.Outcome.TAKEN: 200,
    Notification.Outcome.OVER: 200,
    Notification.Outcome.FORGED: 403,
    Notification.Outcome.REUSED: 409,
}
OUTCOMES = {
    "success": _("It is paid"),
    "pending": _("It is accepted now and paid 20 seconds later"),
    "late": _("Silence for two minutes, then it is paid"),
    "repeated": _("It is paid, and we are told ten times"),
    "failure": _("It is declined"),
    "cancel": _("It is cancelled"),
    "timeout": _("Silence for ever"),
    "forged": _("Somebody else claims that it is paid"),
    "other currency": _("It is paid in another currency"),
}
AFTERWARDS = {
    "chargeback": _("The bank takes it back"),
}
# Posts a body with a signature to an address of ours: the status and text of the answer.
Post = Callable[[str, bytes, str], tuple[int, str]]


class Choice(NamedTuple):
    """What the player chose on the sandbox's page. `amount`: minor units that are paid."""

    outcome: str
    amount: int
    account: str
    holder: str


class SandboxProvider(BasicProvider):
    """The sandbox as django-payments sees it."""

    def __init__(self, variant: str) -> None:
        super().__init__()
        self.variant = variant

    def get_form(self, payment: Deposit, data: Any = None) -> Any:
        """Always raises RedirectNeeded: the player pays on the sandbox's page."""
        raise RedirectNeeded(reverse("wallet:sandbox", args=[payment.token]))

    def process_data(self, payment: Deposit, request: HttpRequest) -> HttpResponse:
        """Hear a notification: 200 when it was taken or known, 4xx with the reason if not."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        body, address = _body(request), address_of(request)
        given = request.headers.get(SIGNATURE, "")
        if not constant_time_compare(given, sign(self.variant, body)):
            outcome = deposit_news.refuse(payment, body, Notification.Outcome.FORGED, address)
        elif (news := read(body, payment)) is None:
            outcome = deposit_news.refuse(payment, body, Notification.Outcome.UNREADABLE, address)
        else:
            outcome = deposit_news.hear(payment.pk, news, body, address)
        status = STATUS.get(Notification.Outcome(outcome), 422)
        return JsonResponse({"outcome": outcome}, status=status)

    def get_return_url(
        self, payment: Deposit, extra_data: Any = None, request: HttpRequest | None = None
    ) -> str:
        """Where the sandbox posts what it tells of a payment."""
        return urljoin(settings.SITE_ADDRESS, payment.get_process_url())

    def cancel(self, payment: Deposit) -> None:
        """The sandbox lets anything be cancelled."""


def _body(request: HttpRequest) -> bytes:
    """What was sent, as it was signed; nothing of a form, which no provider sends."""
    try:
        return bytes(request.body)
    except RawPostDataException:
        return b""


def sign(variant: str, body: bytes) -> str:
    """The signature of a notification, as both houses compute it."""
    key = salted_hmac("wallet.sandbox", variant, algorithm="sha256").digest()
    return hmac.new(key, body, "sha256").hexdigest()


def read(body: bytes, payment: Deposit) -> News | None:
    """The news in a notification's body; None if it is none of this payment."""
    try:
        told = json.loads(body)
        texts = {name: told.get(name) or "" for name in (*FIELDS, "for")}
    except (ValueError, AttributeError, RecursionError):
        return None
    if not all(isinstance(text, str) and len(text) <= 200 for text in texts.values()):
        return None
    if texts.pop("for") != payment.token or texts["kind"] not in KINDS or not texts["event"]:
        return None
    account, holder = texts.pop("account"), texts.pop("holder")
    paying = None
    if account:
        kind = ACCOUNTS[payment.variant]
        paying = Paying(kind, account, f"{kind.label.capitalize()} ····{account[-4:]}", holder)
    return News(
        **{name: text[: SIZES.get(name, 200)] for name, text in texts.items()}, paying=paying
    )


FIELDS = (
    *("event", "kind", "amount", "currency", "payment", "authorization", "reason"),
    *("account", "holder"),
)
# What the columns hold.
SIZES = {"event": 80, "authorization": 64}


def account_of(deposit: Deposit) -> str:
    """The number of the player's account at the sandbox: the same each time."""
    digest = salted_hmac("wallet.sandbox.account", f"{deposit.variant} {deposit.player_id}")
    return f"SB{int(digest.hexdigest()[:12], 16) % 10**8:08d}"


@transaction.atomic
def choose(deposit: Deposit, choice: Choice) -> None:
    """Let the sandbox do what the player chose: write down what it will send, and when."""
    now = timezone.now()
    paid = body_of(deposit, deposit_news.CAPTURED, choice)
    match choice.outcome:
        case "success":
            _send(deposit, paid, now)
        case "pending":
            _send(deposit, body_of(deposit, deposit_news.PENDING, choice), now)
            _send(deposit, paid, now + LATER)
        case "late":
            _send(deposit, paid, now + LATE)
        case "repeated":
            _send(deposit, paid, now, times=REPEATS)
        case "failure":
            reason = "The sandbox account has no money."
            _send(deposit, body_of(deposit, deposit_news.FAILED, choice, reason=reason), now)
        case "cancel":
            _send(deposit, body_of(deposit, deposit_news.CANCELLED, choice), now)
        case "forged":
            _send(deposit, paid, now, forged=True)
        case "other currency":
            foreign = body_of(deposit, deposit_news.CAPTURED, choice, currency="XTS")
            _send(deposit, foreign, now)
        case "chargeback":
            reason = "The holder of the account objected."
            _send(deposit, body_of(deposit, deposit_news.CHARGEBACK, choice, reason=reason), now)


def body_of(deposit: Deposit, kind: str, choice: Choice, **other: str) -> str:
    """The body of a notification, with a number of its own."""
    told = {
        "for": deposit.token,
        "event": f"evt_{secrets.token_hex(8)}",
        "kind": kind,
        "amount": str(money.to_decimal(choice.amount)),
        "currency": deposit.currency,
        "payment": f"pay_{deposit.token.replace('-', '')[:16]}",
        "authorization": secrets.token_hex(4).upper() if kind == deposit_news.CAPTURED else "",
        "account": choice.account,
        "holder": choice.holder,
    }
    return json.dumps(told | other)


def _send(deposit: Deposit, body: str, at: Any, *, forged: bool = False, times: int = 1) -> None:
    message = SandboxMessage.objects.create(
        deposit=deposit, body=body, due_at=at, forged=forged, times=times
    )
    if at <= timezone.now():
        nudge = partial(current_app.send_task, "wallet.tasks.send_sandbox", args=[message.pk])
        transaction.on_commit(nudge, robust=True)


def send(message_id: int, post: Post | None = None) -> bool:
    """Send a message that is due. It is marked first, so that no network is waited for inside a
    transaction; when nobody answers it is sent again later, as real providers do."""
    with transaction.atomic():
        message = SandboxMessage.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            pk=message_id, due_at__lte=timezone.now()
        ).first()  # fmt: skip
        if message is None:
            return False
        message.tries += 1
        wait = timedelta(seconds=10 * 2**message.tries)
        message.due_at = timezone.now() + wait if message.tries < TRIES_MOST else None
        message.save(update_fields=["tries", "due_at"])
    deposit = message.deposit
    body = message.body.encode()
    signature = "0" * 64 if message.forged else sign(deposit.variant, body)
    address = provider_factory(deposit.variant).get_return_url(deposit)
    try:
        answers = [(post or _post)(address, body, signature) for _time in range(message.times)]
    except (OSError, urllib.error.URLError) as fault:
        message.answer = type(fault).__name__
    else:
        message.answer = f"{answers[-1][0]} {answers[-1][1]}"[:80]
        if answers[-1][0] < 500:
            message.due_at = None
    message.save(update_fields=["answer", "due_at"])
    return True


def _post(address: str, body: bytes, signature: str) -> tuple[int, str]:
    """Over the network, as another house would."""
    headers = {"Content-Type": "application/json", SIGNATURE: signature}
    request = urllib.request.Request(address, body, headers, method="POST")  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return answer.status, answer.read(200).decode(errors="replace")
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read(200).decode(errors="replace")


def sweep() -> dict[str, int]:
    """Send everything that is due."""
    due = SandboxMessage.objects.filter(due_at__lte=timezone.now()).values_list("pk", flat=True)
    return {"sandbox messages": sum(send(pk) for pk in list(due[:50]))}
