"""The icons of the buttons, drawn with one pen on 24 units, and the mark of the house."""

from games.drawing.paths import place
from games.drawing.suits import SHAPES

# What each icon is drawn with: plain path data, stroked in the colour of the text.
ICONS = {
    "menu": "M4 6h16M4 12h16M4 18h16",
    "chat": "M4 5h16v11H10l-4.5 4V16H4zM8 9h8M8 12.2h5",
    "balance": "M4 7c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zm0 0v10c0 1.7 3.6 3 8"
    " 3s8-1.3 8-3V7"
    "M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3",
    "cashier": "M3.5 7h17v12h-17zM3.5 7l11-3.5L16 7M20.5 11H16a2 2 0 0 0 0 4h4.5",
    "lobby": "M4 11.5L12 4l8 7.5M6 10v10h4.5v-6h3v6H18V10",
    "help": "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.4v.1M12 3a9 9 0 1 0 .01 0z",
    "sound-on": "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
    "sound-off": "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
    "deck": "M9 3.5h9.5v13H9zM6 6.5L5.5 7v12.5h9.5l.5-.5M13.8 7l2.2 3-2.2 3-2.2-3z",
    "color": "M12 3.5a8.5 8.5 0 1 0 0 17c1.6 0 2-1.2 1.4-2.3-.7-1.4.1-2.7 1.6-2.7h2.5a3 3 0 0 0 3-3"
    "c0-5-3.8-9-8.5-9zM7.5 12v.1M9.5 8v.1M14.5 8v.1M17 11.5v.1",
    "undo": "M8 5L4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H8",
    "redo": "M16 5l4 4-4 4M20 9h-9.5a5.5 5.5 0 0 0 0 11H16",
    "restart": "M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 4v4.5h-4.5",
    "flag": "M6 21V4M6 4.5h11.5l-2.5 4 2.5 4H6",
    "collect": "M4 14v5h16v-5M12 4v10M8 10.5l4 4 4-4",
    "deal": "M4 5h8.5v12.5H4zM12.5 7.2L20 9.3 16.8 20l-6-1.7",
    "plus": "M12 5v14M5 12h14",
    "minus": "M5 12h14",
    "close": "M6 6l12 12M18 6L6 18",
    "check": "M5 12.5l4.5 4.5L19 7.5",
    "lock": "M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.2v2.2",
    "proof": "M12 3l7.5 3v5.5c0 4.6-3 7.8-7.5 9.5-4.5-1.7-7.5-4.9-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5",
    "person": "M12 4a4 4 0 1 0 .01 0zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
    "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.7a2.3 2.3 0 1 0 .01 0zM9 14.7a2.3 2.3 0"
    " 1 0 .01 0z",
    "money": "M3.5 6.5h17v11h-17zM12 9.5a2.5 2.5 0 1 0 .01 0zM6.5 9.5v.1M17.5 14.5v.1",
    "hint": "M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.4.4.6.9.6"
    " 1.6h5.8c0-.7.2-1.2.6-1.6A6 6 0 0 0 12 3.5z",
    "list": "M8.5 6H20M8.5 12H20M8.5 18H20M4.5 6v.1M4.5 12v.1M4.5 18v.1",
    "statement": "M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8.5h6M9 12.5h6",
    "trophy": "M8 4h8v6a4 4 0 0 1-8 0zM8 5.5H4.5C4.5 9 6 10.5 8 10.5M16 5.5h3.5c0 3.5-1.5"
    " 5-3.5 5M12 14v4M8.5 20h7M10 18h4",
    "previous": "M14.5 5.5L8 12l6.5 6.5",
    "next": "M9.5 5.5L16 12l-6.5 6.5",
    "download": "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14",
    "theme": "M12 3.5a8.5 8.5 0 1 0 .01 0zM12 3.5v17M12 8l4-2.5M12 12.5l7-4M12 17l7.5-4.5",
    "warning": "M12 4l9 16H3zM12 10v5M12 17.5v.1",
    "history": "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2",
}  # fmt: skip


def _mark(card: str, sign: str) -> str:
    """The mark: a card with a spade, and another behind it."""
    return (
        f'<path d="M11.5 4.5L25 2.4a2.5 2.5 0 0 1 2.9 2.1l2.5 17a2.5 2.5 0 0 1-2.1 2.9'
        f'l-2 .3V10a4 4 0 0 0-4-4H11.7z" fill="{card}" opacity=".55"/>'
        f'<rect x="4" y="6.5" width="20" height="24" rx="3" fill="{card}"/>'
        f'<path d="{place(SHAPES["s"], 14, 18.5, 0.155)}" fill="{sign}"/>'
    )


def icons() -> str:
    """The sprite of all icons; each is a symbol on 24 units, `brand` on 32."""
    pen = 'fill="none" stroke="currentColor" stroke-width="2" '
    pen += 'stroke-linecap="round" stroke-linejoin="round"'
    symbols = [
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{path}" {pen}/></symbol>'
        for name, path in ICONS.items()
    ]
    brand = _mark("currentColor", "var(--surface,#fffdf8)")
    symbols.append(f'<symbol id="brand" viewBox="0 0 32 32">{brand}</symbol>')
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>\n"])


def favicon() -> str:
    """The mark on a green tile, for the browser's tab."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        '<rect width="32" height="32" rx="7" fill="#12654b"/>'
        '<rect x="7" y="4" width="18" height="24" rx="3" fill="#fffdf8"/>'
        f'<path d="{place(SHAPES["s"], 16, 16, 0.145)}" fill="#12654b"/></svg>\n'
    )
