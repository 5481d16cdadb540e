"""The audit of requirements fails for a finding, and says so where it could not ask."""

from __future__ import annotations

from typing import Any

import pytest

from tests import audit


def test_every_pinned_package_is_read_with_its_version() -> None:
    pins = audit.pinned(audit.REQUIREMENTS.read_text())
    assert pins["django"].startswith("5.2.")
    assert len(pins) == sum(
        "==" in line for line in audit.REQUIREMENTS.read_text().splitlines() if line[:1].isalnum()
    )


def test_every_licence_is_one_that_we_may_use() -> None:
    assert audit.unlicensed(audit.pinned(audit.REQUIREMENTS.read_text())) == []


def test_a_licence_that_is_none_of_those_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "licence", lambda name: "GNU AGPLv3")
    assert audit.unlicensed(["django"]) == ["django: GNU AGPLv3"]


WEAK = {"name": "django", "version": "1.0", "vulns": [{"id": "W-1", "fix_versions": ["1.1"]}]}
SKIPPED = {"name": "celery", "skip_reason": "not found"}
FINE = {"name": "kombu", "version": "5.0", "vulns": []}


@pytest.mark.parametrize(
    ("packages", "code", "said"),
    [
        ([FINE], 0, "no known weakness"),
        ([FINE, SKIPPED], 0, "could not be asked about 1 of"),
        ([FINE, WEAK], 1, "weakness: django 1.0: W-1, mended in 1.1"),
        ([SKIPPED, WEAK], 1, "could not be asked"),
    ],
)
def test_what_the_audit_says(
    packages: list[dict[str, Any]],
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = audit.read({"dependencies": packages})
    monkeypatch.setattr(audit, "asked", lambda: answer)
    assert audit.main() == code
    assert said in capsys.readouterr().out
