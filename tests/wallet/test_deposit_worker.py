"""With the real processes: the sandbox's messages go over HTTP, the worker sends the mail."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import Mail
from tests.house.processes import House
from tests.wallet import depositing
from wallet import sandbox
from wallet.models import Notification, SandboxMessage


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


@pytest.mark.django_db(transaction=True)
def test_the_worker_brings_a_payment_ten_times_credits_it_once_and_mails(house: House) -> None:
    house.environment |= {
        "FAIRDEAL_ADDRESS": house.url,
        "FAIRDEAL_EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
    }
    house.start(web=True, worker=True)
    player = depositing.player()
    deposit = depositing.asked(player, 40_00)
    account = sandbox.account_of(deposit)
    with transaction.atomic():
        sandbox.choose(deposit, sandbox.Choice("repeated", 40_00, account, "Kim"))
    wait_for(lambda: depositing.wallet(player) == 40_00)
    wait_for(lambda: SandboxMessage.objects.get().answer.startswith("200"))
    assert depositing.wallet(player) == 40_00
    assert Notification.objects.count() == 1
    wait_for(lambda: Mail.objects.get(subject__contains="€40.00").sent_at)
