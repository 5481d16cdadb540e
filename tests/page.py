"""Reads the cards from a page of play, as a browser without eyes would."""

from __future__ import annotations

from html.parser import HTMLParser

from games.rules import View


class Page(HTMLParser):
    """The piles of a table page or fragment: `open` cards and numbers of `hidden` ones by pile."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: dict[str, list[str]] = {}
        self.hidden: dict[str, int] = {}
        self.listed: list[str] = []
        self.at = -1
        self.csrf = ""
        self._pile = ""
        self._in = ""
        self.stock = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the element says of the table."""
        found = {name: value or "" for name, value in attrs}
        name = found.get("id", "")
        classes = found.get("class", "").split()
        if "data-at" in found:
            self.at = int(found["data-at"])
        if found.get("name") == "csrfmiddlewaretoken":
            self.csrf = found["value"]
        if "data-pile" in found:
            self._pile = found["data-pile"]
            self.open[self._pile] = []
        if name.startswith("c-") and tag == "button":
            self.open[self._pile].append(name[2:])
        if "downs" in classes:
            self.hidden[self._pile] = int(classes[1][1:])
        if name in ("stock-count", "card-list"):
            self._in = name

    def handle_data(self, data: str) -> None:
        """The stock's number and the texts of the Card List."""
        if self._in == "stock-count" and data.strip().isdigit():
            self.stock = int(data)
            self._in = ""
        elif self._in == "card-list" and " of " in data:
            self.listed.append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        """The Card List ends."""
        if tag == "ol" and self._in == "card-list":
            self._in = ""


def differences(page: Page, view: View) -> list[str]:
    """Where the page and the server's view do not show the same cards; empty when they agree."""
    from games import words

    wrong = []
    for number in range(1, 8):
        cards = view.pile(f"t{number}")
        face_up = [card for card in cards if card]
        if page.open[f"t{number}"] != face_up:
            wrong.append(f"t{number}: {page.open[f't{number}']} for {face_up}")
        if page.hidden.get(f"t{number}", 0) != len(cards) - len(face_up):
            wrong.append(f"t{number}: {page.hidden.get(f't{number}')} hidden")
    for suit in "cdhs":
        if page.open[f"f{suit}"] != list(view.pile(f"f{suit}")[-1:]):
            wrong.append(f"f{suit}: {page.open[f'f{suit}']}")
    if page.listed != [words.card(card) for card in view.pile("w") if card]:
        wrong.append(f"Card List: {page.listed}")
    fan = [card for card in view.pile("w") if card][-len(page.open["w"]) :]
    if view.pile("w") and page.open["w"] != fan:
        wrong.append(f"play deck: {page.open['w']}")
    if page.stock != len(view.pile("s")):
        wrong.append(f"stock: {page.stock}")
    return wrong
