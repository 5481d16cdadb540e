"""The published test vectors of PF1, for each of the three programs that deal by it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import dealing
from games.cards import code
from tests.papers.chromium import tab

SEED = bytes(range(96))
COMMITMENT = "321fd0976a92c6b8aa157568e8d51e5c80c8cd97b0d3d53123556b11f810d073"
VECTORS = [
    pytest.param(
        "klondike",
        {},
        [31, 35, 27, 12, 47, 19, 38, 40],
        "dfe181a534ca2f83c390b22d1db3d61dd4ff912ef7c8dfa606609df6f820fe9c",
        id="klondike",
    ),
    pytest.param(
        "royal-parade",
        {"openers": "random"},
        [100, 5, 6, 10, 101, 37, 11, 70],
        "0ec471761543dd02c28bb2c99235005d12a1f1d0b638a5673bf56f9c29f0553c",
        id="royal parade, random openers",
    ),
    pytest.param(
        "royal-parade",
        {"openers": "set"},
        [53, 28, 3, 103, 6, 7, 11, 89],
        "d0312b516232d57477f21ac943578024311c7c8de43f409032391171ef6f8edc",
        id="royal parade, set openers",
    ),
]
SCRIPT = Path(__file__).parents[2] / "static" / "fairdeal-verify.py"


def proof(game: str, options: dict[str, str]) -> dict[str, Any]:
    """A proof of the vector, without the parts that only a round has."""
    return {
        "game": game,
        "options": options,
        "n": 104 if options else 52,
        "server_seed": SEED.hex(),
        "client_seed": "00" * 16,
        "nonce": 7,
        "commitment": COMMITMENT,
        "deck": [],
    }


def agrees(deck: list[str], first: list[int], digest: str) -> bool:
    """Whether a deck of card texts is the vector's."""
    codes = [code(card) for card in deck]
    return codes[:8] == first and hashlib.sha256(bytes(codes)).hexdigest() == digest


def test_the_commitment_is_the_published_one() -> None:
    assert dealing.commitment(SEED) == COMMITMENT


def test_the_document_names_the_same_vectors() -> None:
    told = (SCRIPT.parents[1] / "docs" / "fair-deals.md").read_text()
    assert COMMITMENT in told
    for vector in VECTORS:
        _game, _options, first, digest = vector.values
        assert digest in told
        assert " ".join(map(str, first)) in told


@pytest.mark.parametrize(("game", "options", "first", "digest"), VECTORS)
def test_the_server_deals_the_published_deck(
    game: str, options: dict[str, str], first: list[int], digest: str
) -> None:
    deck = dealing.deck(game, SEED, bytes(16), 7, options)
    assert agrees(list(deck), first, digest)


@pytest.mark.parametrize(("game", "options", "first", "digest"), VECTORS)
def test_the_script_deals_the_published_deck_with_nothing_but_python(
    game: str, options: dict[str, str], first: list[int], digest: str, tmp_path: Path
) -> None:
    told = tmp_path / "proof.json"
    told.write_text(json.dumps(proof(game, options)))
    run = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, told], capture_output=True, text=True, cwd=tmp_path
    )
    deck = run.stdout.splitlines()[0].removeprefix("the deck: ").split()
    assert agrees(deck, first, digest)
    # The proof above holds its commitment and not its deck.
    assert "commitment as promised" in run.stdout
    assert "deck DIFFERS" in run.stdout
    assert run.returncode == 1


def test_the_script_is_short_enough_to_be_read() -> None:
    lines = [line for line in SCRIPT.read_text().splitlines() if line.strip()]
    assert len([line for line in lines if not line.startswith("import ")]) <= 30


@pytest.mark.browser
def test_the_browser_deals_the_published_decks(live_server: Any) -> None:
    with tab(live_server.url) as seen:
        seen.go("/fairness/")
        for vector in VECTORS:
            game, options, first, digest = vector.values
            deck = seen.page.evaluate(
                "async (proof) => (await import('/static/verify.js')).deck(proof)",
                proof(game, options),
            )
            assert agrees(deck, first, digest)
        found = seen.page.evaluate(
            "async (proof) => (await import('/static/verify.js')).check(proof)",
            proof("klondike", {}),
        )
        assert (found["commitment"], found["deck"]) == (True, False)
        assert seen.faults == []
