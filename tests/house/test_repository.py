"""The repository stands alone, is findable, and keeps to the sizes and directions it promises."""

import ast
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import call_command

from config.supervisor.environment import CHECKOUT

LONGEST_MODULE = 400
# Put together here, so that this file does not hold what it looks for.
PRIVATE = [
    *("pypi" + ".org", "python" + "hosted", "npm" + "js.org", "deb" + "ian.org"),
    *("/wo" + "rk/", "../sha" + "red", "/ho" + "me/", "/Us" + "ers/"),
]
HARMLESS = {
    *("__future__", "collections", "dataclasses", "enum", "fractions", "functools", "itertools"),
    *("math", "operator", "re", "string", "types", "typing"),
}


def files() -> list[Path]:
    listing = subprocess.run(
        ["git", "-c", f"safe.directory={CHECKOUT}", "ls-files", "-z"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        path for name in listing.stdout.split("\0") if name and (path := CHECKOUT / name).exists()
    ]


def modules() -> list[Path]:
    return [path for path in files() if path.suffix == ".py" and "migrations" not in path.parts]


def named(path: Path) -> str:
    return str(path.relative_to(CHECKOUT))


def lines_of(path: Path) -> int:
    return len(path.read_text().splitlines())


def test_no_file_names_a_registry_or_a_machine() -> None:
    texts = {named(path): path.read_bytes().decode(errors="ignore") for path in files()}
    assert [(name, word) for name, text in texts.items() for word in PRIVATE if word in text] == []


def test_every_requirement_is_pinned_by_hash() -> None:
    for name in ("run.txt", "test.txt"):
        text = (CHECKOUT / "requirements" / name).read_text().replace("\\\n", " ")
        wanted = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        assert [line for line in wanted if "==" not in line or "--hash=sha256:" not in line] == []


def test_modules_are_short() -> None:
    scripts = [path for path in files() if path.suffix == ".js" and path.parts[-2] != "vendor"]
    long = {named(path): lines_of(path) for path in [*modules(), *scripts]}
    assert {name: count for name, count in long.items() if count > LONGEST_MODULE} == {}


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        named(path)
        for path in modules()
        if path.read_text().strip() and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert silent == []


def test_nothing_is_left_to_do_in_a_comment() -> None:
    pattern = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b|pytest\.mark\.(skip|x" r"fail)")
    assert [named(path) for path in modules() if pattern.search(path.read_text())] == []


def imports_of(path: Path) -> set[str]:
    """Every module that a file imports; `from a import b` counts as a.b where b is a module."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("games.rules" if node.level else node.module)
    return found


RULES = sorted((CHECKOUT / "games" / "rules").glob("*.py"))


def test_there_are_rules() -> None:
    assert "klondike.py" in {path.name for path in RULES}


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_rules_import_cards_and_harmless_modules_only(path: Path) -> None:
    foreign = {
        name
        for name in imports_of(path)
        if name.partition(".")[0] not in HARMLESS
        and name != "games.cards"
        and name.partition(".rules")[0] != "games"
    }
    assert foreign == set()


def readme() -> str:
    return (CHECKOUT / "README.md").read_text()


def test_the_readme_names_exactly_two_commands() -> None:
    assert set(re.findall(r"\bmake [a-z]+", readme())) == {"make run", "make test"}


def test_the_makefile_has_the_promised_commands() -> None:
    targets = set(re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text(), re.MULTILINE))
    assert {"run", "test", "check", "env", "soak", "bench", "lock"} <= targets


def test_every_room_that_the_readme_names_is_there() -> None:
    rooms = re.findall(r"^\| `([^`]+)` \|", readme(), re.MULTILINE)
    assert len(rooms) > 5
    assert [room for room in rooms if not (CHECKOUT / room).exists()] == []


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
