"""The player's pages of cash-outs: a fresh proof, what is typed, where each one stands and why."""

from __future__ import annotations

import time
import uuid
from typing import Any

import pytest
from django.test import Client

from accounts.models import Event, Player
from tests import factories
from tests.chromium import sideways
from tests.console.staff import console, member
from tests.papers.chromium import tab
from tests.wallet import cashing
from tests.wallet.cashing import WHY, approved, asked, held
from wallet import cash_outs, payouts
from wallet.models import CashOut

pytestmark = pytest.mark.django_db
FORM, LIST = "/cashier/cash-out/", "/cashier/cash-outs/"


def proven(of: Player, minutes: int = 0) -> Client:
    """A browser of sorts in which the password was given again, so many minutes ago."""
    client = factories.client(of)
    session = client.session
    at = time.time() - 60 * minutes
    session["account_authentication_methods"] = [
        {"method": "password", "at": at, "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(of.pk)
    session.save()
    return client


def form(of: Player, **typed: Any) -> dict[str, Any]:
    """The fields of the form, filled in."""
    method = of.payment_methods.first()
    return {"amount": "100", "method": method.pk, "form_key": uuid.uuid4(), **typed}


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_password_is_asked_for_anew_before_a_cash_out() -> None:
    player = cashing.player()
    for client in (factories.client(player), proven(player, minutes=6)):
        for answer in (client.get(FORM), client.post(FORM, form(player))):
            assert answer["Location"].startswith("/accounts/reauthenticate/?next=%2Fcashier%2Fcash")
    assert not CashOut.objects.exists()
    assert proven(player, minutes=1).get(FORM).status_code == 200


def test_whoever_has_a_second_factor_gives_that_too() -> None:
    from allauth.mfa.models import Authenticator

    player = cashing.player()
    Authenticator.objects.create(user=player, type=Authenticator.Type.TOTP, data={"secret": "x"})
    answer = proven(player).get(FORM)
    assert answer["Location"].startswith("/accounts/2fa/reauthenticate/")


def test_the_form_tells_apart_what_can_be_paid_out_and_what_cannot() -> None:
    player = cashing.player(money=500_00)
    asked(player, 100_00)
    factories.dealt(player)
    page = text(proven(player), FORM)
    for amount in ("€397.40", "€2.60", "€100.00", "From €10.00 to €397.40"):
        assert amount in page, amount


def test_a_request_leads_to_its_page_with_its_stages_and_what_happens_next() -> None:
    player = cashing.player(money=500_00)
    client = proven(player)
    answer = client.post(FORM, form(player, amount="120,50"), follow=True)
    row = CashOut.objects.get()
    assert answer.redirect_chain == [(f"{LIST}{row.pk}/", 302)]
    page = answer.content.decode()
    assert "€120.50" in page
    assert "A person of the house checks it, at the latest by" in page
    assert row.method.label in page
    assert held(player) == (379_50, 120_50)
    assert f"No. {row.pk}" in text(client, LIST)
    assert "Cash-out requested" in text(client, f"/wallet/of/{row.cause}/")


def test_a_double_click_is_one_cash_out() -> None:
    player = cashing.player()
    client, sent = proven(player), form(player)
    first, second = (client.post(FORM, sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert CashOut.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0", "An amount is more than nothing."),
        ("-5", "Type it without a sign."),
        ("0.001", "An amount has at most two decimals."),
        ("1e9", "Type the amount in the digits 0 to 9 only"),
        ("٥٠", "Type the amount in the digits 0 to 9 only"),
        ("1,000", "can be read in two ways"),
        ("999999999999", "more than can be moved at once"),
        ("500.01", "You can cash out up to €500.00."),
        ("9.99", "The smallest cash-out is €10.00."),
        ("", "This field is required."),
    ],
)
def test_what_is_no_amount_is_refused_with_a_sentence_and_kept_on_record(
    typed: str, sentence: str
) -> None:
    player = cashing.player(money=500_00)
    answer = proven(player).post(FORM, form(player, amount=typed))
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert held(player) == (500_00, 0)
    event = Event.objects.get(action="cash-out not taken")
    assert (event.after["asked"], sentence in event.reason) == (typed, True)


def test_nothing_goes_to_an_account_of_somebody_else() -> None:
    player, other = cashing.player(), cashing.player()
    theirs = other.payment_methods.get().pk
    answer = proven(player).post(FORM, form(player, method=theirs))
    assert "Choose an account of yours." in answer.content.decode()
    assert not CashOut.objects.exists()


def test_whoever_is_not_verified_or_has_no_account_is_told_the_way_on() -> None:
    unknown = factories.player(known=False)
    cashing.method(unknown)
    assert 'href="/settings/identity/"' in text(proven(unknown), FORM)
    answer = proven(unknown).post(FORM, form(unknown)).content.decode()
    assert "people whose identity is verified" in answer
    assert not CashOut.objects.exists()
    assert "There is none yet." in text(proven(factories.player()), FORM)


def test_the_page_says_why_one_waits_and_hides_what_staff_wrote() -> None:
    player = cashing.player()
    row = asked(player)
    cash_outs.hold(cash_out_id=row.pk, reason="play", note="odd bets", actor=factories.staff())
    client = proven(player)
    for path in (LIST, f"{LIST}{row.pk}/"):
        page = text(client, path)
        assert "on hold" in page
        assert "looks at the games behind this money" in page
        assert "odd bets" not in page
    assert "its time limit waits with it" in page


def test_an_unknown_payment_is_told_as_it_is() -> None:
    player = cashing.player()
    row = cashing.sending(player, 100_19)
    payouts.pay_out(row.pk)
    page = text(proven(player), f"{LIST}{row.pk}/")
    assert "Nothing is sent twice and nothing is lost." in page


def test_a_cash_out_is_a_page_of_its_player_only() -> None:
    row = asked(cashing.player())
    stranger = proven(cashing.player())
    assert stranger.get(f"{LIST}{row.pk}/").status_code == 404
    assert stranger.post(f"{LIST}{row.pk}/take-back/").status_code == 404
    assert f"No. {row.pk}" not in text(stranger, LIST)


def test_nobody_takes_a_cash_out_back_and_no_page_offers_it() -> None:
    player = cashing.player()
    row = asked(player)
    client = proven(player)
    assert "take-back" not in text(client, f"{LIST}{row.pk}/")
    answer = client.post(f"{LIST}{row.pk}/take-back/", follow=True)
    assert "cannot be taken back" in answer.content.decode()
    assert held(player) == (400_00, 100_00)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing_in_the_pages_of_cash_outs(live_server: Any) -> None:
    from tests.axe import found

    player, payments = cashing.player(money=9_000_00), console(member("payments"))
    large = asked(player, 2_000_00)
    cash_outs.approve(cash_out_id=large.pk, note=WHY, actor=factories.staff())
    waiting, ready = asked(player), approved(player)
    cash_outs.hold(cash_out_id=waiting.pk, reason="play", note="x", actor=factories.staff())
    theirs = (FORM, LIST, f"{LIST}{large.pk}/", f"{LIST}{waiting.pk}/")
    queue = "/console/wallet/cashout/"
    ours = (
        *(queue, f"{queue}{large.pk}/change/", f"{queue}{ready.pk}/hold/"),
        *(f"{queue}{ready.pk}/resolve/", "/console/wallet/payoutfile/make/"),
    )
    sights = ((1280, "light", proven(player), theirs), (390, "dark", proven(player), theirs),
              (390, "light", payments, ours))  # fmt: skip
    for width, scheme, client, paths in sights:
        with tab(live_server.url, client, width) as seen:
            seen.page.emulate_media(color_scheme=scheme)
            for path in paths:
                seen.go(path)
                assert found(seen.page) == [], path
                assert sideways(seen.page) <= 0, f"{path} scrolls sideways at {width}"
