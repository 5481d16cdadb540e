"""`manage.py odds three-card-rummy`: the exact odds of a game, over every deal there is."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import three_card_rummy as rummy
from games.rules import three_card_rummy_odds as odds

Line = tuple[str, Fraction]


class Command(BaseCommand):
    """Print the figures as fractions and per cent."""

    help = "Compute the exact odds of a game from its own scoring and settlement, and print them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, by its name in the lobby's addresses."""
        parser.add_argument("game", choices=REPORTS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the report, line by line."""
        for line in REPORTS[options["game"]]():
            self.stdout.write(line)


def three_card_rummy() -> Iterator[str]:
    """The report on Vegas Three Card Rummy."""
    yield f"Vegas Three Card Rummy, all {odds.HANDS:,} x {odds.DEALERS:,} deals"
    yield f"best strategy: raise on {odds.best_strategy()} points or less"
    figures = odds.ante_and_raise()
    yield from _block("Ante and raise, of the ante", _ante_and_raise(figures))
    yield _number("standard deviation", figures.deviation)
    yield from _block("Outcomes", _outcomes(figures))
    yield from _block("House edge by strategy", _by_strategy())
    yield from _block("Bonus, of the bonus", _bet(odds.bonus()))
    yield _line("hit rate", odds.bonus().hit_rate)
    yield _number("standard deviation", odds.bonus().deviation)
    yield from _block("Bonus hands", _bonus_rows())
    both = odds.ante_and_bonus()
    yield from _block("Ante and bonus of the same size, of both together", _bet(both))
    yield _number("standard deviation, in antes", both.deviation)


def _bet(figures: odds.Figures) -> Iterator[Line]:
    yield "expected value", -figures.house_edge
    yield "house edge", figures.house_edge


def _ante_and_raise(figures: odds.Figures) -> Iterator[Line]:
    yield from _bet(figures)
    yield "raise frequency", figures.raised
    yield "element of risk", figures.element_of_risk


def _outcomes(figures: odds.Figures) -> Iterator[Line]:
    for outcome in (rummy.FOLDED, rummy.NOT_QUALIFIED, rummy.LOSE, rummy.TIE):
        yield outcome, figures.outcomes[outcome, None]
    for row in rummy.RAISE_TABLE:
        yield f"win at {row.odds}:1", figures.outcomes[rummy.WIN, row.odds]


def _by_strategy() -> Iterator[Line]:
    best = odds.best_strategy()
    for points in (best - 1, best, best + 1):
        yield f"raise on {points} or less", odds.ante_and_raise(points).house_edge
    yield "always raise", odds.ante_and_raise(odds.ALWAYS).house_edge


def _bonus_rows() -> Iterator[Line]:
    for row, share in zip(rummy.BONUS_TABLE, odds.bonus_rows(), strict=True):
        points = f"{row.low}" if row.low == row.high else f"{row.low} to {row.high}"
        hand = "A-2-3 of one suit" if row.best else f"{points} points"
        yield f"{hand} {'loses' if row.odds is None else f'at {row.odds}:1'}", share


def _block(title: str, lines: Iterator[Line]) -> Iterator[str]:
    yield ""
    yield title
    for name, share in lines:
        yield _line(name, share)


def _line(name: str, share: Fraction) -> str:
    return f"  {name:<30}{share!s:>24}{float(100 * share):>11.4f} %"


def _number(name: str, number: float) -> str:
    return f"  {name:<30}{number:>35.4f}"


REPORTS = {"three-card-rummy": three_card_rummy}
