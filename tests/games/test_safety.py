"""Limits and exclusions at the table: no route to a stake or a deposit goes round them."""

from __future__ import annotations

import ast
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import exclusion, limits
from accounts.models import Event, Exclusion, Mail, Player, RealityCheck
from config.supervisor.environment import CHECKOUT
from games import offers, safety, services, settlement
from games.catalogue import ENTRIES, FUN, MONEY, THREE_CARD_RUMMY, THREE_CARD_SOLITAIRE
from games.gate import Shut
from games.models import Round
from tests import factories, rummy
from tests.games.test_races import at_once
from tests.wallet import cashing, depositing
from wallet import ledger, proof
from wallet.models import CashOut, Deposit, Transfer, TransferKind
from wallet.sums import Sums, in_money

pytestmark = pytest.mark.django_db
MOVED_IN = (TransferKind.STAKE, TransferKind.RESERVE, TransferKind.DEPOSIT)
PRICE = 5
BET = 52 * PRICE


def limit(player: Player, kind: str, amount: int, period: str = "day") -> None:
    limits.ask(player=player, kind=kind, period=period, amount=amount, shown=in_money)


def staked(player: Player) -> int:
    return Transfer.objects.filter(player=player, kind__in=MOVED_IN).count()


def bets(entry: Any) -> dict[str, int]:
    """The least that each bet of a game takes."""
    return {bet.name: bet.values[0] if bet.values else bet.minimum for bet in entry.bets}


def collected(player: Player, at: Any) -> Any:
    return services.end(
        player=player, round_id=at.round.pk, at=at.round.entries, way="collect", sure=True
    )


def test_an_exclusion_in_one_tab_stops_the_next_stake_in_another() -> None:
    player = factories.player()
    browser = factories.client(player)
    browser.get("/play/three-card-solitaire/money/")
    offer = offers.commitment(player=player, entry=THREE_CARD_SOLITAIRE, currency=MONEY)
    fields = {"deal_id": offer.pk, "client_seed": "61", "card_price": str(PRICE)}
    browser.post("/settings/limits/time-out/", {"kind": "24 hours", "understood": "on"})
    answer = browser.post(
        "/play/three-card-solitaire/money/deal/", fields, headers={"hx-request": "true"}
    )
    assert "time-out" in answer.content.decode()
    assert "/settings/limits/" in answer.content.decode()
    assert staked(player) == 0


@pytest.mark.django_db(transaction=True)
def test_of_an_exclusion_and_deals_at_once_no_deal_begins_after_it() -> None:
    player = factories.player()
    tabs = [
        (entry, offers.commitment(player=player, entry=entry, currency=MONEY))
        for entry in (THREE_CARD_SOLITAIRE, THREE_CARD_RUMMY)
    ]

    def deal(entry: Any, offer: Any) -> Any:
        return lambda: services.deal(
            player=player, entry=entry, currency=MONEY, deal_id=offer.pk, client_seed=b"x",
            bets=bets(entry),
        )  # fmt: skip

    answers = at_once(
        *(deal(*tab) for tab in tabs), lambda: exclusion.start(player=player, kind="24 hours")
    )
    began = Exclusion.objects.get(player=player).began_at
    for answer in answers[:2]:
        assert isinstance(answer, Shut) or answer.round.started_at <= began
    safety.sweep()
    assert not Round.objects.open().filter(player=player).exists()
    assert proof.findings(settlement.in_play()) == []


def routes(player: Player) -> None:
    """Everything that a player can send to stake or to pay in, each as far as it gets."""
    client = factories.client(player)
    for entry in ENTRIES.values():
        for currency in entry.currencies:
            offer = offers.commitment(player=player, entry=entry, currency=currency)
            fields = {"deal_id": offer.pk, "client_seed": "61", "end_old": "on"}
            least = bets(entry)
            fields |= {bet.field: str(least[bet.name] // bet.chip) for bet in entry.bets}
            here = f"/play/{entry.slug}/{currency}/deal/"
            for more in ({}, {"rebet": "on"}):
                client.post(here, fields | more)
                client.post(here, fields | more, headers={"hx-request": "true"})
    for round in Round.objects.open().filter(player=player):
        for deed in ("restart", "undo", "moves"):
            sent = {"at": str(round.entries), "move": "draw", "sure": "on"}
            client.post(f"/rounds/{round.pk}/{deed}/", sent)
    sent = {"amount": "20", "variant": depositing.WAY, "form_key": str(uuid.uuid4())}
    client.post("/cashier/deposit/", sent)


@pytest.mark.parametrize("stopped", ["excluded", "closed", "limited", "by the house"])
def test_no_route_goes_round_an_exclusion_or_a_limit(stopped: str) -> None:
    player, risk = factories.player(), factories.staff()
    if stopped in ("excluded", "closed"):
        kind = "6 months" if stopped == "excluded" else "closed"
        exclusion.start(player=player, kind=kind)
        safety.sweep()
    for kind in ("deposit", "stake") if stopped in ("limited", "by the house") else ():
        if stopped == "limited":
            limit(player, kind, 0)
        else:
            limits.set_by_house(
                player=player, kind=kind, period="day", amount=0, actor=risk, reason="harm",
                shown=in_money,
            )  # fmt: skip
    routes(player)
    moved = Transfer.objects.filter(player=player, kind__in=MOVED_IN)
    if stopped in ("limited", "by the house"):
        moved = moved.filter(currency="EUR")  # limits are of money
    assert not moved.exists()
    assert not Deposit.objects.filter(player=player, ended_at=None).exists()


def test_the_walk_does_stake_and_pay_in_where_nothing_stops_it() -> None:
    player = factories.player()
    routes(player)
    assert staked(player) >= 3
    assert Deposit.objects.filter(player=player, ended_at=None).exists()


def test_stakes_and_deposits_are_made_in_one_place_each_behind_its_gate() -> None:
    places: dict[str, set[str]] = {}
    for path in CHECKOUT.rglob("*.py"):
        name = str(path.relative_to(CHECKOUT))
        if name.split("/")[0] not in ("accounts", "wallet", "games", "support", "config"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                for given in node.args:
                    if isinstance(given, ast.Attribute) and given.attr in (
                        *("STAKE", "RESERVE", "DEPOSIT"),
                    ) and ast.unparse(given.value) == "TransferKind":  # fmt: skip
                        places.setdefault(given.attr, set()).add(name)
    assert places["STAKE"] == places["RESERVE"] == {"games/settlement.py"}
    # The statement only reads them.
    assert places["DEPOSIT"] - {"wallet/statements.py"} == {"wallet/deposits.py"}


def test_a_deal_is_checked_with_what_may_follow_so_that_no_limit_forces_a_fold() -> None:
    player = factories.player()
    limit(player, "stake", 1_100)
    with pytest.raises(Shut, match="Stakes a day"):
        rummy.dealt(player, ante=600, bonus=0)
    at = rummy.dealt(player, ante=500, bonus=100)
    at = rummy.decide(player, at, "raise")
    assert not at.round.is_open
    with pytest.raises(Shut, match="is reached"):
        rummy.dealt(player, ante=100, bonus=0)


def test_a_fold_frees_what_it_did_not_need() -> None:
    player = factories.player()
    at = rummy.dealt(player, ante=500, bonus=0)
    begin = timezone.now() - timedelta(minutes=1)
    assert Sums(player, "EUR").staked(begin) == 1_000
    rummy.decide(player, at, "fold")
    assert Sums(player, "EUR").staked(begin) == Sums(player, "EUR").lost(begin) == 500


def test_a_reached_limit_lets_the_game_finish_and_refuses_the_next() -> None:
    player = factories.player()
    limit(player, "loss", BET)
    at = factories.dealt(player, price=PRICE)
    # Drawing pays nothing, whatever was dealt.
    at = services.move(player=player, round_id=at.round.pk, at=at.round.entries, notation="draw")
    assert collected(player, at).round.returned == 0
    with pytest.raises(Shut, match="Losses a day"):
        factories.dealt(player, price=PRICE)


def test_a_round_counts_when_it_is_staked_and_its_win_gives_no_room_later() -> None:
    player = factories.player()
    at = factories.dealt(player, price=PRICE)
    after = timezone.now()
    collected(player, at)
    sums = Sums(player, "EUR")
    assert (sums.staked(after), sums.lost(after)) == (0, 0)
    before = after - timedelta(minutes=1)
    returned = Round.objects.get(pk=at.round.pk).returned
    assert (sums.staked(before), sums.lost(before)) == (BET, BET - returned)
    assert sums.session(after).staked == BET
    assert sums.session(after).net == returned - BET


def test_deposits_count_gross_with_what_is_on_its_way_and_a_cash_out_gives_no_room() -> None:
    player = depositing.player()
    since = timezone.now() - timedelta(minutes=1)
    depositing.paid(player, 50_00)
    depositing.asked(player, 30_00)
    assert Sums(player, "EUR").deposited(since) == 80_00
    cashing.method(player)
    cashing.asked(player, 20_00)
    assert Sums(player, "EUR").deposited(since) == 80_00


def test_open_games_for_money_are_ended_and_the_player_is_told() -> None:
    player = factories.player()
    solitaire = factories.dealt(player, price=PRICE)
    hand = rummy.dealt(player, ante=500, bonus=0)
    free = factories.dealt(player, currency=FUN)
    made = exclusion.start(player=player, kind="6 months")
    assert safety.end_for_exclusion(made.pk)
    assert not safety.end_for_exclusion(made.pk)
    ended = Round.objects.get(pk=solitaire.round.pk)
    assert ended.outcome == "collect"
    decided = Round.objects.get(pk=hand.round.pk)
    assert decided.outcome == "settled"
    last = decided.log.order_by("-no").first()
    assert last is not None
    assert (last.actor, last.notation) in (("house", "raise"), ("house", "fold"))
    assert Round.objects.get(pk=free.round.pk).is_open
    assert ledger.balances(player, "EUR").in_play == 0
    mail = Mail.objects.filter(to=player.email).latest("pk")
    assert "open games" in mail.subject
    assert "3-Card Solitaire" in mail.text
    page = factories.client(player).get("/settings/limits/").content.decode()
    assert "have been ended" in page


def test_a_lost_message_is_repeated_by_the_sweep() -> None:
    player = factories.player()
    at = factories.dealt(player, price=PRICE)
    exclusion.start(player=player, kind="1 week")
    assert safety.sweep() == {"exclusions": 1}
    assert not Round.objects.get(pk=at.round.pk).is_open
    assert safety.sweep() == {"exclusions": 0}


def test_a_closed_account_ends_in_a_cash_out_of_the_balance() -> None:
    player = cashing.player(money=50_000)
    client = factories.client(player)
    at = factories.dealt(player, price=PRICE)
    client.post("/settings/close/", {"understood": "on"})
    for _repeat in range(2):
        safety.sweep()
    returned = Round.objects.get(pk=at.round.pk).returned
    assert CashOut.objects.get(player=player).amount == 50_000 - BET + returned
    assert ledger.balances(player, "EUR").wallet == 0
    assert client.get("/cashier/cash-outs/").status_code == 200
    assert "Your account is closed" in client.get("/settings/limits/").content.decode()


def test_without_an_account_to_pay_to_the_money_of_a_closed_account_waits() -> None:
    player = factories.player(money=5_000)
    made = exclusion.start(player=player, kind="closed")
    assert safety.end_for_exclusion(made.pk)
    assert ledger.balances(player, "EUR").wallet == 5_000
    assert Event.objects.filter(action="balance of a closed account waits").exists()


def test_the_reality_check_refuses_the_next_game_for_money_until_it_is_seen() -> None:
    player = factories.player()
    now = timezone.now()
    player.sittings.create(began_at=now - timedelta(minutes=61), seen_at=now)
    with pytest.raises(Shut) as shut:
        factories.dealt(player, price=PRICE)
    assert shut.value.way_on == "safer:reality"
    RealityCheck.objects.create(player=player, shown={})
    factories.dealt(player, price=PRICE)
