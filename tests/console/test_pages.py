"""What the console shows, and what it never shows or changes."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Event
from config import findings
from config.audit_models import Audit
from config.record_models import Note
from games.models import Move, Round
from games.positions import deck
from support.models import Message
from support.services import write
from tests import factories, rummy
from tests.console import talks
from tests.console.staff import (
    asked_for,
    console,
    judged,
    member,
    proposed,
    released,
    simulated,
    switched,
)
from wallet.models import Transfer

pytestmark = pytest.mark.django_db
SEED = bytes(reversed(range(96)))
LISTS = [
    "games/round",
    "games/move",
    "games/deal",
    "games/simulation",
    "games/switch",
    "games/verdict",
    "games/pool",
    "house/audit",
    "house/proposal",
    "house/note",
    "house/release",
    "house/finding",
    "wallet/transfer",
    "wallet/account",
    "wallet/seal",
    "wallet/cashout",
    "wallet/deposit",
    "wallet/payoutfile",
    "wallet/paymentmethod",
    "wallet/notification",
    "wallet/fundingblock",
    "accounts/player",
    "accounts/event",
    "accounts/identitycheck",
    "auth/group",
    "support/message",
    "support/conversation",
    "support/complaint",
    "support/cannedreply",
]


def collected(player: Any, currency: str = factories.MONEY, seed: bytes | None = SEED) -> Round:
    """A round collected after three moves, of known seeds if not told otherwise."""
    return factories.collected(player, moves=3, currency=currency, seed=seed)


def text(client: Any, path: str) -> str:
    """The page of a path that answers."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def rows_of_everything() -> dict[str, int]:
    """A row in each list, by list."""
    player = factories.player()
    round = collected(player)
    message = write(player=player, form_key=uuid.uuid4(), text="Hello", round_id=round.pk)
    factories.client(player).post("/settings/", {"display_name": "Kim", "time_zone": "UTC"})
    transfer = Transfer.objects.filter(cause=round.cause).first()
    return {
        "games/round": round.pk,
        "games/move": Move.objects.first().pk,
        "games/deal": round.deal_id,
        "games/simulation": simulated().pk,
        "games/switch": switched().pk,
        "games/verdict": judged(round.deal).pk,
        "games/pool": asked_for().pk,
        "house/proposal": proposed(player=player).pk,
        "house/note": Note.objects.create(player=player, by=member(), text="Called").pk,
        "house/release": released().pk,
        "house/audit": Audit.objects.create(round=round, player=player, reasons=["speed"]).pk,
        "house/finding": findings.report("sums", f"round:{round.pk}", "It differs.").pk,
        "wallet/transfer": transfer.pk,
        "wallet/account": transfer.source_id,
        "accounts/player": player.pk,
        "accounts/event": Event.objects.first().pk,
        "accounts/identitycheck": player.identity_checks.get().pk,
        "support/message": message.pk,
        "support/conversation": talks.handed_off(player).pk,
        "support/complaint": talks.complaint(player).pk,
        "support/cannedreply": talks.canned(f"hello-{next(factories.numbers)}").pk,
    }


def test_every_list_and_every_row_can_be_looked_at() -> None:
    rows, client = rows_of_everything(), console()
    for name in LISTS:
        text(client, f"/console/{name}/")
    for name, pk in rows.items():
        text(client, f"/console/{name}/{pk}/change/")


def test_from_a_round_one_gets_to_its_moves_transfers_deal_and_player() -> None:
    player = factories.player()
    round = collected(player)
    client = console()
    page = text(client, f"/console/games/round/{round.pk}/change/")
    for transfer in Transfer.objects.filter(cause=round.cause):
        assert f"/console/wallet/transfer/{transfer.pk}/change/" in page
    assert f"/console/games/move/?round__id__exact={round.pk}" in page
    assert f"/console/games/deal/{round.deal_id}/change/" in page
    assert f"/console/accounts/player/{player.pk}/change/" in page
    assert "€2.60" in page


def test_links_between_rows_all_answer() -> None:
    rows, client = rows_of_everything(), console()
    seen = set()
    for name, pk in rows.items():
        page = text(client, f"/console/{name}/{pk}/change/")
        seen |= set(re.findall(r'href="(/console/[^"#]*)"', page.replace("&amp;", "&")))
    assert any("cause=" in path for path in seen)
    for path in sorted(seen):
        answer = client.get(path, follow=True)
        assert answer.status_code == 200, path
        assert not any("e=1" in address for address, _ in answer.redirect_chain), path


def test_narrowed_lists_hold_the_rows_meant_and_no_others() -> None:
    mine, other = collected(factories.player()), collected(factories.player())
    client = console()
    moves = text(client, f"/console/games/move/?round__id__exact={mine.pk}")
    assert f"/console/games/round/{mine.pk}/change/" in moves
    assert f"/console/games/round/{other.pk}/change/" not in moves
    transfers = text(client, f"/console/wallet/transfer/?cause={mine.cause}")
    assert mine.cause in transfers
    assert other.cause not in transfers


@pytest.mark.parametrize("currency", [factories.FUN, factories.MONEY])
def test_searches_find_by_number_address_cause_and_commitment(currency: str) -> None:
    player = factories.player(email="Zoe@test.example")
    round = collected(player, currency)
    other = collected(factories.player(), currency, seed=None)
    client = console()
    here, there = (f"/console/games/round/{one.pk}/change/" for one in (round, other))
    for term in (str(round.pk), f"%23{round.pk}", "zoe@TEST.example"):
        page = text(client, f"/console/games/round/?q={term}")
        assert here in page
        assert there not in page
    page = text(client, f"/console/wallet/transfer/?q={round.cause}")
    assert f"{round.cause}:stake" in page
    assert f"{other.cause}:stake" not in page
    page = text(client, f"/console/games/deal/?q={round.deal.commitment}")
    assert f"/console/games/deal/{round.deal_id}/change/" in page
    assert f"/console/games/deal/{other.deal_id}/change/" not in page


def test_a_search_for_nothing_finds_nothing() -> None:
    rows_of_everything()
    client = console()
    terms = ("nobody", "99999999999999999999999", "'; --", "a@b", "round:x")
    for number, name in enumerate(sorted(set(LISTS) - {"auth/group"})):
        # All of them where several are searched through, and each of them in some other list.
        for term in terms if name in ("games/round", "accounts/player") else {terms[number % 5]}:
            page = text(client, f"/console/{name}/?q={term}")
            assert 'id="result_list"' not in page, f"{name} {term}"


def test_nobody_sees_the_deck_of_a_round_in_play() -> None:
    player = factories.player()
    at = factories.dealt(player, seed=SEED)
    round = Round.objects.select_related("deal").get(pk=at.round.pk)
    sealed = (SEED, bytes(round.kept), bytes(round.deal.server_seed))
    secrets = [form for part in sealed for form in (part.hex(), str(part)[2:40])]
    secrets += [separator.join(deck(round)[:6]) for separator in (" ", ", ", "', '", "")]
    client = console()
    paths = [f"/console/{name}/" for name in LISTS]
    paths += [f"/console/games/round/{round.pk}/change/"]
    paths += [f"/console/games/deal/{round.deal_id}/change/"]
    for path in paths:
        page = text(client, path)
        for secret in secrets:
            assert secret not in page, path
    page = text(client, f"/console/games/deal/{round.deal_id}/change/")
    assert "Sealed" in page
    assert round.deal.commitment in page


def test_the_seed_is_shown_once_the_round_has_ended() -> None:
    round = collected(factories.player())
    client = console()
    assert SEED.hex() in text(client, f"/console/games/round/{round.pk}/change/")
    assert SEED.hex() in text(client, f"/console/games/deal/{round.deal_id}/change/")


def test_how_a_hand_ended_is_told_in_words_wherever_its_round_is_listed() -> None:
    player = factories.player()
    at = rummy.dealt(player, seed=rummy.seed_for("win", 1))
    rummy.decide(player, at, "raise")
    collected(player)
    client = console()
    places = ("games/round/", f"games/round/{at.round.pk}/change/")
    for path in (*places, f"accounts/player/{player.pk}/change/"):
        page = text(client, f"/console/{path}")
        assert "the player won" in page, path
        assert ">settled<" not in page, path
    assert ">collected<" in text(client, "/console/games/round/")


def test_an_open_commitment_is_sealed() -> None:
    player = factories.player()
    offer = factories.committed(player, SEED)
    page = text(console(), f"/console/games/deal/{offer.pk}/change/")
    assert SEED.hex() not in page


def test_nothing_can_be_added_or_deleted_and_histories_not_changed() -> None:
    rows, client = rows_of_everything(), console()
    for name in LISTS:
        assert client.get(f"/console/{name}/add/").status_code == 403, name
    for name, pk in rows.items():
        assert client.post(f"/console/{name}/{pk}/delete/", {"post": "yes"}).status_code == 403
        if name not in ("accounts/player", "support/message"):
            answer = client.post(f"/console/{name}/{pk}/change/", {"amount": 1, "notation": "x"})
            assert answer.status_code == 403, name


def test_a_superuser_changes_no_history_either() -> None:
    rows = rows_of_everything()
    person = factories.staff(is_superuser=True)
    client = console(person)
    path = f"/console/wallet/transfer/{rows['wallet/transfer']}"
    assert client.post(f"{path}/change/", {"amount": 1}).status_code == 403
    assert client.post(f"{path}/delete/", {"post": "yes"}).status_code == 403


def test_changing_a_player_changes_harmless_fields_only_and_is_recorded() -> None:
    player, person = factories.player(), member()
    sent = {
        "display_name": "Kim",
        "time_zone": "Asia/Tokyo",
        "reason": "Asked by telephone",
        "is_staff": "on",
        "is_superuser": "on",
        "is_test": "",
        "email": "else@test.example",
        "balance": "1",
    }
    before = player.email
    path = f"/console/accounts/player/{player.pk}/change/"
    assert console(person).post(path, sent).status_code == 302
    player.refresh_from_db()
    assert (player.display_name, player.time_zone) == ("Kim", "Asia/Tokyo")
    assert (player.email, player.is_staff, player.is_superuser) == (before, False, False)
    assert player.is_test
    event = Event.objects.get(object=f"player:{player.pk}", action="player changed")
    assert (event.actor, event.reason) == (person, "Asked by telephone")
    assert event.before == {"display_name": "", "time_zone": "UTC"}
    assert event.after == {"display_name": "Kim", "time_zone": "Asia/Tokyo"}


def test_only_those_with_the_right_change_players_and_messages() -> None:
    rows = rows_of_everything()
    auditor = console(member("auditor"))
    for name in ("accounts/player", "support/message"):
        answer = auditor.post(f"/console/{name}/{rows[name]}/change/", {"status": "done"})
        assert answer.status_code == 403


def test_the_status_of_a_message_is_changed_and_recorded_and_its_text_is_not() -> None:
    rows, person = rows_of_everything(), member("support")
    path = f"/console/support/message/{rows['support/message']}/change/"
    console(person).post(path, {"status": "done", "text": "forged"})
    message = Message.objects.get()
    assert (message.status, message.text) == ("done", "Hello")
    event = Event.objects.get(object=f"message:{message.pk}")
    assert (event.actor, event.before, event.after) == (person, "new", "done")


def test_markup_of_a_player_is_shown_as_text() -> None:
    player = factories.player(display_name="<b>Bold</b>")
    write(player=player, form_key=uuid.uuid4(), text="<script>alert(1)</script>")
    client = console()
    for path in ("support/message/", f"support/message/{Message.objects.get().pk}/change/"):
        page = text(client, f"/console/{path}")
        assert "<b>Bold" not in page
        assert "<script>alert" not in page
        assert "&lt;b&gt;Bold" in page


def test_more_rows_cost_no_more_queries() -> None:
    client = console()
    text(client, "/console/")

    def queries(name: str) -> int:
        with CaptureQueriesContext(connection) as done:
            text(client, f"/console/{name}/")
        return len(done)

    rows_of_everything()
    few = {name: queries(name) for name in LISTS}
    for _ in range(3):
        rows_of_everything()
    more = [name for name in LISTS if queries(name) > few[name]]
    # Once a minute a visit is noted besides, which costs a few: hence a second look.
    assert [name for name in more if queries(name) > few[name]] == []


def test_every_model_of_ours_that_holds_rows_of_players_is_in_the_console() -> None:
    shown = {model._meta.label_lower.replace(".", "/") for model in admin.site._registry}
    assert shown == set(LISTS)
