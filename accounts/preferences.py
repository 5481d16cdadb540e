"""What a player chooses about the look and feel of the tables, with its allowed values."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

TABLE_COLORS = {
    "green": _("Green"),
    "blue": _("Blue"),
    "red": _("Burgundy"),
    "teal": _("Teal"),
    "purple": _("Plum"),
    "slate": _("Slate"),
}
CARD_BACKS = tuple(range(1, 11))
THEMES = {"auto": _("As the system says"), "light": _("Light"), "dark": _("Dark")}
MOTION = {"system": _("As the system says"), "on": _("On"), "off": _("Off")}


class NotAPreference(ValueError):
    """There is no such preference, or it does not take this value."""


@dataclass(frozen=True)
class Preferences:
    """A player's choices; the defaults are what a new player sees."""

    card_back: int = 1
    table_color: str = "green"
    four_colors: bool = False
    sound: bool = True
    motion: str = "system"
    left_handed: bool = False
    letter_keys: bool = True
    theme: str = "auto"
    # Whether others see the player on leaderboards.
    leaderboards: bool = True
    # Since when the Vegas score is carried from game to game, as ISO 8601; empty where it is not.
    carried_since: str = ""

    @classmethod
    def of(cls, stored: dict[str, Any]) -> Preferences:
        """The stored choices over the defaults; what is no longer allowed is left out."""
        chosen = cls()
        for name, value in stored.items():
            try:
                chosen = chosen.with_choice(name, value)
            except NotAPreference:
                continue
        return chosen

    def with_choice(self, name: str, value: Any) -> Preferences:
        """A copy with one choice changed, given as stored or as a form's text."""
        if name not in {field.name for field in fields(self)}:
            raise NotAPreference(_("There is no such setting."))
        return replace(self, **{name: _allowed(name, value)})


def _allowed(name: str, value: Any) -> Any:
    """The value in its own type, or NotAPreference."""
    if name == "card_back" and str(value) in {str(back) for back in CARD_BACKS}:
        return int(value)
    if name == "table_color" and value in TABLE_COLORS:
        return value
    if name == "motion" and value in MOTION:
        return value
    if name == "theme" and value in THEMES:
        return value
    if name == "carried_since" and (value == "" or _is_time(value)):
        return value
    if name in ("four_colors", "sound", "left_handed", "letter_keys", "leaderboards"):
        if value in (True, "on", "true"):
            return True
        if value in (False, "off", "false"):
            return False
    raise NotAPreference(_("This setting does not take that value."))


def _is_time(value: Any) -> bool:
    """Whether it is a moment with its zone, as ISO 8601 writes it."""
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False
