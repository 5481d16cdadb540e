"""The proof of a round: shown to its player when the deal has been played, and checked."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from playwright.sync_api import expect

from games import services
from games.models import Round
from games.proofs import NotAProof, NotRevealed, proof, verify
from tests import factories, rummy
from tests.papers.chromium import tab
from tests.papers.test_vectors import SCRIPT

pytestmark = pytest.mark.django_db
SEED = bytes(reversed(range(96)))


def collected(player: Any, moves: int = 12) -> Round:
    """A round of known seeds with a few moves, collected."""
    at = factories.dealt(player, seed=SEED)
    for _ in range(moves):
        at = services.move(
            player=player, round_id=at.round.pk, at=at.round.entries, notation=at.moves[0]
        )
    at = services.end(
        player=player, round_id=at.round.pk, at=at.round.entries, way="collect", sure=True
    )
    return Round.objects.select_related("deal").get(pk=at.round.pk)


def test_a_collected_round_holds_in_every_step() -> None:
    checks = verify(proof(collected(factories.player())))
    assert [check.name for check in checks] == ["commitment", "deck", "moves", "stake", "payout"]
    assert all(check.holds for check in checks)


def test_a_round_given_up_for_another_holds_and_pays_nothing() -> None:
    player = factories.player()
    first = factories.dealt(player, currency=factories.FUN)
    factories.dealt(player, currency=factories.FUN, end_old=True)
    told = proof(Round.objects.select_related("deal").get(pk=first.round.pk))
    assert told["payout"] == 0
    assert all(check.holds for check in verify(told))


@pytest.mark.parametrize(
    ("name", "false", "step"),
    [
        ("server_seed", "00" * 96, "commitment"),
        ("commitment", "00" * 32, "commitment"),
        ("client_seed", "01", "deck"),
        ("nonce", 99, "deck"),
        ("game", "patience", None),
        ("deck", ["Ah"] * 52, "deck"),
        ("n", 51, "deck"),
        ("moves", [["player", "t1:13>t2"]], "moves"),
        ("stake", 1, "stake"),
        ("payout", 999, "payout"),
        ("rules_version", 77, None),
    ],
)
def test_anything_changed_in_a_proof_is_found(name: str, false: Any, step: str | None) -> None:
    told = copy.deepcopy(proof(collected(factories.player())))
    told[name] = false
    if step is None:
        with pytest.raises(NotAProof):
            verify(told)
    else:
        assert step in {check.name for check in verify(told) if not check.holds}


@pytest.mark.parametrize("text", [{}, [], {"server_seed": "xyz"}, {"server_seed": 3}])
def test_what_is_no_proof_is_refused_with_a_sentence(text: Any) -> None:
    with pytest.raises(NotAProof):
        verify(text)


def test_a_round_in_play_has_no_proof() -> None:
    at = factories.dealt(factories.player())
    with pytest.raises(NotRevealed):
        proof(at.round)


def test_the_page_of_a_round_in_play_shows_the_promise_and_not_the_seed() -> None:
    player = factories.player()
    at = factories.dealt(player, seed=SEED)
    answer = factories.client(player).get(f"/rounds/{at.round.pk}/proof/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert at.round.deal.commitment in page
    assert SEED.hex() not in page
    assert factories.client(player).get(f"/rounds/{at.round.pk}/proof.json").status_code == 404


def test_the_file_of_a_settled_round_is_its_proof() -> None:
    player = factories.player()
    round = collected(player)
    answer = factories.client(player).get(f"/rounds/{round.pk}/proof.json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert json.loads(answer.content) == json.loads(json.dumps(proof(round)))
    assert answer.json()["server_seed"] == SEED.hex()


@pytest.mark.parametrize(("outcome", "said"), [("win", "You win"), ("lose", "The dealer wins")])
def test_the_page_of_a_hand_tells_who_won_it(outcome: str, said: str) -> None:
    player = factories.player()
    at = rummy.dealt(player, seed=rummy.seed_for(outcome, 1 if outcome == "win" else None))
    rummy.decide(player, at, "raise")
    page = factories.client(player).get(f"/rounds/{at.round.pk}/proof/").content.decode()
    assert f"({said})" in page


def test_the_page_of_a_collected_round_says_so() -> None:
    player = factories.player()
    page = factories.client(player).get(f"/rounds/{collected(player).pk}/proof/").content.decode()
    assert "(collected)" in page


@pytest.mark.parametrize("page", ["proof/", "proof.json"])
def test_a_proof_is_its_players_own(page: str) -> None:
    round = collected(factories.player())
    path = f"/rounds/{round.pk}/{page}"
    assert factories.client(factories.player()).get(path).status_code == 404
    visitor = factories.Client().get(path)
    assert visitor.status_code == 302
    assert visitor["Location"].startswith("/accounts/login/")


def test_every_commitment_is_listed_dealt_or_not() -> None:
    player = factories.player()
    round = collected(player)
    offer = services.commitment(player=player, entry=round.entry, currency=factories.MONEY)
    page = factories.client(player).get("/fairness/commitments/").content.decode()
    assert round.deal.commitment in page
    assert offer.commitment in page
    assert "not dealt yet" in page


def test_fairness_is_explained_to_everybody() -> None:
    answer = factories.Client().get("/fairness/")
    assert answer.status_code == 200
    assert "HMAC-SHA512" in answer.content.decode()


def test_the_script_confirms_a_true_proof_and_not_a_false_one(tmp_path: Path) -> None:
    told = proof(collected(factories.player()))
    true, false = tmp_path / "true.json", tmp_path / "false.json"
    true.write_text(json.dumps(told))
    false.write_text(json.dumps(told | {"deck": told["deck"][::-1]}))

    def run(path: Path) -> int:
        return subprocess.run([sys.executable, "-I", SCRIPT, path], capture_output=True).returncode

    assert run(true) == 0
    assert run(false) == 1


def test_verify_deal_takes_a_number_or_a_file(tmp_path: Path) -> None:
    round = collected(factories.player())
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof(round)))
    for name in (str(round.pk), str(path)):
        said = StringIO()
        call_command("verify_deal", name, stdout=said)
        assert "This round holds." in said.getvalue()


def test_verify_deal_fails_on_a_false_file_an_open_round_and_a_missing_one(tmp_path: Path) -> None:
    player = factories.player()
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof(collected(player)) | {"payout": 1}))
    still_open = factories.dealt(player)
    for name in (str(path), str(still_open.round.pk), "987654321", str(tmp_path / "none.json")):
        with pytest.raises(CommandError):
            call_command("verify_deal", name, stdout=StringIO())


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_browser_checks_a_proof_by_itself_and_from_a_file(
    live_server: Any, tmp_path: Path
) -> None:
    player = factories.player()
    round = collected(player)
    false = tmp_path / "false.json"
    false.write_text(json.dumps(proof(round) | {"commitment": "00" * 32}))
    good, bad = "[data-step=result] [data-when=good]", "[data-step=result] [data-when=bad]"
    with tab(live_server.url, factories.client(player)) as seen:
        seen.go(f"/rounds/{round.pk}/proof/")
        expect(seen.page.locator(good)).to_be_visible()
        expect(seen.page.locator(bad)).to_be_hidden()
        seen.go("/fairness/")
        expect(seen.page.locator("#proof-check")).to_be_hidden()
        seen.page.set_input_files("#proof-file", false)
        for step in (
            bad,
            "[data-step=commitment] [data-when=bad]",
            "[data-step=deck] [data-when=good]",
        ):
            expect(seen.page.locator(step)).to_be_visible()
        assert seen.faults == []
