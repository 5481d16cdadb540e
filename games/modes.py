"""The modes of a free game and their levels: what is chosen before the deal, and what it means.

A mode is chosen together with a level, as `vegas-hard`; the rules follow from both, whatever else
a form says. In the mode `custom`, which has no levels, the player sets every option himself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import OFF, TO_THE_LAST_REVEAL, WITHOUT_LIMIT, Options, Value

CUSTOM = "custom"


@dataclass(frozen=True)
class Level:
    """How hard a mode is: the options that it sets besides those of the mode, told in a line."""

    slug: str
    title: str | Promise
    line: str | Promise
    options: Mapping[str, Value]


@dataclass(frozen=True)
class Mode:
    """Rules that somebody may choose, told in a line; where it has no levels, he sets them all."""

    slug: str
    title: str | Promise
    line: str | Promise
    options: Mapping[str, Value]
    levels: tuple[Level, ...] = ()

    @property
    def slugs(self) -> tuple[str, ...]:
        """What a round keeps of the choice: one text for each level."""
        return tuple(slug(self.slug, level.slug) for level in self.levels) or (self.slug,)


EASY, MEDIUM, HARD = gettext_lazy("Easy"), gettext_lazy("Medium"), gettext_lazy("Hard")
FREELY: Mapping[str, Value] = {"deals": "winnable", "undo": WITHOUT_LIMIT, "hints": "yes"}
USUAL: Mapping[str, Value] = {"undo": TO_THE_LAST_REVEAL, "hints": "yes"}
ALONE: Mapping[str, Value] = {"undo": OFF, "hints": "no"}

STANDARD = Mode(
    "standard",
    gettext_lazy("Standard"),
    gettext_lazy("Draw one card, standard points."),
    {"draw": 1, "passes": "unlimited", "scoring": "standard"},
    (
        Level(
            "easy",
            EASY,
            gettext_lazy(
                "Passes without limit, only deals that a solver has won, any undo, hints."
            ),
            FREELY,
        ),
        Level(
            "medium",
            MEDIUM,
            gettext_lazy("Passes without limit, any deal, undo to the last card turned up, hints."),
            USUAL,
        ),
        Level(
            "hard",
            HARD,
            gettext_lazy("Three passes, any deal, no undo and no hints."),
            {**ALONE, "passes": 3},
        ),
    ),
)
VEGAS = Mode(
    "vegas",
    gettext_lazy("Vegas"),
    gettext_lazy("Three passes; the deal costs 52 points and each card up brings 5."),
    {"draw": 3, "passes": 3, "scoring": "vegas"},
    (
        Level(
            "easy",
            EASY,
            gettext_lazy("Draw one card, only deals that a solver has won, any undo, hints."),
            {**FREELY, "draw": 1},
        ),
        Level(
            "medium",
            MEDIUM,
            gettext_lazy("Draw three cards, any deal, undo to the last card turned up, hints."),
            USUAL,
        ),
        Level(
            "hard",
            HARD,
            gettext_lazy("Draw three cards, any deal, no undo, no hints, nothing comes back down."),
            {**ALONE, "back": "no"},
        ),
    ),
)
OWN = Mode(
    CUSTOM, gettext_lazy("Custom"), gettext_lazy("You set every rule; they are remembered."), {}
)
KLONDIKE = (STANDARD, VEGAS, OWN)


def slug(mode: str, level: str) -> str:
    """Mode and level as one text; one without a level is the mode itself."""
    return f"{mode}-{level}" if level and mode != CUSTOM else mode


def apart(chosen: str) -> tuple[str, str]:
    """The mode and the level of such a text; the level is empty where there is none."""
    mode, _hyphen, level = chosen.partition("-")
    return mode, level


def chosen(modes: tuple[Mode, ...], fields: Mapping[str, str], usual: str) -> str:
    """The choice that the fields `mode` and `level` name; the `usual` one where there is none."""
    mode, level = apart(usual)
    named = slug(fields.get("mode") or mode, fields.get("level") or level)
    return named if any(named in one.slugs for one in modes) else usual


def titles(modes: tuple[Mode, ...]) -> dict[str, str]:
    """Every choice there is, by its text, in words: `Vegas, Hard`."""
    return dict(_titles(modes))


def _titles(modes: tuple[Mode, ...]) -> Iterator[tuple[str, str]]:
    for mode in modes:
        for level in mode.levels:
            names = {"mode": mode.title, "level": level.title}
            yield slug(mode.slug, level.slug), _("%(mode)s, %(level)s") % names
        if not mode.levels:
            yield mode.slug, str(mode.title)


def options(modes: tuple[Mode, ...], chosen: str) -> dict[str, Value] | None:
    """The options that a choice stands for; None for custom, where the player sets them.

    Raises KeyError for a choice that there is not.
    """
    name, wanted = apart(chosen)
    for mode in modes:
        if chosen == mode.slug and not mode.levels:
            return None
        for level in mode.levels:
            if (mode.slug, level.slug) == (name, wanted):
                return {**mode.options, **level.options}
    raise KeyError(chosen)


def conflict(options: Options) -> str:
    """Why these options do not go together, as a sentence; empty where they do."""
    if options.get("timed") == "yes" and options.get("scoring") != "standard":
        return _("Time counts in standard scoring only. Choose that, or a game without time.")
    return ""
