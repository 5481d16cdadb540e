"""Every drawing of the house, made from code: cards, backs, chips, icons, and the lobby's pictures.

`drawings()` gives the files of static/ that `manage.py draw` writes, beside the icons of the app,
which are pictures (`app_icons.py`). A change of a card is a change here. Nothing in a drawing
refers to another part of its file, so that each symbol works through an external <use>, and colours
of suits come from the page's variables.
"""

from collections.abc import Iterable

from games.drawing.backs import BACKS, back
from games.drawing.chips import CHIPS, chip
from games.drawing.faces import CARDS, face
from games.drawing.icons import favicon, icons
from games.drawing.lobby import LOBBY, lobby_art

__all__ = ["BACKS", "CARDS", "CHIPS", "LOBBY", "back", "chip", "drawings", "face", "lobby_art"]

SPRITE_HEAD = '<svg xmlns="http://www.w3.org/2000/svg">'


def _symbol(name: str, box: str, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{drawing}</symbol>'


def _sprite(symbols: Iterable[str]) -> str:
    return "\n".join([SPRITE_HEAD, *symbols, "</svg>\n"])


def _picture(box: str, drawing: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawing}</svg>\n'


def drawings() -> dict[str, str]:
    """File name (within static/) to the file's text, for every drawing of the house."""
    files = {
        "cards.svg": _sprite(_symbol(card, "0 0 100 140", face(card)) for card in CARDS),
        "chips.svg": _sprite(_symbol(f"chip-{n}", "0 0 100 100", chip(n)) for n in CHIPS),
        "icons.svg": icons(),
        "favicon.svg": favicon(),
    }
    # A file each: a table needs one back only, and the style sheet names it.
    files |= {f"backs/{n}.svg": _picture("0 0 100 140", back(n)) for n in BACKS}
    files |= {f"lobby/{slug}.svg": lobby_art(slug) for slug in LOBBY}
    return files
