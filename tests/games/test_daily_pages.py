"""The pages of the daily deal, and the ways to its deck: closed to everybody till the day ends."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from accounts import sessions
from accounts.models import Player
from games import daily, positions, proofs, services
from games.catalogue import KLONDIKE, ROYAL_PARADE, THREE_CARD_SOLITAIRE
from games.models import Deal, Round, Share
from tests import factories
from tests.console.staff import console, member
from tests.games.test_daily import DAY, Clock, clock, dealt, ended, moved, played
from tests.papers.test_vectors import SCRIPT

pytestmark = pytest.mark.django_db
__all__ = ["clock"]
MIDNIGHT = datetime(2026, 12, 1, tzinfo=UTC)
SLUG = THREE_CARD_SOLITAIRE.slug


@pytest.fixture
def player(clock: Clock) -> Player:
    return factories.player(display_name="Kim")


@pytest.fixture
def round(player: Player) -> Round:
    """A counted try, played on its day."""
    return Round.objects.select_related("deal").get(pk=played(player).pk)


def now(browser: Client) -> Client:
    """The same browser, its session begun at the time that the test has set."""
    session = browser.session
    session[sessions.SEEN] = session[sessions.BEGAN] = timezone.now().timestamp()
    session.save()
    return browser


def client(who: Player) -> Client:
    return now(factories.client(who))


def page(who: Player | None, path: str, status: int = 200) -> str:
    browser = client(who) if who else Client()
    answer = browser.get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


def secrets_of(round: Round) -> list[str]:
    """The seed, and the deck as a proof writes it: nothing of either may be in an answer."""
    return [round.deal.seed().hex(), json.dumps(positions.deck(round)[:8])[1:-1]]


# --- closed until the day has ended --------------------------------------------------------------


def ways_to_the_deck(round: Round) -> dict[str, int]:
    """Every address which shows a deck, with what it answers while it is closed."""
    number, result = round.pk, round.result.pk
    return {
        f"/rounds/{number}/proof/": 200,
        f"/rounds/{number}/proof.json": 404,
        f"/rounds/{number}/replay/": 200,
        f"/rounds/{number}/replay/?step=1": 200,
        f"/rounds/{number}/replay/steps/?from=0": 404,
        f"/rounds/{number}/winnable/": 200,
        f"/rounds/{number}/winnable/steps/": 404,
        f"/boards/entries/{result}/": 404,
        f"/boards/entries/{result}/steps/?from=0": 404,
        f"/daily/{DAY}/{SLUG}/": 200,
        f"/daily/{DAY}/{SLUG}/proof.json": 404,
        f"/daily/{DAY}/": 200,
        "/daily/commitments.json": 200,
        "/fairness/": 200,
        "/rounds/": 200,
    }


def test_no_way_leads_its_own_player_to_the_deck_before_the_day_has_ended(
    player: Player, round: Round
) -> None:
    for path, status in ways_to_the_deck(round).items():
        text = page(player, path, status)
        assert not [secret for secret in secrets_of(round) if secret in text], path
        assert 'class="replay-felt' not in text, path


def test_every_way_is_open_in_the_first_second_after_the_day(
    player: Player, round: Round, clock: Clock
) -> None:
    clock.at = MIDNIGHT
    ways = set(ways_to_the_deck(round)) - {f"/rounds/{round.pk}/winnable/steps/"}  # needs a line
    for path in ways:
        page(player, path)
    assert round.deal.seed().hex() in page(player, f"/rounds/{round.pk}/proof.json")
    assert round.deal.seed().hex() in page(None, f"/daily/{DAY}/{SLUG}/proof.json")


def test_the_last_second_of_the_day_is_still_closed(round: Round, clock: Clock) -> None:
    clock.at = MIDNIGHT - timedelta(seconds=1)
    with pytest.raises(proofs.NotRevealed):
        proofs.proof(round)


def test_staff_see_no_seed_replay_or_log_of_it_before_the_day_has_ended(
    round: Round, clock: Clock
) -> None:
    ways = {
        f"/console/games/round/{round.pk}/replay/": 404,
        f"/console/games/round/{round.pk}/replay/steps/": 404,
        f"/console/games/round/{round.pk}/change/": 200,
        f"/console/games/deal/{round.deal_id}/change/": 200,
        f"/console/games/move/?round__id__exact={round.pk}": 200,
    }
    auditor = now(console(member("auditor")))
    notation = escape(round.log.get(no=1).notation)
    for path, status in ways.items():
        answer = auditor.get(path)
        assert answer.status_code == status, path
        assert round.deal.seed().hex() not in answer.content.decode(), path
    log = auditor.get(f"/console/games/move/?round__id__exact={round.pk}").content.decode()
    assert f">{notation}<" not in log
    clock.at = MIDNIGHT
    auditor = now(console(member("auditor")))
    opened = [auditor.get(path) for path in ways]
    assert [answer.status_code for answer in opened] == [200] * len(ways)
    assert round.deal.seed().hex() in opened[3].content.decode()
    assert f">{notation}<" in opened[4].content.decode()


def test_the_command_verifies_it_only_after_the_day(round: Round, clock: Clock) -> None:
    with pytest.raises(CommandError, match="when its day has ended"):
        call_command("verify_deal", str(round.pk))
    clock.at = MIDNIGHT
    call_command("verify_deal", str(round.pk))


def test_a_shared_replay_waits_for_the_end_of_the_day_too(
    player: Player, round: Round, clock: Clock
) -> None:
    share = reverse("games:share", args=[round.pk])
    client(player).post(share)
    assert not Share.objects.exists()
    clock.at = MIDNIGHT
    client(player).post(share)
    link = reverse("games:shared-proof", args=[Share.objects.get().token])
    told = json.loads(page(None, link))
    assert (told["kind"], told["day"]) == ("daily", "2026-11-30")


def test_a_round_in_play_keeps_its_replay_to_itself_after_the_day(
    player: Player, clock: Clock
) -> None:
    at = moved(player, dealt(player))
    clock.at = MIDNIGHT
    assert "opens when the game has ended" in page(player, f"/rounds/{at.round.pk}/replay/")
    page(player, f"/rounds/{at.round.pk}/proof.json", 404)


# --- proofs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", daily.entries(), ids=lambda entry: entry.slug)
def test_the_deal_of_a_day_holds_in_every_verifier(
    entry: Any, clock: Clock, tmp_path: Path
) -> None:
    clock.at = MIDNIGHT
    proof = proofs.daily_proof(daily.offer(entry, DAY))
    assert (proof["kind"], proof["day"], proof["nonce"]) == ("daily", "2026-11-30", 0)
    assert [check.name for check in proofs.verify(proof) if check.holds] == [
        *("commitment", "deck", "kind", "moves", "stake", "payout")
    ]
    for name, told, code in (("good", proof, 0), ("bad", proof | {"day": "2026-11-29"}, 1)):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(told))
        run = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, check=False)
        assert run.returncode == code, name
    assert not all(check.holds for check in proofs.verify(proof | {"day": "2026-11-29"}))


def test_a_played_round_of_it_holds_and_says_what_kind_it_is(
    player: Player, round: Round, clock: Clock
) -> None:
    clock.at = MIDNIGHT
    assert all(check.holds for check in proofs.verify(proofs.proof(round)))
    text = page(player, f"/rounds/{round.pk}/proof/")
    assert "Daily deal of 30 November 2026, the same for everybody" in text
    assert "published on 29 November 2026" in text


# --- pages ---------------------------------------------------------------------------------------


def test_the_calendar_tells_own_results_and_the_promises_of_tomorrow(
    player: Player, round: Round
) -> None:
    text = page(player, "/daily/")
    assert "3-Card Solitaire: played, " in text
    tomorrow = Deal.objects.filter(day=DAY + timedelta(days=1))
    assert tomorrow.count() == len(daily.entries())
    for deal in tomorrow:
        assert deal.commitment in text
    assert "3-Card Solitaire: not played" in page(factories.player(), "/daily/")
    assert "Sign in" in page(None, "/daily/?month=2026-11")


@pytest.mark.parametrize("month", ["", "x", "2026-13", "0001-01", "9999-12", "2026-10"])
def test_a_month_that_is_none_shows_one_that_is(month: str, player: Player) -> None:
    assert " 2026</h2>" in page(player, f"/daily/?month={month}")


def test_the_board_of_a_day_lists_counted_tries_and_opens_replays_after_it(
    player: Player, round: Round, clock: Clock
) -> None:
    ended(player, moved(player, dealt(player)))  # practice
    text = page(None, f"/daily/{DAY}/")
    assert text.count("<bdi>Kim</bdi>") == 1
    assert "after the day" in text
    clock.at = MIDNIGHT
    assert reverse("games:entry", args=[round.result.pk]) in page(None, f"/daily/{DAY}/")


def test_a_day_without_deals_and_a_day_to_come_are_not_played(player: Player) -> None:
    page(player, "/daily/2020-01-01/", 404)
    page(player, f"/daily/{DAY}/three-card-rummy/", 404)
    for day in ("2020-01-01", "2026-12-01", "2026-02-30"):
        page(player, f"/play/{SLUG}/{day}/", 404)
    page(player, f"/play/three-card-rummy/{DAY}/", 404)
    assert "committed to" in page(player, "/daily/2026-12-01/")


def test_a_daily_game_is_played_by_plain_forms(player: Player) -> None:
    browser = client(player)
    answer = browser.get(f"/play/{ROYAL_PARADE.slug}/daily/", follow=True)
    here = f"/play/{ROYAL_PARADE.slug}/{DAY}/"
    assert answer.redirect_chain == [(here, 302)]
    text = answer.content.decode()
    assert "Daily deal of 30 November" in text
    assert "Counted try" in text
    assert 'name="client_seed"' not in text
    text = browser.post(f"{here}deal/", follow=True).content.decode()
    round = Round.objects.get()
    assert (round.day, round.counts) == (DAY, True)
    at = services.look(player=player, round_id=round.pk)
    browser.post(f"/rounds/{round.pk}/moves/", {"at": at.round.entries, "move": at.moves[0]})
    at = services.look(player=player, round_id=round.pk)
    form = {"at": at.round.entries, "way": "give up", "sure": "on"}
    text = browser.post(f"/rounds/{round.pk}/end/", form, follow=True).content.decode()
    assert "This was your counted try." in text
    assert "Deal for practice" in text
    assert "open when the day has ended" in text


def test_klondike_is_dealt_by_its_usual_mode_whatever_a_form_says(player: Player) -> None:
    browser = client(player)
    browser.post(f"/play/klondike/{DAY}/deal/", {"mode": "standard", "level": "easy"})
    round = Round.objects.get()
    assert round.mode == "standard-medium"
    assert round.options == daily.options(KLONDIKE)


def test_the_lobby_shows_the_deal_of_today(player: Player, round: Round) -> None:
    text = page(player, "/")
    assert "Today&#x27;s deal" in text or "Today's deal" in text
    assert f"/play/klondike/{DAY}/" in text
    assert "cards in" in text


def test_pages_ask_the_database_as_often_for_many_days_as_for_few(
    player: Player, round: Round, django_assert_max_num_queries: Any
) -> None:
    browser = client(player)
    browser.get("/daily/")
    with django_assert_max_num_queries(26):
        browser.get("/daily/")
    with django_assert_max_num_queries(40):
        browser.get(f"/daily/{DAY}/")


def test_the_file_of_commitments_lists_each_published_one(clock: Clock) -> None:
    told = json.loads(page(None, "/daily/commitments.json"))["commitments"]
    assert len(told) == daily.AHEAD_DAYS * len(daily.entries())
    days = {date.fromisoformat(one["day"]) for one in told}
    assert max(days) == DAY + timedelta(days=daily.AHEAD_DAYS - 1)
    assert all(one["committed_at"][:10] < one["day"] for one in told)
