"""The seals for everybody: on a page, as a file, and a checker that finds what was changed."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from wallet.models import Seal

pytestmark = pytest.mark.django_db
CHECKER = settings.BASE_DIR / "static" / "fairdeal-chain.py"


def chain(count: int = 3) -> None:
    """So many seals over two rows each."""
    previous = "0" * 64
    for number in range(count):
        digest = f"{number + 1:064x}"
        first = 2 * number + 1
        Seal.objects.create(
            subject="transfers",
            first_id=first,
            last_id=first + 1,
            count=2,
            previous=previous,
            digest=digest,
        )
        previous = digest


def downloaded() -> str:
    answer = Client().get("/fairness/seals.csv")
    return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]


def checked(folder: Path, now: str, kept: str = "") -> tuple[int, str]:
    (folder / "now.csv").write_text(now)
    (folder / "kept.csv").write_text(kept or now)
    command = [sys.executable, "-I", str(CHECKER), "now.csv", "kept.csv"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_anybody_sees_and_downloads_the_seals() -> None:
    chain()
    page = Client().get("/fairness/seals/").content.decode()
    assert f"{3:064x}" in page
    assert "All seals" in Client().get("/fairness/").content.decode()
    rows = list(csv.DictReader(io.StringIO(downloaded())))
    assert [row["first_id"] for row in rows] == ["1", "3", "5"]
    assert rows[1]["previous"] == rows[0]["digest"]


def test_without_a_seal_the_page_says_so() -> None:
    assert "Nothing has been sealed yet." in Client().get("/fairness/seals/").content.decode()


def test_the_checker_follows_the_chain(tmp_path: Path) -> None:
    chain()
    assert checked(tmp_path, downloaded())[0] == 0


def test_the_checker_finds_a_changed_digest_a_gap_and_another_past(tmp_path: Path) -> None:
    chain()
    good = downloaded()
    lines = good.splitlines(keepends=True)
    status, said = checked(tmp_path, "".join([*lines[:2], *lines[3:]]), good)
    assert status == 1
    assert "from row 5: not chained" in said
    assert "ends at row 2" in said
    assert "from row 3: not what it was" in said
    assert checked(tmp_path, good.replace(f"{3:064x}", f"{9:064x}"), good)[0] == 1
