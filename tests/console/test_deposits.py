"""What staff see of deposits, and the two things that they do about them, with a reason."""

from __future__ import annotations

import pytest

from accounts.models import Event
from tests.console.staff import console, member
from tests.wallet import depositing
from tests.wallet.depositing import asked, now, paid, send, told
from wallet import deposit_blocks
from wallet.models import FundingBlock, Notification, PaymentMethod

pytestmark = pytest.mark.django_db


def test_a_deposit_leads_to_its_player_notifications_method_and_transfers() -> None:
    player = depositing.player()
    deposit = paid(player, account="SB00001111")
    client = console(member("payments"))
    page = client.get(f"/console/wallet/deposit/{deposit.pk}/change/").content.decode()
    method = PaymentMethod.objects.get()
    for address in (
        f"/console/accounts/player/{player.pk}/change/",
        f"/console/wallet/notification/?deposit__id__exact={deposit.pk}",
        f"/console/wallet/paymentmethod/{method.pk}/change/",
        f"/console/wallet/transfer/?cause=deposit%3A{deposit.pk}",
    ):
        assert address in page
        assert client.get(address.replace("&amp;", "&")).status_code == 200
    assert deposit.authorization in page
    told_page = client.get("/console/wallet/notification/").content.decode()
    assert Notification.objects.get().event in told_page


@pytest.mark.parametrize("of", ["authorization", "transaction_id", "pk"])
def test_a_deposit_is_found_by_what_its_player_can_name(of: str) -> None:
    deposit = paid(depositing.player())
    found = console(member("support")).get("/console/wallet/deposit/", {"q": getattr(deposit, of)})
    assert f"/console/wallet/deposit/{deposit.pk}/change/" in found.content.decode()


def test_what_needs_a_look_is_settled_with_a_reason_by_who_may() -> None:
    deposit = asked(depositing.player())
    send(deposit, told(deposit, amount="60.00"))
    address = f"/console/wallet/deposit/{deposit.pk}/settle/"
    assert console(member("support")).post(address, {"reason": "mine"}).status_code == 403
    staff = member("payments")
    client = console(staff)
    listed = client.get("/console/wallet/deposit/?needs_look=1").content.decode()
    assert f"/console/wallet/deposit/{deposit.pk}/change/" in listed
    row = client.get(f"/console/wallet/deposit/{deposit.pk}/change/").content.decode()
    assert address in row
    assert client.post(address, {"reason": ""}).status_code == 200
    assert now(deposit).needs_look
    client.post(address, {"reason": "the bank confirms 60.00"})
    assert not now(deposit).needs_look
    event = Event.objects.get(action="deposit settled")
    assert (event.actor, event.reason) == (staff, "the bank confirms 60.00")
    row = client.get(f"/console/wallet/deposit/{deposit.pk}/change/").content.decode()
    assert address not in row


def test_a_block_is_lifted_with_a_reason_and_the_player_can_pay_in() -> None:
    player = depositing.player()
    block = FundingBlock.objects.create(player=player)
    assert asked(player).reason == "blocked"
    client = console(member("risk"))
    address = f"/console/wallet/fundingblock/{block.pk}/lift/"
    assert "The player can pay in at once" in client.get(address).content.decode()
    page = client.post(address, {"reason": "spoke with the player"}, follow=True)
    assert "The block is lifted." in page.content.decode()
    assert deposit_blocks.in_force(player) is None
    assert asked(player).status == "waiting"
    assert Event.objects.filter(action="block of deposits lifted").count() == 1


def test_the_forged_are_found_among_what_was_told() -> None:
    deposit = asked(depositing.player())
    send(deposit, told(deposit), "0" * 64)
    page = console(member("auditor")).get("/console/wallet/notification/?genuine=0")
    assert "refused: not signed by the provider" in page.content.decode()


def test_methods_of_one_account_lead_to_each_other() -> None:
    first, second = depositing.player(), depositing.player()
    for player in (first, second):
        paid(player, account="SB00002222")
    method = PaymentMethod.objects.get(player=first)
    client = console(member("risk"))
    row = client.get(f"/console/wallet/paymentmethod/{method.pk}/change/").content.decode()
    assert f"/console/wallet/paymentmethod/?q={method.fingerprint}" in row
    both = client.get("/console/wallet/paymentmethod/", {"q": method.fingerprint})
    for one in PaymentMethod.objects.all():
        assert f"/console/wallet/paymentmethod/{one.pk}/change/" in both.content.decode()
