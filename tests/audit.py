"""`python -m tests.audit`: whether a requirement has a known weakness, or a licence we may not use.

The list of weaknesses is asked over the network by pip-audit. Where that does not answer, this says
so plainly and does not fail; a weakness that is found does. The licences are read from the
environment itself.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

REQUIREMENTS = Path(__file__).resolve().parent.parent / "requirements" / "run.txt"
SECONDS = 60
# Licences that ask a user of a service for nothing but to keep the notice, and the LGPL, whose
# code we use as it is.
PERMITTED = re.compile(
    r"\b(MIT|BSD|Apache|ISC|PSF|Python Software Foundation|PostgreSQL|LGPL|Lesser General Public"
    r"|MPL|Mozilla Public|Unlicense|Zope|ZPL|Public Domain)",
    re.IGNORECASE,
)


def pinned(text: str) -> dict[str, str]:
    """The version of each requirement by its name in lower case."""
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s\\;]+)", text, re.MULTILINE)
    return {name.lower(): version for name, version in found}


def licence(name: str) -> str:
    """All that an installed package says of its licence."""
    about: Any = metadata.metadata(name)
    said = [about.get("License-Expression") or "", (about.get("License") or "")[:200]]
    said += [line for line in about.get_all("Classifier") or () if line.startswith("License")]
    return " ".join(part for part in said if part)


def unlicensed(names: Iterable[str]) -> list[str]:
    """The installed packages of these whose licence is none that we may use."""
    wrong = []
    for name in names:
        try:
            said = licence(name)
        except metadata.PackageNotFoundError:
            continue  # for another machine or Python than this
        if not PERMITTED.search(said):
            wrong.append(f"{name}: {said or 'says nothing of its licence'}")
    return wrong


class Answer(NamedTuple):
    """What the list of weaknesses says: those that are known, and whom it was not asked about."""

    known: list[str]
    unasked: list[str]


def asked(requirements: Path = REQUIREMENTS) -> Answer:
    """What pip-audit finds out about what is required."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(requirements)]
    command += ["--require-hashes", "--disable-pip", "--format", "json", "--timeout", "15"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        return read(json.loads(done.stdout))
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return Answer([], list(pinned(requirements.read_text())))


def read(answer: dict[str, Any]) -> Answer:
    """Pip-audit's report. A package that it has skipped is one that nobody was asked about."""
    known = [
        f"{package['name']} {package['version']}: {one['id']}, "
        f"mended in {', '.join(one['fix_versions']) or 'no version yet'}"
        for package in answer["dependencies"]
        for one in package.get("vulns", ())
    ]
    return Answer(known, [p["name"] for p in answer["dependencies"] if "skip_reason" in p])


def main() -> int:
    """Print what was found; 1 if that is anything, else 0."""
    names = pinned(REQUIREMENTS.read_text())
    answer = asked()
    wrong = [f"licence: {line}" for line in unlicensed(names)]
    wrong += [f"weakness: {line}" for line in answer.known]
    for line in wrong:
        print(f"audit: {line}")
    if answer.unasked:
        print(
            f"audit: the list of known weaknesses could not be asked about {len(answer.unasked)} "
            f"of {len(names)} packages; of these nothing is known."
        )
    elif not wrong:
        print("audit: no known weakness, and every licence is one that we may use.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
