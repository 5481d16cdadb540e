"""`manage.py odds`: the exact figures that it prints, and how soon."""

import re
import resource
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.supervisor.environment import CHECKOUT


@pytest.fixture(scope="module")
def printed() -> str:
    out = StringIO()
    call_command("odds", "three-card-rummy", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "fraction", "share"),
    [
        ("expected value", "-7745/239512", "-3.2337"),
        ("house edge", "7745/239512", "3.2337"),
        ("raise frequency", "219/325", "67.3846"),
        ("element of risk", "193625/10022656", "1.9319"),
        ("fold", "106/325", "32.6154"),
        ("dealer not qualified", "5697303/25448150", "22.3879"),
        ("lose", "21469187/101792600", "21.0911"),
        ("tie", "110191/3915100", "2.8145"),
        ("win at 4:1", "297127/101792600", "0.2919"),
        ("win at 2:1", "88969/1454180", "6.1182"),
        ("win at 1:1", "213489/1454180", "14.6811"),
        ("raise on 19 or less", "3773953/101792600", "3.7075"),
        ("raise on 21 or less", "3509383/101792600", "3.4476"),
        ("always raise", "1051833/20358520", "5.1665"),
        ("expected value", "-191/5525", "-3.4570"),
        ("hit rate", "1761/5525", "31.8733"),
        ("A-2-3 of one suit at 100:1", "1/5525", "0.0181"),
    ],
)
def test_a_figure_is_printed_as_fraction_and_per_cent(
    printed: str, name: str, fraction: str, share: str
) -> None:
    line = rf"^ +{re.escape(name)} +{re.escape(fraction)} +{re.escape(share)} %$"
    assert re.search(line, printed, re.MULTILINE)


@pytest.mark.parametrize("number", ["1.6135", "2.4923"])
def test_the_standard_deviations_are_printed(printed: str, number: str) -> None:
    assert re.search(rf"^ +standard deviation +{re.escape(number)}$", printed, re.MULTILINE)


def test_the_best_strategy_is_printed(printed: str) -> None:
    assert "best strategy: raise on 20 points or less" in printed
    assert "all 22,100 x 18,424 deals" in printed


def test_the_outcomes_add_up_to_all_deals(printed: str) -> None:
    block = printed.split("Outcomes")[1].split("\n\n")[0]
    shares = [float(share) for share in re.findall(r"([\d.]+) %", block)]
    assert len(shares) == 7
    assert sum(shares) == pytest.approx(100, abs=0.001)


def test_the_figures_of_the_rules_are_those_computed(printed: str) -> None:
    text = (Path(CHECKOUT) / "docs" / "rules" / "three-card-rummy.md").read_text()
    for figure in ("-7745/239512", "219/325", "-191/5525", "3.7075", "3.4476", "5.1665", "1.6135"):
        assert figure in text
        assert figure in printed


def test_all_deals_are_counted_in_under_ten_seconds() -> None:
    count = "from games.rules import three_card_rummy_odds as o; o.best_strategy(), o.bonus()"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", count], cwd=CHECKOUT, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Of a processor's time: what else the machine does is no matter.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 10


def test_a_game_without_odds_is_refused() -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("odds", "klondike")
