"""The cashier's pages: typed amounts, what came of a deposit, methods, the sandbox's page."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import factories
from tests.wallet import depositing
from tests.wallet.depositing import asked, now, paid, send, told
from wallet.models import Deposit, PaymentMethod, SandboxMessage

pytestmark = pytest.mark.django_db


def post(client: Client, amount: str, **other: Any) -> HttpResponse:
    form = {"amount": amount, "variant": "sandbox-account", "form_key": str(uuid.uuid4())}
    return client.post("/cashier/deposit/", form | other)


@pytest.mark.parametrize(
    ("typed", "amount"), [("25", 2_500), ("1,00", 100), ("25.5", 2_550), (" 1,234.50 ", 123_450)]
)
def test_an_amount_is_taken_as_it_was_meant(typed: str, amount: int) -> None:
    client = factories.client(depositing.player())
    answer = post(client, typed)
    deposit = Deposit.objects.get()
    assert answer["Location"] == f"/cashier/deposits/{deposit.pk}/"
    assert (deposit.amount, deposit.total) == (amount, deposit.total.__class__(amount).scaleb(-2))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type an amount, as 25 or 25.50."),
        ("0", "An amount is more than nothing."),
        ("-5", "Type it without a sign."),
        ("0.001", "An amount has at most two decimals."),
        ("1e9", "Type the amount in the digits 0 to 9 only"),
        ("1,000", "1,000 can be read in two ways."),
        ("٢٥", "Type the amount in the digits 0 to 9 only"),
        ("NaN", "Type the amount in the digits 0 to 9 only"),
        ("<b>5</b>", "Type the amount in the digits 0 to 9 only"),
        ("0.50", "A deposit is from €1.00 to €10,000.00."),
        ("10000.01", "A deposit is from €1.00 to €10,000.00."),
        ("9" * 400, "That is more than can be moved at once."),
    ],
)
def test_anything_else_is_refused_with_a_sentence_and_keeps_what_was_typed(
    typed: str, sentence: str
) -> None:
    answer = post(factories.client(depositing.player()), typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert not Deposit.objects.exists()


def test_a_way_that_is_not_offered_is_refused() -> None:
    answer = post(factories.client(depositing.player()), "25", variant="default")
    assert answer.status_code == 422
    assert not Deposit.objects.exists()


def test_a_form_sent_twice_leads_to_the_same_deposit() -> None:
    client, key = factories.client(depositing.player()), str(uuid.uuid4())
    first, second = (post(client, "25", form_key=key) for _ in range(2))
    assert first["Location"] == second["Location"]


def test_the_page_of_a_refused_deposit_says_what_how_much_why_and_the_way_on() -> None:
    client = factories.client(depositing.undecided())
    page = client.get(post(client, "25")["Location"]).content.decode()
    assert "refused" in page
    assert "€25.00" in page
    assert "please say which limit you want" in page
    assert "Settle what stands in the way" in page
    assert "Pay €25.00" not in page


def test_a_limit_that_leaves_a_part_asks_and_then_says_both_amounts() -> None:
    player = depositing.player()
    depositing.limit(player, 40_00)
    client = factories.client(player)
    answer = post(client, "100")
    page = answer.content.decode()
    assert "You asked for €100.00; your limit allows €40.00 now. Deposit that?" in page
    assert 'value="40.00"' in page
    assert 'value="10000"' in page
    second = post(client, "40.00", asked="10000")
    page = client.get(second["Location"]).content.decode()
    assert "You asked for" in page
    assert "€100.00" in page
    assert "Your limit allowed" in page


def test_from_the_form_to_the_credit_on_the_pages_of_both_houses() -> None:
    player = depositing.player()
    client = factories.client(player)
    here = post(client, "25,00", variant="sandbox-purse")["Location"]
    assert "Pay €25.00 at the provider" in client.get(here).content.decode()
    sandbox = client.get(f"{here}pay/")["Location"]
    assert "No real money moves" in client.get(sandbox).content.decode()
    form = {"outcome": "success", "amount": "25.00", "holder": "Kim", "account": "SB00000001"}
    assert client.post(sandbox, form)["Location"] == here
    deposit = Deposit.objects.get()
    send(deposit, SandboxMessage.objects.get().body.encode())
    page = client.get(here).content.decode()
    assert "€25.00 came in and can be used." in page
    assert "€0.38" in page  # the fee
    assert now(deposit).authorization in page
    # There is nothing more to pay.
    assert client.get(f"{here}pay/")["Location"] == here
    assert "The bank takes it back" in client.get(sandbox).content.decode()


def test_the_sandbox_refuses_a_form_that_it_did_not_make() -> None:
    player = depositing.player()
    deposit = asked(player)
    client = factories.client(player)
    wrong = {"outcome": "jackpot", "amount": "1e9", "holder": "", "account": "1234"}
    assert client.post(f"/cashier/sandbox/{deposit.token}/", wrong).status_code == 422
    assert not SandboxMessage.objects.exists()


def test_without_the_sandbox_there_is_none_and_no_way_to_pay_in(settings: Any) -> None:
    player = depositing.player()
    deposit = asked(player)
    settings.PAYMENT_VARIANTS = {}
    client = factories.client(player)
    assert client.get(f"/cashier/sandbox/{deposit.token}/").status_code == 404
    page = client.get("/cashier/deposit/").content.decode()
    assert "No way to pay in is set up at the moment." in page
    assert send(deposit, told(deposit)).status_code == 404
    assert post(client, "25").status_code == 422


def test_while_it_waits_the_page_asks_for_news_and_then_stops() -> None:
    player = depositing.player()
    deposit = asked(player)
    client = factories.client(player)
    news = f"/cashier/deposits/{deposit.pk}/news/"
    waiting = client.get(news, headers={"HX-Request": "true"}).content.decode()
    assert f'hx-get="{news}"' in waiting
    assert "<html" not in waiting
    send(deposit, told(deposit))
    assert f'hx-get="{news}"' not in client.get(news).content.decode()


def test_a_player_cancels_a_deposit_that_is_not_paid() -> None:
    player = depositing.player()
    deposit = asked(player)
    client = factories.client(player)
    assert client.post(f"/cashier/deposits/{deposit.pk}/cancel/").status_code == 302
    page = client.get(f"/cashier/deposits/{deposit.pk}/").content.decode()
    assert "You cancelled it. Nothing was paid." in page


def test_the_cashier_shows_each_kind_of_money_and_what_came_in_and_went_out() -> None:
    player = depositing.player(money=20_00)
    paid(player, 30_00)
    client = factories.client(player)
    factories.dealt(player, price=5)
    page = client.get("/cashier/").content.decode()
    for text in ("€47.40", "€2.60", "€0.00", "Net deposits", "€30.00", "/cashier/deposit/"):
        assert text in page
    for address in ("/cashier/deposits/", "/cashier/methods/", "/wallet/money/"):
        assert address in page
        assert client.get(address).status_code == 200
    assert "from " + player.date_joined.strftime("%-d %b %Y") in page


def test_a_method_is_shown_masked_and_can_be_removed_by_its_player_only() -> None:
    player = depositing.player()
    paid(player, account="SB87654321", holder=f"Test Player {player.pk}")
    client = factories.client(player)
    page = client.get("/cashier/methods/").content.decode()
    assert "····4321" in page
    assert "SB87654321" not in page
    assert "yours, verified" in page
    method = PaymentMethod.objects.get()
    stranger = factories.client(depositing.player())
    assert stranger.post(f"/cashier/methods/{method.pk}/remove/").status_code == 404
    assert client.post(f"/cashier/methods/{method.pk}/remove/").status_code == 302
    assert "····4321" in client.get("/cashier/methods/").content.decode()  # the sentence
    assert "····4321" not in client.get("/cashier/methods/").content.decode()


def test_the_list_of_deposits_names_the_refused_ones_too() -> None:
    player = depositing.player()
    paid(player, 30_00)
    deposit = asked(player, 12_00)
    send(deposit, told(deposit, "failed", reason="No money."))
    page = factories.client(player).get("/cashier/deposits/").content.decode()
    assert "€30.00 came in and can be used." in page
    assert "The provider declined it. Nothing was paid. No money." in page


def test_no_field_of_ours_takes_the_number_of_a_card() -> None:
    client = factories.client(depositing.player())
    page = client.get("/cashier/deposit/").content.decode()
    assert "cc-number" not in page
    names = {field.name for model in (Deposit, PaymentMethod) for field in model._meta.fields}
    assert not {name for name in names if "card" in name or name == "pan" or "cvv" in name}
